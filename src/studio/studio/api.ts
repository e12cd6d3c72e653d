import { hash } from 'node:crypto'
import { z } from '@hono/zod-openapi'
import type { AccessService, AccountService } from '../../account/area.ts'
import { allow, signedInAs } from '../../platform/callers.ts'
import { type AppContext, answers, createApi, createRoute, idempotencyHeaders, jsonBody } from '../../platform/http.ts'
import { streamReply } from '../../platform/server-streams.ts'
import {
  Generated,
  GenerateForm,
  GenerateQuery,
  Job,
  JobAccepted,
  Jobs,
  PromptReading,
  ReadingForm,
  StudioEngine,
} from './contract.ts'
import type { StudioService } from './service.ts'

/** Requires that the caller has confirmed their age. */
const ADULTS = signedInAs('adult')

const tags = ['Studio']
const refusals = {
  402: 'Out of credits',
  409: 'The Idempotency-Key was used for another request, or the job was canceled',
  403: 'The request has an option of the full studio without its grant, or the age is not confirmed',
  429: 'Two requests are already in progress',
  503: 'It could not be drawn; the credits were returned',
}
const ofJob = { params: z.object({ jobId: z.string() }) }
const noJob = { 404: 'No such job of yours' }

const generate = createRoute({
  method: 'post',
  path: '/generate-image',
  operationId: 'generateImage',
  security: ADULTS,
  limit: { perMinute: 60, sharedAs: 'generate' },
  tags,
  summary: 'Generate an image; waits up to a minute, or with async=1 returns its job at once',
  request: { query: GenerateQuery, headers: idempotencyHeaders, ...jsonBody(GenerateForm) },
  responses: {
    ...answers(200, Generated, {
      ...refusals,
      400: 'A field is invalid',
      422: 'The engine can draw nothing from the prompt (`nothing_to_draw`, with `issues`); no credit was used',
    }),
    ...answers(202, JobAccepted),
  },
})

const list = createRoute({
  method: 'get',
  path: '/generate-image',
  operationId: 'listImageJobs',
  security: allow.signedIn,
  tags,
  summary: 'List your jobs in progress, and those that failed within the last hour and were not retried',
  responses: answers(200, Jobs),
})

const find = createRoute({
  method: 'get',
  path: '/generate-image/{jobId}',
  operationId: 'getImageJob',
  security: allow.signedIn,
  tags,
  summary: 'Get the progress of a job with its full request',
  request: ofJob,
  responses: answers(200, Job, noJob),
})

const listen = createRoute({
  method: 'get',
  path: '/generate-image/{jobId}/events',
  operationId: 'followImageJob',
  security: allow.signedIn,
  tags,
  summary:
    'Stream the job each time it changes (server-sent events, event "job", its revision as id) until it ends. Last-Event-ID resumes after that revision; 204 if nothing more will come',
  request: ofJob,
  responses: {
    ...answers(200, z.string(), { ...noJob, 429: 'Too many streams are open' }),
    200: { description: 'OK', content: { 'text/event-stream': { schema: z.string() } } },
    204: { description: 'The job is over, and its end was already sent' },
  },
})

const cancel = createRoute({
  method: 'post',
  path: '/generate-image/{jobId}/cancel',
  operationId: 'cancelImageJob',
  security: allow.signedIn,
  tags,
  summary: 'Cancel a queued or running job; nothing of it is kept, and its credits are returned',
  request: ofJob,
  responses: answers(200, Job, { ...noJob, 409: 'It is already finished' }),
})

const retry = createRoute({
  method: 'post',
  path: '/generate-image/{jobId}/retry',
  operationId: 'retryImageJob',
  security: ADULTS,
  limit: { perMinute: 60, sharedAs: 'generate' },
  tags,
  summary: 'Retry a failed or canceled job as a new job',
  request: { ...ofJob, headers: idempotencyHeaders },
  responses: answers(202, JobAccepted, { ...noJob, ...refusals, 409: 'It neither failed nor was canceled' }),
})

const read = createRoute({
  method: 'post',
  path: '/studio/reading',
  operationId: 'readPrompt',
  security: allow.signedIn,
  // The form calls it while people type.
  limit: { perMinute: 240 },
  tags,
  summary:
    'Preview word by word what the engine in use would draw from a prompt; this draws, stores, and costs nothing',
  request: jsonBody(ReadingForm),
  responses: answers(200, PromptReading, {
    400: 'The prompt is too long',
    429: 'More than 240 in a minute from one address',
  }),
})

const engine = createRoute({
  method: 'get',
  path: '/studio/engine',
  operationId: 'getStudioEngine',
  security: allow.signedIn,
  tags,
  summary: 'Get the engine in use, what it ignores, the available choices, and the price',
  responses: answers(200, StudioEngine),
})

/** Reads the Idempotency-Key of a request and hashes the request. */
function keyOf(c: AppContext, what: string) {
  const key = c.req.header('idempotency-key')
  return key === undefined ? null : { key, bodyHash: hash('sha256', what) }
}

type Parts = { studio: StudioService; accounts: AccountService; access: AccessService }

export function studioApi({ studio, accounts, access }: Parts) {
  const api = createApi()
  const askedBy = (c: AppContext) => ({
    requireGrant: () => access.require(c.req.raw.headers, 'create'),
  })

  api.openapi(generate, async (c) => {
    const given = keyOf(c, await c.req.text())
    const jobId = await studio.generate(await c.var.actor(), c.req.valid('json'), { ...askedBy(c), given })
    if (c.req.valid('query').async === '1') return c.json({ jobId }, 202)
    const generated = await studio.wait(await c.var.actor(), jobId, c.req.raw.signal)
    return generated ? c.json(generated, 200) : c.json({ jobId }, 202)
  })
  api.openapi(list, async (c) => c.json(await studio.list(await c.var.actor()), 200))
  api.openapi(find, async (c) => c.json(await studio.find(await c.var.actor(), c.req.valid('param').jobId), 200))
  api.openapi(listen, async (c) => {
    const headers = new Headers(c.req.raw.headers)
    const lastId = headers.get('last-event-id')
    const stream = await studio.listen(await c.var.actor(), c.req.valid('param').jobId, {
      revision: lastId !== null && /^\d{1,9}$/.test(lastId) ? Number(lastId) : null,
      actor: () => accounts.actorOf({ headers }),
    })
    if (!stream) return c.body(null, 204)
    return streamReply(c, stream)
  })
  api.openapi(cancel, async (c) => c.json(await studio.cancel(await c.var.actor(), c.req.valid('param').jobId), 200))
  api.openapi(retry, async (c) => {
    const { jobId: failed } = c.req.valid('param')
    const given = keyOf(c, `retry ${failed}`)
    const jobId = await studio.retry(await c.var.actor(), failed, { ...askedBy(c), given })
    return c.json({ jobId }, 202)
  })
  api.openapi(read, async (c) => c.json(studio.read(await c.var.actor(), c.req.valid('json')), 200))
  api.openapi(engine, async (c) => c.json(await studio.engine(await c.var.actor()), 200))
  return api
}
