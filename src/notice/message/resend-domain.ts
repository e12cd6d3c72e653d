import { DomainError } from '../../platform/errors.ts'
import { instantOf } from '../../platform/instant.ts'
import type { PostalAddress } from '../../platform/postal-address.ts'
import * as t from '../text/message.ts'
import type { ContactNow } from './contact-domain.ts'
import { copies, isAnnouncement, isReminder, isSameMailbox } from './domain.ts'
import { announcesShowing, isCalledOff, isForFormerEmail } from './outdated-domain.ts'
import type { Channel, Role } from './ports.ts'
import { isQuiet, waitsUntil } from './quiet-domain.ts'
import { UNPAID_ABROAD } from './reason-domain.ts'

const RESENDS = 5
const RESEND_PAUSE_SECONDS = 60

export const underWay = () => new DomainError('conflict', 'message_under_way', t.beingSent())

/**
 * Returns why we do not resend a message; null: we do. The limits protect recipients, and we never pay for a letter
 * twice.
 */
export function checkResend(
  message: {
    event: string
    channel: Channel
    role: Role
    recipient: string | PostalAddress
    /** The buyer's current email; null: the showing is the product's own demo. */
    buyer_email: string | null
    status: string
    reason: string | null
    logged_at: Date | null
    /** When we last planned it, at first or for a resend. */
    planned_at: Date
    resends: number
    booking_status: string
    starts_at: Date
    time_zone: string
    /** `true` if we planned it for the showing's current start. */
    is_current: boolean
    /** The vendor's answer to the letter's recall. */
    recall: 'cancelled' | 'too_late' | null
  } & ContactNow,
  now: Temporal.Instant,
): DomainError | null {
  const { channel, status, reason, logged_at: endedAt, resends } = message
  const refuse = (code: string, words: string) => new DomainError('conflict', code, words)
  // This is a second click within the minute, whatever the first one brought.
  if (resends > 0 && pauseAfter(message.planned_at, now) > 0) return tooSoon(message.planned_at, now)
  if (!endedAt) return underWay()
  if (message.recall === 'cancelled') return refuse('letter_taken_back', t.letterTakenBack())
  if (isForFormerEmail(message, message.buyer_email)) return refuse('email_corrected', t.reasonCorrected())
  const isOff = isCalledOff(message.booking_status)
  if (isOff && announcesShowing(message.event)) return refuse('showing_off', t.showingOff())
  const reminds = isReminder(message.event) || message.event === 'running_late'
  if (!message.is_current && (reminds || channel === 'certified_mail') && !isOff)
    return refuse('showing_moved', t.isOfOldTime())
  if (!message.is_current && message.booking_status === 'pending' && isAnnouncement(message.event))
    return refuse('showing_moved', t.oldTimeIsOff())
  if (reminds && now.epochMilliseconds >= message.starts_at.getTime())
    return refuse('showing_started', t.tooLateToRemind())
  if (channel === 'certified_mail' && now.epochMilliseconds >= message.starts_at.getTime())
    return refuse('showing_started', t.tooLateToMail())
  if (reminds && channel === 'sms' && isQuiet(now, message.time_zone)) return refuse('quiet_hours', t.quietHours())
  if (waitsUntil(message, showingOf(message), now)) return refuse('quiet_hours', t.quietHoursOfMessages())
  if (message.send_to === null) return refuse('no_contact', t.noContact({ channel }))
  if (message.lacks_consent) return refuse('no_texts_wanted', t.noTextConsent())
  if (reason === UNPAID_ABROAD) return refuse('no_texts_wanted', t.reasonUnpaidAbroad())
  if (message.has_opted_out) return refuse('no_texts_wanted', t.optedOut())
  if (channel === 'certified_mail' && status === 'sent') return refuse('letter_sent', t.letterIsMailed())
  if (resends >= RESENDS) return new DomainError('too_many', 'resent_too_often', t.resentTooOften({ count: RESENDS }))
  if (status === 'sent' && pauseAfter(endedAt, now) > 0) return tooSoon(endedAt, now)
  return null
}

const showingOf = (message: { starts_at: Date; time_zone: string; buyer_email: string | null }) => ({
  startsAt: instantOf(message.starts_at),
  timeZone: message.time_zone,
  isProductDemo: message.buyer_email === null,
})

type Sending = {
  event: string
  round: number
  turn: number
  thread_message_id: string | null
  role: Role
  recipient: string | PostalAddress
  cc: string[]
}

/**
 * Finds the last sending of a channel, which may have gone to several people. If the buyer corrected their email, only
 * they got the new confirmation. It takes the place of their earlier message and gets its copies. We resend nothing to
 * their former address.
 * @param rows the messages of one channel, in order
 */
export function lastSending<Row extends Sending>(rows: Row[]): Row[] {
  const own = rows.filter(({ event }) => event !== 'email_changed')
  const last = own.findLast((row) => !confirmsCorrection(row))
  const confirmation = own.slice(last ? own.indexOf(last) : 0).findLast(confirmsCorrection)
  const sending = own.filter((row) => last && isOneSending(row, last))
  if (!confirmation) return sending
  const { buyers = [], others = [] } = Object.groupBy(sending, ({ role }) => (role === 'buyer' ? 'buyers' : 'others'))
  const cc = [...buyers, confirmation].flatMap((row) => row.cc)
  return [...others, { ...confirmation, cc: copies(cc, confirmation.recipient) }]
}

/** Tells whether a message confirms a corrected email. The event's own messages have turn 0 (nextTurn). */
const confirmsCorrection = ({ event, turn, role }: Sending) =>
  (event === 'booked' || event === 'approved') && turn > 0 && role === 'buyer'

/** Checks whether two messages are one sending to several people. */
const isOneSending = (one: Sending, other: Sending): boolean =>
  one.event === other.event &&
  one.round === other.round &&
  one.turn === other.turn &&
  one.thread_message_id === other.thread_message_id

/** Returns the seconds until someone may resend a message. */
const pauseAfter = (at: Date, now: Temporal.Instant) =>
  RESEND_PAUSE_SECONDS - Math.floor((now.epochMilliseconds - at.getTime()) / 1000)

export const resentTooMany = (waitSeconds: number) =>
  new DomainError('too_many', 'texted_too_often', t.resentTooMany(), { retryAfterSeconds: Math.ceil(waitSeconds) })

export const tooSoon = (at: Date, now: Temporal.Instant) =>
  new DomainError('too_many', 'resent_too_soon', t.resentTooSoon(), {
    retryAfterSeconds: pauseAfter(at, now),
  })

/** Tells whether `to` is the same mailbox or phone. @param keyOf returns the same key for every spelling of a phone */
export function isSameRecipient(
  recipient: string | PostalAddress,
  to: string,
  keyOf: (phone: string) => string,
): boolean {
  if (typeof recipient !== 'string') return true
  if (recipient.includes('@') || to.includes('@')) return isSameMailbox(recipient, to.trim())
  return keyOf(recipient) === keyOf(to)
}
