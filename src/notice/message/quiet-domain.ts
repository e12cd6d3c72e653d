import type { Channel } from './ports.ts'

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

/** Tells whether a message is a text that a person wrote, in the quiet hours. It waits for their end. */
export const mayNotRing = (row: { event: string; channel: Channel }, at: Temporal.Instant, timeZone: string): boolean =>
  row.event === 'message' && row.channel === 'sms' && isQuiet(at, timeZone)
