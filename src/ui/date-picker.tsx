import { dayName, shortWeekdays } from './date-time.ts'
import { FieldError } from './field.tsx'
import styles from './picker.module.css'
import * as t from './text/kit.ts'

type DatePickerProps = {
  name: string
  legend: string
  /** Consecutive dates `YYYY-MM-DD` with the number of open times. */
  days: readonly { date: string; free: number }[]
  value: string
  onChange: (date: string) => void
  error?: string
}

/** A calendar of native radio buttons: arrow keys move between dates, and Tab leaves. */
export function DatePicker({ name, legend, days, value, onChange, error }: DatePickerProps) {
  const first = days[0] && dayName(days[0].date)
  const last = days.at(-1)
  const weekdays = shortWeekdays()
  const months = [first?.month, last && dayName(last.date).month]
  return (
    <fieldset className={styles.picker} id={name} aria-describedby={error ? `${name}-error` : undefined}>
      <legend className={styles.legend}>
        {legend}
        <span className={styles.aside}>{[...new Set(months)].join(' – ')}</span>
      </legend>
      <div className={styles.calendar}>
        <div className={styles.week} aria-hidden="true">
          {weekdays.map((weekday) => (
            <span key={weekday}>{weekday}</span>
          ))}
        </div>
        <div className={styles.days} data-first={first?.weekday}>
          {days.map(({ date, free }) => {
            const { day, month, weekday, long } = dayName(date)
            return (
              <label key={date} className={styles.day}>
                <input
                  type="radio"
                  name={name}
                  value={date}
                  checked={date === value}
                  disabled={free === 0}
                  aria-label={`${long}, ${timesFree(free)}`}
                  onChange={() => onChange(date)}
                />
                <small className={styles.weekday}>{weekdays[weekday]}</small>
                {day === 1 && <small>{month.slice(0, 3)}</small>}
                {day}
              </label>
            )
          })}
        </div>
      </div>
      <FieldError name={name} error={error} />
    </fieldset>
  )
}

export const timesFree = (count: number) => t.timesFree({ count })
