import { z } from '@hono/zod-openapi'
import type { PaymentProvider } from '../../money/area.ts'
import { paymentIntentOf, payUrlOf } from '../../money/payment/domain.ts'
import { allow } from '../../platform/callers.ts'
import { answers, createApi, createRoute, jsonBody } from '../../platform/http.ts'
import { language } from '../../platform/language.ts'
import { CACHE_TAG, CACHE_UNTIL } from '../../platform/page-cache.ts'
import { Property } from '../../property/property/contract.ts'
import { AwaitingPayment } from '../booking/contract.ts'
import type { DemoBookingService } from './booking-service.ts'
import { DemoData, type DemoForm, DemoOffer, DemoRequest } from './contract.ts'
import type { DemoService } from './service.ts'

const path = '/api/showingbooker/demo-data'
const tags = ['Demo']

const find = createRoute({
  method: 'get',
  path,
  operationId: 'getDemoData',
  security: allow.signedIn,
  tags,
  summary: 'Check if there is demo data',
  responses: answers(200, DemoData),
})

const create = createRoute({
  method: 'post',
  path,
  operationId: 'createDemoData',
  security: allow.signedIn,
  limit: { perMinute: 20, sharedAs: 'demo-data' },
  tags,
  summary: 'Create a demo property with five showings, or return the existing one',
  responses: { ...answers(200, Property), ...answers(201, Property) },
})

const remove = createRoute({
  method: 'delete',
  path,
  operationId: 'deleteDemoData',
  security: allow.signedIn,
  limit: { perMinute: 20, sharedAs: 'demo-data' },
  tags,
  summary: 'Remove the demo property and its showings',
  responses: {
    ...answers(204, z.never(), { 409: 'It has upcoming showings that were paid for' }),
    204: { description: 'The demo data is gone' },
  },
})

const offer = createRoute({
  method: 'get',
  path: '/api/showingbooker/demo/booking',
  operationId: 'getDemoOffer',
  security: allow.everyone,
  tags,
  summary: 'Get the price of a demo and the half hours of its 14 days',
  responses: answers(200, DemoOffer),
})

const book = createRoute({
  method: 'post',
  path: '/api/showingbooker/demo/booking',
  operationId: 'bookDemo',
  security: allow.everyone,
  limit: { perMinute: 10 },
  idempotencyKeyOf: 'address',
  tags,
  summary: 'Book a $1 demo; after payment, its messages go to the destinations, each marked DEMO',
  request: jsonBody(DemoRequest),
  responses: answers(201, AwaitingPayment, {
    400: 'The form is incomplete, or that time is not offered',
    404: 'Not the demo property',
    409: 'The earlier hold is paid (`already_paid`, with its `manageUrl`)',
    429: 'A destination already had a demo today, or there are too many holds or requests',
    503: 'The payment provider is down; nothing is held',
  }),
})

export function demoApi(options: {
  demos: DemoService
  demoBookings: DemoBookingService
  provider: PaymentProvider
  publicUrl: string
}) {
  const { demos, demoBookings, provider, publicUrl } = options
  const api = createApi()
  api.openapi(offer, (c) => {
    const { offer, changesAt } = demoBookings.offer()
    c.header(CACHE_TAG, `property:${offer.property.id}`)
    c.header(CACHE_UNTIL, changesAt.toString())
    return c.json(offer, 200)
  })
  api.openapi(book, async (c) => {
    const body = c.req.valid('json')
    const form = (body.bookingData ?? body) as DemoForm
    const held = await demoBookings.book(form, {
      clientAddress: c.var.clientAddress,
      clientSecret: body.clientSecret,
      language: language(),
    })
    const payment = { ...paymentIntentOf(held, provider), onApproval: held.onApproval }
    const payUrl = payUrlOf(publicUrl, held.clientSecret)
    return c.json({ bookingId: held.bookingId, status: 'awaiting_payment' as const, payment, payUrl }, 201)
  })
  api.openapi(find, async (c) => c.json(await demos.find(await c.var.actor()), 200))
  api.openapi(create, async (c) => {
    const { property, isNew } = await demos.create(await c.var.actor())
    return isNew ? c.json(property, 201) : c.json(property, 200)
  })
  api.openapi(remove, async (c) => {
    await demos.remove(await c.var.actor())
    return c.body(null, 204)
  })
  return api
}
