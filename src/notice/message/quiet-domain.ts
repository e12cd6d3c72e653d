import type { Channel } from './ports.ts'

const QUIET_FROM_HOUR = 20
export const QUIET_UNTIL_HOUR = 8

/** Tells whether no phone should ring at a place: from 20:00 to 08:00 local time. */
export function isQuiet(at: Temporal.Instant, timeZone: string): boolean {
  const { hour } = at.toZonedDateTimeISO(timeZone)
  return hour >= QUIET_FROM_HOUR || hour < QUIET_UNTIL_HOUR
}

/** Tells whether a message that a person wrote is a text in the quiet hours. It waits for their end. */
export const mayNotRing = (row: { event: string; channel: Channel }, at: Temporal.Instant, timeZone: string): boolean =>
  row.event === 'message' && row.channel === 'sms' && isQuiet(at, timeZone)
