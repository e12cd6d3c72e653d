import { useEffect, useState } from 'react'
import { locale } from '../../../platform/language.ts'
import { officeState, officeWeek } from '../../../platform/office-hours.ts'
import { SUPPORT } from '../../../product.ts'
import { Card } from '../../../ui/card.tsx'
import { clockTime, dayName, zoneName } from '../../../ui/date-time.ts'
import { Icon } from '../../../ui/icon.tsx'
import { rich } from '../../../ui/rich.ts'
import { wallClock } from '../../../ui/wall-clock.ts'
import * as t from '../../text/site.ts'
import styles from './support-hours.module.css'

const LOOK_MS = 20_000

/** Shows support hours in Pacific time and in the reader's own zone. @param now the server's time, RFC 3339 */
export function SupportHours({ now }: { now: string }) {
  const nowMs = useNow(Date.parse(now))
  const zone = useOwnZone()
  const week = officeWeek(SUPPORT.hours, SUPPORT.timeZone, nowMs)
  const state = officeState(week, nowMs)
  return (
    <Card title={t.supportHours()}>
      {state && (
        <p className={styles.state} data-open={state.isOpen} role="status">
          <Icon name={state.isOpen ? 'check' : 'clock'} />
          <span>
            {rich(
              (state.isOpen ? t.openUntil : t.closedUntil)({
                strong: (inner) => <strong>{inner}</strong>,
                moment: bothTimes(
                  momentIn(SUPPORT.timeZone, state.untilMs, nowMs),
                  zone && momentIn(zone, state.untilMs, nowMs),
                ),
              }),
            )}
          </span>
        </p>
      )}
      <div className={styles.scroll}>
        <table className={styles.hours}>
          <thead>
            <tr>
              <th scope="col">{t.day()}</th>
              <th scope="col">{t.pacificTime()}</th>
              {zone && <th scope="col">{t.yourTime()}</th>}
            </tr>
          </thead>
          <tbody>
            {week.map(({ date, opening }, index) => (
              <tr key={date} data-today={index === 0}>
                <th scope="row">
                  {dayName(date).short}
                  {index === 0 && <span className="visually-hidden"> {t.today()}</span>}
                </th>
                <td>{opening ? spanIn(SUPPORT.timeZone, opening, date) : t.closed()}</td>
                {zone && <td>{opening ? spanIn(zone, opening, date) : t.closed()}</td>}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className={styles.note}>
        {rich(t.urgent({ phone: SUPPORT.phone, link: (inner) => <a href={`tel:${SUPPORT.tel}`}>{inner}</a> }))}
      </p>
    </Card>
  )
}

/** Starts with the server's time, so that server and browser render the same, then follows this machine's clock. */
function useNow(serverMs: number): number {
  const [nowMs, setNowMs] = useState(serverMs)
  useEffect(() => {
    setNowMs(Date.now())
    const timer = setInterval(() => setNowMs(Date.now()), LOOK_MS)
    return () => clearInterval(timer)
  }, [])
  return nowMs
}

/** Returns the reader's time zone, which only the browser knows, or null if it is not known yet or is Pacific. */
function useOwnZone(): string | null {
  const [zone, setZone] = useState<string | null>(null)
  useEffect(() => {
    const own = Intl.DateTimeFormat().resolvedOptions().timeZone
    setZone(own && own !== SUPPORT.timeZone ? own : null)
  }, [])
  return zone
}

const wallIn = (timeZone: string, atMs: number) => wallClock(new Date(atMs).toISOString(), timeZone)

const clockIn = (timeZone: string, atMs: number) => clockTime(wallIn(timeZone, atMs).time)

const dateIn = (timeZone: string, atMs: number) => wallIn(timeZone, atMs).date

const weekdayIn = (timeZone: string, atMs: number) =>
  new Intl.DateTimeFormat(locale(), { timeZone, weekday: 'long' }).format(atMs)

const abbreviation = (timeZone: string, atMs: number) => zoneName(timeZone, new Date(atMs).toISOString())

const bothTimes = (pacific: string, own: string | null) => (own ? t.bothTimes({ pacific, own }) : pacific)

/** Formats a moment as `6:00 PM PST`, with the weekday if it is not today. */
function momentIn(timeZone: string, atMs: number, nowMs: number): string {
  const isToday = dateIn(timeZone, atMs) === dateIn(timeZone, nowMs)
  const day = isToday ? '' : `${weekdayIn(timeZone, atMs)}, `
  return `${day}${clockIn(timeZone, atMs)} ${abbreviation(timeZone, atMs)}`
}

/** Formats a span as `9:00 AM – 6:00 PM PST`, with a weekday where the day differs in this zone. */
function spanIn(timeZone: string, { fromMs, toMs }: { fromMs: number; toMs: number }, date: string): string {
  const of = (atMs: number) =>
    `${dateIn(timeZone, atMs) === date ? '' : `${weekdayIn(timeZone, atMs).slice(0, 3)} `}${clockIn(timeZone, atMs)}`
  return `${of(fromMs)} – ${of(toMs)} ${abbreviation(timeZone, fromMs)}`
}
