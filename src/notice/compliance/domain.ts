/** The compliance log's data about a booking (booking.md section 3, decisions.md sections 6 and 11). */

import { type MovementKind, signOf } from '../../money/payment/domain.ts'
import { DomainError, invalid } from '../../platform/errors.ts'
import { writeInstant } from '../../platform/instant.ts'
import { bookingStatusName } from '../entry-notice/domain.ts'
import { findReported } from '../entry-notice/first-notice-domain.ts'
import type { Showing } from '../entry-notice/ports.ts'
import { isAnnouncement, occupantOf } from '../message/domain.ts'
import { APPROVED, CORRECTED, MOVED } from '../message/outdated-domain.ts'
import { LETTER_OF_OLD_TIME, OF_OLD_TIME, reasonText } from '../message/reason-domain.ts'
import { methodName } from '../service-record/domain.ts'
import * as t from '../text/compliance.ts'
import type { Entry } from './chain-domain.ts'
import type { LogEntry, LogEvent } from './contract.ts'
import {
  currentMessages,
  isReport,
  type LoggedMessage,
  messagesOf,
  NOT_SENT,
  RETURNED,
} from './logged-message-domain.ts'
import { movedAt, servicesOnRecord } from './notice-domain.ts'

/** What the log keeps of a request in addition to the showing. */
type BookedRequest = {
  showingDate: string
  showingTime: string
  /** `null` if it is free. */
  paymentId: string | null
  processedAt: string
  /** The account that booked it for a visitor who phoned. */
  bookedBy?: string | null
}

/** Builds the payload of a `booked` event: the specification's entry without the messages, which come as events. */
export const bookedPayload = (
  showing: Showing,
  { showingDate, showingTime, paymentId, processedAt, bookedBy }: BookedRequest,
) => ({
  timestamp: processedAt,
  bookingId: showing.id,
  propertyId: showing.propertyId,
  propertyOwnerId: showing.ownerId,
  property: {
    address_line1: showing.address.address_line1,
    unit_number: showing.address.unit_number,
    city: showing.address.city,
    state: showing.address.state,
    zip_code: showing.address.zip_code,
  },
  confirmationNumber: showing.confirmationNumber,
  status: showing.status as string,
  showingDate,
  showingTime,
  timeZone: showing.timeZone,
  startsAt: writeInstant(showing.startsAt),
  bookingCreatedAt: processedAt,
  requesterType: showing.requesterType as string,
  buyerName: showing.buyer.name,
  buyerEmail: showing.buyer.email,
  buyerPhone: showing.buyer.phone,
  buyerAgentName: showing.buyersAgent.name,
  buyerAgentEmail: showing.buyersAgent.email,
  buyerAgentPhone: showing.buyersAgent.phone,
  occupancy: showing.occupancy,
  residentInfo: showing.occupancy === 'vacant' ? null : occupantOf(showing),
  specialRequests: showing.specialRequests,
  ...(bookedBy && { bookedBy }),
  payment: {
    amount: showing.amountCents,
    status: paymentId === null ? 'No fee' : showing.status === 'pending' ? 'Authorized' : 'Paid',
    // Use our own payment ID. With the provider's ID, a reader could ask for the booking.
    paymentIntentId: paymentId,
    processedAt,
    includedMailUpgrade: showing.mailUpgrade,
  },
})

export type BookedPayload = ReturnType<typeof bookedPayload>

/**
 * Returns the booking that its events describe: what was booked, and what has happened since. The `booked` event itself
 * keeps the original booking.
 */
export function bookingByEvents(events: Entry[]): BookedPayload {
  const now = JSON.parse(events.find(({ event }) => event === 'booked')?.payload ?? '{}') as BookedPayload
  const payment = { ...now.payment }
  let back = 0
  for (const { event, at, payload } of events) {
    const fields = JSON.parse(payload) as Partial<Record<'to' | 'startsAt' | 'email', string>> & {
      kind?: MovementKind
      amount?: number
    }
    if (event === 'completed' || event === 'no_show' || event === 'cancelled') now.status = event
    if ((event === 'approved' || event === 'declined' || event === 'moved') && fields.to) now.status = fields.to
    if (event === 'moved' && fields.startsAt) Object.assign(now, startOf(fields.startsAt, now.timeZone))
    if (event === 'email_changed' && fields.email) now.buyerEmail = fields.email
    if (event === 'occupancy_changed') Object.assign(now, occupantIn(payload))
    if (event === 'charged') Object.assign(payment, { status: 'Paid', processedAt: at })
    if (event === 'refunded') back = payment.amount
    if (event === 'refunded' || event === 'released') payment.status = MONEY[event]
    const kind = event === 'letter_refunded' ? 'letter_refund' : event === 'money_moved_outside' ? fields.kind : null
    if (kind) back -= signOf(kind) * (fields.amount ?? 0)
    // Servers of 0.3.0 logged the release of an authorization, which Stripe lists as a refund, as money that moved.
    const isCharged = payment.status !== 'Authorized' && payment.status !== MONEY.released
    if (isCharged && (kind || event === 'charged'))
      payment.status = back >= payment.amount ? 'Refunded' : back > 0 ? 'Partly refunded' : 'Paid'
  }
  return { ...now, payment }
}

const MONEY = { refunded: 'Refunded', released: 'Released' }

/** Reads who lives at the home from an `occupancy_changed` event. */
function occupantIn(payload: string): Pick<BookedPayload, 'occupancy' | 'residentInfo'> {
  const { occupancy, residentInfo } = JSON.parse(payload)
  return { occupancy, residentInfo }
}

function startOf(instant: string, timeZone: string) {
  const start = Temporal.Instant.from(instant)
  const local = start.toZonedDateTimeISO(timeZone)
  return {
    showingDate: local.toPlainDate().toString(),
    showingTime: local.toPlainTime().toString({ smallestUnit: 'minute' }),
    startsAt: new Date(start.epochMilliseconds).toISOString(),
  }
}

type Delivery = {
  status: string
  sentAt: string | null
  reason?: string | null
  phone?: string | null
  email?: string | null
}

type LetterDelivery = Omit<Delivery, 'phone' | 'email'> & { trackingNumber: string | null }

/**
 * Derives the specification's `notificationDetails` from a booking's events. The latest event of a kind counts. After a
 * move, texts and emails to the resident about the old time do not count for the new one.
 */
export function notificationDetails(events: Entry[]) {
  const people = (contact: 'phone' | 'email') => {
    const none = (): Delivery => ({ status: 'Not sent', sentAt: null, [contact]: null })
    return { listing_agent: none(), resident: none(), buyer: none() }
  }
  const details = {
    sms: people('phone'),
    email: people('email'),
    certifiedMail: { status: 'Not sent', sentAt: null, trackingNumber: null } as LetterDelivery,
  }
  let letter: LoggedMessage | null = null
  for (const message of currentMessages(events)) {
    // A message that cancels a showing or is about money is not a notice.
    if (!isAnnouncement(message.event)) continue
    // Another message replaced this one or comes with the approval.
    if ([APPROVED, CORRECTED, MOVED].includes(message.reason ?? '')) continue
    const { status, sentAt, reason } = message
    if (message.channel === 'sms') details.sms[message.role] = { status, sentAt, reason, phone: message.to }
    else if (message.channel === 'certified_mail') {
      letter = message
      details.certifiedMail = { status, sentAt, reason, trackingNumber: message.reference }
    } else {
      details.email[message.role] = mailDelivery(message, message.to)
      // The coordination email also notifies the resident (booking.md section 7).
      const resident = message.role === 'listing_agent' ? residentMailbox(message) : undefined
      if (resident) details.email.resident = mailDelivery(message, resident)
    }
  }
  // The tracking number may come with the post office's first status.
  for (const report of events.flatMap(messagesOf).filter(isReport)) {
    if (!letter || report.isRecall || !report.trackingNumber || details.certifiedMail.status === NOT_SENT) continue
    if (findReported([letter], report) === 0) details.certifiedMail.trackingNumber = report.trackingNumber
  }
  const since = movedAt(events)
  const isOld = ({ sentAt }: { sentAt: string | null }) =>
    since !== null && sentAt !== null && Date.parse(sentAt) < Date.parse(since)
  for (const delivery of [details.sms.resident, details.email.resident]) {
    if (isOld(delivery)) Object.assign(delivery, { status: NOT_SENT, sentAt: null, reason: OF_OLD_TIME })
  }
  // A letter that we could not recall did go out.
  if (isOld(details.certifiedMail)) details.certifiedMail.reason ??= LETTER_OF_OLD_TIME
  return details
}

const residentMailbox = ({ to, cc, refused }: LoggedMessage): string | undefined =>
  cc[0] ?? refused?.find((mailbox) => mailbox !== to)

/** Returns what became of an email at one of its mailboxes. */
function mailDelivery({ status, sentAt, reason, refused, delivered }: LoggedMessage, email: string | null): Delivery {
  if (email === null || !(refused ?? delivered)) return { status, sentAt, reason, email }
  const isSent = refused ? !refused.includes(email) : delivered?.includes(email)
  return isSent ? { status: 'Sent', sentAt, reason: null, email } : { status: 'Not sent', sentAt: null, reason, email }
}

/** A message that was or was not sent: to whom, how, when, and why not. */
export type MessageLine = {
  who: string
  channel: 'SMS' | 'Email' | 'Certified mail'
  /** `false` if nothing was due, so nothing is missing. */
  isDue: boolean
  isSent: boolean
  status: string
  sentAt: string | null
  reason: string | null
  /** A phone number, an email address, or a tracking number. */
  to: string | null
}

type MessageLog = Pick<LogEntry, 'status' | 'occupancy' | 'residentInfo' | 'notificationDetails'> & {
  payment: Pick<LogEntry['payment'], 'includedMailUpgrade'>
  events: Pick<LogEvent, 'event'>[]
}

const ROLES = ['listing_agent', 'resident', 'buyer'] as const

/**
 * Returns the seven messages of a booking, each with a reason if it was not sent. A letter that no one ordered, and a
 * message to the resident of a vacant property, did not fail. They are not due, and their status shows that.
 */
export function messageLines(log: MessageLog): MessageLine[] {
  const { sms, email, certifiedMail } = log.notificationDetails
  const hasNotified = log.events.some(({ event }) => event === 'notified')
  const isVacant = log.occupancy === 'vacant'
  const whys = (role: (typeof ROLES)[number], to: string | null, missing: string) => {
    if (role === 'resident' && log.status === 'pending' && !to) return t.toldOnApproval()
    if (role === 'resident' && log.status === 'declined' && !to) return t.showingNotApproved()
    return hasNotified && !to ? missing : t.notSentYet()
  }
  const line = (
    about: Pick<MessageLine, 'who' | 'channel' | 'to'>,
    message: { status: string; sentAt: string | null; reason?: string | null },
    unsent: { why: string; notDue?: string | false },
  ): MessageLine => {
    // Certified mail counts as sent if its status contains Sent (booking.md section 4).
    const isSent = message.status.includes('Sent')
    const { sentAt } = message
    const reason = message.reason ? reasonText(message.reason) : null
    if (isSent) return { ...about, isDue: true, isSent, status: sentName(message.status), sentAt, reason }
    if (unsent.notDue && !reason) {
      return {
        ...about,
        isDue: false,
        isSent,
        status: unsent.notDue,
        sentAt,
        reason: isVacant ? t.noOneLivesThere() : null,
      }
    }
    return { ...about, isDue: true, isSent, status: sentName(message.status), sentAt, reason: reason ?? unsent.why }
  }
  const who = (role: (typeof ROLES)[number]) =>
    role === 'listing_agent' ? t.listingAgent() : role === 'buyer' ? t.buyer() : residentName(log.occupancy)
  const notDue = (role: (typeof ROLES)[number]) => role === 'resident' && isVacant && t.notNeeded()
  return [
    ...ROLES.map((role) => {
      const to = sms[role].phone ?? null
      // The resident's text may wait for the morning.
      const missing = role === 'resident' && log.residentInfo?.phone ? t.notSentYet() : t.noPhone()
      const why = whys(role, to, missing)
      return line({ who: who(role), channel: 'SMS', to }, sms[role], { why, notDue: notDue(role) })
    }),
    ...ROLES.map((role) => {
      const to = email[role].email ?? null
      const why = whys(role, to, t.noEmail())
      return line({ who: who(role), channel: 'Email', to }, email[role], { why, notDue: notDue(role) })
    }),
    line(
      { who: residentName(log.occupancy), channel: 'Certified mail', to: certifiedMail.trackingNumber },
      certifiedMail,
      { why: t.notSentYet(), notDue: isVacant ? t.notNeeded() : !log.payment.includedMailUpgrade && t.notOrdered() },
    ),
  ]
}

/** An owner who lives there gets the resident's messages. */
export const residentName = (occupancy: LogEntry['occupancy']) =>
  occupancy === 'owner' ? t.ownerAtHome() : t.resident()

/** Names a message's stored status in the reader's language. */
export const sentName = (status: string): string =>
  status === 'Sent' ? t.sent() : status === NOT_SENT ? t.notSent() : status === RETURNED ? t.returned() : status

/** Names a stored payment status in the reader's language. */
export const paymentName = (status: string): string => t.paymentStatus({ status: status.replaceAll(' ', '_') })

/** Names an event of the chain in the reader's language. An unknown event keeps its stored name. */
export const eventName = (event: string): string =>
  t.event({ event, name: event.charAt(0).toUpperCase() + event.slice(1).replaceAll('_', ' ') })

export const statusName = (status: string): string => bookingStatusName(status)

/** Returns the start from which a showing was moved, or `null`. */
export function movedFrom(events: Pick<LogEvent, 'event' | 'payload'>[]): string | null {
  const moved = events.find(({ event }) => event === 'moved')
  return typeof moved?.payload.startedAt === 'string' ? moved.payload.startedAt : null
}

/** Lists the notes in a booking's log, oldest first. */
export const notesOf = (events: LogEvent[]): { sequence: number; at: string; note: string; by: string }[] =>
  events
    .filter(({ event }) => event === 'note')
    .map(({ sequence, at, payload }) => ({
      sequence,
      at,
      note: String(payload.note ?? ''),
      by: String(payload.by ?? ''),
    }))

/** Lists the recorded services of a booking's notice, oldest first, without withdrawn ones. */
export function servicesOf(events: LogEvent[]): { sequence: number; servedAt: string; how: string; by: string }[] {
  return servicesOnRecord(events).map(({ sequence, payload }) => ({
    sequence,
    servedAt: String(payload.servedAt),
    how: methodName(payload.method as Parameters<typeof methodName>[0]),
    by: String(payload.servedBy),
  }))
}

/** @throws DomainError invalid */
export function cleanNote(note: string): string {
  const clean = note.trim()
  if (!clean) throw invalid([{ path: 'note', message: t.enterNote() }])
  return clean
}

export const demoNotLogged = () => new DomainError('conflict', 'demo_not_logged', t.demoNotLogged())
