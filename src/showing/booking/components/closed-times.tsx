import { useEffect, useRef, useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { holidayName } from '../../../property/availability/holiday-domain.ts'
import { clockOf } from '../../../property/schedule/domain.ts'
import { clockTime, dayName, keepTime } from '../../../ui/date-time.ts'
import * as t from '../../text/booking.ts'
import { type ClosedPart, closedName, mondaysOf, partsToExplain, whyAllClosed } from '../closed-domain.ts'
import styles from './closed-times.module.css'
import { type OfferedDay, zoneOn } from './offered-times.tsx'

type ClosedTimesProps = {
  propertyId: string
  days: OfferedDay[]
  /** The chosen date, or `''` if there is none. */
  date: string
}

/** Tells the agent which dates are holidays or have no open time, and why the other times of the chosen date are closed. */
export function ClosedTimes({ propertyId, days, date }: ClosedTimesProps) {
  const full = days.filter(({ times, taken }) => times.length === taken.length).map((day) => day.date)
  const closed = useClosedParts(propertyId, mondaysOf(date ? [...full, date] : full))
  const parts = partsToExplain(closed, date)
  const lines = days.flatMap((day) => lineOf(day.date, full.includes(day.date) ? whyAllClosed(closed, day.date) : null))
  return (
    <>
      {lines.length > 0 && (
        <ul className={styles.lines}>
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
      {parts.length > 0 && !full.includes(date) && (
        <details className={styles.closed}>
          <summary>{t.closedTimes({ day: keepTime(dayName(date).long) })}</summary>
          <ul>
            {parts.map(({ from, to, reason }) => (
              <li key={from}>
                {t.closedFromTo({
                  from: clockTime(clockOf(from)),
                  to: `${clockTime(clockOf(to))} ${zoneOn(days, { date })}`.trimEnd(),
                  why: closedName(reason),
                })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** @param why why the whole date is closed; `''` while we don't know, `null` if it has an open time */
function lineOf(date: string, why: string | null): string[] {
  const name = holidayName(date)
  const day = keepTime(dayName(date).long)
  if (why === null) return name ? [t.holidayOpen({ day, name })] : []
  return why ? [t.noTimesOn({ day: name ? t.dayWithHoliday({ day, name }) : day, why })] : []
}

/** Loads why times are closed at a property in these weeks. It asks for each week once. */
function useClosedParts(property: string, weeks: string[]): ClosedPart[] {
  const [found, setFound] = useState<ReadonlyMap<string, ClosedPart[]>>(new Map())
  const asked = useRef(new Set<string>())
  const wanted = weeks.join(' ')
  useEffect(() => {
    for (const start of wanted.split(' ').filter(Boolean)) {
      const key = keyOf(property, start)
      if (asked.current.has(key)) continue
      asked.current.add(key)
      api.GET('/api/showingbooker/calendar/week', { params: { query: { property, start } } }).then(
        (answer) => {
          const { closed } = bodyOf(answer)
          setFound((before) => new Map([...before, [key, closed]]))
        },
        // The agent can choose a time without the reasons. Choosing a date in another week asks again.
        () => asked.current.delete(key),
      )
    }
  }, [property, wanted])
  return weeks.flatMap((start) => found.get(keyOf(property, start)) ?? [])
}

const keyOf = (property: string, week: string) => `${property} ${week}`
