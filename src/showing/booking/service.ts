import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Logger } from 'pino'
import type { PaymentProvider, ProviderRefund } from '../../money/area.ts'
import { holdEnded, paymentNotFound, priceOf } from '../../money/payment/domain.ts'
import type { PaidShowingRow, ShowingRow } from '../../notice/area.ts'
import { bookedPayload } from '../../notice/compliance/domain.ts'
import { countsWhenMailed } from '../../notice/notice/domain.ts'
import { type NotificationFacts, partiesOf, planNotifications } from '../../notice/notification/domain.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { DomainError, invalid } from '../../platform/errors.ts'
import { formatMoney } from '../../platform/money.ts'
import type { AvailabilityService } from '../../property/area.ts'
import { blockedRange, isMailSold, offeredStart } from '../../property/availability/domain.ts'
import { isProductDemo } from '../../property/property/domain.ts'
import type { BookingForm } from './contract.ts'
import * as rule from './domain.ts'
import * as rows from './repository.ts'

export type Holding = {
  bookingId: string
  manageToken: string
  paymentIntentId: string
  clientSecret: string
  amountCents: number
  expiresAt: string
}

/** What is held, and what is paid for it. */
export type Wanted = {
  /** The hold, or the one that this buyer has already. */
  insert(): Promise<rows.Hold>
  /** Brings a hold that is there already up to date. @returns its revision; null: it is not as it was read any more */
  renew(held: rows.Hold, now: string): Promise<number | null>
  amountCents: number
  capture: 'automatic' | 'manual'
  /** For the books of the provider. */
  description: string
}

type Parties = Omit<NotificationFacts, 'event' | 'status'>

export type PaymentRows = {
  markOpen(
    db: Database,
    payment: { id: string; revision: number },
    intent: { intentId: string; clientSecret: string },
    now: string,
  ): Promise<boolean>
  markRefunded(
    db: Database,
    paymentId: string,
    back: { kind: 'refund' | 'release'; reference: string; amountCents: number; notifications: unknown[] },
    now: string,
  ): Promise<boolean>
  recordOutsideRefunds(db: Database, intentId: string, refunds: ProviderRefund[], now: string): Promise<number>
}

/** From a wish to a paid showing: `hold`, then the buyer pays, then `settle` from wherever the news comes first. */
export function createBookingService(options: {
  db: Database
  clock: Clock
  provider: PaymentProvider
  payments: PaymentRows
  availability: AvailabilityService
  /** What is different about a demo of the product's own. */
  demos: {
    /** Whom its messages go to. */
    parties: (bookingId: string) => Promise<Parties>
    /** Money that came when its destinations had had another demo. */
    lost: (payment: { formatted: string; refunded: boolean }) => DomainError
  }
  log: Logger
}) {
  const { db, clock, provider, payments, availability, log } = options

  /**
   * Keeps the slot for ten minutes and opens its payment. The same buyer asking again for the same start gets the same
   * hold, brought up to date: known by email and phone, or by email and the secret of the hold.
   * @throws DomainError invalid (400, each fault at its field), not_found, conflict (the agent cannot be reached; a taken slot,
   *   with alternatives), too_many, unavailable
   */
  async function hold(
    form: BookingForm,
    request: { amount?: number | undefined; clientAddress: string; clientSecret?: string | undefined },
  ): Promise<Holding> {
    const now = clock.now()
    const issues = rule.validateForm(form)
    if (issues.length > 0) throw invalid(issues)
    const home = await availability.bookable(form.propertyId)
    if (!home.isReachable) throw rule.agentUnreachable()
    const details = rule.detailsOf(form)
    if (details.mailUpgrade && home.occupancy !== 'resident') throw rule.mailUpgradeNotOffered()
    const amountCents = priceOf({ isDemo: home.isDemo, mailUpgrade: details.mailUpgrade })
    if (request.amount !== undefined && request.amount !== amountCents) throw rule.wrongAmount(formatMoney(amountCents))
    const startsAt = offeredStart(home.rules, form.showingDate.trim(), form.showingTime.trim(), now)
    if (!startsAt) throw rule.slotNotOffered()
    if (details.mailUpgrade && !isMailSold(startsAt, home.rules.timeZone, now)) throw rule.mailTooLate()

    const range = blockedRange(startsAt, home.rules.bufferMinutes)
    const wanted = { details, amountCents }
    const insert = async (): Promise<rows.Hold> => {
      const held = await rows.insertHeld(
        db,
        {
          id: randomUUIDv7(),
          propertyId: home.id,
          startsAt: range.startsAt.toString(),
          endsAt: range.endsAt.toString(),
          blockedUntil: range.blockedUntil.toString(),
          showingDate: form.showingDate.trim(),
          showingTime: form.showingTime.trim(),
          timeZone: home.rules.timeZone,
          expiresAt: now.add({ minutes: rule.HOLD_MINUTES }).toString(),
          details,
          clientAddress: request.clientAddress,
          clientSecret: request.clientSecret,
          amountCents,
          manageToken: randomBytes(24).toString('base64url'),
          noticeToken: randomBytes(24).toString('base64url'),
          isDemo: home.isDemo,
          paymentId: randomUUIDv7(),
          provider: provider.name,
          capture: home.approval,
        },
        now.toString(),
      )
      if (held === 'taken') throw rule.slotTaken(await availability.alternatives(home.id, startsAt))
      if (held === 'too_many') throw rule.tooManyHolds()
      return held
    }
    const renew = (held: rows.Hold, at: string) => rows.renewHeld(db, held, wanted, at)
    return keep({ insert, renew, amountCents, capture: home.approval, description: `Showing ${home.slug}` })
  }

  /**
   * Holds what is wanted and opens its payment.
   * @throws DomainError what `insert` and `renew` throw; unavailable
   */
  async function keep(wanted: Wanted): Promise<Holding> {
    // Two requests of one buyer may change one hold at once: whoever finds it changed begins again from how it is now.
    for (let tries = 0; tries < 5; tries++) {
      const held = await wanted.insert()
      const payment = await openPayment(held, wanted)
      if (payment) {
        return { bookingId: held.bookingId, manageToken: held.manageToken, expiresAt: held.expiresAt, ...payment }
      }
    }
    throw rule.paymentUnavailable(new Error('the hold kept changing'))
  }

  /**
   * The hold's intent, opened or brought up to date. When the provider fails the hold is given up at once.
   * @returns null when another request has changed the hold meanwhile
   */
  async function openPayment(
    held: rows.Hold,
    wanted: Wanted,
  ): Promise<{ paymentIntentId: string; clientSecret: string; amountCents: number } | null> {
    const now = clock.now().toString()
    try {
      if (held.intentId && held.clientSecret) {
        const existing = { paymentIntentId: held.intentId, clientSecret: held.clientSecret }
        // Asked at the same price too: it tells whether money has moved, and mends what a crash left half changed.
        const change = await provider.changeAmount(held.intentId, wanted.amountCents)
        if (change === 'too_late') return { ...existing, amountCents: held.amountCents }
        const revision = await wanted.renew(held, now)
        return revision === null ? null : { ...existing, amountCents: wanted.amountCents }
      }
      const revision = held.outcome === 'mine' ? await wanted.renew(held, now) : held.revision
      if (revision === null) return null
      held.revision = revision
      const intent = await provider.open({
        idempotencyKey: `hold:${held.paymentId}:${revision}`,
        amountCents: wanted.amountCents,
        currency: 'usd',
        capture: wanted.capture,
        expiresAt: Temporal.Instant.from(held.expiresAt),
        description: wanted.description,
      })
      if (await payments.markOpen(db, { id: held.paymentId, revision }, intent, now)) {
        return { paymentIntentId: intent.intentId, clientSecret: intent.clientSecret, amountCents: wanted.amountCents }
      }
      // Nobody gets an intent that is not the payment's own: nothing would know of its money.
      await provider.cancel(intent.intentId)
      return null
    } catch (error) {
      if (error instanceof DomainError) throw error
      await giveUp(held)
      throw rule.paymentUnavailable(error)
    }
  }

  /** Frees the slot. The payment is over only when its intent surely is; otherwise the reconciler watches it. */
  async function giveUp(held: rows.Hold): Promise<void> {
    const cancelled = held.intentId ? await provider.cancel(held.intentId).catch(() => 'unknown' as const) : 'cancelled'
    if (cancelled === 'too_late') return
    await rows.releaseHeld(db, { ...held, isOver: cancelled === 'cancelled' }, clock.now().toString())
  }

  /**
   * Ends a payment as exactly one of a booking or a full refund. Called by the browser, the webhook and the reconciler,
   * any number of times and in any order; every caller learns the same.
   * @throws DomainError not_found, payment_refused (not paid), expired, conflict (money given back), unavailable
   */
  async function settle(intentId: string): Promise<ShowingRow> {
    const found = await rows.findSettlement(db, intentId)
    if (!found) throw paymentNotFound()
    if (found.status !== 'held' && found.status !== 'lapsed') return found
    if (found.payment_status === 'refunded') return lost(found, { refunded: true })
    if (found.payment_status === 'refund_due') return giveBack(found, intentId)

    const intent = await provider.retrieve(intentId).catch((error) => {
      throw rule.providerAway(error)
    })
    if (intent?.status !== 'succeeded' && intent?.status !== 'requires_capture') {
      const hasEnded = found.status === 'lapsed' || found.hold_expires_at.getTime() <= clock.now().epochMilliseconds
      throw hasEnded || intent?.status === 'cancelled' ? holdEnded() : rule.notPaid()
    }

    const now = clock.now()
    const startsAt = instantOf(found.starts_at)
    const isPending = intent.status === 'requires_capture'
    const number = rule.confirmationNumber(randomBytes(8))
    const booked = {
      ...found,
      confirmation_number: number,
      status: isPending ? ('pending' as const) : ('confirmed' as const),
      booked_at: dateOf(now),
    }
    const isDemo = isProductDemo(found)
    const parties = isDemo ? await options.demos.parties(found.id) : partiesOf(booked)
    const outcome = await rows.markSettled(
      db,
      intentId,
      {
        provider_status: intent.status,
        // What went back already, in the provider's own dashboard, pays for nothing: then the rest goes back too.
        amount_cents: intent.amountCents - intent.refundedCents,
        revision: found.payment_revision,
        confirmation_number: number,
        decision_due_at: rule.decisionDue(now, startsAt).toString(),
        may_retake: (found.property_listed || isDemo) && Temporal.Instant.compare(now, startsAt) < 0,
        payload: JSON.stringify(bookedPayload(booked, now.toString())),
        notifications: plan('booked', booked, {
          ...parties,
          mailUpgrade: parties.mailUpgrade && (isDemo || countsWhenMailed(startsAt, found.time_zone, now)),
        }),
      },
      now.toString(),
    )
    if (outcome === 'settled') return booked
    // The buyer changed his details in the same moment: what is booked, logged and told must be the same.
    if (outcome === 'changed') return settle(intentId)
    const current = await rows.findSettlement(db, intentId)
    if (!current) throw paymentNotFound()
    if (outcome === 'booked') return current
    return outcome === 'refunded' ? lost(current, { refunded: true }) : giveBack(current, intentId)
  }

  const recordOutside = async (intentId: string) =>
    payments.recordOutsideRefunds(db, intentId, await provider.listRefunds(intentId), clock.now().toString())

  /** Money that found no booking goes back; the provider does it once, whoever asks and how often. */
  async function giveBack(found: PaidShowingRow, intentId: string): Promise<never> {
    try {
      const back = await provider.giveBack({ intentId, idempotencyKey: `give-back:${found.payment_id}` })
      // Nothing is left now that others could give back. What they did before is no refund of ours.
      if (back.kind === 'refund') await recordOutside(intentId)
      // A demo's destinations have nothing to do with its payment.
      const told = { ...back, notifications: isProductDemo(found) ? [] : plan('slot_lost', found, partiesOf(found)) }
      await payments.markRefunded(db, found.payment_id, told, clock.now().toString())
    } catch (error) {
      // It stays due: the reconciler tries again each minute.
      log.error({ err: error, paymentId: found.payment_id }, 'money could not be given back yet')
      return lost(found, { refunded: false })
    }
    return lost(found, { refunded: true })
  }

  async function lost(found: PaidShowingRow, { refunded }: { refunded: boolean }): Promise<never> {
    const formatted = formatMoney(found.paid_cents ?? found.payment_amount_cents)
    if (isProductDemo(found)) throw options.demos.lost({ formatted, refunded })
    const alternatives = await availability
      .alternatives(found.property_id, instantOf(found.starts_at))
      .catch((error) => {
        if (error instanceof DomainError) return []
        throw error
      })
    const isOtherPrice = found.paid_cents !== null && found.paid_cents !== found.payment_amount_cents
    throw isOtherPrice
      ? rule.priceChangedAfterPayment({ formatted, refunded }, alternatives)
      : rule.slotLostAfterPayment({ formatted, refunded }, alternatives)
  }

  /**
   * Finishes what a browser or a process left behind: asks the provider about every payment that is neither paid nor
   * over, books or gives back, and cancels the intents of holds that ended.
   */
  async function reconcile(): Promise<{ settled: number; returned: number; cancelled: number; failed: number }> {
    const result = { settled: 0, returned: 0, cancelled: 0, failed: 0 }
    const now = clock.now()
    for await (const unsettled of eachUnsettled(now)) {
      try {
        const isEnded = unsettled.hold_expires_at.getTime() <= now.epochMilliseconds
        const intent = unsettled.intent_id ? await provider.retrieve(unsettled.intent_id) : null
        const isPaid = intent?.status === 'succeeded' || intent?.status === 'requires_capture'
        if (unsettled.intent_id && (isPaid || unsettled.payment_status === 'refund_due')) {
          await settle(unsettled.intent_id)
          result.settled++
        } else if (isEnded) {
          // Too late to cancel means that money just came: the next round settles it.
          if (unsettled.intent_id && (await provider.cancel(unsettled.intent_id)) === 'too_late') continue
          const { booking_id: bookingId, intent_id: intentId, revision } = unsettled
          const isReleased = await rows.releaseHeld(db, { bookingId, intentId, revision, isOver: true }, now.toString())
          if (isReleased) result.cancelled++
        }
      } catch (error) {
        if (error instanceof DomainError && error.details.refunded === true) result.returned++
        else {
          result.failed++
          log.error({ err: error, paymentId: unsettled.payment_id }, 'a payment could not be reconciled')
          await rows.recordFailure(db, unsettled.payment_id, now.toString())
        }
      }
    }
    return result
  }

  async function* eachUnsettled(now: Temporal.Instant) {
    const limit = 200
    const scope = { before: now.subtract({ seconds: 30 }).toString(), now: now.toString(), provider: provider.name }
    let afterId: string | null = null
    for (;;) {
      const page: rows.Unsettled[] = await rows.listUnsettled(db, { ...scope, afterId, limit })
      yield* page
      if (page.length < limit) return
      afterId = page.at(-1)?.payment_id ?? null
    }
  }

  return { hold, keep, settle, reconcile }
}

export type BookingService = ReturnType<typeof createBookingService>

const instantOf = (date: Date) => Temporal.Instant.fromEpochMilliseconds(date.getTime())
const dateOf = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds)

function plan(event: 'booked' | 'slot_lost', booking: ShowingRow, parties: Parties) {
  return planNotifications({
    ...parties,
    event,
    status: booking.status === 'pending' ? 'pending' : 'confirmed',
  }).map((planned) => ({
    id: randomUUIDv7(),
    event,
    ...planned,
  }))
}
