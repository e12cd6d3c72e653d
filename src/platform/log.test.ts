import assert from 'node:assert/strict'
import { readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../test/app.ts'
import { makeForm, makeProperty } from '../../test/factories.ts'
import { signUp } from '../../test/scene.ts'
import { factsOf } from './log.ts'

const file = join(tmpdir(), `showingbooker-log-${process.pid}-${Date.now()}.log`)

let app: TestApp
before(async () => {
  app = await testApp({ env: { LOG_LEVEL: 'trace', LOG_FILE: file } })
})
after(() => rm(file, { force: true }))

/** Calls over HTTP, because we do not log calls that a page makes in process. */
const outside = (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  app.app.request(path, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    body: body === undefined ? null : JSON.stringify(body),
  })

test('a whole booking, its failures, and a broken database leave no personal data, secret, or card in the log', async () => {
  const home = await makeProperty(app.db, { occupancy: 'resident' })
  const people = {
    buyerName: 'Sentinella Loggworth',
    buyerEmail: 'sentinella@loggworth.example',
    buyerPhone: '(646) 555-7788',
    specialRequests: 'The sentinel wish',
  }
  const form = makeForm(home.slug, { ...people, mailUpgrade: true })
  const card = { number: '4000002500003155', expMonth: 12, expYear: 2030, cvc: '987' }
  const held = await (await outside('POST', '/api/payments/create-payment-intent', { bookingData: form })).json()
  const { clientSecret, paymentIntentId } = held
  await outside('POST', '/api/payments/sandbox/confirm', {
    clientSecret,
    card: { ...card, number: '4000000000000002' },
    billing: billing(people),
  })
  await outside('POST', '/api/payments/sandbox/confirm', { clientSecret, card, billing: billing(people) })
  await outside('POST', '/api/payments/sandbox/action', { clientSecret, outcome: 'complete' })
  const { booking } = await (
    await outside('POST', '/api/payments/process-booking', { paymentIntentId, clientSecret })
  ).json()
  const token: string = booking.manageUrl.split('/').at(-1)
  await app.runJobs()
  const signedIn = await signUp(app, 'sentinel-agent@loggworth.example')
  for (const path of [
    `/api/showingbooker/public/booking/${token}`,
    `/api/payments/hold/${clientSecret}`,
    `/api/showingbooker/public/booking/${token}x`,
  ])
    await outside('GET', path)
  await outside('GET', '/admin/check', undefined, { ...signedIn.headers, cookie: signedIn.cookie })
  await outside('POST', '/api/auth/sign-in/email', {
    email: 'sentinel-agent@loggworth.example',
    password: 'sentinel-wrong-pass',
  })
  // The database refuses the row and quotes it in the error.
  await sql`alter table booking add constraint sentinel check (buyer_name <> 'Sentinella Loggworth') not valid`.execute(
    app.db,
  )
  const broken = await outside('POST', '/api/payments/create-payment-intent', {
    bookingData: { ...form, showingTime: '10:00' },
  })
  assert.equal(broken.status, 500)
  await app.close()

  const text = await readFile(file, 'utf8')
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.ok(lines.filter((line) => line.msg === 'request').length >= 8, text)
  assert.equal(lines.filter((line) => line.msg === 'request failed').length, 1)
  assert.equal(lines.find((line) => line.msg === 'request failed').err.constraint, 'sentinel')
  const secrets = [
    'Sentinella',
    'Loggworth',
    'loggworth.example',
    '555-7788',
    '6465557788',
    'sentinel wish',
    'sentinel-wrong-pass',
    '4000002500003155',
    '4000000000000002',
    '"987"',
    clientSecret,
    token,
    signedIn.token,
    signedIn.cookie.split('=')[1] ?? '',
    'Rosa',
    'rosa@home',
    'Lockbox',
    app.config.authSecret,
    '742 Juniper',
  ]
  for (const secret of secrets) assert.ok(!text.toLowerCase().includes(secret.toLowerCase()), secret)
})

const billing = (people: { buyerName: string; buyerEmail: string; buyerPhone: string }) => ({
  name: people.buyerName,
  email: people.buyerEmail,
  phone: people.buyerPhone,
})

test('only the owner can read the log file', async () => {
  assert.equal((await stat(file)).mode & 0o777, 0o600)
})

test('a database error keeps its diagnosis and loses the values that it quotes', async () => {
  const database = await testApp()
  const faultOf = (statement: ReturnType<typeof sql>) =>
    statement.execute(database.db).then(() => assert.fail(), factsOf)
  const wrong = await faultOf(sql`select 'secret value'::uuid`)
  assert.deepEqual([wrong.code, wrong.message], ['22P02', 'invalid input syntax for type uuid'])
  const { id } = await makeProperty(database.db)
  const doubled = await faultOf(
    sql`insert into account (id, name, email) select id, 'secret', 'secret@x.example' from account`,
  )
  assert.deepEqual([doubled.code, doubled.constraint], ['23505', 'account_pkey'])
  const checked = await faultOf(sql`update property set square_feet = -7 where id = ${id}`)
  assert.equal(checked.code, '23514')
  for (const facts of [wrong, doubled, checked]) {
    assert.doesNotMatch(JSON.stringify(facts), /secret|Juniper/)
    assert.match(String(facts.stack), /^ {4}at /)
  }
  await database.close()
})

test('logs an error with its cause, and only the type of a thrown value that is not an error', () => {
  const facts = factsOf(
    new Error('outer', {
      cause: Object.assign(new Error('inner'), { code: 'ECONNREFUSED', request: { key: 'sk_live' } }),
    }),
  )
  assert.deepEqual([facts.message, (facts.cause as { code: string }).code], ['outer', 'ECONNREFUSED'])
  assert.doesNotMatch(JSON.stringify(facts), /sk_live/)
  assert.deepEqual(factsOf({ password: 'x' }), { message: 'object' })
})
