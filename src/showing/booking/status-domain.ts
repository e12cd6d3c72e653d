import { countsWhenMailed } from '../../notice/entry-notice/domain.ts'
import type { NotificationEvent } from '../../notice/message/delivery-domain.ts'
import {
  type NotificationFacts,
  type PlannedNotification,
  planNotifications,
  type ReminderEvent,
} from '../../notice/message/domain.ts'
import { instantOf } from '../../platform/instant.ts'
import { isMailSold } from '../../property/availability/domain.ts'
import type { ShowingRow } from './showing-domain.ts'
import type { Transition } from './transition-domain.ts'

/** Events after a booking that send messages. An approval sends the message of a booking. */
export type StatusEvent = Exclude<NotificationEvent, 'booked' | 'slot_lost' | ReminderEvent>

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
}

export type StatusNotification = PlannedNotification & { event: StatusEvent }

/**
 * Plans who gets a message about an event. Buyer and agent get a text and an email. The resident hears only about
 * changes to a visit they had notice of, never about money. An approved visit, or one moved and confirmed, gets a new
 * notice.
 * @param facts `hadNotice`: whether the resident had notice of the visit before; `status`: the current one
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
  // Each gets their own email, because the words differ. No certified letter withdraws a visit.
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
  // When a visit needs approval again, tell the resident that the old time is off.
  return [
    ...others,
    ...ofResident.map((row) => ({ ...row, event: event === 'moved' ? ('cancelled' as const) : event })),
  ]
}

/**
 * Checks whether the resident has notice: of a confirmed showing, until it begins. When a moved showing waits for
 * approval, they know that the old time is off.
 */
export const hadNotice = (row: ShowingRow, now: Temporal.Instant) =>
  row.occupancy_status !== 'vacant' && row.status !== 'pending' && now.epochMilliseconds < row.starts_at.getTime()

/**
 * Checks whether to mail a paid letter after a transition: for a new time as long as letters are sold, and after an
 * approval as long as the letter still counts as notice.
 */
export function mailsLetter(
  transition: Transition,
  row: ShowingRow,
  change: Record<string, unknown>,
  now: Temporal.Instant,
): boolean {
  if (!row.mail_upgrade) return false
  return transition === 'reschedule'
    ? isMailSold(Temporal.Instant.from(String(change.starts_at)), row.time_zone, now)
    : countsWhenMailed(instantOf(row.starts_at), row.time_zone, now)
}
