import { MAIL_UPGRADE_CENTS } from '../../money/payment/domain.ts'
import type { Occupancy } from '../../property/property/contract.ts'
import { fullAddress } from '../../property/property/domain.ts'
import type { Contact, NoticeToEnter, Showing } from '../entry-notice/ports.ts'
import type { NoticeService } from '../entry-notice/service.ts'
import { agentMail } from './agent-messages.ts'
import { bookedMail, slotLostMail } from './buyer-messages.ts'
import { isCoordination, type NotificationEvent, occupantOf } from './domain.ts'
import type { Calendars, Channel, MessageCopy, Role } from './ports.ts'
import { coordinationMail, letter, residentMail } from './resident-messages.ts'
import { bookedText } from './text-messages.ts'

/** A booking as its messages tell it. Entry instructions are no part of it: they stand in no message. */
export type BookingView = {
  /** null as long as there is no booking: `slot_lost`. */
  confirmationNumber: string | null
  status: 'pending' | 'confirmed'
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  timeZone: string
  property: { addressLine1: string; unitNumber: string | null; city: string; state: string; fullAddress: string }
  occupancy: Occupancy
  buyer: { name: string; email: string; phone: string }
  buyersAgent: Contact
  requesterType: 'buyer' | 'buyers_agent' | 'other'
  specialRequests: string | null
  agent: Contact
  resident: { name: string | null }
  amountCents: number
  /** What of the amount was for certified mail; 0 without the upgrade. */
  mailUpgradeCents: number
  /** When the fee was taken or, of a pending booking, authorized. */
  paidAt: Temporal.Instant | null
  /** The start before its one move. */
  movedFrom: Temporal.Instant | null
  /** A certified letter is paid for and not mailed: the start is too soon for it. */
  isLetterDropped?: boolean
  /** Cards are not charged for real. */
  isTestMode: boolean
  /** Its dollar is not given back: nobody can be kept out of a home that does not exist. */
  isProductDemo?: boolean
  /** When the system declines a pending booking. */
  decisionDueAt: Temporal.Instant | null
  /** Whether the agent wrote down how to get in; what it says is in no message. */
  hasInstructions?: boolean
  /** The buyer's own page; it is in the buyer's messages and nowhere else. */
  manageUrl: string
  /** The receipt (PDF); carries the buyer's token: for the buyer alone. */
  receiptUrl: string
  /** The property's public booking page. */
  bookingPageUrl: string
  /** Where the agent decides and looks. */
  dashboardUrl: string
  /** The agent's showings at other properties at the same time; for the agent alone. */
  overlaps: { fullAddress: string; startsAt: Temporal.Instant; timeZone: string }[]
  /** The notice to enter as a PDF, and its words: `noticeToEnter` or, for the letter, `certifiedLetter`. null: none. */
  noticeUrl: string | null
  notice: NoticeToEnter | null
  /** `ics` carries the buyer's token: for the buyer alone. */
  calendar: { google: string; outlook: string; ics: string }
}

export type ComposedMessage = {
  subject: string | null
  text: string
  html: string | null
  /** What those in `cc` get instead; null: the same. */
  copy: MessageCopy | null
}

export type MessageTarget = {
  event: NotificationEvent
  channel: Channel
  role: Role
  cc: string[]
  /** false: planned before the showing was changed once more. */
  isCurrent?: boolean
}

/** The words of one planned notification. The same row and view give the same words. */
export function composeMessage(target: MessageTarget, view: BookingView): ComposedMessage {
  if (target.channel === 'sms') return bookedText(target, view)
  if (target.channel === 'certified_mail') return letter(view)
  if (target.event === 'slot_lost') return slotLostMail(view)
  if (target.role === 'buyer') return bookedMail(view)
  if (target.role === 'resident') return residentMail(target, view)
  return isCoordination(target) ? coordinationMail(target, view) : agentMail(view)
}

/** @param parts `tellsResident`: one of the messages is for the resident */
export function bookingView(
  showing: Showing,
  parts: {
    publicUrl: string
    notices: NoticeService
    calendar: Calendars
    tellsResident: boolean
    isTestMode: boolean
  },
): BookingView {
  const { publicUrl } = parts
  const { status, address, letterMoney } = showing
  const own = `${publicUrl}/api/showingbooker/public/booking/${showing.manageToken}`
  // The messages that were planned are sent, also when somebody else lives there by now.
  const isNoticed = parts.tellsResident || (showing.occupancy !== 'vacant' && status !== 'pending')
  return {
    confirmationNumber: showing.confirmationNumber,
    status: status === 'pending' ? 'pending' : 'confirmed',
    startsAt: showing.startsAt,
    endsAt: showing.endsAt,
    timeZone: showing.timeZone,
    property: {
      addressLine1: address.address_line1,
      unitNumber: address.unit_number,
      city: address.city,
      state: address.state,
      fullAddress: fullAddress(address),
    },
    occupancy: showing.occupancy,
    buyer: showing.buyer,
    buyersAgent: showing.buyersAgent,
    requesterType: showing.requesterType,
    specialRequests: showing.specialRequests,
    agent: showing.agent,
    resident: occupantOf(showing),
    amountCents: showing.amountCents,
    mailUpgradeCents: showing.mailUpgrade ? MAIL_UPGRADE_CENTS : 0,
    paidAt: showing.paidAt,
    movedFrom: showing.movedFrom,
    isLetterDropped: status === 'confirmed' && letterMoney !== null && letterMoney !== 'none',
    isTestMode: parts.isTestMode,
    isProductDemo: showing.isProductDemo,
    decisionDueAt: showing.decisionDueAt,
    hasInstructions: showing.hasInstructions,
    manageUrl: `${publicUrl}/showingbooker/booking/${showing.manageToken}`,
    receiptUrl: `${own}/receipt.pdf`,
    bookingPageUrl: `${publicUrl}/showingbooker/book/${showing.slug}`,
    dashboardUrl: `${publicUrl}/calendar/showings/${showing.id}`,
    overlaps: showing.overlaps,
    noticeUrl: isNoticed ? `${publicUrl}/api/showingbooker/public/notice/${showing.noticeToken}` : null,
    notice: isNoticed ? parts.notices.notice(showing) : null,
    calendar: {
      ...parts.calendar.links(showing),
      ics: `${own}/calendar.ics`,
    },
  }
}

/**
 * Where answers to an e-mail go (`agent`: the contact's mailbox): buyer and resident write to the agent, who shows the property; the agent to support, for
 * the buyer's address is in the mail.
 */
export function withReplies<Of extends { copy: MessageCopy | null }>(
  row: { channel: Channel; role: Role },
  agent: string | null,
  composed: Of,
): Of & { replyTo: string | null } {
  const copy = composed.copy?.subject === undefined ? composed.copy : { ...composed.copy, replyTo: agent }
  return { ...composed, copy, replyTo: row.channel === 'email' && row.role !== 'listing_agent' ? agent : null }
}
