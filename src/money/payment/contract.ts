import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'
import { Cents } from '../../platform/wire-values.ts'

/** A payment that turns a held slot into a booking. */
export const PaymentIntent = z
  .object({
    clientSecret: z.string(),
    paymentIntentId: z.string(),
    amount: Cents,
    currency: z.string().openapi({ example: 'usd' }),
    holdExpiresAt: Instant,
    // The database checks these names too, so a new one needs a migration.
    provider: z.enum(['sandbox', 'stripe']),
    publishableKey: z.string().nullable(),
  })
  .openapi('PaymentIntent')
export type PaymentIntent = z.infer<typeof PaymentIntent>

/** The held slot of a showing, and its payment. */
export const HeldIntent = PaymentIntent.extend({
  onApproval: z.boolean().openapi({ description: 'The card is charged only if the agent approves.' }),
}).openapi('HeldIntent')
export type HeldIntent = z.infer<typeof HeldIntent>

/** The part of a payment that was not returned. */
export const StillPaid = Cents.openapi({
  description: 'The amount that is paid or authorized and not refunded to the buyer.',
})
