import { dayName, shortWeekdays } from '../../../ui/date-time.ts'
import * as t from '../../text/calendar.ts'
import { type CalendarDay, DayShowings } from './day-showings.tsx'
import styles from './week-grid.module.css'

/** Shows Monday to Sunday side by side, or stacked on a phone. */
export function WeekGrid({ days, today }: { days: CalendarDay[]; today: string }) {
  const first = dayName(days[0]?.date ?? '')
  return (
    <section aria-label={t.weekOf({ day: first.long })}>
      <ol className={styles.week}>
        {days.map((day) => {
          const { weekday, day: number, month, long } = dayName(day.date)
          return (
            <li
              key={day.date}
              className={styles.day}
              data-past={day.date < today || undefined}
              data-empty={day.count === 0 || undefined}
              aria-current={day.date === today ? 'date' : undefined}
            >
              <h2 className={styles.date}>
                <span aria-hidden="true">
                  <span className={styles.weekday}>{shortWeekdays()[weekday]}</span>{' '}
                  {t.shortDate({ month: month.slice(0, 3), day: number })}
                </span>
                <span className="visually-hidden">{long}</span>
              </h2>
              {day.count === 0 ? <p className={styles.nothing}>{t.noShowings()}</p> : <DayShowings day={day} />}
            </li>
          )
        })}
      </ol>
    </section>
  )
}
