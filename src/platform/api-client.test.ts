import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { RouterContextProvider } from 'react-router'
import { ApiError, accountApiFor, api, isSessionChanging, isUnreached, serverContext } from './api-client.ts'
import { serverNowMs } from './server-clock.ts'

const PROPERTY = '6f9c2a54-0d3e-4c7b-9a51-2f4f0f2f7c11'

/** Returns what a page's loader throws for this answer of the API. */
async function thrownFor(status: number, path?: string): Promise<unknown> {
  const context = new RouterContextProvider()
  const issues = path ? [{ path, message: 'Invalid' }] : []
  context.set(serverContext, { fetchApi: async () => Response.json({ error: 'No', code: 'no', issues }, { status }) })
  return accountApiFor(context)
    .GET('/api/showingbooker/bookings', { params: { query: { property_id: PROPERTY } } })
    .then(
      () => assert.fail('the client took the answer for a success'),
      (error: unknown) => error,
    )
}

const statusOf = (thrown: unknown) =>
  typeof thrown === 'object' && thrown && 'init' in thrown ? (thrown.init as { status: number }).status : null

test('a page whose path has an impossible ID answers 404, whichever call fails first', async () => {
  for (const path of ['id', 'property_id']) assert.equal(statusOf(await thrownFor(400, path)), 404, path)
})

test('a missing thing has no page, and a visitor is asked to sign in', async () => {
  assert.equal(statusOf(await thrownFor(404)), 404)
  assert.equal(statusOf(await thrownFor(401)), 401)
})

test('any other bad filter stays a 400', async () => {
  const thrown = await thrownFor(400, 'sort')
  assert.ok(thrown instanceof ApiError)
  assert.equal(thrown.status, 400)
})

test('other tabs see a call that may replace the session until it is answered, and do not see other long calls', async (t) => {
  const { promise: answered, resolve: answer } = Promise.withResolvers<Response>()
  t.mock.method(globalThis, 'fetch', () => answered.then((response) => response.clone()))
  const call = api.POST('/generate-image', { baseUrl: 'http://127.0.0.1', body: { prompt: 'A lake' } })
  await setImmediate()
  assert.equal(await isSessionChanging(), false)
  const change = api.POST('/api/auth/two-factor/verify-totp', {
    baseUrl: 'http://127.0.0.1',
    body: { code: '123456', trustDevice: false },
  })
  await setImmediate()
  assert.equal(await isSessionChanging(), true)
  answer(Response.json({}))
  await Promise.all([call, change])
  assert.equal(await isSessionChanging(), false)
})

test('treats an answer that is cut off as no answer', async (t) => {
  const body = new ReadableStream({
    start(controller) {
      controller.enqueue(new TextEncoder().encode('{"booking'))
      controller.error(new TypeError('network error'))
    },
  })
  const headers = { 'content-type': 'application/json' }
  t.mock.method(globalThis, 'fetch', async () => new Response(body, { headers }))
  await assert.rejects(
    api.POST('/credits/settle', { baseUrl: 'http://localhost', body: { paymentIntentId: 'pi_1' } }),
    (error) => error instanceof ApiError && error.status === 0,
  )
})

test("treats a network's sign-in page as no answer, and says so", async (t) => {
  const headers = { 'content-type': 'text/html; charset=utf-8' }
  t.mock.method(globalThis, 'fetch', async () => new Response('<h1>Welcome to the hotel</h1>', { headers }))
  await assert.rejects(
    api.GET('/credits', { baseUrl: 'http://localhost' }),
    (error) => error instanceof ApiError && error.status === 0 && /^You seem to be offline/.test(error.message),
  )
})

test("replaces a proxy's error page with our own words, without a status number", async (t) => {
  const fetching = t.mock.method(globalThis, 'fetch')
  const answered = (status: number, body: string) => {
    const headers = { 'content-type': body.startsWith('<') ? 'text/html' : 'application/json', 'retry-after': '5' }
    fetching.mock.mockImplementation(async () => new Response(body, { status, headers }))
    return api.GET('/credits', { baseUrl: 'http://localhost' }).catch((error: ApiError) => error)
  }
  for (const status of [502, 503, 504]) {
    const error = await answered(status, '<html><h1>Gateway Time-out</h1></html>')
    assert.ok(error instanceof ApiError)
    assert.deepEqual(
      [error.status, error.message, error.retryAfterSeconds],
      [status, 'The service is briefly unavailable. Please try again.', 5],
    )
  }
  assert.equal(((await answered(503, '{"error":"No room"}')) as ApiError).message, 'No room')
  assert.equal(((await answered(500, '{}')) as ApiError).message, 'HTTP 500')
})

test('accepts an answer without content, even if the browser gives it an empty body', async (t) => {
  const answer = new Response(null, { status: 204 })
  Object.defineProperty(answer, 'body', { value: new ReadableStream() })
  t.mock.method(globalThis, 'fetch', async () => answer)
  const { response } = await api.DELETE('/images/{id}', {
    baseUrl: 'http://localhost',
    params: { path: { id: PROPERTY } },
  })
  assert.equal(response.status, 204)
})

test("the browser takes the server's time from answers to its requests, not from pages that it may have cached", async (t) => {
  const at = Date.parse('2026-11-27T12:00:00.000Z')
  t.mock.timers.enable({ apis: ['Date'], now: at })
  const date = new Date(at - 600_000).toUTCString()
  t.mock.method(globalThis, 'fetch', async () => Response.json({}, { headers: { date } }))
  await api.GET('/livez', { baseUrl: 'http://127.0.0.1' })
  assert.equal(serverNowMs(), at)
  await api.POST('/generate-image', { baseUrl: 'http://127.0.0.1', body: { prompt: 'A lake' } })
  assert.ok(Math.abs(serverNowMs() - (at - 600_000)) <= 1000)
})

for (const [error, expected] of [
  [new ApiError(0, {}), true],
  [new ApiError(503, {}), false],
  [new TypeError('Failed to fetch'), true],
  [new TypeError('NetworkError when attempting to fetch resource.'), true],
  [new TypeError('Load failed'), true],
  [new TypeError('The network connection was lost.'), true],
  [new TypeError('Failed to fetch dynamically imported module: https://x.example/assets/a.js'), false],
  [new TypeError("Cannot read properties of undefined (reading 'id')"), false],
  [new Error('Failed to fetch'), false],
  [new Error('Unable to decode turbo-stream response'), true],
] as const)
  test(`"${error.message}" ${expected ? 'is' : 'is not'} a call that reached no server`, () => {
    assert.equal(isUnreached(error), expected)
  })
