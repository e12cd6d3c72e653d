import { z } from '@hono/zod-openapi'
import type { PaymentProvider } from '../../money/area.ts'
import { PaymentIntent } from '../../money/payment/contract.ts'
import { paymentIntentOf, payUrlOf } from '../../money/payment/domain.ts'
import type { ShowingRow } from '../../notice/area.ts'
import { allow } from '../../platform/callers.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { type AppContext, answers, createApi, createRoute, jsonBody } from '../../platform/http.ts'
import { idempotent } from '../../platform/idempotency.ts'
import { limitRequests } from '../../platform/rate-limit.ts'
import {
  AwaitingPayment,
  type BookingForm,
  BookingRequest,
  Hold,
  PaymentIntentRequest,
  ProcessBookingRequest,
  ProcessedBooking,
  type SettledBooking,
} from './contract.ts'
import type { BookingService, Holding } from './service.ts'

const holdFailures = {
  400: 'The form is incomplete, or that time is not offered',
  404: 'No such listed property',
  409: 'The slot is taken (`alternatives` has three free ones), or the agent cannot be reached (`agent_unreachable`)',
  429: 'Too many holds or requests',
  503: 'The payment provider is away; nothing is held',
}

const createIntent = createRoute({
  method: 'post',
  path: '/api/payments/create-payment-intent',
  operationId: 'createPaymentIntent',
  security: allow.everyone,
  tags: ['Booking'],
  summary: 'Hold a slot for ten minutes and open its payment',
  request: jsonBody(PaymentIntentRequest),
  responses: answers(201, PaymentIntent, holdFailures),
})

const processBooking = createRoute({
  method: 'post',
  path: '/api/payments/process-booking',
  operationId: 'processBooking',
  security: allow.everyone,
  tags: ['Booking'],
  summary: 'Turn a paid hold into a booking. Names, contacts and link are only for the buyer who proves the hold',
  request: jsonBody(ProcessBookingRequest),
  responses: answers(200, ProcessedBooking, {
    402: 'Not paid',
    404: 'No such payment',
    409: 'The slot was lost; the payment goes back in full',
    410: 'The hold has ended',
  }),
})

const book = createRoute({
  method: 'post',
  path: '/api/showingbooker/public/book',
  operationId: 'bookShowing',
  security: allow.everyone,
  tags: ['Booking'],
  summary: 'Hold a slot in one call; the answer says where to pay',
  request: jsonBody(BookingRequest),
  responses: answers(201, AwaitingPayment, holdFailures),
})

const getHold = createRoute({
  method: 'get',
  path: '/api/payments/hold/{clientSecret}',
  operationId: 'getHold',
  security: allow.everyone,
  tags: ['Booking'],
  summary: 'A hold and its payment, for the buyer who has its secret',
  request: { params: z.object({ clientSecret: z.string().max(255) }) },
  responses: answers(200, Hold, { 404: 'No such hold' }),
})

/** What a buyer sees of a hold and of the booking that it became. */
type HeldShowings = {
  settled(booking: ShowingRow, proof: { clientSecret?: string; manageUrl?: string }): SettledBooking
  hold(clientSecret: string): Promise<Omit<Hold, 'provider' | 'publishableKey'>>
}

export function bookingApi(options: {
  bookings: BookingService
  showings: HeldShowings
  provider: PaymentProvider
  db: Database
  clock: Clock
  publicUrl: string
  rateLimitScale: number
}) {
  const { bookings, showings, provider, publicUrl } = options
  const api = createApi()
  const intentOf = (held: Holding) => paymentIntentOf(held, provider)
  const hold = (
    c: AppContext,
    form: BookingForm,
    more: { amount?: number | undefined; clientSecret?: string | undefined },
  ) => bookings.hold(form, { ...more, clientAddress: c.var.clientAddress })

  const holding = [limitRequests('hold', 30, options.rateLimitScale), idempotent(options)] as const
  api.use(createIntent.path, ...holding)
  api.use(book.path, ...holding)
  api.use(processBooking.path, limitRequests('process', 60, options.rateLimitScale))

  api.openapi(createIntent, async (c) => {
    const { bookingData, ...more } = c.req.valid('json')
    return c.json(intentOf(await hold(c, bookingData, more)), 201)
  })

  api.openapi(processBooking, async (c) => {
    const { paymentIntentId, ...proof } = c.req.valid('json')
    const booking = await bookings.settle(paymentIntentId)
    return c.json({ success: true as const, booking: showings.settled(booking, proof) }, 200)
  })

  api.openapi(book, async (c) => {
    const body = c.req.valid('json')
    const { clientSecret } = body
    const held = await hold(c, 'bookingData' in body ? body.bookingData : body, { clientSecret })
    const payUrl = payUrlOf(publicUrl, held.clientSecret)
    return c.json(
      { bookingId: held.bookingId, status: 'awaiting_payment' as const, payment: intentOf(held), payUrl },
      201,
    )
  })

  api.openapi(getHold, async (c) => {
    const hold = await showings.hold(c.req.valid('param').clientSecret)
    return c.json({ ...hold, provider: provider.name, publishableKey: provider.publishableKey }, 200)
  })

  return api
}
