import assert from 'node:assert/strict'
import { test } from 'node:test'
import { z } from '@hono/zod-openapi'
import { visitor } from './actor.ts'
import { describeApi } from './api-document.ts'
import { allow } from './callers.ts'
import { DomainError } from './errors.ts'
import { obeyGuards } from './guards.ts'
import { answers, createApi, createRoute, jsonBody } from './http.ts'
import { createOperations } from './operations.ts'
import { problemResponse } from './problem.ts'

const route = (path: string, guards: object = {}) =>
  createRoute({
    method: 'post',
    path,
    operationId: path.slice(1),
    security: allow.everyone,
    ...guards,
    request: jsonBody(z.object({ text: z.string() })),
    responses: answers(200, z.object({ ok: z.boolean() })),
  })

const tooLong = () => new DomainError('too_large', 'too_long', 'Too long')
const routes = [
  route('/free'),
  route('/alone', { limit: { perMinute: 2 } }),
  route('/one', { limit: { perMinute: 4, sharedAs: 'both' } }),
  route('/both', { limit: { perMinute: 1 } }),
  route('/other', { limit: { perMinute: 4, sharedAs: 'both' } }),
  route('/long', { largestBody: { bytes: 2_000, refuse: tooLong } }),
  route('/once', { idempotencyKeyOf: 'address' }),
  route('/own', { security: allow.signedIn, limit: { perMinute: 1 } }),
]

function appOf(declared: typeof routes, rateLimitScale = 1) {
  const app = createApi()
  app.use(async (c, next) => {
    c.set('requestId', 'r-1')
    c.set('clientAddress', c.req.header('x-address') ?? '192.0.2.1')
    c.set('actor', async () => visitor)
    await next()
    c.res.headers.set('x-route', c.get('apiRoute') ?? '')
  })
  app.onError((error, c) => problemResponse(c, error))
  const parts = { db: null as never, clock: null as never, extraChecks: {}, rateLimitScale, largestBody: 1_000 }
  app.use(obeyGuards(createOperations(app), parts))
  for (const one of declared) app.openapi(one, (c) => c.json({ ok: true }, 200))
  return app
}

const post = async (app: ReturnType<typeof appOf>, path: string, text = '', address = '192.0.2.1') => {
  const body = JSON.stringify({ text })
  const headers = { 'content-type': 'application/json', 'content-length': String(body.length), 'x-address': address }
  return app.request(path, { method: 'POST', body, headers })
}

const statuses: [what: string, scale: number, asked: string[], expected: number[]][] = [
  ['a route without a limit takes every request', 1, ['/free', '/free', '/free', '/free'], [200, 200, 200, 200]],
  ['a limit counts its own route', 1, ['/alone', '/alone', '/one', '/alone'], [200, 200, 200, 429]],
  [
    'routes that share a name share the count',
    1,
    ['/one', '/other', '/one', '/other', '/one'],
    [200, 200, 200, 200, 429],
  ],
  ['a shared name is no name of a route', 1, ['/one', '/both', '/both'], [200, 200, 429]],
  ['the scale multiplies a limit', 1.5, ['/alone', '/alone', '/alone', '/alone'], [200, 200, 200, 429]],
  ['no scale takes away the last request', 0.01, ['/alone', '/alone'], [200, 429]],
  ['a caller is judged before their request counts', 1, ['/own', '/own', '/own'], [401, 401, 401]],
]
for (const [what, scale, asked, expected] of statuses)
  test(what, async () => {
    const app = appOf(routes, scale)
    const got: number[] = []
    for (const path of asked) got.push((await post(app, path)).status)
    assert.deepEqual(got, expected)
  })

test('counts each address separately, and says when to try again', async () => {
  const app = appOf(routes)
  for (const _ of [1, 2]) await post(app, '/alone')
  const refused = await post(app, '/alone')
  assert.deepEqual([refused.status, (await refused.json()).code], [429, 'too_many_requests'])
  assert.equal(refused.headers.get('x-route'), '/alone', 'the log names the route')
  const seconds = Number(refused.headers.get('retry-after'))
  assert.ok(seconds >= 1 && seconds <= 60, `${seconds}`)
  assert.equal((await post(app, '/alone', '', '192.0.2.2')).status, 200)
})

test('a route may take a larger body than the others, and refuses the rest in its own words', async () => {
  const app = appOf(routes)
  assert.equal((await post(app, '/free', 'x'.repeat(1_500))).status, 413)
  assert.equal((await post(app, '/long', 'x'.repeat(1_500))).status, 200)
  const refused = await post(app, '/long', 'x'.repeat(2_500))
  assert.deepEqual([refused.status, (await refused.json()).code], [413, 'too_long'])
})

test('refuses two limits with one name', () => {
  const two = [
    route('/one', { limit: { perMinute: 4, sharedAs: 'both' } }),
    route('/x', { limit: { perMinute: 5, sharedAs: 'both' } }),
  ]
  assert.throws(() => createOperations(appOf(two)).find('POST', '/one'), /both has two limits/)
})

test('a misspelled guard does not compile', () => {
  // @ts-expect-error limits is not the name of a guard
  createRoute({ method: 'get', path: '/x', operationId: 'x', security: allow.everyone, limits: {}, responses: {} })
})

test('the API document states the guards only in words', () => {
  const { paths } = describeApi(
    appOf(routes),
    { openapi: '3.1.0', info: { title: 'x', version: '1' } },
    { securitySchemes: {}, rateLimitScale: 2 },
  )
  const described = paths?.['/alone']?.post
  assert.match(described?.description ?? '', /At most 4 calls a minute from one address\./)
  assert.ok(described?.responses?.[429])
  assert.deepEqual(paths?.['/once']?.post?.parameters, [{ $ref: '#/components/parameters/IdempotencyKey' }])
  for (const { path } of routes)
    for (const guard of ['limit', 'largestBody', 'idempotencyKeyOf'])
      assert.ok(!(guard in (paths?.[path]?.post ?? {})), `${path} ${guard}`)
})
