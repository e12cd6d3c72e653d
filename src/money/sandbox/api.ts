import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import { answers, createApi, createRoute, jsonBody } from '../../platform/http.ts'
import { SandboxAction, SandboxConfirmation, SandboxIntent, SandboxResult } from './contract.ts'
import type { Sandbox } from './service.ts'

const failures = { 402: 'The card was refused', 404: 'No such payment', 410: 'The hold has ended' }

const confirm = createRoute({
  method: 'post',
  path: '/api/payments/sandbox/confirm',
  operationId: 'confirmTestPayment',
  security: allow.everyone,
  limit: { perMinute: 60, sharedAs: 'test-card' },
  tags: ['Test mode'],
  summary: 'Pay with a test card',
  request: jsonBody(SandboxConfirmation),
  responses: answers(200, SandboxResult, {
    ...failures,
    409: 'The price has changed; `amount` has the new one',
  }),
})

const act = createRoute({
  method: 'post',
  path: '/api/payments/sandbox/action',
  operationId: 'finishTestPaymentAction',
  security: allow.everyone,
  limit: { perMinute: 60, sharedAs: 'test-card' },
  tags: ['Test mode'],
  summary: 'Complete or fail the confirmation step of a test card',
  request: jsonBody(SandboxAction),
  responses: answers(200, SandboxResult, { ...failures, 409: 'The payment is not waiting for a confirmation' }),
})

const show = createRoute({
  method: 'get',
  path: '/api/payments/sandbox/intent/{clientSecret}',
  operationId: 'getTestPayment',
  security: allow.everyone,
  limit: { perMinute: 60, sharedAs: 'test-card' },
  tags: ['Test mode'],
  summary: 'Get the purpose of a payment; needs its secret',
  request: { params: z.object({ clientSecret: z.string().max(255) }) },
  responses: answers(200, SandboxIntent, { 404: 'No such payment' }),
})

/** Routes that exist only with the embedded provider. */
export function sandboxApi({ sandbox }: { sandbox: Sandbox }) {
  const api = createApi()
  api.openapi(confirm, async (c) => c.json(await sandbox.confirm(c.req.valid('json')), 200))
  api.openapi(show, async (c) => c.json(await sandbox.show(c.req.valid('param').clientSecret), 200))
  api.openapi(act, async (c) => {
    const { clientSecret, outcome } = c.req.valid('json')
    return c.json(await sandbox.act(clientSecret, outcome), 200)
  })
  return api
}
