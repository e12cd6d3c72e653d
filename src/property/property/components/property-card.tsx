import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { Badge, type BadgeTone } from '../../../ui/badge.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { rich } from '../../../ui/rich.ts'
import * as t from '../../text/property.ts'
import type { Property } from '../contract.ts'
import { typeName } from '../type-domain.ts'
import { DeleteProperty } from './delete-property.tsx'
import { STATUSES } from './field-words.tsx'
import styles from './property-card.module.css'
import { PropertyLinks } from './property-links.tsx'
import { PropertyPeople } from './property-people.tsx'
import { PropertyPhoto } from './property-photo.tsx'
import { StatusSwitch } from './status-switch.tsx'

export type PropertyCardProps = {
  property: Property
  /** Account of the person who looks at the card. */
  account: { id: string; role: 'agent' | 'admin' }
  /** Query of the list's URL, which dialogs keep. */
  search: string
  /** Origin of the public pages. */
  origin: string
  onChanged: (property: Property) => void
  onDeleted: (id: string) => void
}

/** Shows one property with all its actions. */
export function PropertyCard(props: PropertyCardProps) {
  const { property, account, search, origin, onChanged, onDeleted } = props
  const { id, unit_number, city, state, zip_code, agent_id } = property
  const isOwn = agent_id === account.id
  return (
    <article className={styles.card} aria-labelledby={`address-${id}`} data-property={id}>
      <div className={styles.top}>
        <PropertyPhoto property={property} />
        <Badges property={property} />
      </div>
      <div className={styles.body}>
        <div>
          <h2 className={styles.address} id={`address-${id}`} tabIndex={-1}>
            {property.address_line1}
            {unit_number && <span className={styles.unit}> {unit_number}</span>}
          </h2>
          <p className={styles.city}>
            {city}, {state} {zip_code}
          </p>
          <p className={styles.facts}>
            {factsOf(property).map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </p>
          {!isOwn && <Whose property={property} />}
        </div>
        <StatusSwitch property={property} isAdmin={account.role === 'admin'} onChanged={onChanged} />
        <Stats property={property} />
        <PropertyPeople property={property} />
        <PropertyLinks property={property} origin={origin} />
        <div className={styles.actions}>
          {ACTIONS.map(({ path, name, icon }) => (
            <Link key={path} className={styles.action} to={`/properties/${id}/${path}${search}`} preventScrollReset>
              <Icon name={icon} />
              {rich(
                name({
                  address: property.address_line1,
                  span: (inner) => <span className="visually-hidden">{inner}</span>,
                }),
              )}
            </Link>
          ))}
        </div>
        <DeleteProperty property={property} search={search} onDeleted={() => onDeleted(id)} />
      </div>
    </article>
  )
}

const ACTIONS: { path: string; name: typeof t.actionUpdate<ReactNode>; icon: IconName }[] = [
  { path: 'edit', name: t.actionUpdate, icon: 'edit' },
  { path: 'bookings', name: t.actionBookings, icon: 'calendar' },
  { path: 'logs', name: t.actionLogs, icon: 'shield' },
  { path: 'qr', name: t.actionQr, icon: 'qr' },
]

const TONES: Record<Property['status'], BadgeTone> = { listed: 'good', unlisted: 'plain', sold: 'info', rented: 'info' }

function Badges({ property: { status, booking_approval, is_demo } }: { property: Property }) {
  return (
    <p className={styles.badges}>
      <Badge tone={TONES[status]}>{STATUSES.find(({ value }) => value === status)?.label()}</Badge>
      <Badge tone={booking_approval === 'manual' ? 'waiting' : 'plain'}>
        {booking_approval === 'manual' ? t.needsApproval() : t.booksAutomatically()}
      </Badge>
      {is_demo && <Badge tone="info">{t.demo()}</Badge>}
    </p>
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
          <dd>{grouped(value)}</dd>
        </div>
      ))}
    </dl>
  )
}

function factsOf({ property_type, bedrooms, bathrooms, square_feet, rent_amount }: Property): string[] {
  const facts = [
    rent_amount !== null && t.perMonth({ amount: grouped(rent_amount) }),
    typeName(property_type),
    bedrooms !== null && t.beds({ count: bedrooms }),
    bathrooms !== null && t.baths({ count: bathrooms }),
    square_feet !== null && t.squareFeet({ amount: grouped(square_feet) }),
  ]
  return facts.filter((fact) => fact !== false)
}

/** Formats a whole number as `1,250`. */
const grouped = (amount: number) => String(amount).replace(/\B(?=(\d{3})+$)/g, ',')
