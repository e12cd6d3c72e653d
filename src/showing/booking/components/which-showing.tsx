import { clockTime, dayName, keepTime, zoneName } from '../../../ui/date-time.ts'
import type { ShowingRecord } from '../contract.ts'
import styles from './which-showing.module.css'

/** Names the showing that a dialog is about: when, who, and where. */
export function WhichShowing({ showing }: { showing: ShowingRecord }) {
  const { date, time, time_zone, datetime, buyerName, propertyAddress } = showing
  return (
    <p className={styles.which}>
      {keepTime(dayName(date).long)}, {keepTime(`${clockTime(time)} ${zoneName(time_zone, datetime)}`)}
      <span>
        {buyerName}, {propertyAddress}
      </span>
    </p>
  )
}
