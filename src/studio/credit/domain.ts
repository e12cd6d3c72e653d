import { DomainError, notFound } from '../../platform/errors.ts'
import { referenceCode } from '../../platform/reference-code.ts'
import * as t from '../text/credit.ts'
import type { Purchase } from './contract.ts'

/**
 * Prices of the studio's credits, in US cents. Only this file sets them (studio.md section 9, decisions.md section 7).
 */
export const SUBSCRIPTION = { cents: 1000, credits: 20 }
export const CREDIT_PACK = { cents: 1000, credits: 20 }

/** An open payment expires after this many minutes. */
export const OPEN_MINUTES = 60
/** We do not offer an open payment again that expires sooner than this. */
export const LEAST_MINUTES = 10
/** Days to wait after each refusal before we charge a month again. After the last refusal, the plan ends. */
export const RETRY_DAYS = [3, 4] as const
/** Days that a renewal's payment stays open, longer than all its tries take. */
export const RENEWAL_DAYS = 10

export type PurchaseKind = 'pack' | 'first_month' | 'renewal'

/** Builds 8 characters of Crockford's base 32 after `SC-`. @param bytes at least 8, random */
export const purchaseNumber = (bytes: Uint8Array): string => `SC-${referenceCode(bytes)}`

/** The money of a purchase in US cents. `net_cents`: paid and not returned; `disputed_cents`: what a bank took back. */
export type PurchaseMoney = { amount_cents: number; net_cents: number; disputed_cents: number }

/**
 * Returns where the money of a paid purchase is, as its receipt has it. Money can also go back at the provider, without
 * us, and our own refund can fail at the bank.
 */
export function purchaseStatus(row: PurchaseMoney & { status: string }): Purchase['status'] {
  if (row.status === 'refund_due') return 'returning'
  if (row.net_cents <= 0) return row.disputed_cents > 0 ? 'returned_by_bank' : 'refunded'
  if (row.status === 'refunded') return 'returning'
  return row.net_cents < row.amount_cents ? 'partly_refunded' : 'paid'
}

/** A paid month. We count months from one moment, in UTC: February 28 and March 31 follow January 31. */
export type Month = {
  anchorAt: Temporal.Instant
  /** Months from the anchor to the end. */
  anchorMonths: number
  periodStart: Temporal.Instant
  periodEnd: Temporal.Instant
}

const monthsAfter = (at: Temporal.Instant, months: number) => at.toZonedDateTimeISO('UTC').add({ months }).toInstant()

export const firstMonth = (now: Temporal.Instant): Month => ({
  anchorAt: now,
  anchorMonths: 1,
  periodStart: now,
  periodEnd: monthsAfter(now, 1),
})

/**
 * Returns the next month without a gap. If that month is also over, because we charged nothing for a long time, it
 * begins now.
 */
export function nextMonth({ anchorAt, anchorMonths, periodEnd }: Month, now: Temporal.Instant): Month {
  const months = anchorMonths + 1
  const next = { anchorAt, anchorMonths: months, periodStart: periodEnd, periodEnd: monthsAfter(anchorAt, months) }
  return Temporal.Instant.compare(next.periodEnd, now) <= 0 ? firstMonth(now) : next
}

/**
 * Returns when to try a refused month again, or `null` if the plan is over. @param tries refusals so far, including
 * this
 */
export function nextTry(tries: number, now: Temporal.Instant): Temporal.Instant | null {
  const days = RETRY_DAYS[tries - 1]
  return days === undefined ? null : now.add({ hours: 24 * days })
}

/** The name of each kind of movement. */
export const MOVEMENTS: Record<string, () => string> = {
  registration: t.welcome,
  image: t.images,
  image_returned: t.returned,
  purchase: t.pack,
  subscription: t.monthlyCredits,
}

export const paymentAway = (cause: unknown) =>
  new DomainError('unavailable', 'payment_unavailable', t.paymentAway(), {
    cause,
    retryAfterSeconds: 5,
  })
export const noSuchPurchase = () => notFound(t.noPayment(), 'payment_not_found')
export const notPaid = () => new DomainError('payment_refused', 'not_paid', t.notPaid())
export const purchaseEnded = () => new DomainError('expired', 'purchase_ended', t.paymentEnded())
export const purchaseRefunded = (formatted: string, isDone: boolean) =>
  new DomainError(
    'conflict',
    'purchase_refunded',
    isDone ? t.refundedPayment({ amount: formatted }) : t.refundingPayment({ amount: formatted }),
    { details: { refunded: isDone } },
  )
export const alreadySubscribed = () => new DomainError('conflict', 'already_subscribed', t.alreadySubscribed())
export const planEnding = () => new DomainError('conflict', 'plan_ending', t.planEnding())
export const notSubscribed = () => new DomainError('conflict', 'not_subscribed', t.notSubscribed())
