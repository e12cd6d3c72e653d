import type { PostalAddress } from '../../platform/postal-address.ts'
import type { Channel, Role, SentMessage } from './ports.ts'
import { COPY_REFUSED } from './reason-domain.ts'

export type ClaimedRow = {
  id: string
  booking_id: string
  event: string
  /** The booking's `calendar_sequence` when we planned the message. */
  round: number
  /** Its number among messages about several events of one kind, such as questions, delays, or links. */
  turn: number
  channel: Channel
  role: Role
  recipient: string | PostalAddress
  cc: string[]
  status: 'sending' | 'not_sent'
  reason: string | null
  /** The ID that the vendor gets, which is new for each resend. */
  send_id: string
  attempts: number
  /** The texts of earlier attempts. */
  tried_texts: string[]
  /** The mailboxes that already have their email, including those of this attempt. */
  delivered: string[]
  /** The previous attempt may have run until then; null: there was none. */
  tried_until: Date | null
  /** When this sender's lease ends and another one may take over. */
  sending_until: Date
  planned_at: Date
  /** When we first planned the message, even if this is a resend. */
  created_at: Date
  /** For a thread message, what the agent or the buyer wrote. */
  thread_words: string | null
}

export type MessageRow = Omit<ClaimedRow, 'status' | 'tried_until' | 'sending_until'> & {
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
  /** The vendor's ID, which reports on the message call `reference`. Entries of earlier versions have none. */
  vendorReference?: string | null
  /** The mailboxes of a sent email that refused it. */
  refused?: string[]
  /** The mailboxes that got an email although another mailbox did not. */
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
  /** The log entry; null: the result is not final. */
  message: NotifiedMessage | null
} & Kept

/** What the thread shows of a message that the buyer got, without the buyer's private links. */
export type Kept = { subject: string | null; words: string | null }

export const NOTHING_KEPT: Kept = { subject: null, words: null }

/** The secret in a link to pay. Anyone who has it can open the buyer's page later. */
const PAY_SECRET = /(?<=\/showingbooker\/pay\/)[^\s?]+/g

/** Returns what the thread keeps of a message. @param link the secret in the buyer's link, which only the buyer gets */
export const keptOf = (role: Role, { subject, text }: { subject: string | null; text: string }, link: string): Kept =>
  role === 'buyer' ? { subject, words: text.replaceAll(link, '…').replaceAll(PAY_SECRET, '…') } : NOTHING_KEPT

/** The result of one attempt. `until`: we did not try, and should wait until then. */
export type Attempt =
  | { status: 'sent'; reference: string; trackingNumber: string | null; refused: string[]; kept: Kept }
  | { status: 'not_sent' | 'failed'; reason: string | null }
  | { status: 'later'; until: Temporal.Instant | null }

/** Identifies a letter by the vendor's ID if its vendor reports no tracking numbers. */
export function sentAttempt(channel: Channel, sent: SentMessage, kept: Kept): Attempt {
  const named = channel === 'certified_mail' && sent.trackingNumber === undefined ? sent.reference : null
  return { status: 'sent', ...sent, trackingNumber: sent.trackingNumber ?? named, refused: sent.refused ?? [], kept }
}

/** Makes a final result with its log entry. */
export function resultOf(row: MessageRow, attempt: Exclude<Attempt, { status: 'later' }>, now: string): Result {
  const isSent = attempt.status === 'sent'
  const reference = isSent ? attempt.reference : null
  const trackingNumber = isSent ? attempt.trackingNumber : null
  const refused = isSent ? attempt.refused : []
  // An email to several mailboxes may have reached one of them before we gave up.
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
export const queuedAgain = ({ id, send_id, attempts }: MessageRow, reason: string): Result => ({
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
