import { phoneLink } from '../../../platform/phone-link.ts'
import type { PublicProperty } from '../../../property/property/contract.ts'
import { typeName } from '../../../property/property/type-domain.ts'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { rich } from '../../../ui/rich.ts'
import * as t from '../../text/booking.ts'
import styles from './property-header.module.css'
import { PropertyMap } from './property-map.tsx'

/** Shows the property, where it is, and who shows it. */
export function PropertyHeader({ property, mapsApiKey }: { property: PublicProperty; mapsApiKey: string | null }) {
  const { full_address, city, state, zip_code } = property
  const place = `${city}, ${state} ${zip_code}`
  return (
    <header className={styles.header} data-bare={property.property_photo ? undefined : ''}>
      {property.property_photo && <Photo property={property} />}
      <div className={styles.about}>
        <div>
          <p className={styles.kind}>{t.privateHalfHour()}</p>
          <h1 className={styles.address}>{full_address.replace(`, ${place}`, '')}</h1>
          <p className={styles.city}>{place}</p>
        </div>
        <Tiles property={property} />
        <Contact property={property} />
        <PropertyMap address={property.full_address} mapsApiKey={mapsApiKey} />
      </div>
    </header>
  )
}

function Photo({ property: { photo, property_photo, full_address } }: { property: PublicProperty }) {
  const alt = t.photoOf({ address: full_address })
  if (!photo) {
    return (
      <div className={styles.photo}>
        <img src={property_photo ?? undefined} alt={alt} width={1200} height={800} fetchPriority="high" />
      </div>
    )
  }
  const sizes = '(min-width: 60rem) 40rem, 100vw'
  return (
    <div className={styles.photo}>
      <img className={styles.blur} src={photo.placeholder} alt="" />
      <picture className={styles.picture}>
        <source type="image/avif" srcSet={`${photo.smallAvif} 640w, ${photo.avif} 1200w`} sizes={sizes} />
        <img
          src={photo.url}
          srcSet={`${photo.small} 640w, ${photo.url} 1200w`}
          sizes={sizes}
          width={photo.width}
          height={photo.height}
          alt={alt}
          fetchPriority="high"
        />
      </picture>
    </div>
  )
}

function Tiles({ property }: { property: PublicProperty }) {
  const { property_type, bedrooms, bathrooms, square_feet, rent_amount } = property
  const tiles: { icon: IconName; name: string; value: string | null }[] = [
    { icon: 'home', name: t.type(), value: property_type && typeName(property_type) },
    { icon: 'rent', name: t.rent(), value: rent_amount === null ? null : t.perMonth({ amount: grouped(rent_amount) }) },
    { icon: 'bed', name: t.beds(), value: bedrooms === null ? null : String(bedrooms) },
    { icon: 'bath', name: t.baths(), value: bathrooms === null ? null : String(bathrooms) },
    { icon: 'area', name: t.squareFeet(), value: square_feet === null ? null : grouped(square_feet) },
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

/** Formats a whole number as `1,250`. */
const grouped = (amount: number) => String(amount).replace(/\B(?=(\d{3})+$)/g, ',')

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
          <span>
            {rich(
              t.callAgent({ hidden: (inner) => <span className="visually-hidden">{inner}</span>, phone: agent_phone }),
            )}
          </span>
        </a>
      )}
      {agent_email && (
        <a className={styles.reach} href={`mailto:${agent_email}`}>
          <Icon name="mail" />
          <span>
            {rich(
              t.emailAgent({ hidden: (inner) => <span className="visually-hidden">{inner}</span>, email: agent_email }),
            )}
          </span>
        </a>
      )}
    </div>
  )
}
