import { useEffect, useState } from 'react'
import { officeState, officeWeek } from '../../../platform/office-hours.ts'
import { SUPPORT } from '../../../product.ts'
import { Card } from '../../../ui/card.tsx'
import { dayName, zoneName } from '../../../ui/date-time.ts'
import { Icon } from '../../../ui/icon.tsx'
import styles from './support-hours.module.css'

const LOOK_MS = 20_000

/** When somebody is there: in Pacific time, and in the zone of whoever reads. @param now RFC 3339: the server's */
export function SupportHours({ now }: { now: string }) {
  const nowMs = useNow(Date.parse(now))
  const zone = useOwnZone()
  const week = officeWeek(SUPPORT.hours, SUPPORT.timeZone, nowMs)
  const state = officeState(week, nowMs)
  return (
    <Card title="Support hours">
      {state && (
        <p className={styles.state} data-open={state.isOpen} role="status">
          <Icon name={state.isOpen ? 'check' : 'clock'} />
          <span>
            <strong>{state.isOpen ? 'Open now' : 'Closed now'}</strong>
            {state.isOpen ? ', until ' : ', opens '}
            {momentIn(SUPPORT.timeZone, state.untilMs, nowMs)}
            {zone && ` (${momentIn(zone, state.untilMs, nowMs)})`}
          </span>
        </p>
      )}
      <div className={styles.scroll}>
        <table className={styles.hours}>
          <thead>
            <tr>
              <th scope="col">Day</th>
              <th scope="col">Pacific time</th>
              {zone && <th scope="col">Your time</th>}
            </tr>
          </thead>
          <tbody>
            {week.map(({ date, opening }, index) => (
              <tr key={date} data-today={index === 0}>
                <th scope="row">
                  {dayName(date).short}
                  {index === 0 && <span className="visually-hidden"> (today)</span>}
                </th>
                <td>{opening ? spanIn(SUPPORT.timeZone, opening, date) : 'Closed'}</td>
                {zone && <td>{opening ? spanIn(zone, opening, date) : 'Closed'}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.note}>
        Urgent technical issues: emergency support answers 24/7 at <a href={`tel:${SUPPORT.tel}`}>{SUPPORT.phone}</a>.
      </p>
    </Card>
  )
}

/** Begins with the server's, so that both write the same; then this machine's clock. */
function useNow(serverMs: number): number {
  const [nowMs, setNowMs] = useState(serverMs)
  useEffect(() => {
    setNowMs(Date.now())
    const timer = setInterval(() => setNowMs(Date.now()), LOOK_MS)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}

/** Known in the browser only. null: not known yet, or Pacific itself. */
function useOwnZone(): string | null {
  const [zone, setZone] = useState<string | null>(null)
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone
    setZone(own && own !== SUPPORT.timeZone ? own : null)
  }, [])
  return zone
}

const clockIn = (timeZone: string, atMs: number) =>
  // Browsers and Node differ in the space before AM and PM.
  new Intl.DateTimeFormat('en-US', { timeZone, hour: 'numeric', minute: '2-digit' })
    .format(atMs)
    .replaceAll('\u202f', ' ')

const weekdayIn = (timeZone: string, atMs: number, weekday: 'short' | 'long') =>
  new Intl.DateTimeFormat('en-US', { timeZone, weekday }).format(atMs)

const dateIn = (timeZone: string, atMs: number) => new Intl.DateTimeFormat('en-CA', { timeZone }).format(atMs)

const abbreviation = (timeZone: string, atMs: number) => zoneName(timeZone, new Date(atMs).toISOString())

/** `6:00 PM PST`, with the weekday where it is not today. */
function momentIn(timeZone: string, atMs: number, nowMs: number): string {
  const isToday = dateIn(timeZone, atMs) === dateIn(timeZone, nowMs)
  const day = isToday ? '' : `${weekdayIn(timeZone, atMs, 'long')}, `
  return `${day}${clockIn(timeZone, atMs)} ${abbreviation(timeZone, atMs)}`
}

/** `9:00 AM – 6:00 PM PST`, with the weekdays where the zone's own day is another one. */
function spanIn(timeZone: string, { fromMs, toMs }: { fromMs: number; toMs: number }, date: string): string {
  const of = (atMs: number) =>
    `${dateIn(timeZone, atMs) === date ? '' : `${weekdayIn(timeZone, atMs, 'short')} `}${clockIn(timeZone, atMs)}`
  return `${of(fromMs)} – ${of(toMs)} ${abbreviation(timeZone, fromMs)}`
}
