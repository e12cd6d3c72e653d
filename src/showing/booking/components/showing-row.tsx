import { type ReactNode, useId, useState } from 'react'
import { clockTime, zoneName } from '../../../ui/date-time.ts'
import { Icon } from '../../../ui/icon.tsx'
import type { ShowingRecord } from '../contract.ts'
import { ShowingBadges, ShowingDetails } from './showing-item.tsx'
import styles from './showing-row.module.css'

type ShowingRowProps = {
  showing: ShowingRecord
  children: ReactNode
  actions: ReactNode
}

/** Shows a showing in a list: one line, and the rest in place once it is opened. */
export function ShowingRow({ showing, children, actions }: ShowingRowProps) {
  const [isOpen, setIsOpen] = useState(false)
  const panel = useId()
  const { id, time, time_zone, datetime, status, propertyAddress, buyerName, confirmation_number } = showing
  return (
    <article
      className={styles.row}
      aria-labelledby={`showing-${id}`}
      data-status={status}
      data-open={isOpen || undefined}
    >
      <div className={styles.line}>
        <h3 className={styles.head} id={`showing-${id}`} tabIndex={-1}>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={panel}
            onClick={() => setIsOpen(!isOpen)}
          >
            <span className={styles.mark}>
              <Icon name="chevron-right" />
            </span>
            <span className={styles.time}>
              {clockTime(time)} <span>{zoneName(time_zone, datetime)}</span>
            </span>{' '}
            <span className={styles.what}>
              <span className={styles.where}>{propertyAddress} </span>
              <span className={styles.who}>
                {buyerName} <span className={styles.number}>{confirmation_number}</span>
              </span>
            </span>
          </button>
        </h3>
        <p className={styles.badges}>
          <ShowingBadges showing={showing} />
        </p>
        <div className={styles.actions}>{actions}</div>
      </div>
      {isOpen && (
        <div className={styles.details} id={panel}>
          <ShowingDetails showing={showing}>{children}</ShowingDetails>
        </div>
      )}
    </article>
  )
}
