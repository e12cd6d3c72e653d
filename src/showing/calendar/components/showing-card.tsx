import { Link, useLocation } from 'react-router'
import { bookingStatusName } from '../../../notice/entry-notice/domain.ts'
import { failedWords } from '../../../notice/message/delivery-domain.ts'
import { Badge } from '../../../ui/badge.tsx'
import { clockTime, zoneName } from '../../../ui/date-time.ts'
import { Icon } from '../../../ui/icon.tsx'
import { NoticeBadge } from '../../booking/components/notice-badge.tsx'
import type { ShowingRecord } from '../../booking/contract.ts'
import { OPENED_HERE } from '../../booking/showing-link-domain.ts'
import { STATUS_TONES } from '../../booking/state-names-domain.ts'
import * as words from '../../text/booking.ts'
import * as t from '../../text/calendar.ts'
import styles from './showing-card.module.css'

/** Shows a showing in the calendar. Its color says the same as its text. */
export function ShowingCard({ showing }: { showing: ShowingRecord }) {
  const { id, time, time_zone, datetime, status, propertyAddress, buyerName, is_demo, failedMessages, overlaps } =
    showing
  const { search } = useLocation()
  const when = `${clockTime(time)} ${zoneName(time_zone, datetime)}`
  return (
    <article className={styles.card} data-tone={STATUS_TONES[status]} data-status={status}>
      <Link
        to={{ pathname: `/calendar/showings/${id}`, search }}
        state={OPENED_HERE}
        preventScrollReset
        className={styles.main}
      >
        <span className={styles.when}>{when}</span>
        <span className={styles.where}>{propertyAddress}</span>
        <span className={styles.who}>{buyerName}</span>
      </Link>
      <p className={styles.foot}>
        <Badge tone={STATUS_TONES[status]}>{bookingStatusName(status)}</Badge>
        {is_demo && <Badge>{t.demoMark()}</Badge>}
        <NoticeBadge status={showing.noticeStatus} />
        {showing.shownBy && <Badge>{words.shownBy({ name: showing.shownBy })}</Badge>}
        {overlaps.length > 0 && <Badge tone="bad">{t.overlap()}</Badge>}
        {failedMessages > 0 && <Badge tone="bad">{failedWords(failedMessages)}</Badge>}
      </p>
      <a
        className={styles.export}
        href={`/api/showingbooker/bookings/${id}/calendar.ics`}
        download
        title={t.exportFile()}
      >
        <Icon name="download" />
        <span className="visually-hidden">{t.exportOne({ when, buyerName })}</span>
      </a>
    </article>
  )
}
