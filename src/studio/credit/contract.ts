import { z } from '@hono/zod-openapi'
import { PaymentIntent } from '../../money/payment/contract.ts'
import { Instant } from '../../platform/instant-schema.ts'

export const CreditEntry = z
  .object({
    id: z.uuid(),
    amount: z.int().openapi({ description: 'Credits: positive if they came in, negative if they were spent.' }),
    kind: z.string().openapi({
      description: 'One of registration, image, image_returned, purchase, or subscription.',
      example: 'image',
    }),
    createdAt: Instant,
    balance: z.int().openapi({ description: 'Credits after this movement.' }),
  })
  .openapi('CreditEntry')
export type CreditEntry = z.infer<typeof CreditEntry>

export const Credits = z
  .object({ balance: z.int(), entries: z.array(CreditEntry), nextCursor: z.string().nullable() })
  .openapi('Credits')

export const PackForm = z.object({ pack: z.literal(20) }).openapi('PackForm')
export const PlanForm = z.object({ plan: z.literal('monthly') }).openapi('PlanForm')

/** A payment that turns into credits. As for a booking, it expires at `holdExpiresAt`. */
export const CreditIntent = PaymentIntent.extend({ credits: z.int() }).openapi('CreditIntent')
export type CreditIntent = z.infer<typeof CreditIntent>

export const Subscription = z
  .object({
    plan: z.enum(['free', 'monthly']),
    status: z.enum(['none', 'active', 'past_due', 'ended']).openapi({
      description: '`past_due` means the month is over and the card was refused. The charge is tried again.',
    }),
    amount: z.int().openapi({ description: 'US cents per month.' }),
    currency: z.string(),
    credits: z.int().openapi({ description: 'Credits that each paid month brings.' }),
    periodStart: z.string().nullable(),
    periodEnd: z.string().nullable(),
    cancelAtPeriodEnd: z.boolean(),
    nextTryAt: Instant.nullable().openapi({
      description: 'When the card is charged next. `null` if it will not be charged.',
    }),
    endedAt: Instant.nullable(),
    endedBecause: z.enum(['cancelled', 'unpaid', 'account_deleted']).nullable(),
  })
  .openapi('Subscription')
export type Subscription = z.infer<typeof Subscription>

export const SettleForm = z.object({ paymentIntentId: z.string().min(1).max(255) }).openapi('SettleForm')

export const Purchase = z
  .object({
    id: z.uuid(),
    number: z.string().openapi({ example: 'SC-7Q4M9X2K' }),
    kind: z.enum(['pack', 'first_month', 'renewal']),
    credits: z.int(),
    amount: z.int(),
    currency: z.string(),
    status: z.enum(['paid', 'partly_refunded', 'returning', 'refunded', 'returned_by_bank']).openapi({
      description:
        '`returning` means a refund is due or failed. `returned_by_bank` means a dispute took the money back.',
    }),
    paidAt: Instant,
    receiptUrl: z.string().openapi({ description: 'Path of the PDF.' }),
  })
  .openapi('Purchase')
export type Purchase = z.infer<typeof Purchase>

export const Purchases = z
  .object({ purchases: z.array(Purchase), nextCursor: z.string().nullable() })
  .openapi('Purchases')

export const SettledPurchase = z.object({ purchase: Purchase, balance: z.int() }).openapi('SettledPurchase')
