import { DomainError } from '../../platform/errors.ts'
import { instantOf } from '../../platform/instant.ts'
import * as t from '../text/booking.ts'
import type { BuyerMoney } from './contract.ts'
import { type ReturnedColumns, type ShowingRow, stillPaidOf } from './showing-domain.ts'

/** Changes that people or time make to a booking (decisions.md sections 4 and 11). */
export type Transition =
  | 'approve'
  | 'decline'
  | 'expire'
  | 'cancel'
  | 'buyer_cancel'
  | 'reschedule'
  | 'request_refund'
  | 'approve_refund'
  | 'decline_refund'
  | 'run_late'
  | 'agree'
  | 'correct_email'

export type Status = 'held' | 'lapsed' | 'pending' | 'confirmed' | 'completed' | 'no_show' | 'cancelled' | 'declined'

/**
 * `capture_due` and `refund_due`: we have decided this, but the provider has not done it yet.
 * `null`: there is no payment.
 */
export type Money = ShowingRow['payment_status']

export type BookingState = {
  status: Status
  money: Money
  /** `true` if we or others have refunded everything that was charged. */
  isReturned: boolean
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  /** The deadline for the decision about a pending booking. */
  decisionDueAt: Temporal.Instant | null
  hasMoved: boolean
  refund: 'asked' | 'approved' | 'declined' | null
  /** How many minutes late the agent has said they are. */
  lateMinutes: number | null
  /** Until when the buyer can agree to the time that the agent proposed. `null` if no proposal is open. */
  proposalDueAt: Temporal.Instant | null
}

/** Returns the state of a stored booking. */
export const toBookingState = (row: ShowingRow & ReturnedColumns): BookingState => ({
  status: row.status,
  money: row.payment_status,
  isReturned: row.is_charged && stillPaidOf(row) === 0,
  startsAt: instantOf(row.starts_at),
  endsAt: instantOf(row.ends_at),
  decisionDueAt: row.decision_due_at && instantOf(row.decision_due_at),
  hasMoved: row.has_moved,
  refund: row.refund_decision ?? (row.refund_requested_at ? 'asked' : null),
  lateMinutes: row.late_minutes,
  proposalDueAt: row.proposal_due_at && row.proposal_answer === null ? instantOf(row.proposal_due_at) : null,
})

/** The buyer can move a booking until this long before its start. */
const MOVE_HOURS_BEFORE = 24
/** The agent can say that they are running late from this long before the start until the end. */
const LATE_MINUTES_BEFORE = 60
/** The delays that an agent can report, each one once. */
const LATE_MINUTES = [10, 20, 30] as const
/** The buyer can request a refund until this long after the end. */
const REFUND_HOURS_AFTER = 24

/**
 * Returns why a transition is not possible now, or `null` if it is. Every error has the booking's state.
 * @param by an admin can approve a refund that the agent declined (decisions.md section 4: the agent decides first)
 */
export function checkTransition(
  state: BookingState,
  transition: Transition,
  now: Temporal.Instant,
  by: 'agent' | 'admin' | 'buyer' | 'system' = 'agent',
): DomainError | null {
  const { status, startsAt, endsAt, decisionDueAt, refund } = state
  const refuse = (code: string, words: string) =>
    new DomainError('conflict', code, words, { details: { status, refund } })
  const wrongStatus = () => refuse(`booking_${status}`, t.showingState({ status }))
  const isBefore = (limit: Temporal.Instant) => Temporal.Instant.compare(now, limit) < 0

  switch (transition) {
    case 'approve':
      if (status !== 'pending') return wrongStatus()
      return (decisionDueAt && !isBefore(decisionDueAt)) || !isBefore(startsAt)
        ? refuse('decision_overdue', t.decisionOverdue())
        : null
    case 'decline':
      return status === 'pending' ? null : wrongStatus()
    case 'expire':
      if (status !== 'pending') return wrongStatus()
      return decisionDueAt && !isBefore(decisionDueAt) ? null : refuse('not_due', t.decisionNotDue())
    case 'cancel':
      return status === 'pending' || status === 'confirmed' ? null : wrongStatus()
    case 'buyer_cancel':
      if (status !== 'pending' && status !== 'confirmed') return wrongStatus()
      return isBefore(startsAt) ? null : refuse('has_started', t.startedNoCancel())
    case 'reschedule':
      if (status !== 'confirmed') return wrongStatus()
      if (state.hasMoved) return refuse('moved_before', t.movedBefore())
      return Temporal.Instant.compare(now, startsAt.subtract({ hours: MOVE_HOURS_BEFORE })) <= 0
        ? null
        : refuse('too_late_to_move', t.tooLateToMove())
    case 'request_refund':
      if (status !== 'confirmed' && status !== 'completed' && status !== 'no_show') return wrongStatus()
      if (refund) return refuse('refund_asked', t.refundAskedBefore())
      if (!isPaid(state.money) || state.isReturned) return refuse('nothing_to_refund', t.nothingToRefund())
      if (isBefore(startsAt)) return refuse('not_started', t.tooEarlyToRefund())
      return Temporal.Instant.compare(now, endsAt.add({ hours: REFUND_HOURS_AFTER })) <= 0
        ? null
        : refuse('too_late_to_refund', t.tooLateToRefund())
    case 'approve_refund':
    case 'decline_refund':
      if (refund === null) return refuse('no_refund_asked', t.noRefundAsked())
      if (refund === 'declined' && transition === 'approve_refund' && by === 'admin') {
        return isPaid(state.money) ? null : refuse('refund_under_way', t.refundUnderWay())
      }
      if (refund !== 'asked') return refuse('refund_decided', t.refundDecided())
      return isPaid(state.money) ? null : refuse('refund_under_way', t.refundUnderWay())
    case 'agree':
      if (status !== 'confirmed') return wrongStatus()
      return state.proposalDueAt && isBefore(state.proposalDueAt) ? null : refuse('proposal_over', t.proposalOver())
    case 'correct_email':
      // A stranger who got the old link still has it after the showing is canceled or over, so the buyer can correct
      // the email then, too.
      return status === 'held' || status === 'lapsed' ? wrongStatus() : null
    case 'run_late':
      if (status !== 'confirmed') return wrongStatus()
      if (isBefore(startsAt.subtract({ minutes: LATE_MINUTES_BEFORE }))) return refuse('too_early', t.tooEarlyForLate())
      return isBefore(endsAt) ? null : refuse('showing_over', t.tooLateForLate())
  }
}

/** Returns whether the buyer has already made this move. They send it again if the answer got lost. */
export const isRepeatedMove = (
  row: Pick<ShowingRow, 'status' | 'has_moved' | 'showing_date' | 'showing_time'>,
  wanted: { showingDate: string; showingTime: string },
): boolean =>
  row.has_moved &&
  (row.status === 'confirmed' || row.status === 'pending') &&
  row.showing_date === wanted.showingDate.trim() &&
  row.showing_time === wanted.showingTime.trim()

/** What a person saw of a booking when they decided. */
export type Seen = { status: string; startsAt: string }

/**
 * Returns why a decision does not count, or `null` if it does. It does not count if the booking has changed since the
 * person saw it, because what a cancellation costs and which time an approval is for depend on its state.
 */
export function checkSeen({ status, startsAt, refund }: BookingState, seen: Seen | undefined): DomainError | null {
  if (!seen || (seen.status === status && startsAt.equals(Temporal.Instant.from(seen.startsAt)))) return null
  return new DomainError('conflict', 'changed_meanwhile', t.changedMeanwhile(), { details: { status, refund } })
}

/** Returns the next delay that the agent can report, or `null`. */
export function nextLate(state: BookingState, now: Temporal.Instant): number | null {
  if (checkTransition(state, 'run_late', now)) return null
  return LATE_MINUTES.find((minutes) => minutes > (state.lateMinutes ?? 0)) ?? null
}

/** Makes the error for a delay that is not longer than the one the buyer already knows. */
export const lateBefore = (minutes: number) =>
  new DomainError('conflict', 'late_before', t.lateBefore({ minutes }), { details: { lateMinutes: minutes } })

export const buyerUnreachable = () => new DomainError('conflict', 'buyer_unreachable', t.buyerUnreachable())

/** Returns what the agent or an admin may do with a booking now. */
export function agentActions(state: BookingState, now: Temporal.Instant, by: 'agent' | 'admin' = 'agent') {
  const may = (transition: Transition) => checkTransition(state, transition, now, by) === null
  return {
    approve: may('approve'),
    decline: may('decline'),
    cancel: may('cancel'),
    reassign: checkAssignable(state) === null,
    decideRefund: may('approve_refund') && may('decline_refund'),
    overruleRefund: may('approve_refund') && state.refund === 'declined',
  }
}

/** Returns why no one can assign a showing to another person anymore, or `null`. */
export const checkAssignable = ({ status, refund }: Pick<BookingState, 'status' | 'refund'>): DomainError | null =>
  status === 'pending' || status === 'confirmed'
    ? null
    : new DomainError('conflict', `booking_${status}`, t.showingState({ status }), { details: { status, refund } })

/** Returns what the buyer may do with a booking now. @param property if it is unlisted, it offers no other times */
export function buyerActions(
  state: BookingState,
  property: { isListed: boolean; isDemo: boolean },
  now: Temporal.Instant,
) {
  const may = (transition: Transition) => checkTransition(state, transition, now) === null
  const isOver = Temporal.Instant.compare(now, state.endsAt) >= 0
  const hasEnded = isOver || !['pending', 'confirmed'].includes(state.status)
  return {
    cancel: may('buyer_cancel'),
    move: property.isListed && may('reschedule'),
    requestRefund: may('request_refund'),
    bookAgain: hasEnded && property.isListed && !property.isDemo,
  }
}

/** Returns where the buyer's money is. It can also go back at the provider, without us. */
export function buyerMoney(row: ShowingRow & ReturnedColumns): BuyerMoney {
  const { payment_status: money, is_charged: isCharged } = row
  if (money === 'authorized') return 'authorized'
  if (!isPaid(money) && money !== 'refund_due' && money !== 'refunded') return 'none'
  if (isCharged && stillPaidOf(row) === 0) return row.disputed_cents > 0 ? 'reversed' : 'returned'
  if (isPaid(money)) return 'paid'
  return isCharged ? 'returning' : 'released'
}

const isPaid = (money: Money) => money === 'succeeded' || money === 'capture_due'

const AFTER: Record<
  Exclude<
    Transition,
    'reschedule' | 'request_refund' | 'approve_refund' | 'decline_refund' | 'run_late' | 'agree' | 'correct_email'
  >,
  Status
> = {
  approve: 'confirmed',
  decline: 'declined',
  expire: 'declined',
  cancel: 'cancelled',
  buyer_cancel: 'cancelled',
}

/**
 * Returns the state of a booking after an allowed transition.
 * - On approval, we capture authorized money. Otherwise, we release it.
 * - If the agent or the clock ends the booking, we refund captured money. If the buyer ends it, we keep the money.
 * - If a buyer moves a showing at a property with manual approval, the agent must approve it again, and the payment
 *   stays. A time that the agent proposed needs no approval.
 */
export function afterTransition(
  state: BookingState,
  transition: Transition,
  property: { isManual: boolean },
): Pick<BookingState, 'status' | 'money' | 'refund'> {
  const { status, money, refund } = state
  switch (transition) {
    case 'approve':
      return { status: AFTER.approve, money: money === 'authorized' ? 'capture_due' : money, refund }
    case 'decline':
    case 'expire':
    case 'cancel':
      return {
        status: AFTER[transition],
        money: money === 'authorized' || isPaid(money) ? 'refund_due' : money,
        refund,
      }
    case 'buyer_cancel':
      return { status: AFTER[transition], money: money === 'authorized' ? 'refund_due' : money, refund }
    case 'reschedule':
      return { status: property.isManual ? 'pending' : status, money, refund }
    case 'run_late':
    case 'agree':
    case 'correct_email':
      return { status, money, refund }
    case 'request_refund':
      return { status, money, refund: 'asked' }
    case 'approve_refund':
      return { status, money: 'refund_due', refund: 'approved' }
    case 'decline_refund':
      return { status, money, refund: 'declined' }
  }
}

/** Makes the error for any action on a demo. Its messages have gone out, and its dollar pays for them. */
export const demoStays = () => new DomainError('conflict', 'demo_stays', t.demoStays())
