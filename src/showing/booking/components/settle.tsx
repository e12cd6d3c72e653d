import type { PaymentIntent } from '../../../money/payment/contract.ts'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { timeLimit } from '../../../platform/time-limit.ts'
import * as t from '../../text/booking.ts'
import type { Booking, SettledBooking } from '../contract.ts'

/** The caller sends the hold's secret, so the answer is the buyer's own booking. */
const isOwn = (booking: SettledBooking): booking is Booking => booking.manageUrl !== null

/**
 * Turns a paid hold into a booking. You can call it again safely.
 * @throws ApiError 402 not paid, 404 a corrected email has ended the secret, 409 slot lost and refunded, 410 hold ended
 */
export async function settle({ paymentIntentId, clientSecret }: PaymentIntent): Promise<Booking> {
  const body = { paymentIntentId, clientSecret }
  const { booking } = bodyOf(await api.POST('/api/payments/process-booking', { body, signal: timeLimit() }))
  if (!isOwn(booking)) throw new ApiError(404, { error: t.bookedElsewhere() })
  return booking
}
