import { z } from '@hono/zod-openapi'
import { allow } from '../../platform/callers.ts'
import { answers, createApi, createRoute, pageQuery } from '../../platform/http.ts'
import { DifferencePage, Done, FailedJobPage, FailedMessagePage, Operations, WebhookPage } from './contract.ts'
import type { OperationService } from './service.ts'

const BASE = '/api/showingbooker/admin/operations'
const tags = ['Administration']
const admins = { 403: 'Admins only' }
const query = z.object(pageQuery)

const overview = createRoute({
  method: 'get',
  path: BASE,
  operationId: 'getOperations',
  security: allow.admins,
  tags,
  summary: 'Get the current state of the queue, vendors, reconciliation, and database',
  responses: answers(200, Operations, admins),
})

const listed = <Path extends string, Schema extends z.ZodType>(
  path: Path,
  operationId: string,
  summary: string,
  schema: Schema,
) =>
  createRoute({
    method: 'get',
    path: `${BASE}/${path}` as const,
    operationId,
    security: allow.admins,
    tags,
    summary,
    request: { query },
    responses: answers(200, schema, { 400: 'The cursor or the limit is wrong', ...admins }),
  })
const messages = listed('messages', 'listFailedMessages', 'List messages that failed for good', FailedMessagePage)
const jobs = listed('jobs', 'listFailedJobs', 'List jobs that failed for good', FailedJobPage)
const webhooks = listed('webhooks', 'listWebhookCalls', 'List calls from vendors, newest first', WebhookPage)
const differences = listed(
  'differences',
  'listMoneyDifferences',
  'List differences between the provider, the payments, and the bookings',
  DifferencePage,
)

const resend = createRoute({
  method: 'post',
  path: `${BASE}/messages/{id}/resend`,
  operationId: 'resendFailedMessage',
  security: allow.admins,
  limit: { perMinute: 60, sharedAs: 'operations' },
  tags,
  summary: 'Resend a failed message',
  request: { params: z.object({ id: z.uuid() }) },
  responses: answers(200, Done, {
    ...admins,
    404: 'No such message',
    409: 'It is being sent, or is no longer needed',
    429: 'Sent too often',
  }),
})

const onJob = <Act extends 'run' | 'drop'>(act: Act, operationId: string, summary: string) =>
  createRoute({
    method: 'post',
    path: `${BASE}/jobs/{id}/${act}` as const,
    operationId,
    security: allow.admins,
    limit: { perMinute: 60, sharedAs: 'operations' },
    tags,
    summary,
    request: { params: z.object({ id: z.string().max(20) }) },
    responses: answers(200, Done, { ...admins, 404: 'No such job, or it is still being retried' }),
  })
const runJob = onJob('run', 'runJob', 'Run a failed job once more')
const dropJob = onJob('drop', 'dropJob', 'Drop a failed job; what it should have done stays undone')

const compareAll = createRoute({
  method: 'post',
  path: `${BASE}/reconcile`,
  operationId: 'startReconciliation',
  security: allow.admins,
  limit: { perMinute: 60, sharedAs: 'operations' },
  tags,
  summary: "Queue a comparison of all payments with the provider's records",
  responses: answers(202, Done, admins),
})

export function operationApi({ operations }: { operations: OperationService }) {
  const api = createApi()
  api.openapi(overview, async (c) => c.json(await operations.overview(await c.var.actor()), 200))
  api.openapi(messages, async (c) =>
    c.json(await operations.failedMessages(await c.var.actor(), c.req.valid('query')), 200),
  )
  api.openapi(jobs, async (c) => c.json(await operations.failedJobs(await c.var.actor(), c.req.valid('query')), 200))
  api.openapi(webhooks, async (c) => c.json(await operations.webhooks(await c.var.actor(), c.req.valid('query')), 200))
  api.openapi(differences, async (c) =>
    c.json(await operations.differences(await c.var.actor(), c.req.valid('query')), 200),
  )
  api.openapi(resend, async (c) => {
    await operations.resend(await c.var.actor(), c.req.valid('param').id)
    return c.json({ success: true as const }, 200)
  })
  api.openapi(runJob, async (c) => {
    await operations.runJob(await c.var.actor(), c.req.valid('param').id)
    return c.json({ success: true as const }, 200)
  })
  api.openapi(dropJob, async (c) => {
    await operations.dropJob(await c.var.actor(), c.req.valid('param').id)
    return c.json({ success: true as const }, 200)
  })
  api.openapi(compareAll, async (c) => {
    await operations.compareAll(await c.var.actor())
    return c.json({ success: true as const }, 202)
  })
  return api
}
