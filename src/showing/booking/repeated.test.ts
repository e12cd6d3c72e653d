import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { billing, goodCard, makeForm, makeProperty } from '../../../test/factories.ts'
import { createFaults } from '../../../test/fakes/faulty.ts'
import { assertProblem, countRows } from '../../../test/problem.ts'
import type { PaymentProvider } from '../../money/payment/ports.ts'

const faults = createFaults<'open'>()
const routes = ['/api/payments/create-payment-intent', '/api/showingbooker/public/book']

let app: TestApp
let made = 0
before(async () => {
  app = await testApp({ max: 20, provider: (real: PaymentProvider) => faults.over(real, ['open']) })
})
after(() => app.close())
beforeEach(() => {
  faults.mend()
  app.clock.set('2026-11-21T09:00:00Z')
})

const newKey = () => `key-${++made}`
const newForm = async () => makeForm((await makeProperty(app.db)).slug)
const send = (path: string, form: object, key: string) =>
  app.call('POST', path, { bookingData: form }, { 'idempotency-key': key })
const intentOf = (body: { paymentIntentId?: string; payment?: { paymentIntentId: string } }) =>
  (body.payment ?? body).paymentIntentId

async function bookingsOf(form: { propertyId: string }): Promise<number> {
  const { rows } =
    await sql`select from booking where property_id = (select id from property where slug = ${form.propertyId})`.execute(
      app.db,
    )
  return rows.length
}

for (const path of routes) {
  test(`${path}: the same request with the same key gets the same answer and has one effect`, async () => {
    const form = await newForm()
    const key = newKey()
    const first = await send(path, form, key)
    const again = await send(path, form, key)
    assert.deepEqual([first.status, again.status], [201, 201])
    assert.deepEqual(again.body, first.body)
    assert.deepEqual(
      [first.headers.get('idempotent-replayed'), again.headers.get('idempotent-replayed')],
      [null, 'true'],
    )
    assert.equal(await bookingsOf(form), 1)
  })

  test(`${path}: another body with a used key is a 409 and does nothing`, async () => {
    const form = await newForm()
    const key = newKey()
    await send(path, form, key)
    const stored = await countRows(app)
    const answer = await send(path, { ...form, showingTime: '10:00' }, key)
    assertProblem(answer, 409, path)
    assert.equal(answer.body.code, 'idempotency_key_reused')
    assert.deepEqual(await countRows(app), stored)
  })

  test(`${path}: of many concurrent requests with one key, one acts, and the others wait or get its answer`, async () => {
    const form = await newForm()
    const key = newKey()
    const answers = await Promise.all(Array.from({ length: 20 }, () => send(path, form, key)))
    const done = answers.filter(({ status }) => status === 201)
    assert.equal(done.filter(({ headers }) => !headers.has('idempotent-replayed')).length, 1)
    assert.equal(new Set(done.map(({ body }) => intentOf(body))).size, 1)
    for (const answer of answers.filter(({ status }) => status !== 201)) {
      assertProblem(answer, 409, path)
      assert.deepEqual([answer.body.code, answer.headers.get('retry-after')], ['request_in_progress', '1'])
    }
    assert.equal(await bookingsOf(form), 1)
  })

  test(`${path}: a key is free again after a failure`, async () => {
    const form = await newForm()
    const key = newKey()
    faults.set('open', 'away')
    assert.equal((await send(path, form, key)).status, 503)
    faults.mend()
    assert.equal((await send(path, { ...form, buyerName: '' }, key)).status, 400)
    assert.equal((await send(path, form, key)).status, 201)
  })
}

test('the same key on two routes counts as two keys', async () => {
  const form = await newForm()
  const key = newKey()
  const answers = await Promise.all(routes.map((path) => send(path, form, key)))
  assert.deepEqual(
    answers.map(({ status }) => status),
    [201, 201],
  )
})

test('a key with more than 255 characters is refused', async () => {
  assertProblem(await send(routes[0] as string, await newForm(), 'k'.repeat(256)), 400, 'long key')
})

test('if a request died before its answer, another one with its key can take over after a minute', async () => {
  const form = await newForm()
  const key = newKey()
  const path = routes[0] as string
  await send(path, form, key)
  await sql`update idempotency_key set status = null, body = null where key = ${key}`.execute(app.db)
  assert.equal((await send(path, form, key)).body.code, 'request_in_progress')
  app.clock.advance({ seconds: 61 })
  assert.equal((await send(path, form, key)).status, 201)
  assert.equal(await bookingsOf(form), 1)
})

test('keys are deleted after a day', async () => {
  const key = newKey()
  await send(routes[0] as string, await newForm(), key)
  const isKept = async () => {
    await app.jobs['idempotency.forget']?.({}, { isLastAttempt: false })
    return (await sql`select from idempotency_key where key = ${key}`.execute(app.db)).rows.length === 1
  }
  app.clock.advance({ hours: 23 })
  assert.equal(await isKept(), true)
  app.clock.advance({ hours: 2 })
  assert.equal(await isKept(), false)
})

test('process-booking ignores bookingData and propertyData: only the data stored with the hold counts', async () => {
  const form = await newForm()
  const { body } = await app.call('POST', routes[0] as string, { bookingData: form })
  const { clientSecret, paymentIntentId } = body
  await app.call('POST', '/api/payments/sandbox/confirm', { clientSecret, card: goodCard, billing })
  const other = {
    bookingData: { buyerName: 'Mallory', amount: 1, showingTime: '09:00' },
    propertyData: { id: 'x', price: 0 },
  }
  const { booking } = (
    await app.call('POST', '/api/payments/process-booking', { paymentIntentId, clientSecret, ...other })
  ).body
  assert.deepEqual([booking.buyerName, booking.amount, booking.showingTime], [form.buyerName, 2500, '13:30'])
})

test('a caller with the secret of a hold sees the hold and its outcome', async () => {
  const form = await newForm()
  const { body } = await app.call('POST', routes[0] as string, { bookingData: form })
  const look = async () => (await app.call('GET', `/api/payments/hold/${body.clientSecret}`)).body
  assert.deepEqual([(await look()).status, (await look()).buyerName], ['held', form.buyerName])
  app.clock.advance({ minutes: 10 })
  const { status, buyerName, buyerEmail, buyerPhone } = await look()
  assert.deepEqual([status, buyerName, buyerEmail, buyerPhone], ['ended', '', '', ''], 'an ended link names no one')
  assertProblem(await app.call('GET', `/api/payments/hold/${body.paymentIntentId}`), 404, 'no secret')
})
