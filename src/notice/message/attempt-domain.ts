import type { PostalAddress } from '../../platform/postal-address.ts'
import type { Channel, Role, SentMessage } from './ports.ts'
import { COPY_REFUSED } from './reason-domain.ts'

export type PlannedRow = {
  id: string
  booking_id: string
  event: string
  /** The booking's `calendar_sequence` when it was planned. */
  round: number
  /** Its number among several about one event: a question, a delay, or a link. */
  turn: number
  channel: Channel
  role: Role
  recipient: string | PostalAddress
  cc: string[]
  status: 'sending' | 'not_sent'
  reason: string | null
  /** The vendor's ID of it. */
  send_id: string
  attempts: number
  /** The texts of earlier attempts. */
  tried_texts: string[]
  /** The mailboxes that already have their email, also from this attempt. */
  delivered: string[]
  /** Until then the previous attempt may still have been running; null: there was none. */
  tried_until: Date | null
  /** This sender's lease ends then, and another one may take over. */
  sending_until: Date
  planned_at: Date
  /** When it was first planned, even for a resend. */
  created_at: Date
  /** What the agent or the buyer wrote, for a thread message. */
  thread_words: string | null
}

export type AbandonedRow = Omit<PlannedRow, 'status' | 'tried_until' | 'sending_until'> & {
  status: 'queued' | 'sending' | 'sent' | 'not_sent' | 'failed'
}

/** One message in a `notified` event. */
export type NotifiedMessage = {
  event: string
  channel: 'sms' | 'email' | 'certified_mail'
  role: 'listing_agent' | 'resident' | 'buyer'
  status: 'Sent' | 'Not sent'
  reason: string | null
  sentAt: string | null
  to: string | null
  cc: string[]
  reference: string | null
  /** The vendor's ID, which reports about it have as `reference`. Entries of earlier versions have none. */
  vendorReference?: string | null
  /** The mailboxes of a sent email that refused it. */
  refused?: string[]
  /** The mailboxes that got an email that failed at another one. */
  delivered?: string[]
}

export type Result = {
  id: string
  send_id: string
  /** The number of the attempt. A later one overrides it. */
  attempts: number
  status: 'sent' | 'not_sent' | 'queued' | 'failed'
  reference: string | null
  tracking_number: string | null
  reason: string | null
  /** Its entry in the log; null: not final. */
  message: NotifiedMessage | null
} & Kept

/** What the buyer got, for the thread of their showing. It leaves out the buyer's private links. */
export type Kept = { subject: string | null; words: string | null }

export const NOTHING_KEPT: Kept = { subject: null, words: null }

/** The secret in a link to pay. Anyone who has it can open the buyer's page later. */
const PAY_SECRET = /(?<=\/showingbooker\/pay\/)[^\s?]+/g

/** Returns what the thread keeps of a message. @param link the secret of the buyer's link, which only the buyer gets */
export const keptOf = (role: Role, { subject, text }: { subject: string | null; text: string }, link: string): Kept =>
  role === 'buyer' ? { subject, words: text.replaceAll(link, '…').replaceAll(PAY_SECRET, '…') } : NOTHING_KEPT

/** The result of one attempt. `until`: we tried nothing, and should not before then. */
export type Attempt =
  | { status: 'sent'; reference: string; trackingNumber: string | null; refused: string[]; kept: Kept }
  | { status: 'not_sent' | 'failed'; reason: string | null }
  | { status: 'later'; until: Temporal.Instant | null }

/** A letter without a tracking number is identified by the vendor's ID, unless the vendor reports the number. */
export function sentAttempt(channel: Channel, sent: SentMessage, kept: Kept): Attempt {
  const named = channel === 'certified_mail' && sent.trackingNumber === undefined ? sent.reference : null
  return { status: 'sent', ...sent, trackingNumber: sent.trackingNumber ?? named, refused: sent.refused ?? [], kept }
}

/** A final result, with its log entry. */
export function resultOf(row: AbandonedRow, attempt: Exclude<Attempt, { status: 'later' }>, now: string): Result {
  const isSent = attempt.status === 'sent'
  const reference = isSent ? attempt.reference : null
  const trackingNumber = isSent ? attempt.trackingNumber : null
  const refused = isSent ? attempt.refused : []
  // An email to several may have reached one of them before we gave it up.
  const delivered = isSent ? [] : row.delivered
  const reason = isSent ? (refused.length > 0 ? COPY_REFUSED : null) : attempt.reason
  const message = {
    event: row.event,
    channel: row.channel,
    role: row.role,
    status: isSent ? ('Sent' as const) : ('Not sent' as const),
    reason,
    sentAt: isSent || delivered.length > 0 ? now : null,
    to: typeof row.recipient === 'string' ? row.recipient : row.recipient.name,
    cc: row.cc.filter((address) => !refused.includes(address)),
    reference: row.channel === 'certified_mail' ? trackingNumber : reference,
    ...(refused.length > 0 && { refused }),
    ...(delivered.length > 0 && { delivered }),
  }
  const { id, send_id, attempts } = row
  const { subject, words } = isSent ? attempt.kept : NOTHING_KEPT
  return {
    id,
    send_id,
    attempts,
    status: attempt.status,
    reference,
    tracking_number: trackingNumber,
    reason,
    message,
    subject,
    words,
  }
}

/** Puts a message back into the queue, with the reason that people read in the meantime. */
export const queuedAgain = ({ id, send_id, attempts }: AbandonedRow, reason: string): Result => ({
  id,
  send_id,
  attempts,
  status: 'queued',
  reference: null,
  tracking_number: null,
  reason,
  message: null,
  ...NOTHING_KEPT,
})
