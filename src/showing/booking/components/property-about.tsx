import { phoneLink } from '../../../platform/phone-link.ts'
import { formatWhole } from '../../../platform/whole-number.ts'
import type { PublicProperty } from '../../../property/property/contract.ts'
import { typeName } from '../../../property/property/type-domain.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { hidden, rich } from '../../../ui/rich.ts'
import * as t from '../../text/booking.ts'
import styles from './property-about.module.css'
import { PropertyMap } from './property-map.tsx'

/** Describes the property, who shows it, and where it is. */
export function PropertyAbout({ property, mapsApiKey }: { property: PublicProperty; mapsApiKey: string | null }) {
  return (
    <div className={styles.about}>
      <Tiles property={property} />
      {property.description && <p className={styles.description}>{property.description}</p>}
      <Contact property={property} />
      <PropertyMap address={property.full_address} mapsApiKey={mapsApiKey} />
    </div>
  )
}

function Tiles({ property }: { property: PublicProperty }) {
  const { property_type, bedrooms, bathrooms, square_feet, rent_amount } = property
  const tiles: { icon: IconName; name: string; value: string | null }[] = [
    { icon: 'home', name: t.type(), value: property_type && typeName(property_type) },
    {
      icon: 'rent',
      name: t.rent(),
      value: rent_amount === null ? null : t.perMonth({ amount: formatWhole(rent_amount) }),
    },
    { icon: 'bed', name: t.beds(), value: bedrooms === null ? null : String(bedrooms) },
    { icon: 'bath', name: t.baths(), value: bathrooms === null ? null : String(bathrooms) },
    { icon: 'area', name: t.squareFeet(), value: square_feet === null ? null : formatWhole(square_feet) },
  ]
  return (
    <dl className={styles.tiles}>
      {tiles.map(({ icon, name, value }) =>
        value ? (
          <div key={name} className={styles.tile}>
            <dt>
              <Icon name={icon} />
              {name}
            </dt>
            <dd>{value}</dd>
          </div>
        ) : null,
      )}
    </dl>
  )
}

function Contact({ property }: { property: PublicProperty }) {
  const { agent_name, agent_email, agent_phone, agent_brokerage, agent_license } = property
  if (!agent_name && !agent_email && !agent_phone) return null
  const about = [agent_brokerage, agent_license && t.license({ number: agent_license })].filter(Boolean).join(' · ')
  return (
    <div className={styles.contact}>
      <div className={styles.person}>
        <p className={styles.role}>{t.listedBy()}</p>
        {agent_name && <p className={styles.name}>{agent_name}</p>}
        {about && <p className={styles.brokerage}>{about}</p>}
      </div>
      {agent_phone && (
        <a className={styles.reach} href={phoneLink(agent_phone) ?? undefined}>
          <Icon name="phone" />
          <span>{rich(t.callAgent({ hidden, phone: agent_phone }))}</span>
        </a>
      )}
      {agent_email && (
        <a className={styles.reach} href={`mailto:${agent_email}`}>
          <Icon name="mail" />
          <span>{rich(t.emailAgent({ hidden, email: agent_email }))}</span>
        </a>
      )}
    </div>
  )
}
