import { randomBytes, randomUUIDv7 } from 'node:crypto'
import type { Orders, PaymentProvider } from '../../money/area.ts'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { DomainError } from '../../platform/errors.ts'
import { formatMoney } from '../../platform/money.ts'
import { ID, type PageAsked, readPage, SEQUENCE } from '../../platform/paging.ts'
import type { CreditIntent, Purchase, Subscription } from './contract.ts'
import * as rule from './domain.ts'
import * as rows from './repository.ts'

type CreditDependencies = { db: Database; clock: Clock; provider: PaymentProvider; orders: Orders }

const DUE = 50
/** Whoever renews a plan has it for himself so long; then it is due again. */
const CLAIM = { minutes: 10 }

/** Credits for money: packs, and a plan that is paid each month. What is paid brings its credits once, or goes back. */
export function createCreditService({ db, clock, provider, orders }: CreditDependencies) {
  const now = () => clock.now().toString()
  const newRow = (accountId: string, kind: rule.PurchaseKind, expiresAt: Temporal.Instant): rows.NewPurchase => {
    const { cents, credits } = kind === 'pack' ? rule.CREDIT_PACK : rule.SUBSCRIPTION
    const number = rule.purchaseNumber(randomBytes(8))
    return {
      id: randomUUIDv7(),
      account_id: accountId,
      number,
      kind,
      credits,
      amount_cents: cents,
      provider: provider.name,
      expiresAt,
    }
  }

  /** Opens the intent of a purchase that has none. @returns null: it was given up meanwhile */
  async function openIntent(row: rows.PurchaseRow, customer: string | null): Promise<rows.PurchaseRow | null> {
    if (row.intent_id) return row
    const intent = await provider.open({
      idempotencyKey: `purchase:${row.id}`,
      amountCents: row.amount_cents,
      currency: 'usd',
      capture: 'automatic',
      expiresAt: instantOf(row.expires_at),
      description: `Studio credits ${row.number}`,
      ...(row.kind !== 'pack' && { keepCard: { customer } }),
    })
    await orders.markOpen(db, { id: row.id, revision: 0 }, intent, now())
    const opened = await rows.findByIntent(db, intent.intentId)
    if (opened && opened.status !== 'cancelled') return opened
    // Nobody gets an intent that is not the purchase's own: nothing would know of its money.
    await provider.cancel(intent.intentId)
    return null
  }

  /** Whoever asks again gets the same payment, as long as it can be paid. @throws DomainError unavailable */
  async function start(accountId: string, kind: 'pack' | 'first_month'): Promise<CreditIntent> {
    try {
      for (let tries = 0; tries < 3; tries++) {
        const expiresAt = clock.now().add({ minutes: rule.OPEN_MINUTES })
        const row = await rows.insertPurchase(db, newRow(accountId, kind, expiresAt), now())
        if (!row) continue
        const least = clock.now().add({ minutes: rule.LEAST_MINUTES }).epochMilliseconds
        if (row.provider !== provider.name || row.expires_at.getTime() < least) await giveUp(row)
        else {
          const opened = await openIntent(row, null)
          if (opened) return intentOf(opened)
        }
      }
    } catch (error) {
      throw error instanceof DomainError ? error : rule.paymentAway(error)
    }
    throw rule.paymentAway(new Error('the purchase kept changing'))
  }

  /** @returns false: money has come after all, and was settled */
  async function giveUp(row: rows.PurchaseRow): Promise<boolean> {
    if (row.intent_id && row.provider === provider.name && (await provider.cancel(row.intent_id)) === 'too_late') {
      await settleIntent(row.intent_id)
      return false
    }
    return orders.markCancelled(db, row.id, now())
  }

  function intentOf(row: rows.PurchaseRow): CreditIntent {
    return {
      paymentIntentId: row.intent_id ?? '',
      clientSecret: row.client_secret ?? '',
      amount: row.amount_cents,
      currency: 'usd',
      holdExpiresAt: row.expires_at.toISOString(),
      credits: row.credits,
      provider: provider.name,
      publishableKey: provider.publishableKey,
    }
  }

  /** The month that a purchase pays; null: none. */
  async function monthOf(row: rows.PurchaseRow): Promise<rule.Month | null> {
    if (row.kind === 'first_month') return rule.firstMonth(clock.now())
    const plan = row.subscription_id ? await rows.findSubscriptionById(db, row.subscription_id) : null
    return plan && row.kind === 'renewal' ? rule.nextMonth(lastMonthOf(plan), clock.now()) : null
  }

  /**
   * Ends a paid intent as exactly one of credits or a full refund. Called by the browser, the webhook, the reconciler and
   * the renewals, any number of times and in any order.
   * @throws DomainError not_found, payment_refused (not paid), expired, conflict (given back), unavailable
   */
  async function settleIntent(intentId: string): Promise<rows.PurchaseRow> {
    const found = await rows.findByIntent(db, intentId)
    if (!found) throw rule.noSuchPurchase()
    if (found.status === 'succeeded') return found
    if (found.status === 'refunded') throw rule.givenBack(formatMoney(found.amount_cents), true)
    if (found.status === 'refund_due') return giveBack(found, intentId)
    const intent = await provider.retrieve(intentId).catch((error) => {
      throw rule.paymentAway(error)
    })
    if (intent?.status !== 'succeeded') {
      const hasEnded = found.status === 'cancelled' || intent?.status === 'cancelled'
      throw hasEnded ? rule.purchaseEnded() : rule.notPaid()
    }
    const bought = rows.fulfilment({
      subscriptionId: randomUUIDv7(),
      entryId: randomUUIDv7(),
      mailId: randomUUIDv7(),
      customer: intent.saved?.customer ?? null,
      method: intent.saved?.method ?? null,
      month: await monthOf(found),
    })
    // What went back already, in the provider's own dashboard, pays for nothing: then the rest goes back too.
    const paid = { provider_status: intent.status, amount_cents: intent.amountCents - intent.refundedCents, ...bought }
    const outcome = await orders.settleOrder(db, intentId, paid, now())
    const settled = (await rows.findByIntent(db, intentId)) ?? found
    if (outcome === 'refunded') throw rule.givenBack(formatMoney(settled.amount_cents), true)
    return outcome === 'refund_due' ? giveBack(settled, intentId) : settled
  }

  /** Money that brings no credits goes back. */
  async function giveBack(found: rows.PurchaseRow, intentId: string): Promise<never> {
    const mail = { id: randomUUIDv7(), kind: 'refunded', subject: found.id }
    const told = { notifications: [], job: { name: 'credit.mail', payload: mail } }
    const isBack = await orders.giveBack({ id: found.id, intentId }, told)
    throw rule.givenBack(formatMoney(found.paid_cents ?? found.amount_cents), isBack)
  }

  /** The payment of the month that comes: one, whoever asks and how often. @returns null: it cannot be paid any more */
  async function openRenewal(plan: rows.SubscriptionRow): Promise<rows.PurchaseRow | null> {
    const expiresAt = clock.now().add({ hours: 24 * rule.RENEWAL_DAYS })
    const month = { subscriptionId: plan.id, period: plan.period + 1 }
    const row = await rows.insertRenewal(db, { ...newRow(plan.account_id, 'renewal', expiresAt), ...month }, now())
    return row.status === 'cancelled' ? null : openIntent(row, plan.customer_ref)
  }

  /** It is over, unless money for it came at this moment. */
  async function end(plan: rows.SubscriptionRow, because: 'cancelled' | 'unpaid', due?: rows.PurchaseRow) {
    if (due && !(await giveUp(due))) return
    await rows.markEnded(db, { id: plan.id, period: plan.period, because, mailId: randomUUIDv7() }, now())
  }

  /** Charges a month that is due, once; a refusal is told, and tried again for some days. */
  async function renew(plan: rows.SubscriptionRow): Promise<void> {
    if (plan.cancelled_at) {
      const due = plan.status === 'past_due' ? await openRenewal(plan) : undefined
      return end(plan, 'cancelled', due ?? undefined)
    }
    const due = await openRenewal(plan)
    // One that was paid and given back is not asked for again.
    if (due?.status !== 'open' || !due.intent_id) return end(plan, 'unpaid')
    const { customer_ref: customer, method_ref: method } = plan
    const asked = { intentId: due.intent_id, idempotencyKey: `renewal:${due.id}:${plan.tries}` }
    const answer =
      customer && method ? await provider.chargeSaved({ ...asked, saved: { customer, method } }) : 'refused'
    if (answer === 'succeeded') return void (await settleIntent(due.intent_id))
    const tries = plan.tries + 1
    const nextTryAt = rule.nextTry(tries, clock.now())
    if (!nextTryAt) return end(plan, 'unpaid', due)
    const refused = { id: plan.id, period: plan.period, tries, nextTryAt: nextTryAt.toString(), mailId: randomUUIDv7() }
    await rows.markRefused(db, refused, now())
  }

  async function subscriptionOf(accountId: string): Promise<Subscription> {
    return planOf(await rows.findSubscription(db, accountId))
  }

  return {
    settle: settleIntent,
    /** Ends an order that nobody will pay. @returns whether this call ended it */
    release: ({ id }: { id: string }): Promise<boolean> => orders.markCancelled(db, id, now()),

    /** Charges the months that are due. @throws AggregateError of those that could not be; they are due again soon */
    async renewDue(): Promise<number> {
      const until = clock.now().add(CLAIM).toString()
      const due = await rows.claimDue(db, { provider: provider.name, now: now(), until, limit: DUE })
      const faults: unknown[] = []
      for (const plan of due)
        await renew(plan).catch((error) => {
          // Money that went back was settled.
          if (!(error instanceof DomainError && error.details.refunded === true)) faults.push(error)
        })
      if (faults.length > 0) throw new AggregateError(faults, 'Some months could not be charged')
      return due.length
    },

    /** Of plans that are over no card is kept. */
    async forgetCards(): Promise<void> {
      for (const { id, customer } of await rows.listToForget(db, provider.name)) {
        await provider.forget(customer)
        await rows.markForgotten(db, id)
      }
    },

    /** @throws DomainError unauthenticated, invalid */
    async ledger(actor: Actor, asked: PageAsked) {
      const { accountId } = requireAccount(actor)
      const page = readPage({ sequence: SEQUENCE }, asked)
      const { shown, nextCursor } = page.cut(await rows.listEntries(db, accountId, page))
      return {
        balance: await rows.findBalance(db, accountId),
        entries: shown.map(({ sequence: _, ...entry }) => entry),
        nextCursor,
      }
    },

    /** What was paid, the newest first. @throws DomainError unauthenticated, invalid */
    async purchases(actor: Actor, asked: PageAsked) {
      const { accountId } = requireAccount(actor)
      const page = readPage({ id: ID }, asked)
      const { shown, nextCursor } = page.cut(await rows.listPaid(db, accountId, page))
      return { purchases: shown.map(purchaseOf), nextCursor }
    },

    /** @throws DomainError unauthenticated, unavailable */
    buyPack: async (actor: Actor): Promise<CreditIntent> => start(requireAccount(actor).accountId, 'pack'),

    /**
     * Opens the payment of a first month, or, of a plan whose card was refused, of the month that is due; a plan that was
     * cancelled goes on.
     * @throws DomainError unauthenticated, conflict (it runs), unavailable
     */
    async subscribe(actor: Actor): Promise<{ intent: CreditIntent } | { resumed: Subscription }> {
      const { accountId } = requireAccount(actor)
      const plan = await rows.findSubscription(db, accountId)
      if (!plan || plan.status === 'ended') return { intent: await start(accountId, 'first_month') }
      if (await rows.markResumed(db, plan.id, now())) return { resumed: await subscriptionOf(accountId) }
      if (plan.status !== 'past_due' || plan.cancelled_at) throw rule.alreadySubscribed()
      const due = await openRenewal(plan).catch((error) => {
        throw rule.paymentAway(error)
      })
      if (due?.status !== 'open') throw rule.alreadySubscribed()
      return { intent: intentOf(due) }
    },

    /** @throws DomainError unauthenticated */
    subscription: async (actor: Actor): Promise<Subscription> => subscriptionOf(requireAccount(actor).accountId),

    /** It runs to the end of its month; twice is once. @throws DomainError unauthenticated, conflict (there is none) */
    async cancel(actor: Actor): Promise<Subscription> {
      const { accountId } = requireAccount(actor)
      const plan = await rows.findSubscription(db, accountId)
      if (!plan || plan.status === 'ended') throw rule.notSubscribed()
      await rows.markPlanCancelled(db, plan.id, randomUUIDv7(), now())
      return subscriptionOf(accountId)
    },

    /** After the payment, by whoever paid. @throws DomainError unauthenticated, and what `settleIntent` throws */
    async settleAs(actor: Actor, intentId: string): Promise<{ purchase: Purchase; balance: number }> {
      const { accountId } = requireAccount(actor)
      const found = await rows.findByIntent(db, intentId)
      if (found?.account_id !== accountId) throw rule.noSuchPurchase()
      const settled = await settleIntent(intentId)
      return { purchase: purchaseOf(settled), balance: await rows.findBalance(db, accountId) }
    },
  }
}

export type CreditService = ReturnType<typeof createCreditService>

const instantOf = (date: Date) => Temporal.Instant.fromEpochMilliseconds(date.getTime())

const lastMonthOf = (plan: rows.SubscriptionRow): rule.Month => ({
  anchorAt: instantOf(plan.anchor_at),
  anchorMonths: plan.anchor_months,
  periodStart: instantOf(plan.period_start),
  periodEnd: instantOf(plan.period_end),
})

const STATUS = { succeeded: 'paid', refund_due: 'returning', refunded: 'refunded' } as const

const purchaseOf = (row: rows.PurchaseRow): Purchase => ({
  id: row.id,
  number: row.number,
  kind: row.kind,
  credits: row.credits,
  amount: row.amount_cents,
  currency: 'usd',
  status: STATUS[row.status as keyof typeof STATUS],
  paidAt: row.paid_at?.toISOString() ?? '',
  receiptUrl: `/credits/purchases/${row.id}/receipt.pdf`,
})

function planOf(row: rows.SubscriptionRow | null): Subscription {
  const isLive = row !== null && row.status !== 'ended'
  return {
    plan: isLive ? 'monthly' : 'free',
    status: row?.status ?? 'none',
    amount: rule.SUBSCRIPTION.cents,
    currency: 'usd',
    credits: rule.SUBSCRIPTION.credits,
    periodStart: row?.period_start.toISOString() ?? null,
    periodEnd: row?.period_end.toISOString() ?? null,
    cancelAtPeriodEnd: isLive && row.cancelled_at !== null,
    nextTryAt: isLive && !row.cancelled_at ? row.next_try_at.toISOString() : null,
    endedAt: row?.ended_at?.toISOString() ?? null,
    endedBecause: row?.ended_because ?? null,
  }
}
