import { useEffect, useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { holidayName } from '../../../property/availability/holiday-domain.ts'
import { clockTime, dayName } from '../../../ui/date-time.ts'
import * as t from '../../text/booking.ts'
import { type ClosedPart, clockOf, closedName, mondaysOf, toldParts, whyAllClosed } from '../closed-domain.ts'
import styles from './closed-times.module.css'
import type { OfferedDay } from './offered-times.tsx'

type ClosedTimesProps = {
  propertyId: string
  days: OfferedDay[]
  /** The chosen date, or `''`. */
  date: string
}

/** Tells the agent which dates are holidays or have no open time, and why the other times of the chosen date are closed. */
export function ClosedTimes({ propertyId, days, date }: ClosedTimesProps) {
  const full = days.filter(({ times, taken }) => times.length === taken.length).map((day) => day.date)
  const closed = useClosedParts(propertyId, mondaysOf(date ? [...full, date] : full))
  const said = toldParts(closed, date)
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
      {said.length > 0 && !full.includes(date) && (
        <details className={styles.closed}>
          <summary>{t.closedTimes({ day: dayName(date).long })}</summary>
          <ul>
            {said.map(({ from, to, reason }) => (
              <li key={from}>
                {t.closedFromTo({
                  from: clockTime(clockOf(from)),
                  to: clockTime(clockOf(to)),
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

/** @param why why all of the date is closed; `''` while we don't know, `null` if it is open */
function lineOf(date: string, why: string | null): string[] {
  const name = holidayName(date)
  const day = dayName(date).long
  if (why === null) return name ? [t.holidayOpen({ day, name })] : []
  return why ? [t.noTimesOn({ day: name ? t.dayWithHoliday({ day, name }) : day, why })] : []
}

/** Reads why times are closed at a property in the weeks of these dates. What was read stays while more is loaded. */
function useClosedParts(property: string, dates: string[]): ClosedPart[] {
  const [found, setFound] = useState<{ of: string; weeks: ReadonlyMap<string, ClosedPart[]> }>()
  const wanted = dates.join(' ')
  useEffect(() => {
    const request = new AbortController()
    for (const start of wanted.split(' ').filter(Boolean)) {
      const params = { query: { property, start } }
      api.GET('/api/showingbooker/calendar/week', { params, signal: request.signal }).then(
        (answer) => {
          const { closed } = bodyOf(answer)
          setFound((before) => ({
            of: property,
            weeks: new Map([...(before?.of === property ? before.weeks : []), [start, closed]]),
          }))
        },
        // The times can be chosen without the reasons.
        () => undefined,
      )
    }
    return () => request.abort()
  }, [property, wanted])
  return found?.of === property ? [...found.weeks.values()].flat() : []
}
