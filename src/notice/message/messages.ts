import { MAIL_UPGRADE_CENTS } from '../../money/payment/domain.ts'
import { inSameLanguage } from '../../platform/language.ts'
import { isMailSold } from '../../property/availability/domain.ts'
import { fullAddress } from '../../property/property/domain.ts'
import { agreedAt } from '../entry-notice/domain.ts'
import type { NoticeToEnter, Showing } from '../entry-notice/ports.ts'
import { agentMail } from './agent-messages.ts'
import { bookedMail, slotLostMail } from './buyer-messages.ts'
import { isCoordination, occupantOf } from './domain.ts'
import type { BookingView, ComposedMessage, MessageTarget } from './mail-messages.ts'
import type { Calendars, Channel, MessageCopy, Role } from './ports.ts'
import { coordinationMail, letter, residentMail } from './resident-messages.ts'
import { bookedText } from './text-messages.ts'

/** Composes a planned message about a new booking, or one that reads like it. The same row and view give the same text. */
export function composeFirstMessage(target: MessageTarget, view: BookingView): ComposedMessage {
  if (target.channel === 'sms') return bookedText(target, view)
  if (target.channel === 'certified_mail') return letter(view)
  if (target.event === 'slot_lost') return slotLostMail(view)
  if (target.role === 'buyer') return bookedMail(view)
  if (target.role === 'resident') return residentMail(target, view)
  return isCoordination(target) ? coordinationMail(target, view) : agentMail(view)
}

/** @param parts `notifiesResident`: one of the messages is for the resident */
export function bookingView(
  showing: Showing,
  parts: {
    publicUrl: string
    notices: { notice(showing: Showing): NoticeToEnter }
    calendar: Calendars
    notifiesResident: boolean
    isTestMode: boolean
    sentAt: Temporal.Instant
  },
): BookingView {
  const { publicUrl } = parts
  const { status, address, letterMoney } = showing
  const own = `${publicUrl}/api/showingbooker/public/booking/${showing.manageToken}`
  // We send the planned messages even if someone else lives there by now.
  const isNoticed = parts.notifiesResident || (showing.occupancy !== 'vacant' && status !== 'pending')
  return {
    confirmationNumber: showing.confirmationNumber,
    status: status === 'pending' ? 'pending' : 'confirmed',
    sentAt: parts.sentAt,
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
    paidOtherCents: showing.paidOtherCents ?? null,
    mailUpgradeCents: showing.mailUpgrade ? MAIL_UPGRADE_CENTS : 0,
    paidAt: showing.paidAt,
    movedFrom: showing.movedFrom,
    isLetterDropped: status === 'confirmed' && letterMoney !== null && letterMoney !== 'none',
    hasTimeForMail: isMailSold(showing.startsAt, showing.timeZone, agreedAt(showing)),
    isTestMode: parts.isTestMode,
    isDemo: showing.isDemo,
    isProductDemo: showing.isProductDemo,
    decisionDueAt: showing.decisionDueAt,
    hasInstructions: showing.hasInstructions,
    manageUrl: inSameLanguage(`${publicUrl}/showingbooker/booking/${showing.manageToken}`),
    receiptUrl: inSameLanguage(`${own}/receipt.pdf`),
    bookingPageUrl: inSameLanguage(`${publicUrl}/showingbooker/book/${showing.slug}`),
    isListed: showing.isListed,
    dashboardUrl: `${publicUrl}/calendar/showings/${showing.id}`,
    serviceUrl: `${publicUrl}/overview/${showing.id}/service`,
    overlaps: showing.overlaps,
    shownBy: showing.shownBy,
    noticeUrl: isNoticed ? `${publicUrl}/api/showingbooker/public/notice/${showing.noticeToken}` : null,
    notice: isNoticed ? parts.notices.notice(showing) : null,
    calendar: {
      ...parts.calendar.links(showing),
      ics: inSameLanguage(`${own}/calendar.ics`),
    },
  }
}

/**
 * Sets where replies to an email go (`agent`, `buyer`: their mailboxes). Buyers and residents write to the agent, who
 * shows the property. Agents write to support, because the email contains the buyer's address, or to the buyer who wrote
 * to them.
 */
export function withReplies<Of extends { copy: MessageCopy | null }>(
  row: { event: string; channel: Channel; role: Role },
  agent: string | null,
  buyer: string,
  composed: Of,
): Of & { replyTo: string | null } {
  const copy = composed.copy?.subject === undefined ? composed.copy : { ...composed.copy, replyTo: agent }
  const author = row.event === 'message' ? buyer || null : null
  return {
    ...composed,
    copy,
    replyTo:
      // The former address may be a stranger's.
      row.channel !== 'email' || row.event === 'email_changed' ? null : row.role === 'listing_agent' ? author : agent,
  }
}
