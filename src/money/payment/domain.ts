import { DomainError } from '../../platform/errors.ts'
import * as t from '../text/payment.ts'
import type { PaymentIntent } from './contract.ts'

/** The price of a showing in US cents. Only this line sets it (decisions.md section 4). */
export const SHOWING_FEE_CENTS = 2500
export const DEMO_FEE_CENTS = 100
export const MAIL_UPGRADE_CENTS = 1000

/** The field of a property that decides its price. */
export type Priced = { is_demo: boolean }

/** Returns the buyer's price in US cents. */
export const priceOf = ({ is_demo }: Priced, mailUpgrade: boolean): number =>
  (is_demo ? DEMO_FEE_CENTS : SHOWING_FEE_CENTS) + (mailUpgrade ? MAIL_UPGRADE_CENTS : 0)

/** Providers that can take cards. */
export type ProviderName = PaymentIntent['provider']

/**
 * Tells whether we can move money that was paid through a provider: it is the one in use, or the embedded one, whose
 * books are in our database whichever is in use.
 */
export const canMove = (paidThrough: string | null, inUse: ProviderName): boolean =>
  paidThrough === inUse || paidThrough === 'sandbox'

/** Returns a hold's payment as the payer gets it. */
export const paymentIntentOf = (
  held: { clientSecret: string; paymentIntentId: string; amountCents: number; expiresAt: string },
  provider: { name: ProviderName; publishableKey: string | null },
): PaymentIntent => ({
  clientSecret: held.clientSecret,
  paymentIntentId: held.paymentIntentId,
  amount: held.amountCents,
  currency: 'usd',
  holdExpiresAt: held.expiresAt,
  provider: provider.name,
  publishableKey: provider.publishableKey,
})

/** Returns the URL of our page that takes the card for a hold. */
export const payUrlOf = (publicUrl: string, clientSecret: string): string =>
  `${publicUrl}/showingbooker/pay/${encodeURIComponent(clientSecret)}`

/** A ledger entry of a payment. Amounts are in US cents. */
export type Movement = { kind: MovementKind; amountCents: number; at: Temporal.Instant }
export type MovementKind =
  | 'authorize'
  | 'charge'
  | 'refund'
  | 'release'
  | 'letter_refund'
  | 'outside_refund'
  | 'refund_again'
  | 'refund_failed'
  | 'dispute'
  | 'dispute_returned'

/** The effect of a ledger entry on the amount paid: 1 adds, -1 subtracts, 0 does neither. */
const SIGN: Record<MovementKind, 1 | -1 | 0> = {
  authorize: 0,
  release: 0,
  charge: 1,
  refund: -1,
  letter_refund: -1,
  outside_refund: -1,
  refund_again: -1,
  refund_failed: 1,
  dispute: -1,
  dispute_returned: 1,
}
export const signOf = (kind: MovementKind) => SIGN[kind]

/** Returns how much the buyer has paid so far, in US cents. */
export const paidCents = (movements: Movement[]): number =>
  movements.reduce((sum, { kind, amountCents }) => sum + SIGN[kind] * amountCents, 0)

/**
 * The state of the price of a certified letter. `recalling`: the vendor has not reported yet whether it printed the
 * letter. `mailed`: it printed the letter. `none`: there is nothing to report.
 */
export type LetterMoney = 'none' | 'recalling' | 'returning' | 'returned' | 'mailed'

/**
 * Returns how much of the paid amount is the fee. The rest is the price of a letter.
 * @param mailCents 0 without a letter
 */
export function feeLeftCents(stillPaidCents: number, mailCents: number, letter: LetterMoney): number {
  const fee = stillPaidCents - (letter === 'returned' ? 0 : mailCents)
  return fee > 0 ? fee : stillPaidCents
}

/** Returns the key with which the provider refunds a payment once. */
export const refundKey = (paymentId: string): string => `give-back:${paymentId}`

export const paymentNotFound = () => new DomainError('not_found', 'payment_not_found', t.paymentNotFound())

export const holdEnded = () => new DomainError('expired', 'hold_ended', t.holdEnded())
