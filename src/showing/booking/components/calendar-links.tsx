import { ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { BuyerPage } from '../contract.ts'
import styles from './calendar-links.module.css'

export function CalendarLinks({ calendar }: { calendar: BuyerPage['calendar'] }) {
  return (
    <div className={styles.calendar}>
      <p className={styles.title}>
        <Icon name="calendar" />
        Add to your calendar
      </p>
      <div className={styles.links}>
        <ButtonLink variant="secondary" href={calendar.google} target="_blank" rel="noreferrer">
          Google<span className="visually-hidden"> Calendar (opens in a new tab)</span>
        </ButtonLink>
        <ButtonLink variant="secondary" href={calendar.outlook} target="_blank" rel="noreferrer">
          Outlook<span className="visually-hidden"> (opens in a new tab)</span>
        </ButtonLink>
        <ButtonLink variant="secondary" href={calendar.ics} download>
          .ics file
        </ButtonLink>
      </div>
    </div>
  )
}
