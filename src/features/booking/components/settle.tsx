import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import type { PaymentIntent } from '../../payment/contract.ts'
import type { Booking } from '../contract.ts'

/** The buyer's own: the secret that goes along makes the answer carry his link. */
export type OwnBooking = Booking & { manageUrl: string }

const PAUSES_MS = [500, 1000, 2000, 4000]

/**
 * Turns a paid hold into a booking; safe to repeat. After a payment it is patient: the provider's word may lag behind
 * and the server may be restarting.
 * @throws ApiError 402 not paid, 409 slot lost and refunded, 410 hold ended
 */
export async function settle(
  { paymentIntentId, clientSecret }: PaymentIntent,
  patience: 'asking' | 'paid',
): Promise<OwnBooking> {
  for (let attempt = 0; ; attempt++) {
    try {
      const body = { paymentIntentId, clientSecret }
      const { booking } = bodyOf(await api.POST('/api/payments/process-booking', { body }))
      return { ...booking, manageUrl: booking.manageUrl ?? '' }
    } catch (error) {
      const pause = PAUSES_MS[attempt]
      if (pause === undefined || !mayPass(error, patience)) throw error
      await new Promise((resolve) => setTimeout(resolve, pause))
    }
  }
}

function mayPass(error: unknown, patience: 'asking' | 'paid'): boolean {
  if (!(error instanceof ApiError)) return false
  const isTransient = error.status === 0 || error.status === 429 || error.status >= 500
  return isTransient || (patience === 'paid' && error.status === 402)
}
