import type { Logger } from 'pino'
import { bookingNotFound } from '../../notice/entry-notice/domain.ts'
import { type Actor, requireAccount, scopeOf } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { DomainError, invalid } from '../../platform/errors.ts'
import { isLinkToken } from '../../platform/link-token.ts'
import { isShowable, lengthOf, plainText } from '../../platform/plain-text.ts'
import * as faults from '../../platform/text/fault.ts'
import { withDeps } from '../../platform/use-cases.ts'
import type { AvailabilityService } from '../../property/area.ts'
import { blockedRange, offeredStart } from '../../property/availability/domain.ts'
import { isProductDemo } from '../../property/property/domain.ts'
import * as t from '../text/booking.ts'
import { decisionDue, slotNotOffered, slotTaken } from './domain.ts'
import { isSampleData } from './showing-domain.ts'
import { hadNotice, mailsLetter, TRANSITION_EVENTS } from './status-domain.ts'
import { planLaterMessages } from './status-service.ts'
import {
  afterTransition,
  checkSeen,
  checkTransition,
  demoStays,
  isRepeatedMove,
  type Seen,
  type Transition,
  toBookingState,
} from './transition-domain.ts'
import { applyTransition, type BookingRow, findBooking, findByToken, listOverdue } from './transition-repository.ts'

export type TransitionDeps = { db: Database; clock: Clock; availability: AvailabilityService; log: Logger }

/** The person who makes a transition, as the log names them. */
type By = { by: 'agent' | 'admin' | 'buyer' | 'system'; accountId: string | null }
type Details = {
  reason: string | null
  /** What the person saw. If the booking has changed since, the transition is refused. */
  seen?: Seen | undefined
  /** Returns columns that change in addition to the transition's own, once the transition is allowed. */
  change?: (row: BookingRow, now: Temporal.Instant) => Promise<Record<string, unknown>>
  /** Returns another event name for the log. It runs after `change`. */
  logged?: () => string
  /** What the log keeps in addition to the actor and the reason. */
  payload?: Record<string, unknown>
  /** The hold of the proposed time, if the showing moves to one. */
  slot?: string
  /** Plans messages in place of those of the event. */
  messages?: (row: BookingRow, now: Temporal.Instant) => Promise<unknown[]>
}

/** Most overdue bookings in one run. */
const SWEEP = 100

/**
 * Runs everything that happens to a booking after it is made. A transition is one SQL call that also writes its
 * log entry and its messages. A job moves the money afterward (`due-money-service.ts`), because we call no
 * vendor inside a transaction.
 */
export const createTransitionService = (deps: TransitionDeps) =>
  withDeps(deps, { decide, cancelAsBuyer, reschedule, requestRefund, decideRefund, declineOverdue })

export type TransitionService = ReturnType<typeof createTransitionService>

/** @throws DomainError unauthenticated, not_found, invalid, conflict */
async function decide(
  deps: TransitionDeps,
  actor: Actor,
  id: string,
  decision: 'approve' | 'decline' | 'cancel',
  reason?: string,
  seen?: Seen,
): Promise<void> {
  const details = { reason: readableReason(reason), seen }
  await makeTransition(deps, findOwn(deps, actor, id), decision, byAccount(actor), details)
}

/**
 * Cancels for the buyer. We keep charged money and release authorized money.
 * @throws DomainError not_found, invalid, conflict
 */
async function cancelAsBuyer(deps: TransitionDeps, token: string, reason?: string, seen?: Seen): Promise<void> {
  await asBuyer(deps, token, 'buyer_cancel', { reason: readableReason(reason), seen })
}

/**
 * Moves a confirmed showing to another free slot.
 * @throws DomainError not_found, invalid, conflict (with alternatives)
 */
async function reschedule(
  deps: TransitionDeps,
  token: string,
  wanted: { showingDate: string; showingTime: string },
): Promise<void> {
  const row = isLinkToken(token) ? await findByToken(deps.db, token) : null
  if (row && isRepeatedMove(row, wanted)) return
  await asBuyer(deps, token, 'reschedule', { reason: null, change: (row, now) => newTime(deps, row, wanted, now) })
}

/** Most characters in the reason for a refund. */
const MOST_REASON = 1000

/**
 * Requests a refund for the buyer. If no refund is possible, that is a conflict, whatever the reason
 * (decisions.md section 11).
 * @throws DomainError not_found, invalid, conflict
 */
async function requestRefund(deps: TransitionDeps, token: string, why: string): Promise<void> {
  const change = async (_: BookingRow, now: Temporal.Instant) => {
    const reason = readableReason(why)
    if (!reason) throw invalid([{ path: 'reason', message: t.enterReason() }])
    if (lengthOf(reason) > MOST_REASON)
      throw invalid([{ path: 'reason', message: faults.tooLong({ field: 'reason', maximum: MOST_REASON }) }])
    return { refund_requested_at: now.toString(), refund_reason: reason }
  }
  await asBuyer(deps, token, 'request_refund', { reason: plainText(why), change })
}

/**
 * Decides a refund request. An admin can approve one that the agent declined.
 * @throws DomainError unauthenticated, not_found, invalid, conflict
 */
async function decideRefund(
  deps: TransitionDeps,
  actor: Actor,
  id: string,
  answer: { decision: 'approve' | 'decline'; reason?: string },
): Promise<void> {
  const reason = readableReason(answer.reason)
  const refund_decision = answer.decision === 'approve' ? 'approved' : 'declined'
  await makeTransition(deps, findOwn(deps, actor, id), `${answer.decision}_refund`, byAccount(actor), {
    reason,
    change: async () => ({ refund_decision, refund_answer: reason }),
  })
}

/** Declines requests that no one decided in time. @returns how many */
async function declineOverdue(deps: TransitionDeps): Promise<number> {
  const { db, clock, log } = deps
  let declined = 0
  for (const id of await listOverdue(db, clock.now().toString(), SWEEP)) {
    try {
      const by = (): By => ({ by: 'system', accountId: null })
      await makeTransition(deps, () => findBooking(db, { ownerId: null, id }), 'expire', by, { reason: null })
      declined++
    } catch (error) {
      // Either someone decided at the last moment, or the next run tries again. Go on with the others.
      log.warn({ err: error, bookingId: id }, 'could not decline an overdue booking')
    }
  }
  return declined
}

/**
 * Makes an allowed transition. Two people can act at the same moment. The request that finds the booking changed
 * decides again from its new state.
 * @throws DomainError not_found, conflict (with the state it is in)
 */
export async function makeTransition(
  { db, clock, availability }: TransitionDeps,
  find: () => Promise<BookingRow | null>,
  transition: Transition,
  by: (row: BookingRow) => By,
  details: Details,
) {
  for (let tries = 0; tries < 5; tries++) {
    const row = await find()
    if (!row) throw bookingNotFound()
    const now = clock.now()
    const state = toBookingState(row)
    const who = by(row)
    const fault = checkTransition(state, transition, now, who.by) ?? checkSeen(state, details.seen)
    if (fault) throw fault
    const after = afterTransition(state, transition, { isManual: row.booking_approval === 'manual' })
    const asked = (await details.change?.(row, now)) ?? {}
    const change = { status: after.status, ...changeOf(transition, row, who.by, details.reason, now), ...asked }
    const isSample = isSampleData(row)
    const event = TRANSITION_EVENTS[transition]
    const moved = (transition === 'reschedule' || transition === 'agree') && {
      startedAt: row.starts_at.toISOString(),
      startsAt: asked.starts_at,
    }
    const payload = { from: row.status, to: after.status, ...who, reason: details.reason, ...moved, ...details.payload }
    // Announce an approval once the card is charged, and a refund once the money has gone back.
    const isSentLater = (transition === 'approve' && after.money === 'capture_due') || transition === 'approve_refund'
    const isSent = !isSample && !isProductDemo(row) && !isSentLater
    const planned = () =>
      details.messages?.(row, now) ??
      planLaterMessages(
        event,
        { ...row, status: after.status, starts_at: moved ? new Date(String(asked.starts_at)) : row.starts_at },
        { hadNotice: hadNotice(row, now), mails: mailsLetter(transition, row, asked, now) },
        now,
      )
    const outcome = await applyTransition(
      db,
      row,
      {
        change,
        payment_status: after.money !== state.money ? after.money : null,
        slot: details.slot,
        event: details.logged?.() ?? (transition === 'approve_refund' ? 'refund_approved' : event),
        payload: isSample ? null : JSON.stringify(payload),
        notifications: isSent ? await planned() : [],
      },
      now.toString(),
    )
    if (outcome === 'done') return
    if (outcome === 'taken') {
      const wanted = Temporal.Instant.from(String(asked.starts_at))
      throw slotTaken(await availability.alternatives(row.property_id, wanted))
    }
  }
  throw new Error('a booking kept changing')
}

export function findOwn({ db }: Pick<TransitionDeps, 'db'>, actor: Actor, id: string) {
  const ownerId = scopeOf(actor)
  return () => findBooking(db, { ownerId, id })
}

export function byAccount(actor: Actor) {
  const { accountId } = requireAccount(actor)
  return (row: BookingRow): By => ({ by: row.owner_id === accountId ? 'agent' : 'admin', accountId })
}

export const asBuyer = (deps: TransitionDeps, token: string, transition: Transition, details: Details) =>
  makeTransition(
    deps,
    async () => {
      const row = isLinkToken(token) ? await findByToken(deps.db, token) : null
      if (row && isProductDemo(row)) throw demoStays()
      return row
    },
    transition,
    () => ({ by: 'buyer', accountId: null }),
    details,
  )

/** Returns the columns of the new time. @throws DomainError invalid, conflict */
export async function newTime(
  { availability }: Pick<TransitionDeps, 'availability'>,
  row: BookingRow,
  wanted: { showingDate: string; showingTime: string },
  now: Temporal.Instant,
) {
  const property = await availability.bookable(row.property_id).catch((error) => {
    // An unlisted property offers no times.
    if (error instanceof DomainError && error.kind === 'not_found') throw slotNotOffered()
    throw error
  })
  const startsAt = offeredStart(property.rules, wanted.showingDate, wanted.showingTime, now)
  if (!startsAt) throw slotNotOffered()
  if (startsAt.epochMilliseconds === row.starts_at.getTime()) {
    throw new DomainError('conflict', 'same_time', t.sameTime(), { field: 'showingTime' })
  }
  const range = blockedRange(startsAt, property.rules.bufferMinutes)
  return {
    starts_at: startsAt.toString(),
    ends_at: range.endsAt.toString(),
    during: `[${startsAt},${range.blockedUntil})`,
    showing_date: wanted.showingDate,
    showing_time: wanted.showingTime,
    decision_due_at: row.booking_approval === 'manual' ? decisionDue(now, startsAt).toString() : null,
  }
}

function changeOf(
  transition: Transition,
  row: BookingRow,
  by: By['by'],
  reason: string | null,
  now: Temporal.Instant,
): Record<string, unknown> {
  const raised = { calendar_sequence: row.calendar_sequence + 1 }
  // A calendar that shows the showing as tentative or canceled gets it again.
  if (transition === 'approve') return { ...raised, noticed_at: now.toString() }
  if (transition === 'cancel') return { ...raised, cancelled_by: 'agent', reason_for_buyer: reason }
  if (transition === 'buyer_cancel') return { ...raised, cancelled_by: by }
  if (transition === 'reschedule') {
    // With manual approval, the notice is prepared once the new time is approved.
    const noticed = row.booking_approval === 'manual' ? {} : { noticed_at: now.toString() }
    return { ...raised, ...noticed, moved_from: row.starts_at.toISOString(), has_moved: true }
  }
  if (transition === 'agree') {
    return { ...raised, noticed_at: now.toString(), moved_from: row.starts_at.toISOString(), late_minutes: null }
  }
  return transition === 'decline' || transition === 'expire' ? raised : {}
}

/** @throws DomainError invalid */
export function readableReason(reason: string | undefined): string | null {
  const text = plainText(reason ?? '') || null
  if (text && !isShowable(text)) {
    throw invalid([{ path: 'reason', message: faults.removeCharacters() }])
  }
  return text
}
