import { streetLine } from '../../../platform/postal-address.ts'
import { Badge } from '../../../ui/badge.tsx'
import * as t from '../../text/property.ts'
import type { Property } from '../contract.ts'
import styles from './property-card.module.css'
import { PropertyDetails, type ShownProperty } from './property-details.tsx'
import { factsOf, NeedsBadge, StatusBadge } from './property-facts.tsx'
import { PropertyPhoto } from './property-photo.tsx'

/** Shows one property with all its actions. */
export function PropertyCard(props: ShownProperty) {
  const { property } = props
  const { id, city, state, zip_code } = property
  return (
    <article className={styles.card} aria-labelledby={`address-${id}`} data-property={id}>
      <div className={styles.top}>
        <PropertyPhoto property={property} />
        <Badges property={property} />
      </div>
      <div className={styles.body}>
        <div>
          <h2 className={styles.address} id={`address-${id}`} tabIndex={-1}>
            {streetLine(property)}
          </h2>
          <p className={styles.city}>
            {city}, {state} {zip_code}
          </p>
          <p className={styles.facts}>
            {factsOf(property).map((fact) => (
              <span key={fact}>{fact}</span>
            ))}
          </p>
        </div>
        <PropertyDetails {...props} />
      </div>
    </article>
  )
}

function Badges({ property }: { property: Property }) {
  const { booking_approval, is_demo } = property
  return (
    <p className={styles.badges}>
      <StatusBadge status={property.status} />
      <NeedsBadge property={property} />
      <Badge tone={booking_approval === 'manual' ? 'waiting' : 'plain'}>
        {booking_approval === 'manual' ? t.needsApproval() : t.booksAutomatically()}
      </Badge>
      {is_demo && <Badge tone="info">{t.demo()}</Badge>}
    </p>
  )
}
