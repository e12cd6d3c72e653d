import { z } from '@hono/zod-openapi'
import type { Actor } from '../../platform/actor.ts'
import { allow } from '../../platform/callers.ts'
import { answers, createApi, createRoute, fileAnswers, jsonBody, pageQuery } from '../../platform/http.ts'
import { pdfHeaders } from '../../platform/pdf-document.ts'
import {
  CreditIntent,
  Credits,
  PackForm,
  PlanForm,
  Purchases,
  SettledPurchase,
  SettleForm,
  Subscription,
} from './contract.ts'
import type { CreditService } from './service.ts'

const tags = ['Credits']
const opening = {
  400: 'A field is invalid; the issue names it',
  503: 'The payment provider is down; nothing is charged',
}

const ledger = createRoute({
  method: 'get',
  path: '/credits',
  tags,
  summary: 'Get the balance and all credit movements, newest first',
  operationId: 'getCredits',
  security: allow.signedIn,
  request: { query: z.object(pageQuery) },
  responses: answers(200, Credits, { 400: 'The cursor or the limit is wrong' }),
})
const purchase = createRoute({
  method: 'post',
  path: '/credits/purchase',
  tags,
  summary: 'Start a payment for 20 credits',
  operationId: 'purchaseCredits',
  security: allow.signedIn,
  limit: { perMinute: 30, sharedAs: 'credits' },
  idempotencyKeyOf: 'account',
  request: jsonBody(PackForm),
  responses: answers(201, CreditIntent, opening),
})
const settle = createRoute({
  method: 'post',
  path: '/credits/settle',
  tags,
  summary: 'Turn a paid payment into credits; repeating it changes nothing',
  operationId: 'settleCreditPurchase',
  security: allow.signedIn,
  limit: { perMinute: 60 },
  request: jsonBody(SettleForm),
  responses: answers(200, SettledPurchase, {
    402: 'Not paid',
    404: 'No such payment of yours',
    409: 'Refunded in full',
    410: 'It has ended',
    503: 'The payment provider is down',
  }),
})
const list = createRoute({
  method: 'get',
  path: '/credits/purchases',
  tags,
  summary: 'List payments for credits, newest first',
  operationId: 'listCreditPurchases',
  security: allow.signedIn,
  request: { query: z.object(pageQuery) },
  responses: answers(200, Purchases, { 400: 'The cursor or the limit is wrong' }),
})
const receipt = createRoute({
  method: 'get',
  path: '/credits/purchases/{id}/receipt.pdf',
  tags,
  summary: 'Get the receipt of a purchase (PDF)',
  operationId: 'getCreditReceipt',
  security: allow.signedIn,
  limit: { perMinute: 30 },
  request: { params: z.object({ id: z.string().max(100) }) },
  responses: fileAnswers('application/pdf', { 404: 'No such payment of yours' }),
})
const getPlan = createRoute({
  method: 'get',
  path: '/subscription',
  tags,
  summary: 'Get the monthly plan',
  operationId: 'getSubscription',
  security: allow.signedIn,
  responses: answers(200, Subscription),
})
const subscribe = createRoute({
  method: 'post',
  path: '/subscription',
  tags,
  operationId: 'createSubscription',
  security: allow.signedIn,
  limit: { perMinute: 30, sharedAs: 'credits' },
  idempotencyKeyOf: 'account',
  summary: 'Start a payment for a month (201), or resume a canceled plan that still runs (200)',
  request: jsonBody(PlanForm),
  responses: {
    ...answers(200, Subscription, { ...opening, 409: 'The plan is running, or is about to end' }),
    ...answers(201, CreditIntent),
  },
})
const cancel = createRoute({
  method: 'delete',
  path: '/subscription',
  tags,
  summary: 'Cancel the plan at the end of its month',
  operationId: 'cancelSubscription',
  security: allow.signedIn,
  responses: answers(200, Subscription, { 409: 'There is no plan' }),
})

export function creditApi(options: {
  credits: CreditService
  purchases: { printReceipt(actor: Actor, id: string): Promise<{ name: string; pdf: Uint8Array }> }
}) {
  const { credits, purchases } = options
  const api = createApi()

  api.openapi(ledger, async (c) => c.json(await credits.ledger(await c.var.actor(), c.req.valid('query')), 200))
  api.openapi(purchase, async (c) => c.json(await credits.buyPack(await c.var.actor()), 201))
  api.openapi(settle, async (c) =>
    c.json(await credits.settleAs(await c.var.actor(), c.req.valid('json').paymentIntentId), 200),
  )
  api.openapi(list, async (c) => c.json(await credits.purchases(await c.var.actor(), c.req.valid('query')), 200))
  api.openapi(receipt, async (c) => {
    const { name, pdf } = await purchases.printReceipt(await c.var.actor(), c.req.valid('param').id)
    return c.body(pdf as Uint8Array<ArrayBuffer>, 200, {
      ...pdfHeaders(name),
      'Cache-Control': 'private, no-store',
      'X-Robots-Tag': 'noindex',
    })
  })
  api.openapi(getPlan, async (c) => c.json(await credits.subscription(await c.var.actor()), 200))
  api.openapi(subscribe, async (c) => {
    const answer = await credits.subscribe(await c.var.actor())
    return 'resumed' in answer ? c.json(answer.resumed, 200) : c.json(answer.intent, 201)
  })
  api.openapi(cancel, async (c) => c.json(await credits.cancel(await c.var.actor()), 200))
  return api
}
