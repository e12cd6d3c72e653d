import { LONGEST_NOTICE_HOURS } from '../entry-notice/law-domain.ts'
import { isAnnouncement } from './domain.ts'
import type { Channel, Role } from './ports.ts'

export const QUIET_FROM_HOUR = 20
export const QUIET_UNTIL_HOUR = 8

/** Tells whether it is too early or too late for a phone to ring: from 20:00 to 08:00 local time. */
export function isQuiet(at: Temporal.Instant, timeZone: string): boolean {
  const { hour } = at.toZonedDateTimeISO(timeZone)
  return hour >= QUIET_FROM_HOUR || hour < QUIET_UNTIL_HOUR
}

/** Returns the first moment after `at` when something may ring again. */
export function quietEnd(at: Temporal.Instant, timeZone: string): Temporal.Instant {
  const local = at.toZonedDateTimeISO(timeZone)
  const date = local.hour >= QUIET_UNTIL_HOUR ? local.toPlainDate().add({ days: 1 }) : local.toPlainDate()
  return date.toZonedDateTime({ timeZone, plainTime: { hour: QUIET_UNTIL_HOUR } }).toInstant()
}

/**
 * Returns when a text that must not ring in the quiet hours goes out; null: at once. What a person wrote waits for their
 * end, and so does the text that tells the resident of a showing. That one goes at once if a notice in the morning would
 * come later than the law wants, or if a visitor of the product's demo waits for it.
 */
export function waitsUntil(
  { event, channel, role }: { event: string; channel: Channel; role: Role },
  { startsAt, timeZone, isProductDemo }: { startsAt: Temporal.Instant; timeZone: string; isProductDemo: boolean },
  now: Temporal.Instant,
): Temporal.Instant | null {
  if (channel !== 'sms' || !isQuiet(now, timeZone)) return null
  const end = quietEnd(now, timeZone)
  if (event === 'message') return end
  if (role !== 'resident' || !isAnnouncement(event) || isProductDemo) return null
  return Temporal.Instant.compare(end.add({ hours: LONGEST_NOTICE_HOURS }), startsAt) <= 0 ? end : null
}

/** Adds to planned messages when they go out. */
export const withDueTimes = <Row extends { event: string; channel: Channel; role: Role }>(
  rows: Row[],
  showing: Parameters<typeof waitsUntil>[1],
  now: Temporal.Instant,
): (Row & { due_at: string | null })[] =>
  rows.map((row) => ({ ...row, due_at: waitsUntil(row, showing, now)?.toString() ?? null }))
