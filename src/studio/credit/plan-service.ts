import { randomUUIDv7 } from 'node:crypto'
import { canMove } from '../../money/payment/domain.ts'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import { DomainError } from '../../platform/errors.ts'
import { instantOf } from '../../platform/instant.ts'
import type { CreditIntent, Subscription } from './contract.ts'
import {
  alreadySubscribed,
  nextTry,
  notSubscribed,
  paymentAway,
  planEnding,
  RENEWAL_DAYS,
  SUBSCRIPTION,
} from './domain.ts'
import {
  type CreditDeps,
  cancelOrder,
  intentOf,
  newPurchase,
  now,
  openIntent,
  openOrder,
  settle,
} from './order-service.ts'
import {
  claimDue,
  findClaimed,
  findSubscription,
  insertRenewal,
  listToForget,
  markEnded,
  markForgotten,
  markPlanCancelled,
  markRefused,
  markResumed,
  markTriedToForget,
  markWaiting,
  type PurchaseRow,
  type SubscriptionRow,
} from './repository.ts'

const DUE = 50
/** How long a process may take for a renewal before it is due again. */
const CLAIM = { minutes: 10 }
/** How long a month that we can't charge here waits until we look again. */
const WAIT = { hours: 24 }

/**
 * Opens the payment of a first month, or of the month that is due if a plan's card was refused. Resumes a canceled plan
 * without a payment. Replaces a plan of another provider whose month is over.
 * @throws DomainError unauthenticated, conflict (the plan is active, or about to end), unavailable
 */
export async function subscribe(
  deps: CreditDeps,
  actor: Actor,
): Promise<{ intent: CreditIntent } | { resumed: Subscription }> {
  const { db } = deps
  const { accountId } = requireAccount(actor)
  const plan = await findSubscription(db, accountId)
  if (!plan || plan.status === 'ended') return { intent: await openOrder(deps, accountId, 'first_month') }
  if (await markResumed(db, plan.id, now(deps))) return { resumed: await subscriptionOf(deps, accountId) }
  // The month of a canceled plan is over, and the next run ends the plan.
  if (plan.cancelled_at) throw planEnding()
  if (isElsewhere(deps, plan) && isOver(deps, plan)) {
    await end(deps, plan, 'unpaid', null)
    return { intent: await openOrder(deps, accountId, 'first_month') }
  }
  if (plan.status !== 'past_due') throw alreadySubscribed()
  const due = await openRenewal(deps, plan).catch((error) => {
    throw paymentAway(error)
  })
  if (due?.status !== 'open') throw alreadySubscribed()
  return { intent: intentOf(deps, due) }
}

/** @throws DomainError unauthenticated */
export const subscription = async (deps: CreditDeps, actor: Actor): Promise<Subscription> =>
  subscriptionOf(deps, requireAccount(actor).accountId)

/**
 * Cancels a plan at the end of its month; repeating it changes nothing. @throws DomainError unauthenticated, conflict
 * (no plan)
 */
export async function cancel(deps: CreditDeps, actor: Actor): Promise<Subscription> {
  const { accountId } = requireAccount(actor)
  const plan = await findSubscription(deps.db, accountId)
  if (!plan || plan.status === 'ended') throw notSubscribed()
  await markPlanCancelled(deps.db, plan.id, randomUUIDv7(), now(deps))
  return subscriptionOf(deps, accountId)
}

/** Charges the months that are due. @throws AggregateError of the failed charges, which are due again soon */
export async function renewDue(deps: CreditDeps): Promise<number> {
  const { db, clock } = deps
  const until = clock.now().add(CLAIM).toString()
  const due = await claimDue(db, { now: now(deps), until, limit: DUE })
  const faults: unknown[] = []
  for (const plan of due)
    await renew(deps, plan).catch((error) => {
      // A refund also settles the month.
      if (!(error instanceof DomainError && error.details.refunded === true)) faults.push(error)
    })
  if (faults.length > 0) throw new AggregateError(faults, 'Some months could not be charged')
  return due.length
}

/**
 * Deletes the cards of ended plans at the provider.
 * @throws AggregateError of the failures, which the next run repeats
 */
export async function forgetCards({ db, clock, provider }: CreditDeps): Promise<void> {
  const faults: unknown[] = []
  for (const { id, customer } of await listToForget(db, provider.name)) {
    // Cards that can never be deleted must not block the others.
    await markTriedToForget(db, id, clock.now().toString())
    await provider
      .forget(customer)
      .then(() => markForgotten(db, id))
      .catch((error) => faults.push(error))
  }
  if (faults.length > 0) throw new AggregateError(faults, 'Some saved cards could not be deleted')
}

/** Deletes a card that no plan uses. @throws if the provider fails or is no longer in use */
export async function forgetCard(
  { provider }: CreditDeps,
  card: { provider: string; customer: string },
): Promise<void> {
  if (!canMove(card.provider, provider.name)) throw new Error(`a card at ${card.provider} cannot be deleted now`)
  await provider.forget(card.customer)
}

/** Tells whether a plan's card is at a provider that is not in use, so that we can't charge it. */
const isElsewhere = ({ provider }: CreditDeps, plan: SubscriptionRow) => plan.provider !== provider.name

const isOver = ({ clock }: CreditDeps, plan: SubscriptionRow) =>
  Temporal.Instant.compare(instantOf(plan.period_end), clock.now()) <= 0

/** Charges a month that is due, once. If the card is refused, the account gets an email and some days to pay. */
async function renew(deps: CreditDeps, claimed: SubscriptionRow): Promise<void> {
  const { db, clock, provider } = deps
  // A run takes minutes, so the plan may have changed.
  const before = await findClaimed(db, claimed)
  if (!before) return
  if (isElsewhere(deps, before)) return leave(deps, before)
  const due = before.cancelled_at && before.status !== 'past_due' ? null : await openRenewal(deps, before)
  // The owner may have canceled the plan while the provider opened the payment.
  const plan = await findClaimed(db, claimed)
  if (!plan) return
  if (plan.cancelled_at) return end(deps, plan, 'cancelled', due)
  // Do not charge a month again that was paid and refunded.
  if (due?.status !== 'open' || !due.intent_id) return end(deps, plan, 'unpaid', null)
  const { customer_ref: customer, method_ref: method } = plan
  const asked = { intentId: due.intent_id, idempotencyKey: `renewal:${due.id}:${plan.tries}` }
  const answer = customer && method ? await provider.chargeSaved({ ...asked, saved: { customer, method } }) : 'refused'
  if (answer === 'succeeded') return void (await settle(deps, due.intent_id))
  const tries = plan.tries + 1
  const nextTryAt = nextTry(tries, clock.now())
  if (!nextTryAt) return end(deps, plan, 'unpaid', due)
  const refused = { id: plan.id, period: plan.period, tries, nextTryAt: nextTryAt.toString(), mailId: randomUUIDv7() }
  if (await markRefused(db, refused, now(deps))) return
  // The owner may have canceled the plan while the provider charged the card.
  const cancelled = await findClaimed(db, claimed)
  if (cancelled?.cancelled_at) await end(deps, cancelled, 'cancelled', due)
}

/**
 * Ends a plan elsewhere if its owner canceled it, or if it has a test card. Otherwise the plan waits, because this
 * process may only lack the provider's keys.
 */
async function leave(deps: CreditDeps, plan: SubscriptionRow): Promise<void> {
  if (plan.cancelled_at) return end(deps, plan, 'cancelled', null)
  if (plan.provider === 'sandbox') return end(deps, plan, 'unpaid', null)
  await markWaiting(deps.db, plan, deps.clock.now().add(WAIT).toString())
}

/** Opens the only payment of the next month. @returns `null` if it can no longer be paid */
async function openRenewal(deps: CreditDeps, plan: SubscriptionRow): Promise<PurchaseRow | null> {
  const expiresAt = deps.clock.now().add({ hours: 24 * RENEWAL_DAYS })
  const purchase = newPurchase(deps, plan.account_id, 'renewal', expiresAt)
  const month = { subscriptionId: plan.id, period: plan.period + 1 }
  const row = await insertRenewal(deps.db, { ...purchase, ...month }, now(deps))
  return row.status === 'cancelled' ? null : openIntent(deps, row, plan.customer_ref)
}

/** Ends a plan, unless the money for its month arrived in the meantime. */
async function end(
  deps: CreditDeps,
  plan: SubscriptionRow,
  because: 'cancelled' | 'unpaid',
  due: PurchaseRow | null,
): Promise<void> {
  if (due && !(await cancelOrder(deps, due))) return
  await markEnded(deps.db, { id: plan.id, period: plan.period, because, mailId: randomUUIDv7() }, now(deps))
}

async function subscriptionOf({ db }: CreditDeps, accountId: string): Promise<Subscription> {
  const row = await findSubscription(db, accountId)
  const isLive = row !== null && row.status !== 'ended'
  return {
    plan: isLive ? 'monthly' : 'free',
    status: row?.status ?? 'none',
    amount: SUBSCRIPTION.cents,
    currency: 'usd',
    credits: SUBSCRIPTION.credits,
    periodStart: row?.period_start.toISOString() ?? null,
    periodEnd: row?.period_end.toISOString() ?? null,
    cancelAtPeriodEnd: isLive && row.cancelled_at !== null,
    nextTryAt: isLive && !row.cancelled_at ? row.next_try_at.toISOString() : null,
    endedAt: row?.ended_at?.toISOString() ?? null,
    endedBecause: row?.ended_because ?? null,
  }
}
