import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'
import { BookingForm, Cents, SettledBooking } from '../booking/contract.ts'

/** Beside the form of a buyer who asks again. */
export const ownHold = {
  clientSecret: z.string().max(255).optional().openapi({
    description:
      'The secret of the hold that this buyer already has. With it the hold stays theirs when they correct their phone number.',
  }),
}

export const PaymentIntentRequest = z
  .object({
    bookingData: BookingForm,
    ...ownHold,
    amount: z.number().optional().openapi({ description: "If given it must be the server's price." }),
  })
  .openapi('PaymentIntentRequest')
export type PaymentIntentRequest = z.infer<typeof PaymentIntentRequest>

/** A held slot and the payment that turns it into a booking. */
export const PaymentIntent = z
  .object({
    clientSecret: z.string(),
    paymentIntentId: z.string(),
    amount: Cents,
    currency: z.string().openapi({ example: 'usd' }),
    holdExpiresAt: Instant,
    provider: z.enum(['sandbox', 'stripe']),
    publishableKey: z.string().nullable(),
  })
  .openapi('PaymentIntent')
export type PaymentIntent = z.infer<typeof PaymentIntent>

export const ProcessBookingRequest = z
  .object({
    paymentIntentId: z.string().min(1).max(255),
    clientSecret: z.string().max(255).optional().openapi({
      description: "The hold's. It proves that the buyer asks: the answer then has names, contacts and link.",
    }),
    manageUrl: z.string().max(2000).optional().openapi({ description: "The buyer's link, which proves the same." }),
  })
  .openapi('ProcessBookingRequest')

export const ProcessedBooking = z
  .object({ success: z.literal(true), booking: SettledBooking })
  .openapi('ProcessedBooking')

/** POST public/book: the form flat, or under `bookingData`. */
export const BookingRequest = z
  .union([z.object({ bookingData: BookingForm, ...ownHold }), z.object({ ...BookingForm.shape, ...ownHold })])
  .openapi('BookingRequest')

export const AwaitingPayment = z
  .object({
    bookingId: z.uuid(),
    status: z.literal('awaiting_payment'),
    payment: PaymentIntent,
    payUrl: z.string().openapi({ description: 'Our page that takes the card.' }),
  })
  .openapi('AwaitingPayment')

/** What the payment page says of a hold. */
export const Hold = PaymentIntent.extend({
  status: z.enum(['held', 'ended', 'booked']),
  slug: z.string(),
  full_address: z.string(),
  when: z.string(),
  buyerName: z.string(),
  buyerEmail: z.string(),
  buyerPhone: z.string(),
}).openapi('Hold')
export type Hold = z.infer<typeof Hold>
