import { randomUUIDv7 } from 'node:crypto'
import type { Logger } from 'pino'
import type { PaymentProvider } from '../../money/area.ts'
import { MAIL_UPGRADE_CENTS } from '../../money/payment/domain.ts'
import { bookingNotFound, countsWhenMailed } from '../../notice/notice/domain.ts'
import { partiesOf } from '../../notice/notification/domain.ts'
import type { BookingView, ComposedMessage, MessageTarget } from '../../notice/notification/messages.ts'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { DomainError, invalid } from '../../platform/errors.ts'
import { isShowable } from '../../platform/plain-text.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import type { AvailabilityService } from '../../property/area.ts'
import { blockedRange, isMailSold, offeredStart } from '../../property/availability/domain.ts'
import { isProductDemo } from '../../property/property/domain.ts'
import { decisionDue, slotNotOffered, slotTaken } from '../booking/domain.ts'
import * as rule from './domain.ts'
import { composeLife } from './messages.ts'
import * as rows from './repository.ts'

/** Who makes a move, as the log names him. */
type By = { by: 'agent' | 'admin' | 'buyer' | 'system'; accountId: string | null }
type Told = {
  reason: string | null
  /** Columns that change beside what the move itself changes, found once the move may be made. */
  change?: (row: rows.LifeRow, now: Temporal.Instant) => Promise<Record<string, unknown>>
}

/** Overdue bookings and due payments of one round. */
const SWEEP = 100

/**
 * What happens to a booking after it is made. A move is one call of SQL with its log entry and its messages; money follows
 * by a job, for no vendor is asked inside a transaction.
 */
export function createLifecycleService(options: {
  db: Database
  clock: Clock
  provider: PaymentProvider
  availability: AvailabilityService
  log: Logger
}) {
  const { db, clock, provider, availability, log } = options

  /**
   * Makes a move that may be made. Two may act at once: whoever finds the booking changed decides anew by how it is now.
   * @throws DomainError not_found, conflict (with the state it is in)
   */
  async function make(
    find: () => Promise<rows.LifeRow | null>,
    move: rule.Move,
    by: (row: rows.LifeRow) => By,
    told: Told,
  ) {
    for (let tries = 0; tries < 5; tries++) {
      const row = await find()
      if (!row) throw bookingNotFound()
      const now = clock.now()
      const life = rule.lifeOf(row)
      const who = by(row)
      const fault = rule.moveFault(life, move, now, who.by)
      if (fault) throw fault
      const after = rule.afterMove(life, move, { isManual: row.booking_approval === 'manual' })
      const asked = (await told.change?.(row, now)) ?? {}
      const change = { status: after.status, ...changeOf(move, row, who.by, now), ...asked }
      const isDemo = row.payment_id === null
      const event = rule.LIFE_EVENTS[move]
      const moved = move === 'move' && { startedAt: row.starts_at.toISOString(), startsAt: asked.starts_at }
      const payload = { from: row.status, to: after.status, ...who, reason: told.reason, ...moved }
      // Approval is told once the card is charged, a refund once the money has gone back: one message for each.
      const isToldLater = (move === 'approve' && after.money === 'capture_due') || move === 'approve_refund'
      const isTold = !isDemo && !isProductDemo(row) && !isToldLater
      const outcome = await rows.moveBooking(
        db,
        row,
        {
          change,
          payment_status: after.money !== life.money ? after.money : null,
          event: move === 'approve_refund' ? 'refund_approved' : event,
          payload: isDemo ? null : JSON.stringify(payload),
          notifications: isTold
            ? plan(
                event,
                { ...row, status: after.status },
                { hadNotice: hadNotice(row, now), mails: mailsLetter(move, row, asked, now) },
              )
            : [],
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

  const findOwn = (actor: Actor, id: string) => {
    const { accountId, role } = requireAccount(actor)
    return () => rows.findOwn(db, { ownerId: role === 'admin' ? null : accountId, id })
  }

  const byOf = (actor: Actor) => {
    const { accountId } = requireAccount(actor)
    return (row: rows.LifeRow): By => ({ by: row.owner_id === accountId ? 'agent' : 'admin', accountId })
  }

  /** @throws DomainError unauthenticated, not_found, invalid, conflict */
  async function act(actor: Actor, id: string, move: 'approve' | 'decline' | 'cancel', reason?: string): Promise<void> {
    await make(findOwn(actor, id), move, byOf(actor), { reason: readable(reason) })
  }

  const asBuyer = (token: string, move: rule.Move, told: Told) =>
    make(
      async () => {
        const row = /^[\w-]{32}$/.test(token) ? await rows.findByToken(db, token) : null
        if (row && isProductDemo(row)) throw rule.demoStays()
        return row
      },
      move,
      () => ({ by: 'buyer', accountId: null }),
      told,
    )

  /** The columns of the new time. @throws DomainError invalid, conflict */
  async function newTime(
    row: rows.LifeRow,
    wanted: { showingDate: string; showingTime: string },
    now: Temporal.Instant,
  ) {
    const home = await availability.bookable(row.property_id).catch((error) => {
      // A home that is not listed any more offers no time.
      if (error instanceof DomainError && error.kind === 'not_found') throw slotNotOffered()
      throw error
    })
    const startsAt = offeredStart(home.rules, wanted.showingDate, wanted.showingTime, now)
    if (!startsAt) throw slotNotOffered()
    if (startsAt.epochMilliseconds === row.starts_at.getTime()) {
      throw new DomainError('conflict', 'same_time', 'The showing is at that time already.', { field: 'showingTime' })
    }
    const range = blockedRange(startsAt, home.rules.bufferMinutes)
    return {
      starts_at: startsAt.toString(),
      ends_at: range.endsAt.toString(),
      during: `[${startsAt},${range.blockedUntil})`,
      showing_date: wanted.showingDate,
      showing_time: wanted.showingTime,
      decision_due_at: row.booking_approval === 'manual' ? decisionDue(now, startsAt).toString() : null,
    }
  }

  /** Declines what nobody decided in time. @returns how many */
  async function declineOverdue(): Promise<number> {
    let declined = 0
    for (const id of await rows.listOverdue(db, clock.now().toString(), SWEEP)) {
      try {
        const by = (): By => ({ by: 'system', accountId: null })
        await make(() => rows.findOwn(db, { ownerId: null, id }), 'expire', by, { reason: null })
        declined++
      } catch (error) {
        // Somebody decided in the last moment, or it waits for the next round; the others do not wait for it.
        log.warn({ err: error, bookingId: id }, 'an overdue booking was not declined')
      }
    }
    return declined
  }

  /** Does at the provider what was decided, and writes it down once; any number of times, and twice at once. */
  async function moveMoney(bookingId: string): Promise<void> {
    const row = await rows.findOwn(db, { ownerId: null, id: bookingId })
    if (!rows.isPaidFor(row)) return
    // Paid through the provider that was on before: nobody here can move it, and the reconciliation names it.
    if (row.payment_provider !== provider.name) return
    if (row.payment_status === 'capture_due') await capture(row, row.intent_id)
    else if (row.payment_status === 'refund_due') await giveBack(row, row.intent_id)
  }

  async function capture(row: rows.PaidLifeRow, intentId: string): Promise<void> {
    const outcome = await provider.capture(intentId).catch((error) => {
      // What will never work is no reason to keep a slot; all else is tried again.
      if (error instanceof VendorError && error.isPermanent && error.isAboutRequest) return 'refused' as const
      throw error
    })
    const isTaken = outcome === 'captured'
    const amount = row.payment_amount_cents
    await rows.settleDue(
      db,
      row.payment_id,
      {
        from: 'capture_due',
        to: isTaken ? 'succeeded' : 'refund_due',
        entries: isTaken ? [{ step: 1, kind: 'charge', amount_cents: amount, reference: intentId }] : [],
        cancels: !isTaken,
        event: isTaken ? 'charged' : 'cancelled',
        payload: JSON.stringify(
          isTaken
            ? { amount, reference: row.payment_id }
            : { by: 'system', accountId: null, reason: 'The card could not be charged' },
        ),
        notifications: plan(isTaken ? 'approved' : 'cancelled', row, {
          hadNotice: row.moved_from !== null && hadNotice(row, clock.now()),
          mails: mailsLetter('approve', row, {}, clock.now()),
        }),
      },
      clock.now().toString(),
    )
    if (!isTaken) await giveBack(row, intentId)
  }

  async function giveBack(row: rows.PaidLifeRow, intentId: string): Promise<void> {
    const back = await provider.giveBack({ intentId, idempotencyKey: `give-back:${row.payment_id}` })
    // Nothing is left now that others could give back. What they did before is no refund of ours.
    const refunds = back.kind === 'refund' ? await provider.listRefunds(intentId) : []
    const outside = refunds.filter(({ isOurs }) => !isOurs)
    const letter = refunds.find(({ key }) => key === letterKey(row))
    // It was refunded before, and its process died. The message about the whole refund says it.
    if (letter)
      await rows.recordLetterRefund(db, row.payment_id, { ...letter, notifications: [] }, clock.now().toString())
    await rows.recordOutside(db, intentId, outside, clock.now().toString())
    const before = [...outside, ...(letter ? [letter] : [])].reduce((sum, { amountCents }) => sum + amountCents, 0)
    const charge = { step: 1, kind: 'charge', amount_cents: row.payment_amount_cents, reference: intentId }
    const returned = { step: 2, kind: back.kind, amount_cents: back.amountCents, reference: back.reference }
    await rows.settleDue(
      db,
      row.payment_id,
      {
        from: 'refund_due',
        to: 'refunded',
        // The money came before it went, also where a capture's answer was lost.
        entries: back.kind === 'refund' ? [charge, returned] : [returned],
        cancels: false,
        event: back.kind === 'refund' ? 'refunded' : 'released',
        payload: JSON.stringify({ amount: back.amountCents - before, reference: back.reference }),
        // Who cancels or declines has told already that the money goes back.
        notifications: row.refund_decision === 'approved' ? plan('refunded', row, NEITHER) : [],
      },
      clock.now().toString(),
    )
  }

  /**
   * Refunds the price of a letter that is not mailed; any number of times, and twice at once. Where the whole payment goes
   * back, the price goes with it.
   */
  async function refundLetter(bookingId: string): Promise<void> {
    const row = await rows.findOwn(db, { ownerId: null, id: bookingId })
    if (!rows.isPaidFor(row) || row.letter_money !== 'returning' || row.payment_provider !== provider.name) return
    const asked = { intentId: row.intent_id, idempotencyKey: letterKey(row), amountCents: MAIL_UPGRADE_CENTS }
    const refund = await provider.refund(asked).catch(async (error) => {
      // Somebody gave the money back at the provider: nothing is left to refund.
      const intent = await provider.retrieve(asked.intentId)
      if (!intent || intent.amountCents - intent.refundedCents >= asked.amountCents) throw error
      return null
    })
    const now = clock.now().toString()
    if (!refund) return rows.closeLetterRefund(db, row.payment_id, now)
    const notifications = isProductDemo(row) ? [] : plan('letter_refunded', row, NEITHER)
    await rows.recordLetterRefund(db, row.payment_id, { ...refund, notifications }, now)
  }

  return {
    act,
    refundLetter,

    /** The buyer's own cancel: what was charged stays. @throws DomainError not_found, invalid, conflict */
    cancelOwn: async (token: string, reason?: string) => asBuyer(token, 'buyer_cancel', { reason: readable(reason) }),

    /** Moves a confirmed showing to another free start. @throws DomainError not_found, invalid, conflict with alternatives */
    moveOwn: (token: string, wanted: { showingDate: string; showingTime: string }) =>
      asBuyer(token, 'move', { reason: null, change: (row, now) => newTime(row, wanted, now) }),

    /** @throws DomainError not_found, invalid, conflict */
    async requestRefund(token: string, why: string): Promise<void> {
      const reason = readable(why)
      if (!reason) throw invalid([{ path: 'reason', message: 'Please enter a reason' }])
      const change = async (_: rows.LifeRow, now: Temporal.Instant) => ({
        refund_requested_at: now.toString(),
        refund_reason: reason,
      })
      await asBuyer(token, 'request_refund', { reason, change })
    },

    /** An admin may also grant what the agent declined. @throws DomainError unauthenticated, not_found, invalid, conflict */
    async decideRefund(actor: Actor, id: string, told: { decision: 'approve' | 'decline'; reason?: string }) {
      const reason = readable(told.reason)
      const refund_decision = told.decision === 'approve' ? 'approved' : 'declined'
      await make(findOwn(actor, id), `${told.decision}_refund`, byOf(actor), {
        reason,
        change: async () => ({ refund_decision, refund_answer: reason }),
      })
    },

    declineOverdue,
    moveMoney,

    /** What a job has left behind. @returns how many failed again */
    async moveDueMoney(): Promise<number> {
      let failed = 0
      const now = clock.now().toString()
      const due = { provider: provider.name, before: clock.now().subtract({ seconds: 30 }).toString(), now }
      const tryTo = (bookingId: string, moved: Promise<void>) =>
        moved.catch(async (error) => {
          failed++
          log.error({ err: error, bookingId }, 'money that is due could not be moved yet')
          await rows.recordFailure(db, bookingId, now)
        })
      for (const bookingId of await rows.listDue(db, { ...due, limit: SWEEP }))
        await tryTo(bookingId, moveMoney(bookingId))
      for (const bookingId of await rows.listOwedLetters(db, { ...due, limit: SWEEP }))
        await tryTo(bookingId, refundLetter(bookingId))
      return failed
    },

    /** The words of a message about a booking's life; null: it reads as a booking does. */
    async compose(bookingId: string, target: MessageTarget, view: BookingView): Promise<ComposedMessage | null> {
      const row = await rows.findOwn(db, { ownerId: null, id: bookingId })
      if (!row) throw bookingNotFound()
      const goesBack = row.payment_status === 'refund_due' || row.payment_status === 'refunded'
      return composeLife(target, {
        ...view,
        paidAt: row.charged_at && instantOf(row.charged_at),
        letter: row.letter_money,
        cancelledBy: row.cancelled_by,
        isOff: (row.status === 'cancelled' || row.status === 'declined') && target.isCurrent !== false,
        isOverdue: row.decision_due_at !== null && row.updated_at >= row.decision_due_at,
        returned: row.returned_at && { at: instantOf(row.returned_at), cents: row.returned_cents },
        money: goesBack ? (row.is_charged ? 'returned' : 'released') : 'kept',
        refundReason: row.refund_reason,
        refundAnswer: row.refund_answer,
      })
    },
  }
}

export type LifecycleService = ReturnType<typeof createLifecycleService>

const instantOf = (date: Date) => Temporal.Instant.fromEpochMilliseconds(date.getTime())

/**
 * A resident is told of what is confirmed, until it begins; of what waits for approval after a move he knows that the old
 * time is off.
 */
const hadNotice = (row: rows.LifeRow, now: Temporal.Instant) =>
  row.occupancy_status !== 'vacant' && row.status !== 'pending' && now.epochMilliseconds < row.starts_at.getTime()

function changeOf(move: rule.Move, row: rows.LifeRow, by: By['by'], now: Temporal.Instant): Record<string, unknown> {
  const raised = { calendar_sequence: row.calendar_sequence + 1 }
  // Calendars that knew it as tentative, or were told that it was off, hear of it anew.
  if (move === 'approve') return { ...raised, noticed_at: now.toString() }
  if (move === 'cancel') return { ...raised, cancelled_by: 'agent' }
  if (move === 'buyer_cancel') return { ...raised, cancelled_by: by }
  if (move === 'move') {
    // Where approval is manual the notice is prepared once the new time is approved.
    const noticed = row.booking_approval === 'manual' ? {} : { noticed_at: now.toString() }
    return { ...raised, ...noticed, moved_from: row.starts_at.toISOString() }
  }
  return move === 'decline' || move === 'expire' ? raised : {}
}

/**
 * Whether a letter that is paid for is to be mailed for what a move makes of a showing: for a new time as it is sold, after
 * an approval as long as it still counts as notice.
 */
function mailsLetter(
  move: rule.Move,
  row: rows.LifeRow,
  change: Record<string, unknown>,
  now: Temporal.Instant,
): boolean {
  if (!row.mail_upgrade) return false
  return move === 'move'
    ? isMailSold(Temporal.Instant.from(String(change.starts_at)), row.time_zone, now)
    : countsWhenMailed(instantOf(row.starts_at), row.time_zone, now)
}

/** By which the provider refunds the price of a letter once. */
const letterKey = (row: rows.PaidLifeRow) => `letter:${row.payment_id}`

type Planned = { hadNotice: boolean; mails: boolean }
const NEITHER: Planned = { hadNotice: false, mails: false }

const plan = (event: rule.LifeEvent, row: rows.LifeRow, { hadNotice, mails }: Planned) =>
  rule
    .planLife(event, {
      ...partiesOf(row),
      status: row.status === 'pending' ? 'pending' : 'confirmed',
      hadNotice,
      mailUpgrade: mails,
    })
    .map((planned) => ({ id: randomUUIDv7(), ...planned }))

/** @throws DomainError invalid */
function readable(reason: string | undefined): string | null {
  const text = reason?.trim() || null
  if (text && !isShowable(text)) {
    throw invalid([{ path: 'reason', message: 'Please remove the characters that cannot be shown' }])
  }
  return text
}
