import { randomBytes } from 'node:crypto'
import type { Orders, PaymentProvider, ProviderIntent } from '../../money/area.ts'
import { holdEnded, paymentNotFound } from '../../money/payment/domain.ts'
import { bookedPayload } from '../../notice/compliance/domain.ts'
import { countsWhenMailed } from '../../notice/entry-notice/domain.ts'
import { partiesOf } from '../../notice/message/domain.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { DomainError } from '../../platform/errors.ts'
import { instantOf } from '../../platform/instant.ts'
import { formatMoney } from '../../platform/money.ts'
import { withDeps } from '../../platform/use-cases.ts'
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
import { findByIntent, markReleased } from './hold-repository.ts'
import { findSentLink, listReached } from './pay-link-repository.ts'
import type { DemoSettlement } from './ports.ts'
import { type PaidShowingRow, type ShowingRow, toShowing } from './showing-domain.ts'
import { planFirstMessages, planLinkEnded } from './status-service.ts'

type SettlementDeps = {
  db: Database
  clock: Clock
  provider: PaymentProvider
  orders: Pick<Orders, 'settleOrder' | 'refundOrRelease'>
  availability: AvailabilityService
  demos: DemoSettlement
}

/** Turns paid holds into bookings or refunds. */
export const createSettlementService = (deps: SettlementDeps) => withDeps(deps, { settle, release })

export type SettlementService = ReturnType<typeof createSettlementService>

/**
 * Turns a payment into either a booking or a full refund, never both. The browser, the webhook, and the reconciler call
 * it any number of times and in any order, and every caller gets the same answer.
 * @throws DomainError not_found, payment_refused (not paid), expired, conflict (money refunded), unavailable
 */
async function settle(deps: SettlementDeps, intentId: string): Promise<ShowingRow> {
  const { db, clock, provider, orders } = deps
  const found = await findByIntent(db, intentId)
  if (!found) throw paymentNotFound()
  if (found.status !== 'held' && found.status !== 'lapsed') return found
  if (found.payment_status === 'refunded') return throwLost(deps, found, { refunded: true })
  if (found.payment_status === 'refund_due') return refundAndThrow(deps, found, intentId)

  const intent = await provider.retrieve(intentId).catch((error) => {
    throw providerAway(error)
  })
  if (!isPaid(intent)) {
    const hasEnded = found.status === 'lapsed' || found.hold_expires_at.getTime() <= clock.now().epochMilliseconds
    throw hasEnded || intent?.status === 'cancelled' ? holdEnded() : notPaid()
  }

  const now = clock.now()
  const { booked, paid } = await fulfillmentOf(deps, found, intent, now)
  const outcome = await orders.settleOrder(db, intentId, paid, now.toString())
  if (outcome === 'settled') return booked
  // The buyer changed the details at the same moment. The booking, the log, and the messages must agree.
  if (outcome === 'changed') return settle(deps, intentId)
  const current = await findByIntent(db, intentId)
  if (!current) throw paymentNotFound()
  if (outcome === 'fulfilled') return current
  return outcome === 'refunded' ? throwLost(deps, current, { refunded: true }) : refundAndThrow(deps, current, intentId)
}

type PaidIntent = ProviderIntent & { status: 'succeeded' | 'requires_capture' }

const isPaid = (intent: ProviderIntent | null): intent is PaidIntent =>
  intent?.status === 'succeeded' || intent?.status === 'requires_capture'

/** Returns the booking that a paid hold becomes, and what `settle_order` and `fulfil_showing` need to make it. */
async function fulfillmentOf(
  { demos }: SettlementDeps,
  found: PaidShowingRow,
  intent: PaidIntent,
  now: Temporal.Instant,
) {
  const startsAt = instantOf(found.starts_at)
  const number = confirmationNumber(randomBytes(8))
  const booked = {
    ...found,
    confirmation_number: number,
    status: intent.status === 'requires_capture' ? ('pending' as const) : ('confirmed' as const),
    booked_at: dateOf(now),
  }
  const isDemo = isProductDemo(found)
  const showing = toShowing(booked)
  const parties = isDemo ? await demos.parties(found.id) : partiesOf(showing)
  const paid = {
    provider_status: intent.status,
    // If someone refunded part of the money in the provider's dashboard, the rest does not pay for the
    // showing, so we refund it, too.
    amount_cents: intent.amountCents - intent.refundedCents,
    revision: found.payment_revision,
    confirmation_number: number,
    decision_due_at: decisionDue(now, startsAt).toString(),
    may_retake: (found.property_listed || isDemo) && Temporal.Instant.compare(now, startsAt) < 0,
    payload: JSON.stringify(
      bookedPayload(showing, {
        showingDate: found.showing_date,
        showingTime: found.showing_time,
        paymentId: found.payment_id,
        processedAt: now.toString(),
        bookedBy: found.booked_by,
      }),
    ),
    notifications: planFirstMessages(
      'booked',
      booked,
      {
        ...parties,
        mailUpgrade:
          parties.mailUpgrade &&
          (isDemo || countsWhenMailed({ startsAt, timeZone: found.time_zone, state: found.state }, now)),
      },
      now,
    ),
  }
  return { booked, paid }
}

/**
 * If the provider was down and a link ended longer ago than this, we send no text, because it
 * would only disturb people.
 */
const NEWS_LASTS = { hours: 1 }

/**
 * Ends a hold whose payment is over. If it has a pay link, we tell the visitor and the agent.
 * @returns whether it did
 */
async function release(
  { db, clock }: SettlementDeps,
  { bookingId, ...payment }: { bookingId: string | null; intentId: string | null; revision: number },
): Promise<boolean> {
  if (bookingId === null) return false
  const now = clock.now()
  const sent = await findSentLink(db, bookingId)
  const isLate = (ended: Date) => Temporal.Instant.compare(instantOf(ended).add(NEWS_LASTS), now) < 0
  const planned = async (tx: Database) =>
    sent
      ? planLinkEnded(sent, {
          buyerBy: await listReached(tx, bookingId),
          agent: true,
          isLate: isLate(sent.hold_expires_at),
        })
      : []
  return markReleased(db, { bookingId, ...payment, isOver: true }, now.toString(), planned)
}

/** Refunds a payment that got no booking, or releases its authorization. */
async function refundAndThrow(deps: SettlementDeps, found: PaidShowingRow, intentId: string): Promise<never> {
  const followUps = {
    // A demo's destinations have nothing to do with its payment.
    notifications: isProductDemo(found)
      ? []
      : planFirstMessages('slot_lost', found, partiesOf(toShowing(found)), deps.clock.now()),
  }
  return throwLost(deps, found, {
    refunded: await deps.orders.refundOrRelease({ id: found.payment_id, intentId }, followUps),
  })
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

const dateOf = (instant: Temporal.Instant) => new Date(instant.epochMilliseconds)
