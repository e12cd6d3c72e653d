import { formatMoney } from '../../../platform/money.ts'
import type { PublicProperty } from '../../../property/property/contract.ts'
import * as t from '../../text/booking.ts'
import styles from './property-heading.module.css'

/** Says where the property is and what the visitor can book. On a phone, the bar at the bottom has the price. */
export function PropertyHeading({
  property: { full_address, city, state, zip_code, fee },
}: {
  property: PublicProperty
}) {
  const place = `${city}, ${state} ${zip_code}`
  return (
    <header>
      <p className={styles.kind}>
        {t.privateHalfHour()}
        <span className={styles.price}> · {formatMoney(fee.showing)}</span>
      </p>
      <h1 className={styles.address}>{full_address.replace(`, ${place}`, '')}</h1>
      <p className={styles.city}>{place}</p>
    </header>
  )
}
