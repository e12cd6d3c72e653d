import { api, bodyOf } from '../../../platform/api-client.ts'
import type { PaymentIntent } from '../../payment/contract.ts'
import type { Booking } from '../contract.ts'

/** The buyer's own: the secret that goes along makes the answer carry his link. */
export type OwnBooking = Booking & { manageUrl: string }

/** Turns a paid hold into a booking; safe to repeat. @throws ApiError 402 not paid, 409 slot lost and refunded, 410 hold ended */
export async function settle({ paymentIntentId, clientSecret }: PaymentIntent): Promise<OwnBooking> {
  const body = { paymentIntentId, clientSecret }
  const { booking } = bodyOf(await api.POST('/api/payments/process-booking', { body }))
  return { ...booking, manageUrl: booking.manageUrl ?? '' }
}
