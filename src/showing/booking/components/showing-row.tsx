import type { ReactNode } from 'react'
import { streetOf } from '../../../platform/postal-address.ts'
import { nearInstantName } from '../../../ui/date-names.ts'
import { clockTime, keepTime, zoneName } from '../../../ui/date-time.ts'
import { ListRow } from '../../../ui/list-row.tsx'
import * as dashboardWords from '../../text/dashboard.ts'
import type { ShowingRecord } from '../contract.ts'
import { ShowingBadges, ShowingDetails } from './showing-item.tsx'
import styles from './showing-row.module.css'

type ShowingRowProps = {
  showing: ShowingRecord
  children: ReactNode
  actions: ReactNode
}

/** Shows a showing in a list as one line. Someone can open it in place to see the rest. */
export function ShowingRow({ showing, children, actions }: ShowingRowProps) {
  const { id, time, time_zone, datetime, status, propertyAddress, buyerName, confirmation_number, decisionDueAt } =
    showing
  const street = streetOf(propertyAddress)
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
          {street}
          <span className={styles.place}>{propertyAddress.slice(street.length)}</span>
        </>
      }
      text={
        <>
          {buyerName} <span className={styles.number}>{confirmation_number}</span>{' '}
          {decisionDueAt && (
            <b className={styles.due}>
              {dashboardWords.decideBefore({ time: keepTime(nearInstantName(decisionDueAt, time_zone)) })}
            </b>
          )}
        </>
      }
      badges={<ShowingBadges showing={showing} />}
      actions={() => actions}
    >
      {() => <ShowingDetails showing={showing}>{children}</ShowingDetails>}
    </ListRow>
  )
}
