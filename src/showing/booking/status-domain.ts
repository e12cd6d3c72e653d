import type { LetterMoney } from '../../money/payment/domain.ts'
import { countsWhenMailed } from '../../notice/entry-notice/domain.ts'
import {
  type NotificationFacts,
  type PlannedNotification,
  planNotifications,
  type ReminderEvent,
} from '../../notice/message/domain.ts'
import type { NotificationEvent } from '../../notice/message/event-domain.ts'
import { instantOf } from '../../platform/instant.ts'
import { isMailSold } from '../../property/availability/domain.ts'
import type { ShowingRow } from './showing-domain.ts'
import type { Transition } from './transition-domain.ts'

/** `pay_link`: the visitor gets the link. `pay_link_ended`: no one paid in time, or the agent released the time. */
export type PayLinkEvent = Extract<NotificationEvent, `pay_link${string}`>

/** Events after a booking that send messages. An approval sends the same messages as a booking. */
export type StatusEvent = Exclude<NotificationEvent, 'booked' | 'slot_lost' | 'message' | PayLinkEvent | ReminderEvent>

export const TRANSITION_EVENTS: Record<Transition, StatusEvent> = {
  approve: 'approved',
  decline: 'declined',
  expire: 'declined',
  cancel: 'cancelled',
  buyer_cancel: 'cancelled',
  reschedule: 'moved',
  request_refund: 'refund_requested',
  approve_refund: 'refunded',
  decline_refund: 'refund_declined',
  run_late: 'running_late',
  agree: 'moved',
  correct_email: 'email_changed',
}

/** @param turn distinguishes messages about the same event and start */
export type StatusNotification = PlannedNotification & { event: StatusEvent; turn?: number }

/**
 * Plans who gets a message about an event. The buyer and the agent get a text and an email. The resident gets only
 * messages about changes to a showing that they had notice of, never about money. They get a new notice of a showing
 * that is approved, or that is moved and confirmed.
 * @param facts `hadNotice`: whether the resident already had notice of the showing; `status`: the current status
 */
export function planStatusMessages(
  event: StatusEvent,
  facts: Omit<NotificationFacts, 'event'> & { hadNotice: boolean },
): StatusNotification[] {
  const isNoticed = facts.status === 'confirmed' && (event === 'approved' || event === 'moved')
  if (isNoticed) return planNotifications({ ...facts, event: 'booked' }).map((row) => ({ ...row, event }))
  const nobody = { name: null, phone: null, email: null }
  const isMoney = event.includes('refund')
  const resident = facts.hadNotice && !isMoney ? facts.resident : { ...facts.resident, ...nobody }
  // Each person gets their own email, because the words differ. We send no certified letter about a canceled showing.
  const plan = (who: Pick<NotificationFacts, 'agent' | 'buyer' | 'resident' | 'buyerAgentEmail'>) =>
    planNotifications({ ...facts, ...who, event: 'booked', status: 'confirmed', mailUpgrade: false })
  // The price of a letter concerns only the buyer and us.
  const agent = event === 'letter_refunded' ? nobody : facts.agent
  const others = plan({ ...facts, agent, resident: { ...facts.resident, ...nobody } }).map((row) => ({
    ...row,
    cc: row.role === 'buyer' && facts.buyerAgentEmail ? row.cc.filter((one) => one === facts.buyerAgentEmail) : [],
    event,
  }))
  const ofResident = plan({ agent: nobody, buyer: nobody, buyerAgentEmail: null, resident })
  // If a moved showing needs approval again, tell the resident that the old time is canceled.
  return [
    ...others,
    ...ofResident.map((row) => ({ ...row, event: event === 'moved' ? ('cancelled' as const) : event })),
  ]
}

/**
 * Plans the messages that tell the buyer that the agent is running late.
 * @param ways `rings`: we may text the buyer's phone now
 */
export function planLate(
  { buyer, buyerAgentEmail }: Pick<NotificationFacts, 'buyer' | 'buyerAgentEmail'>,
  { rings }: { rings: boolean },
): StatusNotification[] {
  const phone = rings ? buyer.phone?.trim() : null
  const email = buyer.email?.trim()
  const row = { event: 'running_late', role: 'buyer', status: 'queued', reason: null } as const
  return [
    ...(phone ? [{ ...row, channel: 'sms' as const, recipient: phone, cc: [] }] : []),
    ...(email
      ? [{ ...row, channel: 'email' as const, recipient: email, cc: buyerAgentEmail ? [buyerAgentEmail] : [] }]
      : []),
  ]
}

export type ProposalEvent = Extract<StatusEvent, `move_${string}`>
/** Who gets a message about a proposal. Once the buyer agrees, everyone gets a message about the new time. */
const HEARS: Record<ProposalEvent, PlannedNotification['role'][]> = {
  move_proposed: ['buyer'],
  move_kept: ['listing_agent'],
  move_withdrawn: ['buyer'],
  move_unanswered: ['buyer', 'listing_agent'],
}

/** Plans the messages about a time that the agent proposed. The resident gets none until the buyer agrees. */
export const planProposalMessages = (event: ProposalEvent, facts: People): StatusNotification[] =>
  planFor(HEARS[event], event, facts)

/** Plans the messages that remind the agent of a refund request. */
export const planRefundReminder = (facts: People): StatusNotification[] =>
  planFor(['listing_agent'], 'refund_unanswered', facts)

type People = Omit<NotificationFacts, 'event' | 'status' | 'mailUpgrade'>

const planFor = (roles: PlannedNotification['role'][], event: StatusEvent, facts: People): StatusNotification[] =>
  planStatusMessages(event, { ...facts, status: 'confirmed', hadNotice: false, mailUpgrade: false }).filter(
    ({ role }) => roles.includes(role),
  )

/**
 * Checks whether we have announced a showing to the resident: it is confirmed and has not begun. While a moved
 * showing waits for approval, they know only that the old time is canceled. We announce an approval once the card
 * is charged, and an agreed time at once. If the announcement has not gone out yet, apply_transition.sql drops the
 * message about the cancellation.
 */
export const hadNotice = (row: ShowingRow & { is_move_announced: boolean }, now: Temporal.Instant) =>
  row.occupancy_status !== 'vacant' &&
  row.status !== 'pending' &&
  (row.payment_status !== 'capture_due' || row.is_move_announced) &&
  now.epochMilliseconds < row.starts_at.getTime()

/**
 * Checks whether to mail a paid letter after a transition: after a move, if we still sell letters for the new time, and
 * after an approval, if the letter still counts as notice. Once we refund its price, we mail none.
 */
export function mailsLetter(
  transition: Transition,
  row: ShowingRow & { letter_money: LetterMoney },
  change: Record<string, unknown>,
  now: Temporal.Instant,
): boolean {
  if (!row.mail_upgrade || row.letter_money === 'returning' || row.letter_money === 'returned') return false
  return transition === 'reschedule' || transition === 'agree'
    ? isMailSold(Temporal.Instant.from(String(change.starts_at)), row.time_zone, now)
    : countsWhenMailed({ startsAt: instantOf(row.starts_at), timeZone: row.time_zone, state: row.state }, now)
}
