import { clockTime } from '../../../ui/date-time.ts'
import * as t from '../../text/property.ts'
import styles from './half-hours.module.css'

type Hours = { start: string; end: string }

const TIMES = Array.from(
  { length: 49 },
  (_, index) => `${String(index >> 1).padStart(2, '0')}:${index % 2 === 0 ? '00' : '30'}`,
)

type HalfHoursProps = {
  /** ID prefix of the two lists. `.start` and `.end` follow. */
  id: string
  /** Names what the hours are for, for people who cannot see the row. */
  of: string
  hours: Hours
  onChange: (hours: Hours) => void
}

/** Picks a start and an end on the half hour. The end moves along, so it is never before the start. */
export function HalfHours({ id, of, hours, onChange }: HalfHoursProps) {
  const { start, end } = hours
  return (
    <div className={styles.hours}>
      <TimeSelect
        id={`${id}.start`}
        label={t.hoursFrom({ of })}
        times={TIMES.slice(0, -1)}
        value={start}
        onChange={(next) => onChange({ start: next, end: next < end ? end : (TIMES[TIMES.indexOf(next) + 1] ?? end) })}
      />
      <span aria-hidden="true">{t.hoursBetween()}</span>
      <TimeSelect
        id={`${id}.end`}
        label={t.hoursTo({ of })}
        times={TIMES.filter((time) => time > start)}
        value={end}
        onChange={(next) => onChange({ start, end: next })}
      />
    </div>
  )
}

type TimeSelectProps = { id: string; label: string; times: string[]; value: string; onChange: (time: string) => void }

function TimeSelect({ id, label, times, value, onChange }: TimeSelectProps) {
  return (
    <select
      id={id}
      className={styles.time}
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
    >
      {times.map((time) => (
        <option key={time} value={time}>
          {time === '24:00' ? t.midnight() : clockTime(time)}
        </option>
      ))}
    </select>
  )
}
