import { randomBytes } from 'node:crypto'
import type { Logger } from 'pino'
import type { OrderRows, PaymentProvider } from '../../money/area.ts'
import { holdEnded, paymentNotFound } from '../../money/payment/domain.ts'
import type { PaidShowingRow, ShowingRow } from '../../notice/area.ts'
import { bookedPayload } from '../../notice/compliance/domain.ts'
import { countsWhenMailed } from '../../notice/notice/domain.ts'
import { partiesOf } from '../../notice/notification/domain.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { DomainError } from '../../platform/errors.ts'
import { formatMoney } from '../../platform/money.ts'
import type { AvailabilityService } from '../../property/area.ts'
import { isProductDemo } from '../../property/property/domain.ts'
import {
  confirmationNumber,
  decisionDue,
  notPaid,
  priceChangedAfterPayment,
  providerAway,
  slotLostAfterPayment,
} from './domain.ts'
import { findByIntent, listUnsettled, markReleased, recordFailure, type Unsettled } from './hold-repository.ts'
import type { DemoSettlement } from './ports.ts'
import { planFirstMessages } from './status-service.ts'

type SettlementDeps = {
  db: Database
  clock: Clock
  provider: PaymentProvider
  orders: Pick<OrderRows, 'settleOrder' | 'markRefunded' | 'recordOutsideRefunds'>
  availability: AvailabilityService
  demos: DemoSettlement
  log: Logger
}

/** From a paid hold to a booking or a refund, from wherever the news comes first. */
export const createSettlementService = (deps: SettlementDeps) => ({
  settle: (intentId: string) => settle(deps, intentId),
  reconcile: () => reconcile(deps),
})

export type SettlementService = ReturnType<typeof createSettlementService>

/**
 * Ends a payment as exactly one of a booking or a full refund. Called by the browser, the webhook and the reconciler,
 * any number of times and in any order; every caller learns the same.
 * @throws DomainError not_found, payment_refused (not paid), expired, conflict (money refunded), unavailable
 */
async function settle(deps: SettlementDeps, intentId: string): Promise<ShowingRow> {
  const { db, clock, provider, orders, demos } = deps
  const found = await findByIntent(db, intentId)
  if (!found) throw paymentNotFound()
  if (found.status !== 'held' && found.status !== 'lapsed') return found
  if (found.payment_status === 'refunded') return throwLost(deps, found, { refunded: true })
  if (found.payment_status === 'refund_due') return refundOrVoid(deps, found, intentId)

  const intent = await provider.retrieve(intentId).catch((error) => {
    throw providerAway(error)
  })
  if (intent?.status !== 'succeeded' && intent?.status !== 'requires_capture') {
    const hasEnded = found.status === 'lapsed' || found.hold_expires_at.getTime() <= clock.now().epochMilliseconds
    throw hasEnded || intent?.status === 'cancelled' ? holdEnded() : notPaid()
  }

  const now = clock.now()
  const startsAt = instantOf(found.starts_at)
  const isPending = intent.status === 'requires_capture'
  const number = confirmationNumber(randomBytes(8))
  const booked = {
    ...found,
    confirmation_number: number,
    status: isPending ? ('pending' as const) : ('confirmed' as const),
    booked_at: dateOf(now),
  }
  const isDemo = isProductDemo(found)
  const parties = isDemo ? await demos.parties(found.id) : partiesOf(booked)
  const outcome = await orders.settleOrder(
    db,
    intentId,
    {
      provider_status: intent.status,
      // What went back already, in the provider's own dashboard, pays for nothing: then the rest goes back too.
      amount_cents: intent.amountCents - intent.refundedCents,
      revision: found.payment_revision,
      confirmation_number: number,
      decision_due_at: decisionDue(now, startsAt).toString(),
      may_retake: (found.property_listed || isDemo) && Temporal.Instant.compare(now, startsAt) < 0,
      payload: JSON.stringify(bookedPayload(booked, now.toString())),
      notifications: planFirstMessages('booked', booked, {
        ...parties,
        mailUpgrade: parties.mailUpgrade && (isDemo || countsWhenMailed(startsAt, found.time_zone, now)),
      }),
    },
    now.toString(),
  )
  if (outcome === 'settled') return booked
  // The buyer changed his details in the same moment: what is booked, logged and told must be the same.
  if (outcome === 'changed') return settle(deps, intentId)
  const current = await findByIntent(db, intentId)
  if (!current) throw paymentNotFound()
  if (outcome === 'fulfilled') return current
  return outcome === 'refunded' ? throwLost(deps, current, { refunded: true }) : refundOrVoid(deps, current, intentId)
}

const recordOutsideRefunds = async ({ db, clock, provider, orders }: SettlementDeps, intentId: string) =>
  orders.recordOutsideRefunds(db, intentId, await provider.listRefunds(intentId), clock.now().toString())

/** Refunds money that found no booking, or voids its authorization; the provider does it once, whoever asks and how often. */
async function refundOrVoid(deps: SettlementDeps, found: PaidShowingRow, intentId: string): Promise<never> {
  const { db, clock, provider, orders, log } = deps
  try {
    const back = await provider.giveBack({ intentId, idempotencyKey: `give-back:${found.payment_id}` })
    // Nothing is left now that others could give back. What they did before is no refund of ours.
    if (back.kind === 'refund') await recordOutsideRefunds(deps, intentId)
    // A demo's destinations have nothing to do with its payment.
    const refund = {
      ...back,
      notifications: isProductDemo(found) ? [] : planFirstMessages('slot_lost', found, partiesOf(found)),
      job: { name: 'notification.deliver', payload: { bookingId: found.id } },
    }
    await orders.markRefunded(db, found.payment_id, refund, clock.now().toString())
  } catch (error) {
    // It stays due: the reconciler tries again each minute.
    log.error({ err: error, paymentId: found.payment_id }, 'money could not be given back yet')
    return throwLost(deps, found, { refunded: false })
  }
  return throwLost(deps, found, { refunded: true })
}

async function throwLost(
  { availability, demos }: SettlementDeps,
  found: PaidShowingRow,
  { refunded }: { refunded: boolean },
): Promise<never> {
  const formatted = formatMoney(found.paid_cents ?? found.payment_amount_cents)
  if (isProductDemo(found)) throw demos.lost({ formatted, refunded })
  const alternatives = await availability.alternatives(found.property_id, instantOf(found.starts_at)).catch((error) => {
    if (error instanceof DomainError) return []
    throw error
  })
  const isOtherPrice = found.paid_cents !== null && found.paid_cents !== found.payment_amount_cents
  throw isOtherPrice
    ? priceChangedAfterPayment({ formatted, refunded }, alternatives)
    : slotLostAfterPayment({ formatted, refunded }, alternatives)
}

/**
 * Finishes what a browser or a process left behind: asks the provider about every payment that is neither paid nor
 * over, books or refunds, and cancels the intents of holds that ended.
 */
async function reconcile(
  deps: SettlementDeps,
): Promise<{ settled: number; returned: number; cancelled: number; failed: number }> {
  const { db, clock, provider, log } = deps
  const result = { settled: 0, returned: 0, cancelled: 0, failed: 0 }
  const now = clock.now()
  for await (const unsettled of eachUnsettled(deps, now)) {
    try {
      const isEnded = unsettled.hold_expires_at.getTime() <= now.epochMilliseconds
      const intent = unsettled.intent_id ? await provider.retrieve(unsettled.intent_id) : null
      const isPaid = intent?.status === 'succeeded' || intent?.status === 'requires_capture'
      if (unsettled.intent_id && (isPaid || unsettled.payment_status === 'refund_due')) {
        await settle(deps, unsettled.intent_id)
        result.settled++
      } else if (isEnded) {
        // Too late to cancel means that money just came: the next round settles it.
        if (unsettled.intent_id && (await provider.cancel(unsettled.intent_id)) === 'too_late') continue
        const { booking_id: bookingId, intent_id: intentId, revision } = unsettled
        const isReleased = await markReleased(db, { bookingId, intentId, revision, isOver: true }, now.toString())
        if (isReleased) result.cancelled++
      }
    } catch (error) {
      if (error instanceof DomainError && error.details.refunded === true) result.returned++
      else {
        result.failed++
        log.error({ err: error, paymentId: unsettled.payment_id }, 'a payment could not be reconciled')
        await recordFailure(db, unsettled.payment_id, now.toString())
      }
    }
  }
  return result
}

async function* eachUnsettled({ db, provider }: SettlementDeps, now: Temporal.Instant) {
  const limit = 200
  const scope = { before: now.subtract({ seconds: 30 }).toString(), now: now.toString(), provider: provider.name }
  let afterId: string | null = null
  for (;;) {
    const page: Unsettled[] = await listUnsettled(db, { ...scope, afterId, limit })
    yield* page
    if (page.length < limit) return
    afterId = page.at(-1)?.payment_id ?? null
  }
}

const instantOf = (date: Date) => Temporal.Instant.fromEpochMilliseconds(date.getTime())
const dateOf = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds)
