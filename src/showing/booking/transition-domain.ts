import { DomainError } from '../../platform/errors.ts'
import { instantOf } from '../../platform/instant.ts'
import * as t from '../text/booking.ts'
import type { BuyerMoney } from './contract.ts'
import { type ReturnedColumns, type ShowingRow, stillPaidOf } from './showing-domain.ts'

/** Changes to a booking, by people or by time (decisions.md sections 4 and 11). */
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

/** `capture_due`, `refund_due`: decided here, not yet done by the provider. `null`: it has no payment. */
export type Money = ShowingRow['payment_status']

export type BookingState = {
  status: Status
  money: Money
  /** Everything charged was refunded, by us or others. */
  isReturned: boolean
  startsAt: Temporal.Instant
  endsAt: Temporal.Instant
  /** When a pending booking must be decided. */
  decisionDueAt: Temporal.Instant | null
  hasMoved: boolean
  refund: 'asked' | 'approved' | 'declined' | null
  /** By how many minutes the agent has said to run late. */
  lateMinutes: number | null
  /** Until when the buyer can agree to a time that the agent proposed. `null` if no question is open. */
  proposalDueAt: Temporal.Instant | null
}

/** State of a stored booking. */
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

/** A booking can be moved until this long before its start. */
const MOVE_HOURS_BEFORE = 24
/** An agent can say from this long before the start until the end that they run late. */
const LATE_MINUTES_BEFORE = 60
/** What an agent can say, each once. */
const LATE_MINUTES = [10, 20, 30] as const
/** A refund can be requested until this long after the end. */
const REFUND_HOURS_AFTER = 24

/**
 * Returns why a transition is not possible now, or `null` if it is. Every error carries the booking's state.
 * @param by an admin can grant a refund that the agent declined (decisions.md section 4: the agent decides first)
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
      // A stranger who got the former link still has it after the showing is off or over.
      return status === 'held' || status === 'lapsed' ? wrongStatus() : null
    case 'run_late':
      if (status !== 'confirmed') return wrongStatus()
      if (isBefore(startsAt.subtract({ minutes: LATE_MINUTES_BEFORE }))) return refuse('too_early', t.tooEarlyForLate())
      return isBefore(endsAt) ? null : refuse('showing_over', t.tooLateForLate())
  }
}

/** Tells whether this move was already made: its answer was lost, and the buyer sends it again. */
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
 * Returns why a decision does not count: the booking is no longer as the person saw it. What a cancel costs, and which
 * time an approval is for, depend on it.
 */
export function checkSeen({ status, startsAt, refund }: BookingState, seen: Seen | undefined): DomainError | null {
  if (!seen || (seen.status === status && startsAt.equals(Temporal.Instant.from(seen.startsAt)))) return null
  return new DomainError('conflict', 'changed_meanwhile', t.changedMeanwhile(), { details: { status, refund } })
}

/** Returns the next amount that the agent can say to run late by, or `null`. */
export function nextLate(state: BookingState, now: Temporal.Instant): number | null {
  if (checkTransition(state, 'run_late', now)) return null
  return LATE_MINUTES.find((minutes) => minutes > (state.lateMinutes ?? 0)) ?? null
}

/** The buyer knows already of so many minutes, or of more. */
export const lateBefore = (minutes: number) =>
  new DomainError('conflict', 'late_before', t.lateBefore({ minutes }), { details: { lateMinutes: minutes } })

export const buyerUnreachable = () => new DomainError('conflict', 'buyer_unreachable', t.buyerUnreachable())

/** Returns what a booking's agent or an admin may do with it now. */
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

/** Returns why nobody can say who shows it anymore, or `null`. */
export const checkAssignable = ({ status, refund }: Pick<BookingState, 'status' | 'refund'>): DomainError | null =>
  status === 'pending' || status === 'confirmed'
    ? null
    : new DomainError('conflict', `booking_${status}`, t.showingState({ status }), { details: { status, refund } })

/** Returns what its buyer may do with it now. @param property an unlisted one offers no other time */
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

/** Returns where the buyer's money is. It can also go back without us. */
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
 * - Authorized money is captured on approval and released otherwise.
 * - Captured money is refunded if the agent or the clock ends the booking, and kept if the buyer does.
 * - A property with manual approval asks again after a buyer's move, and the payment is kept. What the agent proposed
 *   needs no approval.
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

/** A demo's page offers no actions: its messages went out, and its dollar pays for them. */
export const demoStays = () => new DomainError('conflict', 'demo_stays', t.demoStays())
