import { z } from '@hono/zod-openapi'
import { Booking, BookingForm, Cents, Instant } from '../booking/contract.ts'

export const PaymentIntentRequest = z.object({
  bookingData: BookingForm,
  amount: z.number().optional().openapi({ description: 'If given it must be the server\'s price.' }),
}).openapi('PaymentIntentRequest')
export type PaymentIntentRequest = z.infer<typeof PaymentIntentRequest>

/** A held slot and the payment that turns it into a booking. */
export const PaymentIntent = z.object({
  clientSecret: z.string(),
  paymentIntentId: z.string(),
  amount: Cents,
  currency: z.string().openapi({ example: 'usd' }),
  holdExpiresAt: Instant,
  provider: z.enum(['sandbox', 'stripe']),
  publishableKey: z.string().nullable(),
}).openapi('PaymentIntent')
export type PaymentIntent = z.infer<typeof PaymentIntent>

export const ProcessBookingRequest = z.object({
  paymentIntentId: z.string().min(1).max(255),
}).openapi('ProcessBookingRequest')

export const ProcessedBooking = z.object({ success: z.literal(true), booking: Booking }).openapi('ProcessedBooking')
