import type { PaymentIntent } from './contract.ts'

/** What a showing costs, in US cents; the one place (decisions.md section 4). */
export const SHOWING_FEE_CENTS = 2500
export const DEMO_FEE_CENTS = 100
export const MAIL_UPGRADE_CENTS = 1000

/** What the booker pays, in US cents. */
export const priceOf = ({ isDemo, mailUpgrade }: { isDemo: boolean; mailUpgrade: boolean }): number =>
  (isDemo ? DEMO_FEE_CENTS : SHOWING_FEE_CENTS) + (mailUpgrade ? MAIL_UPGRADE_CENTS : 0)

/** A hold and its payment, as whoever is to pay it gets them. */
export const paymentIntentOf = (
  held: { clientSecret: string; paymentIntentId: string; amountCents: number; expiresAt: string },
  provider: { name: 'sandbox' | 'stripe'; publishableKey: string | null },
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
