/** The messages in a booking's log, and what their vendors reported about them. */

import { findReported, isLost, withReportsLast } from '../entry-notice/first-notice-domain.ts'
import type { NotifiedMessage } from '../message/attempt-domain.ts'
import { FAILURES, LETTER_RECALLED } from '../message/reason-domain.ts'

type Logged = { event: string; payload: string }

export const NOT_SENT = 'Not sent'

/** A vendor's later report on a message. */
type Report = Pick<NotifiedMessage, 'event' | 'channel' | 'role'> & {
  reference?: string
  state?: string
  reason?: string
  trackingNumber?: string
}

/** Lists the messages with their latest status: a recalled or lost one was not sent, and a letter can come back. */
export function currentMessages(events: Logged[]): LoggedMessage[] {
  const messages: LoggedMessage[] = []
  for (const entry of withReportsLast(events.flatMap(messagesOf), isReport)) {
    if (!isReport(entry)) {
      messages.push(entry)
      continue
    }
    const { state = '', reason, isRecall } = entry
    const index = findReported(messages, entry)
    const message = messages[index]
    if (message?.status !== 'Sent' || !(isRecall || isLost(state))) continue
    const why = reason ?? (isRecall ? LETTER_RECALLED : FAILURES[message.channel])
    messages[index] =
      state === 'returned_to_sender'
        ? { ...message, status: RETURNED, reason: why }
        : { ...message, status: NOT_SENT, sentAt: null, reference: null, reason: why }
  }
  return messages
}

export type LoggedMessage = Omit<NotifiedMessage, 'status'> & { status: string }
type LoggedReport = Omit<Report, 'reference'> & { vendorReference: string | undefined; isRecall: boolean }

export const isReport = (entry: LoggedMessage | LoggedReport): entry is LoggedReport => 'isRecall' in entry

/** Reads the messages in an entry, or the report if the entry is one. */
export function messagesOf({ event, payload }: Logged): (LoggedMessage | LoggedReport)[] {
  if (event === 'notified') return (JSON.parse(payload) as { messages: NotifiedMessage[] }).messages
  if (event !== 'delivery' && event !== 'letter_cancelled') return []
  const { reference: vendorReference, ...report } = JSON.parse(payload) as Report
  return [{ ...report, vendorReference, isRecall: event === 'letter_cancelled' }]
}

/** The status of a letter that the post office returned. */
export const RETURNED = 'Returned'
