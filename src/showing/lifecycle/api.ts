import { z } from '@hono/zod-openapi'
import type { Actor } from '../../platform/actor.ts'
import { allow } from '../../platform/callers.ts'
import { answers, createApi, createRoute, jsonBody, jsonOrNothing, optionalJsonBody } from '../../platform/http.ts'
import { limitRequests } from '../../platform/rate-limit.ts'
import { BuyerPage, ShowingRecord } from '../booking/contract.ts'
import { MoveForm, Reason, RefundDecision, RefundRequest } from './contract.ts'
import type { LifecycleService } from './service.ts'

const decision = <Name extends 'approve' | 'decline' | 'cancel'>(name: Name, summary: string) =>
  createRoute({
    method: 'post',
    path: `/api/showingbooker/bookings/{id}/${name}`,
    operationId: `${name}Booking`,
    security: allow.signedIn,
    tags: ['Showings'],
    summary,
    middleware: jsonOrNothing,
    request: { params: z.object({ id: z.uuid() }), ...optionalJsonBody(Reason) },
    responses: answers(200, ShowingRecord, {
      400: 'What is wrong, at each field',
      401: 'Not signed in',
      404: 'No such booking',
      409: "Not possible in the booking's present state, which `status` names",
    }),
  })

const approve = decision('approve', 'Approve a showing: the authorized card is charged')
const decline = decision('decline', 'The showing does not take place: the authorization is released')
const cancel = decision('cancel', 'Call a showing off: what was paid goes back in full')

const buyers = { params: z.object({ token: z.string().max(100) }) }
const buyersAnswers = answers(200, BuyerPage, {
  400: 'What is wrong, at each field',
  404: 'No such booking',
  409: 'Not possible in the present state, or the slot is taken; then `alternatives` has three free ones',
  429: 'Too many requests',
})

const cancelOwn = createRoute({
  method: 'post',
  path: '/api/showingbooker/public/booking/{token}/cancel',
  operationId: 'cancelBuyerBooking',
  security: allow.everyone,
  tags: ['Booking'],
  summary: "The buyer's cancel, before the start: an authorization is released, a charge is final",
  middleware: jsonOrNothing,
  request: { ...buyers, ...optionalJsonBody(Reason) },
  responses: buyersAnswers,
})

const moveOwn = createRoute({
  method: 'post',
  path: '/api/showingbooker/public/booking/{token}/move',
  operationId: 'moveBuyerBooking',
  security: allow.everyone,
  tags: ['Booking'],
  summary: 'Move a confirmed showing once, until 24 hours before its start; the payment is kept',
  request: { ...buyers, ...jsonBody(MoveForm) },
  responses: buyersAnswers,
})

const requestRefund = createRoute({
  method: 'post',
  path: '/api/showingbooker/public/booking/{token}/refund-request',
  operationId: 'requestRefund',
  security: allow.everyone,
  tags: ['Booking'],
  summary: 'Ask for a refund, from the start until 24 hours after the showing',
  request: { ...buyers, ...jsonBody(RefundRequest) },
  responses: buyersAnswers,
})

const decideRefund = createRoute({
  method: 'post',
  path: '/api/showingbooker/bookings/{id}/refund',
  operationId: 'decideRefund',
  security: allow.signedIn,
  tags: ['Showings'],
  summary: 'Decide on a refund that the buyer asked for; it takes 5–7 business days',
  request: { params: z.object({ id: z.uuid() }), ...jsonBody(RefundDecision) },
  responses: answers(200, ShowingRecord, {
    400: 'What is wrong, at each field',
    401: 'Not signed in',
    404: 'No such booking',
    409: 'No refund was asked for, or it is decided',
  }),
})

/** A booking as its buyer and its agent see it. */
type ShownBookings = {
  buyerPage(token: string): Promise<BuyerPage>
  get(actor: Actor, id: string): Promise<ShowingRecord>
}

export function lifecycleApi(options: {
  lifecycle: LifecycleService
  showings: ShownBookings
  rateLimitScale: number
}) {
  const { lifecycle, showings } = options
  const api = createApi()
  for (const { path } of [cancelOwn, moveOwn, requestRefund]) {
    api.use(path.replace('{token}', ':token'), limitRequests('own-booking', 30, options.rateLimitScale))
  }
  const deciding = limitRequests('decisions', 60, options.rateLimitScale)
  for (const { path } of [approve, decline, cancel, decideRefund]) api.use(path.replace('{id}', ':id'), deciding)
  api.openapi(cancelOwn, async (c) => {
    const { token } = c.req.valid('param')
    await lifecycle.cancelOwn(token, c.req.valid('json')?.reason)
    return c.json(await showings.buyerPage(token), 200)
  })
  api.openapi(moveOwn, async (c) => {
    const { token } = c.req.valid('param')
    await lifecycle.moveOwn(token, c.req.valid('json'))
    return c.json(await showings.buyerPage(token), 200)
  })
  api.openapi(requestRefund, async (c) => {
    const { token } = c.req.valid('param')
    await lifecycle.requestRefund(token, c.req.valid('json').reason)
    return c.json(await showings.buyerPage(token), 200)
  })
  api.openapi(decideRefund, async (c) => {
    const actor = await c.var.actor()
    const { id } = c.req.valid('param')
    await lifecycle.decideRefund(actor, id, c.req.valid('json'))
    return c.json(await showings.get(actor, id), 200)
  })
  api.openapi(approve, async (c) => {
    const actor = await c.var.actor()
    const { id } = c.req.valid('param')
    await lifecycle.act(actor, id, 'approve', c.req.valid('json')?.reason)
    return c.json(await showings.get(actor, id), 200)
  })
  api.openapi(decline, async (c) => {
    const actor = await c.var.actor()
    const { id } = c.req.valid('param')
    await lifecycle.act(actor, id, 'decline', c.req.valid('json')?.reason)
    return c.json(await showings.get(actor, id), 200)
  })
  api.openapi(cancel, async (c) => {
    const actor = await c.var.actor()
    const { id } = c.req.valid('param')
    await lifecycle.act(actor, id, 'cancel', c.req.valid('json')?.reason)
    return c.json(await showings.get(actor, id), 200)
  })
  return api
}
