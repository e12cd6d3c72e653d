import type { ReactNode } from 'react'
import { clockTime, zoneName } from '../../../ui/date-time.ts'
import { ListRow } from '../../../ui/list-row.tsx'
import type { ShowingRecord } from '../contract.ts'
import { ShowingBadges, ShowingDetails } from './showing-item.tsx'
import styles from './showing-row.module.css'

type ShowingRowProps = {
  showing: ShowingRecord
  children: ReactNode
  actions: ReactNode
}

/** The last two parts of an address: Los Angeles, CA 90026. */
const CITY_AND_STATE = -2

/** Shows a showing in a list: one line, and the rest in place once it is opened. */
export function ShowingRow({ showing, children, actions }: ShowingRowProps) {
  const { id, time, time_zone, datetime, status, propertyAddress, buyerName, confirmation_number } = showing
  const home = propertyAddress.split(', ').slice(0, CITY_AND_STATE).join(', ')
  return (
    <ListRow
      id={`showing-${id}`}
      status={status}
      lead={
        <span className={styles.time}>
          {clockTime(time)} <span>{zoneName(time_zone, datetime)}</span>
        </span>
      }
      title={
        <>
          {home}
          <span className={styles.place}>{propertyAddress.slice(home.length)}</span>
        </>
      }
      text={
        <>
          {buyerName} <span className={styles.number}>{confirmation_number}</span>
        </>
      }
      badges={<ShowingBadges showing={showing} />}
      actions={() => actions}
    >
      {() => <ShowingDetails showing={showing}>{children}</ShowingDetails>}
    </ListRow>
  )
}
