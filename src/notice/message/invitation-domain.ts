import { isAnnouncement } from './domain.ts'
import type { NotificationEvent } from './event-domain.ts'

/** The last calendar update of a booking to a mailbox. */
export type LastUpdate = { method: 'REQUEST' | 'CANCEL'; sequence: number }

/**
 * Returns the calendar update in a message to a mailbox (RFC 5546, RFC 5545 section 3.8.7.4): an invitation for a
 * confirmed showing, a new one after a move, and a cancellation if an invited showing is off.
 * - A showing that waits for approval gets no invitation, because many apps show a tentative one as if it were
 *   certain.
 * - Only a resend of the same message repeats a cancellation, with the same sequence.
 * @param showing its current state, not the one for which we planned the message
 */
export function calendarMethod(
  event: NotificationEvent,
  showing: { status: string; sequence: number },
  last: LastUpdate | null,
): 'REQUEST' | 'CANCEL' | null {
  if (showing.status === 'confirmed') return isAnnouncement(event) ? 'REQUEST' : null
  const isOff = showing.status === 'cancelled' || showing.status === 'declined' || showing.status === 'pending'
  const isCancellation = event === 'cancelled' || event === 'declined' || event === 'moved'
  if (!isOff || !isCancellation || !last) return null
  return last.method === 'REQUEST' || last.sequence === showing.sequence ? 'CANCEL' : null
}

/** Tells whether the email to a mailbox changes or removes the entry that its calendar has, or tries that again. */
export function changesEntry(
  event: NotificationEvent,
  showing: { status: string; sequence: number },
  last: LastUpdate | null,
): boolean {
  const method = calendarMethod(event, showing, last)
  return method === 'CANCEL' || (method === 'REQUEST' && last?.method === 'REQUEST')
}
