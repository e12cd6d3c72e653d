import assert from 'node:assert/strict'
import { test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import { testApp } from '../../test/app.ts'
import { freshDatabase } from '../../test/database.ts'
import { makeForm, makeProperty } from '../../test/factories.ts'
import { startTestServer } from '../../test/postgres.ts'
import { assertProblem } from '../../test/problem.ts'
import { signUp } from '../../test/scene.ts'
import { createServer } from '../server.ts'
import { DomainError, type ErrorKind, invalid } from './errors.ts'
import { createApi } from './http.ts'
import { problemResponse } from './problem.ts'

const statuses: Record<ErrorKind, number> = {
  invalid: 400,
  unauthenticated: 401,
  payment_refused: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  expired: 410,
  too_large: 413,
  wrong_type: 415,
  unprocessable: 422,
  too_many: 429,
  unavailable: 503,
}

/** Returns the answer to a handler's error, and what the log records. */
async function answerTo(error: unknown) {
  const api = createApi()
  const kept: { failure?: unknown } = {}
  api.use(async (c, next) => {
    c.set('requestId', 'request-1')
    await next()
    kept.failure = c.get('failure')
  })
  api.onError((thrown, c) => problemResponse(c, thrown))
  api.get('/', () => {
    throw error
  })
  const answer = await api.request('/')
  return {
    status: answer.status,
    body: await answer.json(),
    retryAfter: answer.headers.get('retry-after'),
    kept: kept.failure,
  }
}

test('each kind of failure has its status, its message, and its code', async () => {
  for (const [kind, status] of Object.entries(statuses) as [ErrorKind, number][]) {
    const answer = await answerTo(new DomainError(kind, 'some_code', 'Some words.', { retryAfterSeconds: 7 }))
    assert.equal(answer.status, status)
    assert.deepEqual(answer.body, { error: 'Some words.', code: 'some_code', requestId: 'request-1' })
    assert.equal(answer.retryAfter, '7')
  }
})

test('a failed validation joins its messages and names each field', async () => {
  const issues = [
    { path: 'one', message: 'First' },
    { path: 'two', message: 'Second' },
  ]
  const { body } = await answerTo(invalid(issues))
  assert.deepEqual(body, { error: 'First. Second', code: 'invalid', requestId: 'request-1', issues })
})

test('an unexpected error is a 500 without details, which go to the log', async () => {
  const error = new Error('password=hunter2 at /etc/secret')
  const { status, body, kept } = await answerTo(error)
  assert.equal(status, 500)
  assert.deepEqual(body, {
    error: 'Something went wrong on our side. Please try again.',
    code: 'internal',
    requestId: 'request-1',
  })
  assert.equal(kept, error)
})

test('a missing socket of the database is a 503, and a missing file is a 500', async () => {
  for (const [syscall, expected] of [
    ['connect', 503],
    ['open', 500],
  ] as const) {
    const { status } = await answerTo(Object.assign(new Error('missing'), { code: 'ENOENT', syscall }))
    assert.equal(status, expected, syscall)
  }
})

test('the log names what was unavailable, but the answer does not', async () => {
  const cause = new Error('connect ECONNREFUSED 10.0.0.7:443')
  const { body, kept } = await answerTo(
    new DomainError('unavailable', 'payment_unavailable', 'Please try again.', { cause }),
  )
  assert.doesNotMatch(JSON.stringify(body), /ECONNREFUSED/)
  assert.equal(kept, cause)
})

test('a connection that breaks between queries also answers 503', async (t) => {
  const database = await freshDatabase()
  t.after(() => database.close())
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  client.on('error', () => undefined)
  const broken = new Promise<void>((done) => client.once('end', done))
  const { rows } = await client.query('select pg_backend_pid() as pid')
  await database.pool.query('select pg_terminate_backend($1)', [rows[0].pid])
  await broken
  const error = await client.query('select 1').catch((reason: Error) => reason)
  assert.match(String(error), /not queryable/)
  const { status, retryAfter } = await answerTo(error)
  assert.deepEqual([status, retryAfter], [503, '5'])
})

test('if the database drops its connections under load, requests answer 503 and never 500, and later ones succeed', async (t) => {
  const app = await testApp()
  t.after(() => app.close())
  const home = await makeProperty(app.db)
  const seen = new Map<number, number>()
  const send = async () => {
    const answer = await app.call('POST', '/api/payments/create-payment-intent', { bookingData: makeForm(home.slug) })
    seen.set(answer.status, (seen.get(answer.status) ?? 0) + 1)
    if (answer.status === 503) {
      assertProblem(answer, 503, 'away')
      assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/)
    }
    await app.call('GET', `/api/showingbooker/public/property/${home.slug}/availability`)
  }
  for (let round = 0; round < 6; round++) {
    const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`.execute(app.db)
    await Promise.all([...Array.from({ length: 10 }, send), cut.catch(() => undefined)])
  }
  assert.deepEqual(
    [...seen.keys()].filter((status) => ![201, 409, 503].includes(status)),
    [],
    JSON.stringify([...seen]),
  )
  assert.ok((seen.get(503) ?? 0) > 0, JSON.stringify([...seen]))
  assert.equal((await app.call('GET', '/db-test')).status, 200)
})

test('without a database, requests that need it get a 503 and the rest works', async (t) => {
  const server = await startTestServer()
  const usual = process.env.TEST_DATABASE_URL
  process.env.TEST_DATABASE_URL = server.url
  t.after(() => {
    if (usual) process.env.TEST_DATABASE_URL = usual
    else delete process.env.TEST_DATABASE_URL
  })
  const app = await testApp({ database: await freshDatabase() })
  const { slug } = await makeProperty(app.db)
  const { cookie } = await signUp(app, 'agent@agents.example.com')
  const { fetch } = await createServer(app.config, app)
  await server.stop()
  const needing = [
    ...['/db-test', '/readyz', '/api/showingbooker/bookings', `/api/showingbooker/public/property/${slug}`].map(
      (path) => ['GET', path],
    ),
    ...['availability', 'bookings'].map((end) => ['GET', `/api/showingbooker/public/property/${slug}/${end}`]),
    ...['create-payment-intent', 'process-booking', 'sandbox/action'].map((end) => ['POST', `/api/payments/${end}`]),
    ['POST', '/api/auth/sign-in/email'],
  ]
  const body = {
    bookingData: makeForm(slug),
    paymentIntentId: 'pi_x',
    clientSecret: 'x',
    outcome: 'complete',
    email: 'a@b.example',
    password: 'a long password',
  }
  for (const [method = '', path = ''] of needing) {
    const headers: Record<string, string> = method === 'GET' ? { cookie } : {}
    const answer = await app.call(method, path, method === 'POST' ? body : undefined, headers)
    assertProblem(answer, 503, path)
    assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/, path)
  }
  for (const path of [`/showingbooker/book/${slug}`, `/showingbooker/booking/${'x'.repeat(32)}`, '/overview']) {
    const page = await fetch(new Request(app.config.publicUrl + path, { headers: { cookie } }))
    assert.deepEqual([page.status, page.headers.get('retry-after')], [503, '5'], path)
    assert.match(await page.text(), /try again/i)
  }
  for (const path of ['/livez', '/api-test', '/api/openapi.json'])
    assert.equal((await app.call('GET', path)).status, 200, path)
  await app.close()
})
