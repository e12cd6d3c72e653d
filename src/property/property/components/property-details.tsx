import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { streetLine } from '../../../platform/postal-address.ts'
import { formatWhole } from '../../../platform/whole-number.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { hidden, rich } from '../../../ui/rich.ts'
import * as t from '../../text/property.ts'
import type { Property } from '../contract.ts'
import { DeleteProperty } from './delete-property.tsx'
import styles from './property-details.module.css'
import { PropertyLinks } from './property-links.tsx'
import { PropertyPeople } from './property-people.tsx'
import { StatusSwitch } from './status-switch.tsx'

export type ShownProperty = {
  property: Property
  /** The viewer's account. */
  account: { id: string; role: 'agent' | 'admin' }
  /** Query of the list's URL, which dialogs keep. */
  search: string
  /** Origin of the public pages. */
  origin: string
  onChanged: (property: Property) => void
  onDeleted: (id: string) => void
}

/** Shows the rest of a property with all its actions, in its card and in its opened row. */
export function PropertyDetails({ property, account, search, origin, onChanged, onDeleted }: ShownProperty) {
  const { id } = property
  return (
    <>
      {property.agent_id !== account.id && <Whose property={property} />}
      <div className={styles.state}>
        <StatusSwitch property={property} isAdmin={account.role === 'admin'} onChanged={onChanged} />
        <Stats property={property} />
      </div>
      <PropertyPeople property={property} />
      <PropertyLinks property={property} origin={origin} />
      <div className={styles.actions}>
        {property.status === 'listed' && !property.is_demo && <BookFor property={property} />}
        {ACTIONS.map(({ path, name, icon }) => (
          <Link key={path} className={styles.action} to={`/properties/${id}/${path}${search}`} preventScrollReset>
            <Icon name={icon} />
            {rich(
              name({
                address: streetLine(property),
                span: hidden,
              }),
            )}
          </Link>
        ))}
        <DeleteProperty property={property} search={search} onDeleted={() => onDeleted(id)} />
      </div>
    </>
  )
}

function BookFor({ property }: { property: Property }) {
  return (
    <Link className={styles.action} to={`/upcoming/book?property=${property.id}`}>
      <Icon name="plus" />
      {rich(
        t.actionBookFor({
          address: streetLine(property),
          span: hidden,
        }),
      )}
    </Link>
  )
}

const ACTIONS: { path: string; name: typeof t.actionUpdate<ReactNode>; icon: IconName }[] = [
  { path: 'edit', name: t.actionUpdate, icon: 'edit' },
  { path: 'bookings', name: t.actionBookings, icon: 'calendar' },
  { path: 'logs', name: t.actionLogs, icon: 'shield' },
  { path: 'feedback', name: t.actionFeedback, icon: 'message' },
  { path: 'owner', name: t.actionOwner, icon: 'eye' },
  { path: 'qr', name: t.actionQr, icon: 'qr' },
]

function Stats({ property: { view_count, share_count, booking_count } }: { property: Property }) {
  const stats = [
    { name: t.views(), value: view_count },
    { name: t.shares(), value: share_count },
    { name: t.bookings(), value: booking_count },
  ]
  return (
    <dl className={styles.stats}>
      {stats.map(({ name, value }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{formatWhole(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function Whose({ property: { agent_id, agent_account } }: { property: Property }) {
  return (
    <p className={styles.whose}>
      {rich(
        t.agentsProperties({
          agent: agent_account,
          link: (inner) => (
            <Link to={`/properties?agent_id=${agent_id}`}>
              {inner} <span className="visually-hidden">{t.onlyThisAgent()}</span>
            </Link>
          ),
        }),
      )}
    </p>
  )
}
