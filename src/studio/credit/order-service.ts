import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Orders, PaymentProvider } from '../../money/area.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { DomainError } from '../../platform/errors.ts'
import { instantOf } from '../../platform/instant.ts'
import { formatMoney } from '../../platform/money.ts'
import type { CreditIntent } from './contract.ts'
import {
  CREDIT_PACK,
  firstMonth,
  LEAST_MINUTES,
  type Month,
  nextMonth,
  noSuchPurchase,
  notPaid,
  OPEN_MINUTES,
  type PurchaseKind,
  paymentAway,
  purchaseEnded,
  purchaseNumber,
  purchaseRefunded,
  SUBSCRIPTION,
} from './domain.ts'
import {
  findByIntent,
  findSubscriptionById,
  fulfillment,
  insertPurchase,
  type NewPurchase,
  type PurchaseRow,
  planToForget,
} from './repository.ts'

export type CreditDeps = { db: Database; clock: Clock; provider: PaymentProvider; orders: Orders }

/**
 * Settles a paid intent as either credits or a full refund. The browser, the webhook, the reconciler and the renewals
 * call it any number of times and in any order.
 * @throws DomainError not_found, payment_refused (not paid), expired, conflict (refunded), unavailable
 */
export async function settle(deps: CreditDeps, intentId: string): Promise<PurchaseRow> {
  const { db, provider, orders } = deps
  const found = await findByIntent(db, intentId)
  if (!found) throw noSuchPurchase()
  if (found.status === 'succeeded') return found
  if (found.status === 'refunded') throw purchaseRefunded(formatMoney(found.amount_cents), true)
  if (found.status === 'refund_due') return refund(deps, found, intentId)
  const intent = await provider.retrieve(intentId).catch((error) => {
    throw paymentAway(error)
  })
  if (intent?.status !== 'succeeded') {
    const hasEnded = found.status === 'cancelled' || intent?.status === 'cancelled'
    throw hasEnded ? purchaseEnded() : notPaid()
  }
  const bought = fulfillment({
    subscriptionId: randomUUIDv7(),
    entryId: randomUUIDv7(),
    mailId: randomUUIDv7(),
    customer: intent.saved?.customer ?? null,
    method: intent.saved?.method ?? null,
    month: await paidMonth(deps, found),
  })
  // A payment that was partly refunded at the provider buys nothing, so we refund the rest, too.
  const paid = { provider_status: intent.status, amount_cents: intent.amountCents - intent.refundedCents, ...bought }
  const outcome = await orders.settleOrder(db, intentId, paid, now(deps))
  const settled = (await findByIntent(db, intentId)) ?? found
  if (outcome === 'refunded') throw purchaseRefunded(formatMoney(settled.amount_cents), true)
  return outcome === 'refund_due' ? refund(deps, settled, intentId) : settled
}

/** Opens a payment, or returns an open one that can still be paid. @throws DomainError unavailable */
export async function openOrder(
  deps: CreditDeps,
  accountId: string,
  kind: 'pack' | 'first_month',
): Promise<CreditIntent> {
  const { db, clock, provider } = deps
  try {
    for (let tries = 0; tries < 3; tries++) {
      const expiresAt = clock.now().add({ minutes: OPEN_MINUTES })
      const row = await insertPurchase(db, newPurchase(deps, accountId, kind, expiresAt), now(deps))
      if (!row) continue
      const least = clock.now().add({ minutes: LEAST_MINUTES }).epochMilliseconds
      if (row.provider !== provider.name || row.expires_at.getTime() < least) await cancelOrder(deps, row)
      else {
        const opened = await openIntent(deps, row, null)
        if (opened) return intentOf(deps, opened)
      }
    }
  } catch (error) {
    throw error instanceof DomainError ? error : paymentAway(error)
  }
  throw paymentAway(new Error('the purchase kept changing'))
}

/** Opens the intent of a purchase that has none. @returns `null` if the purchase was canceled in the meantime */
export async function openIntent(
  deps: CreditDeps,
  row: PurchaseRow,
  customer: string | null,
): Promise<PurchaseRow | null> {
  const { db, provider, orders } = deps
  if (row.intent_id) return row
  const intent = await provider.open({
    paymentId: row.id,
    idempotencyKey: `purchase:${row.id}`,
    amountCents: row.amount_cents,
    currency: 'usd',
    capture: 'automatic',
    expiresAt: instantOf(row.expires_at),
    description: `Studio credits ${row.number}`,
    ...(row.kind !== 'pack' && { keepCard: { customer } }),
  })
  await orders.markOpen(db, { id: row.id, revision: 0 }, intent, now(deps))
  const opened = await findByIntent(db, intent.intentId)
  if (opened && opened.status !== 'cancelled') return opened
  // Cancel an intent without a purchase, because we would not know about its money.
  await provider.cancel(intent.intentId)
  return null
}

/** @returns false if the money arrived in the meantime and was settled */
export async function cancelOrder(deps: CreditDeps, row: PurchaseRow): Promise<boolean> {
  const { provider } = deps
  if (row.intent_id && row.provider === provider.name && (await provider.cancel(row.intent_id)) === 'too_late') {
    await settle(deps, row.intent_id)
    return false
  }
  return release(deps, row)
}

/** Ends an order that no one will pay. @returns whether this call ended it */
export const release = (deps: CreditDeps, { id }: { id: string }): Promise<boolean> =>
  deps.orders.markCancelled(deps.db, id, now(deps))

export const now = ({ clock }: CreditDeps) => clock.now().toString()

export function newPurchase(
  { provider }: CreditDeps,
  accountId: string,
  kind: PurchaseKind,
  expiresAt: Temporal.Instant,
): NewPurchase {
  const { cents, credits } = kind === 'pack' ? CREDIT_PACK : SUBSCRIPTION
  return {
    id: randomUUIDv7(),
    account_id: accountId,
    number: purchaseNumber(randomBytes(8)),
    kind,
    credits,
    amount_cents: cents,
    provider: provider.name,
    expiresAt,
  }
}

export const intentOf = ({ provider }: CreditDeps, row: PurchaseRow): CreditIntent => ({
  paymentIntentId: row.intent_id ?? '',
  clientSecret: row.client_secret ?? '',
  amount: row.amount_cents,
  currency: 'usd',
  holdExpiresAt: row.expires_at.toISOString(),
  credits: row.credits,
  provider: provider.name,
  publishableKey: provider.publishableKey,
})

/** Returns the month that a purchase pays for, or `null` if it pays for none. */
async function paidMonth({ db, clock }: CreditDeps, row: PurchaseRow): Promise<Month | null> {
  if (row.kind === 'first_month') return firstMonth(clock.now())
  const plan = row.subscription_id ? await findSubscriptionById(db, row.subscription_id) : null
  if (!plan || row.kind !== 'renewal') return null
  const last = {
    anchorAt: instantOf(plan.anchor_at),
    anchorMonths: plan.anchor_months,
    periodStart: instantOf(plan.period_start),
    periodEnd: instantOf(plan.period_end),
  }
  return nextMonth(last, clock.now())
}

/**
 * Refunds money that brings no credits. A first month that begins no plan leaves a card at the provider, which no plan
 * would ever delete. We plan that before the refund, which is tried again until it succeeds.
 */
async function refund({ db, provider, orders }: CreditDeps, found: PurchaseRow, intentId: string): Promise<never> {
  if (found.kind === 'first_month') {
    const intent = await provider.retrieve(intentId).catch((error) => {
      throw paymentAway(error)
    })
    if (intent?.saved) await planToForget(db, { provider: found.provider, customer: intent.saved.customer })
  }
  const mail = { id: randomUUIDv7(), kind: 'refunded', subject: found.id }
  const notice = { notifications: [], job: { name: 'credit.mail', payload: mail } }
  const isRefunded = await orders.refundOrRelease({ id: found.id, intentId }, notice)
  throw purchaseRefunded(formatMoney(found.paid_cents ?? found.amount_cents), isRefunded)
}
