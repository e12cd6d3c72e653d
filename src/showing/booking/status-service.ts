import { randomUUIDv7 } from 'node:crypto'
import { bookingNotFound } from '../../notice/entry-notice/domain.ts'
import { partiesOf, planNotifications } from '../../notice/message/domain.ts'
import type { BookingView, ComposedMessage, MessageTarget } from '../../notice/message/mail-messages.ts'
import { withDueTimes } from '../../notice/message/quiet-domain.ts'
import type { Database } from '../../platform/db/connect.ts'
import { instantOf } from '../../platform/instant.ts'
import type { Parties } from './ports.ts'
import { isUnasked } from './proposal-repository.ts'
import { type ShowingRow, stillPaidOf, toShowing } from './showing-domain.ts'
import { type PayLinkEvent, planStatusMessages, type StatusEvent } from './status-domain.ts'
import { composeStatusMessage } from './status-messages.ts'
import { saysWhoDidIt } from './status-money-messages.ts'
import { findBooking, wasDoneBy } from './transition-repository.ts'

/** Plans the messages after a payment turned into a booking or lost its slot. */
export function planFirstMessages(
  event: 'booked' | 'slot_lost',
  booking: ShowingRow,
  parties: Parties,
  now: Temporal.Instant,
) {
  const planned = planNotifications({
    ...parties,
    event,
    status: booking.status === 'pending' ? 'pending' : 'confirmed',
  }).map((one) => ({ id: randomUUIDv7(), event, ...one }))
  return withDueTimes(planned, toShowing(booking), now)
}

type NoticePlan = { hadNotice: boolean; mails: boolean }
export const WITHOUT_NOTICE: NoticePlan = { hadNotice: false, mails: false }

/**
 * Plans the messages about what happened to a booking after its first ones.
 * @param row with its new start and status
 */
export function planLaterMessages(
  event: StatusEvent,
  row: ShowingRow,
  { hadNotice, mails }: NoticePlan,
  now: Temporal.Instant,
) {
  const showing = toShowing(row)
  const planned = planStatusMessages(event, {
    ...partiesOf(showing),
    status: row.status === 'pending' ? 'pending' : 'confirmed',
    hadNotice,
    mailUpgrade: mails,
  }).map((one) => ({ id: randomUUIDv7(), ...one }))
  return withDueTimes(planned, showing, now)
}

/**
 * Plans the messages with a pay link, on each channel that reaches the visitor.
 * @param turn how often we sent it before
 */
export const planLink = (row: ShowingRow, turn: number) =>
  planLinkMessages('pay_link', row, ({ role }) => role === 'buyer', turn)

/**
 * Plans the messages that the time is no longer held and that we charged nothing.
 * @param to `buyerBy`: the channels by which the link may have reached the visitor; `agent`: whether to tell the agent;
 *   `isLate`: the hold ended long ago, so we send no texts
 */
export const planLinkEnded = (row: ShowingRow, to: { buyerBy: string[]; agent: boolean; isLate: boolean }) =>
  planLinkMessages(
    'pay_link_ended',
    row,
    ({ role, channel }) =>
      (role === 'buyer' ? to.buyerBy.includes(channel) : role === 'listing_agent' && to.agent) &&
      !(to.isLate && channel === 'sms'),
    0,
  )

const planLinkMessages = (
  event: PayLinkEvent,
  row: ShowingRow,
  isWanted: (planned: { role: string; channel: string }) => boolean,
  turn: number,
) =>
  planNotifications({ ...partiesOf(toShowing(row)), event: 'booked', status: 'pending', mailUpgrade: false })
    .filter(isWanted)
    // A copy would contain the visitor's link.
    .map((planned) => ({ id: randomUUIDv7(), ...planned, cc: [], event, turn }))

/** Writes a message about a later change to a booking. @returns `null` if it is the same as for a new booking */
export async function composeLaterMessage(
  db: Database,
  bookingId: string,
  target: MessageTarget,
  view: BookingView,
): Promise<ComposedMessage | null> {
  const row = await findBooking(db, { ownerId: null, id: bookingId })
  if (!row) throw bookingNotFound()
  const goesBack = row.payment_status === 'refund_due' || row.payment_status === 'refunded'
  return composeStatusMessage(target, {
    ...view,
    paidAt: row.charged_at && instantOf(row.charged_at),
    letter: row.letter_money,
    cancelledBy: row.cancelled_by,
    isByAdmin:
      target.role !== 'resident' &&
      saysWhoDidIt(target.event, { cancelledBy: row.cancelled_by }) &&
      (await wasDoneBy(db, 'admin', bookingId, target.event)),
    isOff: (row.status === 'cancelled' || row.status === 'declined') && target.isCurrent !== false,
    isOverdue: target.event === 'declined' && (await wasDoneBy(db, 'system', bookingId, 'declined')),
    stillPaidCents: stillPaidOf(row),
    returns: (row.returns ?? []).map(({ kind, amount_cents, at }) => ({
      kind,
      amountCents: amount_cents,
      at: Temporal.Instant.from(at),
    })),
    money: goesBack ? (row.is_charged ? 'returned' : 'released') : 'kept',
    reasonForBuyer: row.reason_for_buyer,
    lateMinutes: row.late_minutes,
    offeredTimes: row.offered_times.map(instantOf),
    proposal:
      row.proposed_start && row.proposal_due_at
        ? {
            startsAt: instantOf(row.proposed_start),
            dueAt: instantOf(row.proposal_due_at),
            reason: row.proposal_reason,
          }
        : null,
    isUnasked: target.event === 'move_unanswered' && (await isUnasked(db, bookingId)),
    refundReason: row.refund_reason,
    refundAnswer: row.refund_answer,
  })
}
