import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import { answers, createApi, createRoute } from '../../platform/http.ts'
import type { WebhookService } from './webhook-service.ts'

const webhook = createRoute({
  method: 'post',
  path: '/api/payments/webhook',
  operationId: 'receivePaymentEvent',
  security: allow.everyone,
  tags: ['Booking'],
  summary: 'Receive an event from the payment provider, with its signature',
  responses: answers(200, z.object({ received: z.literal(true) }), { 400: 'The signature is wrong' }),
})

export function paymentApi({ webhooks }: { webhooks: WebhookService }) {
  const api = createApi()
  api.openapi(webhook, async (c) => {
    await webhooks.receive(await c.req.text(), (name) => c.req.header(name))
    return c.json({ received: true as const }, 200)
  })
  return api
}
