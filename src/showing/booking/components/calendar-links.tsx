import { ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { hidden, rich } from '../../../ui/rich.ts'
import * as t from '../../text/booking.ts'
import type { BuyerPage } from '../contract.ts'
import styles from './calendar-links.module.css'

export function CalendarLinks({ calendar }: { calendar: BuyerPage['calendar'] }) {
  return (
    <div className={styles.calendar}>
      <p className={styles.title}>
        <Icon name="calendar" />
        {t.addToCalendar()}
      </p>
      <div className={styles.links}>
        <ButtonLink variant="secondary" href={calendar.google} target="_blank" rel="noreferrer">
          {rich(t.googleCalendar({ span: hidden }))}
        </ButtonLink>
        <ButtonLink variant="secondary" href={calendar.outlook} target="_blank" rel="noreferrer">
          {rich(t.outlook({ span: hidden }))}
        </ButtonLink>
        <ButtonLink variant="secondary" href={calendar.ics} download>
          {t.icsFile()}
        </ButtonLink>
      </div>
    </div>
  )
}
