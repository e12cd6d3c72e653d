import { api } from '../../../platform/api-client.ts'
import { listOf } from '../../../platform/api-list.ts'
import { Button } from '../../../ui/button.tsx'
import { dayName } from '../../../ui/date-time.ts'
import { hidden, rich } from '../../../ui/rich.ts'
import { usePages } from '../../../ui/use-pages.ts'
import * as t from '../../text/calendar.ts'
import type { CalendarWeeks } from '../contract.ts'
import styles from './day-showings.module.css'
import { ShowingCard } from './showing-card.tsx'

export type CalendarDay = CalendarWeeks['days'][number]

/** The calendar loads only the first few showings of a date, so "more" reads the full list from its start. */
const FROM_THE_FIRST = ''

/** Lists the first showings of one date, and more of them on request. */
export function DayShowings({ day: { date, count, bookings } }: { day: CalendarDay }) {
  const query = { from: date, to: date, sort: 'date', limit: 100 } as const
  const pages = usePages(listOf(api, '/api/showingbooker/bookings', 'bookings', { query }), {
    items: bookings,
    nextCursor: count > bookings.length ? FROM_THE_FIRST : null,
  })
  const left = count - pages.items.length
  return (
    <>
      <ul className={styles.showings}>
        {pages.items.map((showing) => (
          <li key={showing.id}>
            <ShowingCard showing={showing} />
          </li>
        ))}
      </ul>
      {pages.hasMore && (
        <div className={styles.more}>
          <Button variant="quiet" busy={pages.isLoading} onClick={() => pages.showMore()}>
            {rich(
              left > 0
                ? t.moreOn({ left, date: dayName(date).long, hidden })
                : t.anyMoreOn({ date: dayName(date).long, hidden }),
            )}
          </Button>
          {pages.fault && <p role="alert">{pages.fault}</p>}
        </div>
      )}
    </>
  )
}
