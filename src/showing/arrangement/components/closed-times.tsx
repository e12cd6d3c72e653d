import { useEffect, useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { clockTime, dayName } from '../../../ui/date-time.ts'
import type { CalendarWeek } from '../../calendar/contract.ts'
import { clockOf, closedName } from '../../calendar/week-domain.ts'
import * as t from '../../text/booking.ts'
import styles from './closed-times.module.css'

type Closed = CalendarWeek['closed']

/** Tells the agent why the other times of a day are closed at a property. */
export function ClosedTimes({ propertyId, date }: { propertyId: string; date: string }) {
  const closed = useClosedTimes(propertyId, date)
  // What is outside the hours of the property explains itself.
  const said = closed.filter((part) => part.date === date && !['outside_hours', 'past'].includes(part.reason))
  if (said.length === 0) return null
  return (
    <details className={styles.closed}>
      <summary>{t.closedTimes({ day: dayName(date).long })}</summary>
      <ul>
        {said.map(({ from, to, reason }) => (
          <li key={from}>
            {t.closedFromTo({ from: clockTime(clockOf(from)), to: clockTime(clockOf(to)), why: closedName(reason) })}
          </li>
        ))}
      </ul>
    </details>
  )
}

function useClosedTimes(property: string, start: string): Closed {
  const [found, setFound] = useState<{ of: string; closed: Closed }>()
  const of = `${property} ${start}`
  useEffect(() => {
    if (!start) return
    const request = new AbortController()
    const params = { query: { property, start } }
    api.GET('/api/showingbooker/calendar/week', { params, signal: request.signal }).then(
      (answer) => setFound({ of: `${property} ${start}`, closed: bodyOf(answer).closed }),
      // The times can be chosen without the reasons.
      () => undefined,
    )
    return () => request.abort()
  }, [property, start])
  return found?.of === of ? found.closed : []
}
