import assert from 'node:assert/strict'
import { readdir } from 'node:fs/promises'
import { connect } from 'node:net'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { after, before, describe, test } from 'node:test'
import { findBuild } from '../src/platform/build-folder.ts'
import { listen } from '../src/platform/http-listener.ts'
import { everyAnswer } from '../src/platform/security-headers.ts'
import { createServer } from '../src/server.ts'
import { type TestApp, testApp } from './app.ts'
import { makeProperty } from './factories.ts'
import { freePort } from './free-port.ts'
import { signUp } from './scene.ts'

const METRICS_TOKEN = 'a-token-of-the-tests'

let app: TestApp
let port: number
let listener: Awaited<ReturnType<typeof listen>>
let slug: string
let assets: string[]
let feed: string

before(async () => {
  port = await freePort()
  app = await testApp({ env: { METRICS_TOKEN, PUBLIC_URL: 'https://showings.example.com' } })
  listener = await listen({ host: '127.0.0.1', port }, everyAnswer(app.config))
  slug = (await makeProperty(app.db)).slug
  assets = await readdir(join(findBuild() ?? '', 'client/assets'))
  const { headers } = await signUp(app, 'agent@agents.example.com')
  const { body } = await app.call('GET', '/api/showingbooker/calendar-feed', undefined, headers)
  feed = new URL(body.url).pathname
})
after(async () => {
  await listener.close()
  await app.close()
})

type Answer = { status: number; headers: Headers }
const ask = async (path: string, init: RequestInit = {}): Promise<Answer> => {
  const answer = await fetch(`http://127.0.0.1:${port}${path}`, { redirect: 'manual', ...init })
  await answer.body?.cancel()
  return answer
}
/** Sends these exact bytes and returns the answer. */
async function raw(bytes: string): Promise<Answer> {
  const socket = connect({ port, host: '127.0.0.1' })
  socket.setTimeout(5_000, () => socket.destroy(new Error('no answer')))
  socket.write(bytes)
  const [head = ''] = (await text(socket)).split('\r\n\r\n')
  const [first = '', ...lines] = head.split('\r\n')
  const pairs = lines.map((line): [string, string] => {
    const at = line.indexOf(':')
    return [line.slice(0, at), line.slice(at + 1).trim()]
  })
  return { status: Number(first.split(' ')[1]), headers: new Headers(pairs) }
}

/** Asserts what the Application Security Verification Standard requires of every answer (ASVS 5.0, V3.4 and V4.1.1). */
function assertSafe({ headers }: Answer) {
  assert.equal(headers.get('x-content-type-options'), 'nosniff')
  assert.equal(headers.get('x-frame-options'), 'DENY')
  assert.match(headers.get('strict-transport-security') ?? '', /^max-age=31536000; includeSubDomains$/)
  assert.ok(headers.get('referrer-policy'))
  assert.equal(headers.get('cross-origin-opener-policy'), 'same-origin')
  assert.equal(headers.get('cross-origin-resource-policy'), 'same-origin')
  assert.match(headers.get('permissions-policy') ?? '', /camera=\(\)/)
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src '(none|self)'/)
  assert.match(policy, /frame-ancestors 'none'/)
  const type = headers.get('content-type')
  if (type && /^text\/|javascript|xml|x-script/.test(type)) assert.match(type, /; charset=utf-8$/i)
  assert.equal(headers.get('x-powered-by'), null)
}

describe('every answer has the security headers', () => {
  test('while the server starts', async () => {
    const answer = await ask('/')
    assert.equal(answer.status, 503)
    assertSafe(answer)
  })

  describe('once it has started', () => {
    before(async () => listener.answerWith(await createServer(app.config, app)))

    const json = { 'content-type': 'application/json' }
    const kinds: [what: string, status: number, ask: () => Promise<Answer>][] = [
      ['a page', 200, () => ask('/login')],
      ['a page for everybody', 200, () => ask(`/showingbooker/book/${slug}`)],
      ['the same, kept', 200, () => ask(`/showingbooker/book/${slug}`)],
      ['its head alone', 200, () => ask(`/showingbooker/book/${slug}`, { method: 'HEAD' })],
      ['data of a page', 200, () => ask('/login.data')],
      ['a page that is not there', 404, () => ask('/nothing')],
      ['data of a page that is not there', 404, () => ask('/nothing.data')],
      ['a page for people who are signed in', 302, () => ask('/account/settings')],
      ['a short path', 301, () => ask('/showingbooker/dashboard')],
      ['an answer of the API', 200, () => ask('/api/openapi.json')],
      ['a list that is kept', 200, () => ask('/all-images')],
      ['the same, kept', 200, () => ask('/all-images')],
      ['a route that is not there', 404, () => ask('/api/nothing')],
      ['a refusal', 401, () => ask('/admin/check')],
      [
        'a body that is no JSON',
        400,
        () => ask('/api/auth/sign-in/email', { method: 'POST', headers: json, body: '{' }),
      ],
      [
        'a body that is too large',
        413,
        () => ask('/api/auth/sign-in/email', { method: 'POST', headers: json, body: 'x'.repeat(300_000) }),
      ],
      [
        'another site',
        403,
        () => ask('/api/auth/sign-out', { method: 'POST', headers: { origin: 'https://evil.example' } }),
      ],
      ['that the process lives', 200, () => ask('/livez')],
      ['that it is ready', 200, () => ask('/readyz')],
      ['figures', 200, () => ask('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })],
      ['figures, to a stranger', 404, () => ask('/metrics', { headers: { 'x-forwarded-for': '198.51.100.1' } })],
      ['a probe', 200, () => ask('/api-test')],
      ['a script', 200, () => ask(`/assets/${assets.find((name) => name.endsWith('.js'))}`)],
      ['a style sheet', 200, () => ask(`/assets/${assets.find((name) => name.endsWith('.css'))}`)],
      ['a file that is not there', 404, () => ask('/assets/nothing.js')],
      ['a picture', 200, () => ask('/favicon.ico')],
      ['the manifest', 200, () => ask('/manifest.webmanifest')],
      ['a photo that is not there', 404, () => ask('/files/photos/x')],
      ['a calendar', 200, () => ask(feed)],
      ['robots.txt', 200, () => ask('/robots.txt')],
      ['the contact for security', 200, () => ask('/.well-known/security.txt')],
      ['the API described', 200, () => ask('/api/docs')],
      ['a request without a host', 400, () => raw('GET / HTTP/1.1\r\nConnection: close\r\n\r\n')],
      ['a host that is none', 400, () => raw('GET / HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n')],
      ['an expectation that nobody meets', 417, () => raw('GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n')],
      ['a request that is none', 400, () => raw('NONSENSE\r\n\r\n')],
      ['headers without end', 431, () => raw(`GET / HTTP/1.1\r\nHost: x\r\nCookie: ${'x'.repeat(70_000)}\r\n\r\n`)],
    ]
    test('a file with a hash in its name has no request ID, and its 404 has one', async () => {
      const idOf = async (name = '') => (await ask(`/assets/${name}`)).headers.get('x-request-id')
      assert.equal(await idOf(assets.find((name) => name.endsWith('.js'))), null)
      assert.match((await idOf('nothing.js')) ?? '', /^[0-9a-f-]{36}$/)
    })

    for (const [what, status, asking] of kinds)
      test(what, async () => {
        const answer = await asking()
        assert.equal(answer.status, status)
        assertSafe(answer)
      })
  })
})
