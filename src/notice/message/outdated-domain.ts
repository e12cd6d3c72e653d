import type { PostalAddress } from '../../platform/postal-address.ts'
import { isAnnouncement, isReminder, isSameMailbox } from './domain.ts'
import type { Channel, Role } from './ports.ts'

/**
 * Tells whether we drop messages of this event once the showing is off. cancel_queued_messages.sql lists the same
 * events.
 */
export const announcesShowing = (event: string) =>
  isAnnouncement(event) || isReminder(event) || event === 'running_late' || event === 'move_proposed'
export const isCalledOff = (status: string) => status === 'cancelled' || status === 'declined'

export const CALLED_OFF = 'The showing was canceled before this was sent'
export const MOVED = 'The showing was moved before this was sent'
export const NOT_COMPLETED = 'The showing was not completed'
export const WANTS_REFUND = 'The buyer asked for a refund'
export const LINK_OVER = 'The time was paid for or released before this was sent'
export const LINK_PAID = 'The payment came before this was sent'
export const QUESTION_OVER = 'The question was over before this was sent'
export const REFUND_DECIDED = 'The refund was decided before this was sent'
export const CORRECTED = 'The buyer corrected their email'
export const APPROVED = 'The showing was approved before this was sent'

/**
 * Returns why we send a planned message to no one after its showing changed; null if we send it. A text or an email is
 * about the current start; a letter or a reminder is about one start only, and so is the resident's text, which may wait
 * for the morning while a move plans another. After an approval, which has its own messages, the request is old news. So
 * is a confirmation while the showing waits for approval again.
 * @param row `round`: the start for which we planned the message; `turn`: which question or delay it is about;
 * `isAgain`: an agent resends it
 * @param showing `decisionDueAt`: set if the showing is or was a request; `wantsRefund`: the buyer asked for a refund, and
 *   no one declined it; `isHoldOver`: its hold has expired; `openTurn`: the question that the buyer can answer;
 *   `isRefundOpen`: the buyer's refund request waits for a decision
 */
export function reasonOutdated(
  row: { event: string; channel: Channel; role: Role; round: number; turn?: number; isAgain?: boolean },
  showing: {
    status: string
    calendarSequence: number
    decisionDueAt?: Temporal.Instant | null
    wantsRefund?: boolean
    isHoldOver?: boolean
    openTurn?: number | null
    isRefundOpen?: boolean
  },
): string | null {
  if (row.event === 'feedback_asked') return reasonNotAsked(showing)
  if (row.event === 'refund_unanswered') return showing.isRefundOpen ? null : REFUND_DECIDED
  if (row.event === 'pay_link') return showing.status === 'held' && !showing.isHoldOver ? null : LINK_OVER
  if (row.event === 'pay_link_ended') return showing.status === 'lapsed' ? null : LINK_PAID
  if (isCalledOff(showing.status)) return announcesShowing(row.event) ? CALLED_OFF : null
  // While a move waits for approval, messages that announce the earlier start are out of date.
  const isPendingAgain = showing.status === 'pending' && row.round < showing.calendarSequence
  if (isPendingAgain && isAnnouncement(row.event)) return MOVED
  const wasRequest = Boolean(showing.decisionDueAt) && showing.status !== 'pending'
  if (row.event === 'booked' && wasRequest && !row.isAgain) return APPROVED
  const isOfResident = row.role === 'resident' && row.channel === 'sms' && isAnnouncement(row.event) && !row.isAgain
  const isOfOneStart =
    row.channel === 'certified_mail' ||
    isOfResident ||
    isReminder(row.event) ||
    ['running_late', 'move_proposed'].includes(row.event)
  if (isOfOneStart && row.round !== showing.calendarSequence) return MOVED
  return row.event === 'move_proposed' && row.turn !== showing.openTurn ? QUESTION_OVER : null
}

const reasonNotAsked = (showing: { status: string; wantsRefund?: boolean }): string | null => {
  if (showing.status !== 'completed') return NOT_COMPLETED
  return showing.wantsRefund ? WANTS_REFUND : null
}

/**
 * Tells whether an email is for a mailbox that the buyer has replaced. It may be a stranger's, and the email has the
 * buyer's private link.
 * @param buyerEmail the buyer's current email; null: in the product's own demo, the visitor chose who gets the messages
 */
export const isForFormerEmail = (
  row: { event: string; channel: Channel; role: Role; recipient: string | PostalAddress },
  buyerEmail: string | null,
): boolean =>
  row.role === 'buyer' &&
  row.channel === 'email' &&
  row.event !== 'email_changed' &&
  buyerEmail !== null &&
  !isSameMailbox(String(row.recipient).trim(), buyerEmail.trim())
