import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pino from 'pino'
import { cheapPasswords } from '../../../test/app.ts'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { systemClock } from '../../platform/clock.ts'
import { createTryCounts } from '../../platform/db/try-counts.ts'
import { createApi } from '../../platform/http.ts'
import { createKnownBrowsers } from '../../platform/known-browser.ts'
import { problemResponse } from '../../platform/problem.ts'
import { openIdentity } from '../adapters/better-auth.ts'
import { accountApi } from './api.ts'
import { createAccountService } from './service.ts'

const publicUrl = 'http://127.0.0.1:3000'
const agent = { email: 'agent@example.com', password: 'first password' }

let database: FreshDatabase
let app: ReturnType<typeof createApi>
let address = '192.0.2.1'

before(async () => {
  database = await freshDatabase()
  const shared = { db: database.db, clock: systemClock, rateLimitScale: 1 }
  const secret = 'a secret that is long enough for tests'
  const identity = await openIdentity({
    ...shared,
    secret,
    publicUrl,
    log: pino({ level: 'silent' }),
    passwords: cheapPasswords,
  })
  const accounts = createAccountService({
    ...shared,
    identity,
    welcome: () => Promise.resolve(),
    languageOf: () => Promise.resolve(null),
    pause: () => Promise.resolve(),
    counts: createTryCounts({ ...shared, secret }),
    browsers: createKnownBrowsers({ ...shared, secret, publicUrl }),
  })
  await accounts.seedAccounts({ password: agent.password, isSet: false })
  app = createApi()
  app.use(async (c, next) => {
    c.set('requestId', 'request-1')
    c.set('clientAddress', address)
    c.set('actor', () => accounts.actorOf(c.req.raw))
    await next()
  })
  app.route('/', accountApi({ accounts }))
  app.onError((error, c) => problemResponse(c, error))
})
after(() => database.close())

const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
  app.request(path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
const get = (path: string, headers: Record<string, string> = {}) => app.request(path, { headers })
const cookieOf = (response: Response) =>
  response.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
const signIn = () => post('/api/auth/sign-in/email', agent)

async function assertProblem(response: Response, status: number, body: Record<string, unknown>) {
  assert.equal(response.status, status)
  assert.deepEqual(await response.json(), { requestId: 'request-1', ...body })
}

test('signing in sets the cookie and keeps the session token out of the body', async () => {
  const response = await signIn()
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('cache-control'), 'no-store')
  const cookie = cookieOf(response)
  assert.match(cookie, /^showingbooker\.session_token=/)
  const body = await response.json()
  assert.deepEqual(Object.keys(body), ['user'])
  assert.deepEqual([body.user.email, body.user.role], [agent.email, 'agent'])
  const { session, user } = await (await get('/api/auth/get-session', { cookie })).json()
  assert.deepEqual(user, body.user)
  assert.deepEqual(Object.keys(session), ['expiresAt'])
})

test('the cookie gets a token, and the token opens protected routes unless it is forged', async () => {
  const cookie = cookieOf(await signIn())
  const { token } = await (await get('/api/auth/token', { cookie })).json()
  assert.deepEqual(await (await get('/admin/check', { authorization: `Bearer ${token}` })).json(), { isAdmin: false })
  const [header, , signature] = token.split('.')
  const claims = Buffer.from(JSON.stringify({ sub: 'somebody' })).toString('base64url')
  const forged = await get('/admin/check', { authorization: `Bearer ${header}.${claims}.${signature}` })
  await assertProblem(forged, 401, { error: 'No authenticated user found', code: 'unauthenticated' })
  const { keys } = await (await get('/api/auth/jwks')).json()
  assert.deepEqual([keys[0].kty, keys[0].crv, keys[0].d], ['OKP', 'Ed25519', undefined])
})

test('the admin check distinguishes a visitor, an agent, and an admin', async () => {
  await assertProblem(await get('/admin/check'), 401, { error: 'No authenticated user found', code: 'unauthenticated' })
  const cookie = cookieOf(await post('/api/auth/sign-in/email', { ...agent, email: 'admin@example.com' }))
  assert.deepEqual(await (await get('/admin/check', { cookie })).json(), { isAdmin: true })
})

test('signing out ends the session at once', async () => {
  const cookie = cookieOf(await signIn())
  const response = await post('/api/auth/sign-out', {}, { cookie, origin: publicUrl })
  assert.deepEqual(await response.json(), { success: true })
  assert.match(response.headers.get('set-cookie') ?? '', /session_token=; Max-Age=0/)
  assert.equal((await get('/admin/check', { cookie })).status, 401)
  assert.equal((await get('/api/auth/token', { cookie })).status, 401)
  assert.equal(await (await get('/api/auth/get-session', { cookie })).json(), null)
})

test('an email can have only one account', async () => {
  const form = { email: 'New@Example.com', password: 'a new password', name: '' }
  const response = await post('/api/auth/sign-up/email', form)
  assert.equal(response.status, 200)
  const { user } = await response.json()
  assert.deepEqual([user.email, user.name, user.role, user.emailVerified], ['new@example.com', 'new', 'agent', false])
  assert.equal((await get('/admin/check', { cookie: cookieOf(response) })).status, 200)
  const error = 'An account with this email already exists.'
  await assertProblem(await post('/api/auth/sign-up/email', form), 409, {
    error,
    code: 'email_taken',
    issues: [{ path: 'email', message: error }],
  })
})

test('no request can make itself an admin or its email verified', async () => {
  const form = { email: 'sly@example.com', password: 'a new password', name: 'Sly', role: 'admin', emailVerified: true }
  const { user } = await (await post('/api/auth/sign-up/email', form)).json()
  assert.deepEqual([user.role, user.emailVerified], ['agent', false])
})

test('refusals have our error body', async () => {
  const at = (path: string, message: string) => ({ error: message, code: 'invalid', issues: [{ path, message }] })
  const wrong = { error: 'Invalid login credentials. Please try again.', code: 'invalid_credentials' }
  address = '192.0.2.2'
  const to = (path: string) => (body: unknown) => post(`/api/auth/${path}/email`, body)
  const [up, into] = [to('sign-up'), to('sign-in')]
  await assertProblem(await into({ ...agent, password: 'wrong password' }), 401, wrong)
  await assertProblem(await into({ ...agent, email: 'nobody@example.com' }), 401, wrong)
  await assertProblem(await into({ ...agent, password: 'x'.repeat(500) }), 401, wrong)
  await assertProblem(await into({ ...agent, email: 'a@b.c' }), 400, at('email', 'Please enter a valid email address'))
  await assertProblem(await into({}), 400, {
    error: 'Please enter your email. Please enter your password',
    code: 'invalid',
    issues: [
      { path: 'email', message: 'Please enter your email' },
      { path: 'password', message: 'Please enter your password' },
    ],
  })
  const short = at('password', 'Password must be at least 10 characters')
  await assertProblem(await up({ email: 'b@example.com', password: 'too short' }), 400, short)
  const long = at('password', 'Password must be at most 128 characters')
  await assertProblem(await up({ email: 'b@example.com', password: 'x'.repeat(129) }), 400, long)
})

test('no input causes a server error or stores anything', async () => {
  address = '192.0.2.3'
  const count = async () => (await database.pool.query('select count(*)::int as n from account')).rows[0].n
  const stored = await count()
  const good = { email: 'c@example.com', password: 'a new password' }
  for (const body of [
    '',
    '{',
    'null',
    '[]',
    '"text"',
    { ...good, email: 7 },
    { ...good, email: ['c@example.com'] },
    { ...good, email: 'c\0@example.com' },
    { ...good, name: 'C\0' },
    { ...good, name: 'x'.repeat(201) },
    { ...good, email: `${'x'.repeat(400)}@example.com` },
    { ...good, password: {} },
    { ...good, password: 'x'.repeat(2000) },
  ]) {
    const response = await post('/api/auth/sign-up/email', body)
    assert.equal(response.status, 400, JSON.stringify(body))
    assert.ok((await response.json()).error)
  }
  for (const cookie of [
    'showingbooker.session_token=%',
    'showingbooker.session_token=a.b',
    'showingbooker.session_token=\xff.\xff',
  ]) {
    assert.equal((await get('/api/auth/token', { cookie })).status, 401)
  }
  assert.equal(await count(), stored)
})

test('a password may contain any character, even NUL', async () => {
  address = '192.0.2.4'
  const odd = { email: 'odd@example.com', password: '\0 <b>"\'; 日本語 \u{1F600}' }
  assert.equal((await post('/api/auth/sign-up/email', odd)).status, 200)
  assert.equal((await post('/api/auth/sign-in/email', odd)).status, 200)
})

test('too many wrong attempts answer 429 and say when to try again', async () => {
  address = '192.0.2.5'
  const guess = () => post('/api/auth/sign-in/email', { ...agent, password: 'wrong password' })
  for (let i = 0; i < 5; i++) assert.equal((await guess()).status, 401)
  const response = await guess()
  const seconds = Number(response.headers.get('retry-after'))
  assert.ok(seconds >= 1 && seconds <= 60, String(seconds))
  const error = 'Too many attempts. Please wait a moment and try again.'
  await assertProblem(response, 429, { error, code: 'too_many_tries' })
  address = '192.0.2.6'
  assert.equal((await signIn()).status, 200)
})

test('only the described routes of the auth provider are reachable', async () => {
  address = '192.0.2.8'
  const cookie = cookieOf(await signIn())
  const headers = { cookie, origin: publicUrl }
  for (const path of [
    'change-email',
    'change-password',
    'update-user',
    'delete-user',
    'revoke-sessions',
    'sign-in/social',
  ]) {
    assert.equal((await post(`/api/auth/${path}`, {}, headers)).status, 404, path)
  }
  for (const path of ['ok', 'error', 'list-sessions', 'reference']) {
    assert.equal((await get(`/api/auth/${path}`, headers)).status, 404, path)
  }
})

test('refuses a call from another site', async () => {
  address = '192.0.2.9'
  const cookie = cookieOf(await signIn())
  const foreign: Record<string, string>[] = [
    { cookie, origin: 'https://evil.example' },
    { origin: 'https://evil.example' },
    { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  ]
  for (const headers of foreign) {
    const response = await post('/api/auth/sign-in/email', agent, headers)
    assert.equal(response.status, 403)
    assert.deepEqual(response.headers.getSetCookie(), [])
  }
})

test('the API description names every route of sign-in and of the profile', () => {
  const { paths } = app.getOpenAPI31Document({ openapi: '3.1.0', info: { title: 'Test', version: '1' } })
  assert.deepEqual(Object.keys(paths ?? {}).sort(), [
    '/admin/check',
    '/api/auth/get-session',
    '/api/auth/jwks',
    '/api/auth/sign-in/email',
    '/api/auth/sign-out',
    '/api/auth/sign-up/email',
    '/api/auth/token',
    '/api/showingbooker/profile',
  ])
})

test('an office full of open dashboards behind one address can check its sessions', async () => {
  address = '192.0.2.77'
  const cookie = cookieOf(await signIn())
  const statuses = new Set<number>()
  for (let call = 0; call < 300; call++) statuses.add((await get('/api/auth/get-session', { cookie })).status)
  assert.deepEqual([...statuses], [200])
})
