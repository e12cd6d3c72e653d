import { DomainError } from '../../platform/errors.ts'
import * as t from '../text/payment.ts'
import type { PaymentIntent } from './contract.ts'

/** What a showing costs, in US cents; the one place (decisions.md section 4). */
export const SHOWING_FEE_CENTS = 2500
export const DEMO_FEE_CENTS = 100
export const MAIL_UPGRADE_CENTS = 1000

/** What of a home decides its price. */
export type Priced = { is_demo: boolean }

/** What the booker pays, in US cents. */
export const priceOf = ({ is_demo }: Priced, mailUpgrade: boolean): number =>
  (is_demo ? DEMO_FEE_CENTS : SHOWING_FEE_CENTS) + (mailUpgrade ? MAIL_UPGRADE_CENTS : 0)

/** Who can take the cards. */
export type ProviderName = PaymentIntent['provider']

/** A hold and its payment, as whoever is to pay it gets them. */
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

/** A page of ours that takes the card of a hold. */
export const payUrlOf = (publicUrl: string, clientSecret: string): string =>
  `${publicUrl}/showingbooker/pay/${encodeURIComponent(clientSecret)}`

/** A movement of a payment's money, as it was written down. Amounts are US cents. */
export type Movement = { kind: MovementKind; amountCents: number; at: Temporal.Instant }
export type MovementKind =
  | 'authorize'
  | 'charge'
  | 'refund'
  | 'release'
  | 'letter_refund'
  | 'outside_refund'
  | 'refund_failed'
  | 'dispute'
  | 'dispute_returned'

/** What a movement changes in what the buyer has paid: 1 adds, -1 takes off, 0 neither. */
const SIGN: Record<MovementKind, 1 | -1 | 0> = {
  authorize: 0,
  release: 0,
  charge: 1,
  refund: -1,
  letter_refund: -1,
  outside_refund: -1,
  refund_failed: 1,
  dispute: -1,
  dispute_returned: 1,
}
export const signOf = (kind: MovementKind) => SIGN[kind]

/** What the buyer has paid by now, in US cents. */
export const paidCents = (movements: Movement[]): number =>
  movements.reduce((sum, { kind, amountCents }) => sum + SIGN[kind] * amountCents, 0)

/**
 * Where the price of a certified letter is: `recalling`, the post service has not said yet whether it was printed;
 * `mailed`, it was. `none`: there is nothing to say of it.
 */
export type LetterMoney = 'none' | 'recalling' | 'returning' | 'returned' | 'mailed'

export const paymentNotFound = () => new DomainError('not_found', 'payment_not_found', t.paymentNotFound())

export const holdEnded = () => new DomainError('expired', 'hold_ended', t.holdEnded())
