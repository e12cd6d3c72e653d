import assert from 'node:assert/strict'
import type { Server } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { createHttpServer } from '../src/platform/http-listener.ts'
import { everyAnswer } from '../src/platform/security-headers.ts'
import { createServer } from '../src/server.ts'
import { type TestApp, testApp } from './app.ts'
import { startCpuClock } from './cpu-time.ts'
import { makeForm, makeProperty } from './factories.ts'
import { assertProblem } from './problem.ts'
import { bookShowing, signUp } from './scene.ts'

const MAPS_API_KEY = 'key_of-the-tests'
const METRICS_TOKEN = 'a token of the tests'.replaceAll(' ', '-')

let app: TestApp
let server: Server
let origin: string
before(async () => {
  app = await testApp({ env: { METRICS_TOKEN, MAPS_API_KEY } })
  const site = await createServer(app.config, app)
  server = createHttpServer(() => site, everyAnswer(app.config))
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
after(async () => {
  server.closeAllConnections()
  await new Promise((done) => server.close(done))
  await app.close()
})
beforeEach(() => app.clock.set('2026-11-21T09:00:00Z'))

const get = (path: string, headers: Record<string, string> = {}) =>
  fetch(origin + path, { headers, redirect: 'manual' })
const json = (method: string, path: string, body: unknown, headers: Record<string, string> = {}) =>
  fetch(origin + path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

/** Sends raw bytes over a new connection. @returns everything until the other side closed it */
async function raw(bytes: string | Buffer): Promise<string> {
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  socket.setTimeout(5_000, () => socket.destroy(new Error('no answer')))
  socket.write(bytes)
  return text(socket)
}

test('a booking page immediately shows that a slot is taken, and later that it is free again', async () => {
  const { slug } = await makeProperty(app.db)
  const path = `/showingbooker/book/${slug}`
  const mark = async () => (await get(path)).headers.get('etag') ?? ''
  const free = await mark()
  assert.equal(await mark(), free)
  await app.call('POST', '/api/payments/create-payment-intent', { bookingData: makeForm(slug) })
  const held = await changed(free)
  assert.notEqual(held, free)
  // The hold expires without an event.
  app.clock.advance({ minutes: 9, seconds: 59 })
  assert.equal(await mark(), held)
  app.clock.advance({ seconds: 1 })
  assert.notEqual(await mark(), held)

  async function changed(from: string): Promise<string> {
    const end = performance.now() + 20_000
    for (let found = from; performance.now() < end; found = await mark()) if (found !== from) return found
    return from
  }
})

test('keeps a booking page only under its own path', async () => {
  const { slug, id } = await makeProperty(app.db)
  const kept = async (path: string) => (await get(path)).headers.has('etag')
  assert.equal(await kept(`/showingbooker/book/${slug}`), true)
  const spelled = `%${slug.charCodeAt(0).toString(16)}${slug.slice(1)}`
  for (const path of [`${slug}/`, `${slug}////`, spelled, id])
    assert.equal(await kept(`/showingbooker/book/${path}`), false, path)
  assert.equal(await kept(`/ShowingBooker/book/${slug}`), false)
})

test('keeps every other public page only under its own path', async () => {
  const { id } = await makeProperty(app.db)
  await sql`update property set slug = 'sample-property' where id = ${id}`.execute(app.db)
  for (const path of ['/', '/showingbooker', '/showingbooker/terms', '/api/docs']) {
    assert.equal((await get(path)).headers.has('etag'), true, path)
    const other = await get(path === '/' ? '//' : `${path}/`)
    assert.deepEqual([other.headers.has('etag'), other.headers.get('x-cache-path')], [false, null], path)
  }
})

test('passes the map key to the booking page', async () => {
  const { slug } = await makeProperty(app.db)
  assert.ok((await (await get(`/showingbooker/book/${slug}`)).text()).includes(MAPS_API_KEY))
})

test('right after the half hour, a page drops the start time that is no longer offered', async () => {
  const { slug } = await makeProperty(app.db)
  app.clock.set('2026-11-21T17:29:59Z')
  const path = `/showingbooker/book/${slug}`
  const mark = async () => (await get(path)).headers.get('etag')
  const before = await mark()
  assert.equal(await mark(), before)
  app.clock.set('2026-11-21T17:30:00Z')
  assert.equal(await mark(), before)
  app.clock.set('2026-11-21T17:30:00.001Z')
  assert.notEqual(await mark(), before)
})

test('a kept page reveals nothing about the visitor for whom it was rendered', async () => {
  const { slug } = await makeProperty(app.db)
  const { cookie } = await signUp(app, 'seen-first@agents.example.com')
  const path = `/showingbooker/book/${slug}`
  const first = await (await get(path, { cookie })).text()
  assert.doesNotMatch(first, /seen-first/)
  assert.equal((await (await get(path)).text()).length, first.length)
})

const kinds: [what: string, ask: () => Promise<Response>, status: number][] = [
  ['a document', () => get('/showingbooker'), 200],
  ['a document that is kept', () => get('/showingbooker'), 200],
  ['a document that is not there', () => get('/nothing'), 404],
  ['a document for somebody else', () => get('/dev/outbox'), 401],
  ['an answer', () => get('/api/openapi.json'), 200],
  ['a route that is not there', () => get('/api/nothing'), 404],
  ['a refusal', () => json('POST', '/api/showingbooker/public/book', {}), 400],
  ['a file that is not there', () => get('/files/photos/x'), 404],
  ['the check for an admin', () => get('/admin/check'), 401],
]
for (const [what, ask, status] of kinds)
  test(`${what} has the security headers and its own request ID`, async () => {
    const [one, two] = [await ask(), await ask()]
    assert.equal(one.status, status)
    const { headers } = one
    assert.equal(headers.get('x-content-type-options'), 'nosniff')
    assert.equal(headers.get('x-frame-options'), 'DENY')
    assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin')
    assert.ok(headers.get('referrer-policy'))
    assert.ok(headers.get('cache-control'))
    const policy = headers.get('content-security-policy') ?? ''
    assert.match(policy, /frame-ancestors 'none'/)
    assert.doesNotMatch(policy, /unsafe-|\*/)
    assert.match(headers.get('x-request-id') ?? '', /^[0-9a-f-]{36}$/)
    assert.notEqual(headers.get('x-request-id'), two.headers.get('x-request-id'))
    for (const name of ['x-cache-tag', 'x-cache-until', 'x-cache-path', 'x-powered-by'])
      assert.equal(headers.get(name), null, name)
    if (headers.get('content-type')?.includes('json') && status >= 400)
      assert.equal((await one.json()).requestId, headers.get('x-request-id'))
  })

test('allows every inline script of a document by its nonce or hash', async () => {
  const { slug } = await makeProperty(app.db)
  for (const path of [
    `/showingbooker/book/${slug}`,
    `/showingbooker/book/${slug}?date=2026-11-27`,
    '/login',
    '/nothing',
  ]) {
    const answer = await get(path)
    const policy = answer.headers.get('content-security-policy') ?? ''
    const scripts = [...(await answer.text()).matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/g)]
    for (const [, attributes = '', words = ''] of scripts.filter(
      ([, attributes = '']) => !attributes.includes('src='),
    )) {
      const nonce = /nonce="([^"]+)"/.exec(attributes)?.[1]
      const digest = Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(words))).toString(
        'base64',
      )
      assert.ok(
        nonce ? policy.includes(`'nonce-${nonce}'`) : policy.includes(`'sha256-${digest}'`),
        `${path}: ${words.slice(0, 60)}`,
      )
    }
    assert.ok(scripts.length > 0, path)
  }
})

test("does not use a client's request ID", async () => {
  const answer = await get('/api/nothing', { 'x-request-id': 'mine' })
  assert.notEqual(answer.headers.get('x-request-id'), 'mine')
})

test('a cookie call that changes something must come from our own pages', async () => {
  const { cookie } = await signUp(app, 'cookie@agents.example.com')
  const signOut = async (headers: Record<string, string>) => json('POST', '/api/auth/sign-out', {}, headers)
  const foreigners: Record<string, string>[] = [
    {},
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `${origin}.evil.example` },
    { origin: 'http://127.0.0.1:1' },
  ]
  for (const foreign of foreigners) {
    const answer = await signOut({ cookie, ...foreign })
    assert.deepEqual([answer.status, (await answer.json()).code], [403, 'wrong_origin'], JSON.stringify(foreign))
  }
  assert.equal((await get('/admin/check', { cookie })).status, 200)
  assert.equal((await signOut({ cookie, origin: app.config.publicUrl })).status, 200)
  assert.equal((await get('/admin/check', { cookie })).status, 401)
  const foreignForm = await json('POST', '/api/showingbooker/public/book', {}, { origin: 'https://evil.example' })
  assert.equal(foreignForm.status, 403)
})

test('answers a wrong method with 405 and our error body, even outside /api', async () => {
  for (const path of ['/api-test', '/db-test', '/admin/check', '/files/photos/x', '/api/payments/webhook']) {
    const answer = await json('PUT', path, {})
    const body = await answer.text()
    assertProblem({ status: answer.status, body: JSON.parse(body), text: body, headers: answer.headers }, 405, path)
  }
})

test('the link in an email opens a page, and an email app may post to it', async () => {
  for (const method of ['GET', 'HEAD']) {
    const page = await fetch(`${origin}/unsubscribe/x`, { method })
    assert.equal(page.status, 200, method)
    assert.match(page.headers.get('content-type') ?? '', /^text\/html/, method)
  }
  const other = await json('PUT', '/unsubscribe/x', {})
  assert.deepEqual([other.status, other.headers.get('allow')], [405, 'GET, POST, HEAD, OPTIONS'])
})

test('a page refuses a method that it does not support; an unknown page is a 404 with any method', async () => {
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH', 'PROPFIND']) {
    const { status, headers } = await fetch(`${origin}/showingbooker`, { method })
    assert.equal(status, 405, method)
    assert.match(headers.get('allow') ?? '', /^GET, /, method)
  }
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH']) {
    const answer = await fetch(`${origin}/nothing`, { method })
    assert.equal(answer.status, 404, method)
    assert.match(await answer.text(), /<h1[^>]*>Page Not Found</i, method)
  }
})

test('a page without a form refuses a POST in plain words, and OPTIONS agrees', async () => {
  for (const method of ['POST', 'PUT', 'OPTIONS']) {
    const answer = await fetch(`${origin}/about`, { method })
    const body = await answer.text()
    assert.equal(answer.status, method === 'OPTIONS' ? 204 : 405, method)
    assert.equal(answer.headers.get('allow'), 'GET, HEAD, OPTIONS', method)
    assert.ok(!/went wrong/i.test(body), method)
    if (method === 'POST') assert.match(body, /<h1[^>]*>This page can&#x27;t accept that request</)
  }
  const form = await fetch(`${origin}/login`, { method: 'OPTIONS' })
  assert.deepEqual([form.status, form.headers.get('allow')], [204, 'GET, POST, HEAD, OPTIONS'])
})

test('hostile paths of pages and files are 404s', async () => {
  const paths = [
    '/showingbooker/book/a%00b',
    '/showingbooker/book/%ff',
    '/showingbooker/booking/%00',
    '/showingbooker/pay/%E0%A4%A',
    '/assets/..%2f..%2fserver/index.js',
    '/assets/%2e%2e/%2e%2e/package.json',
    '/assets/..%5c..%5cpackage.json',
    '/assets/%00',
    '/%',
    '/%00',
    '/.env',
    '/.git/config',
    '//evil.example/',
    '/showingbooker/book/<script>',
    `/${'x'.repeat(8000)}`,
  ]
  for (const path of paths) {
    const answer = await get(path)
    assert.equal(answer.status, 404, path)
    assert.doesNotMatch(await answer.text(), /<script>alert|"dependencies"|root:/)
  }
})

test('immediately answers 404 to a path of thousands of parts', async () => {
  for (const path of ['', '/showingbooker', '/api']) {
    const spent = startCpuClock()
    assert.equal((await get(`${path}/${'a/'.repeat(7_000)}`)).status, 404, path)
    assert.ok(spent() < 1_000, `${path}: ${spent()} ms`)
  }
})

test('malformed HTTP is a 400, and a body that never ends is a 413', async () => {
  assert.match(await raw('nonsense\r\n\r\n'), /^HTTP\/1\.1 400 /)
  assert.match(await raw(`GET / HTTP/1.1\r\nHost: x\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`), /^HTTP\/1\.1 431 /)
  assert.match(
    await raw('GET /login HTTP/1.1\r\nHost: 1.2.3.4.5\r\nConnection: close\r\n\r\n'),
    /^HTTP\/1\.1 400 [\s\S]*We couldn't read the address of this page/,
  )
  assert.match(await raw('TRACE / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n'), /^HTTP\/1\.1 4\d\d /)
  const head =
    'POST /api/showingbooker/public/book HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: application/json\r\n'
  const chunk = `${(0x10000).toString(16)}\r\n${'x'.repeat(0x10000)}\r\n`
  const answer = await raw(`${head}Transfer-Encoding: chunked\r\n\r\n${chunk.repeat(5)}0\r\n\r\n`)
  assert.match(answer, /^HTTP\/1\.1 413 /)
  assert.match(answer, /"code":"too_large"/)
  assert.match(await raw(`${head}Content-Length: 300000\r\n\r\n`), /^HTTP\/1\.1 413 /)
  assert.match(await raw(`${head}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`), /^HTTP\/1\.1 400 /)
})

test('a client that disconnects midway leaves nothing behind, and the server keeps running', async () => {
  const { slug } = await makeProperty(app.db)
  const body = JSON.stringify(makeForm(slug))
  const socket = connect({ port: (server.address() as AddressInfo).port, host: '127.0.0.1' })
  socket.on('error', () => undefined)
  socket.write(
    `POST /api/showingbooker/public/book HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${body.length}\r\n\r\n${body.slice(0, -5)}`,
  )
  await new Promise((done) => setImmediate(done))
  socket.destroy()
  assert.equal((await json('POST', '/api/showingbooker/public/book', makeForm(slug))).status, 201)
})

test('refuses a foreign name that resolves to this machine', async () => {
  const ask = (head: string) => raw(`${head}\r\nConnection: close\r\n\r\n`)
  const read = (host: string) => ask(`GET /metrics HTTP/1.1\r\nHost: ${host}`)
  assert.match(await read('rebound.example'), /^HTTP\/1\.1 404 /)
  assert.match(await read('localhost'), /^HTTP\/1\.1 200 /)
  const send = (host: string) =>
    ask(`POST /api/showingbooker/public/book HTTP/1.1\r\nHost: ${host}\r\nOrigin: http://${host}\r\nContent-Length: 0`)
  assert.match(await send('rebound.example:3000'), /^HTTP\/1\.1 403 [\s\S]*"wrong_origin"/)
  assert.match(await send('localhost:3000'), /^HTTP\/1\.1 400 /)
})

test('metrics need this machine or the token', async () => {
  const status = async (headers: Record<string, string>) => (await get('/metrics', headers)).status
  assert.equal(await status({}), 200)
  assert.equal(await status({ 'x-forwarded-for': '192.0.2.1' }), 404)
  const bearer = (token: string) => ({ 'x-forwarded-for': '192.0.2.1', authorization: `Bearer ${token}` })
  assert.equal(await status(bearer(METRICS_TOKEN)), 200)
  for (const wrong of ['', 'x', METRICS_TOKEN.slice(1), `${METRICS_TOKEN}x`])
    assert.equal(await status(bearer(wrong)), 404)
  const metrics = await (await get('/metrics')).text()
  assert.match(metrics, /^http_request_duration_seconds_count\{method="GET",route="[^"]+",status="200"\} \d+$/m)
  assert.match(metrics, /^cached_pages \d+$/m)
})

test('metrics count a page by its pattern, whether it is rendered or kept', async () => {
  const { slug } = await makeProperty(app.db)
  const route = '/showingbooker/book/:property'
  const counted = async () =>
    Number(
      new RegExp(`_count\\{method="GET",route="${route}",status="200"\\} (\\d+)`).exec(
        await (await get('/metrics')).text(),
      )?.[1] ?? 0,
    )
  const before = await counted()
  await get(`/showingbooker/book/${slug}`)
  assert.equal(await counted(), before + 1)
  await get(`/showingbooker/book/${slug}`)
  assert.equal(await counted(), before + 2)
})

test('the probes answer', async () => {
  for (const path of ['/livez', '/readyz'])
    assert.deepEqual([(await get(path)).status, await (await get(path)).text()], [200, 'ok'])
  assert.deepEqual(await (await get('/api-test')).json(), { status: 'ok' })
  const { latencyMs, ...rest } = await (await get('/db-test')).json()
  assert.deepEqual(rest, { status: 'ok', database: 'postgresql' })
  assert.ok(latencyMs >= 0)
})

test('no cache keeps the documents of a booking or a payment', async () => {
  const { slug } = await makeProperty(app.db)
  const { token, clientSecret } = await bookShowing(app, makeForm(slug))
  for (const path of [`/showingbooker/booking/${token}`, `/showingbooker/pay/${clientSecret}`]) {
    const answer = await get(path)
    assert.equal(answer.status, 200, path)
    assert.match(answer.headers.get('cache-control') ?? '', /no-store/)
    assert.equal(answer.headers.get('etag'), null)
  }
})
