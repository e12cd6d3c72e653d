import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { billing, goodCard, makeForm, makeProperty } from '../../../test/factories.ts'
import { makeLongAgo, watchedDatabase } from '../../../test/past.ts'
import { assertProblem, countRows } from '../../../test/problem.ts'
import { createOrderService } from './order-service.ts'
import { listKindsToSettle } from './repository.ts'
import { createWebhookService } from './webhook-service.ts'

let app: TestApp
before(async () => {
  app = await testApp({ hasOwnPlans: true })
  app.clock.set('2026-11-21T09:00:00Z')
})
after(() => app.close())

const newForm = async () => makeForm((await makeProperty(app.db)).slug)

test("refuses an event without our signature or with another event's, and changes nothing", async () => {
  const { body } = await app.call('POST', '/api/payments/create-payment-intent', { bookingData: await newForm() })
  const event = { id: 'evt_forged', type: 'payment_intent.succeeded', intentId: body.paymentIntentId }
  const signed = app.sandbox.signedEvent(event)
  const [at = '', mac = ''] = signed.headers['sandbox-signature'].split('.')
  const stored = await countRows(app)
  for (const signature of [
    '',
    '.',
    'x.y',
    `${at}.`,
    `${at}.${mac.startsWith('00') ? 'ff' : '00'}${mac.slice(2)}`,
    `1${at}.${mac}`,
    `${at}.${mac}00`,
  ])
    assertProblem(
      await app.call('POST', '/api/payments/webhook', signed.body, { 'sandbox-signature': signature }),
      400,
      signature,
    )
  assertProblem(await app.call('POST', '/api/payments/webhook', `${signed.body} `, signed.headers), 400, 'another body')
  assertProblem(await app.call('POST', '/api/payments/webhook', signed.body), 400, 'no signature')
  assert.deepEqual(await countRows(app), stored)
})

test('an event that wrongly says "paid" books nothing', async () => {
  const form = await newForm()
  const { body } = await app.call('POST', '/api/payments/create-payment-intent', { bookingData: form })
  const event = app.sandbox.signedEvent({
    id: 'evt_early',
    type: 'payment_intent.succeeded',
    intentId: body.paymentIntentId,
  })
  const unknown = app.sandbox.signedEvent({
    id: 'evt_unknown',
    type: 'charge.updated',
    intentId: 'pi_of_somebody_else',
  })
  const empty = app.sandbox.signedEvent({ id: 'evt_empty', type: 'balance.available', intentId: null })
  for (const one of [event, event, unknown, empty])
    assert.equal((await app.call('POST', '/api/payments/webhook', one.body, one.headers)).status, 200)
  const { rows } =
    await sql`select status from booking where property_id = (select id from property where slug = ${form.propertyId})`.execute(
      app.db,
    )
  assert.deepEqual(rows, [{ status: 'held' }])
})

test('webhooks that come together are each recorded once', async () => {
  const forms = await Promise.all(Array.from({ length: 4 }, newForm))
  const intents: string[] = []
  for (const form of forms) {
    const { body } = await app.call('POST', '/api/payments/create-payment-intent', { bookingData: form })
    await app.call('POST', '/api/payments/sandbox/confirm', {
      clientSecret: body.clientSecret,
      card: goodCard,
      billing,
    })
    intents.push(body.paymentIntentId)
  }
  const events = intents.map((intentId, at) => ({
    id: `evt_together_${at}`,
    type: 'payment_intent.succeeded',
    intentId,
  }))
  const answers = await Promise.all(
    [...events, ...events].map((event) => {
      const { body, headers } = app.sandbox.signedEvent(event)
      return app.call('POST', '/api/payments/webhook', body, headers)
    }),
  )
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]))
  const { rows } = await sql<{ id: string; status: string }>`
    select e.id, b.status from payment_event e join payment p using (intent_id) join booking b on b.id = p.booking_id
    where e.id like 'evt_together_%' order by e.id`.execute(app.db)
  assert.deepEqual(
    rows,
    events.map(({ id }) => ({ id, status: 'confirmed' })),
  )
})

test('webhooks that come together share the statements that find their orders and record them', async () => {
  const orders = createOrderService({ db: app.db } as never)
  const provider = { name: 'sandbox', readEvent: (id: string) => ({ id, type: 'balance.available', intentId: null }) }
  const webhooks = createWebhookService({ db: app.db, clock: app.clock, orders, provider } as never)
  const ids = Array.from({ length: 8 }, (_, at) => `shared_${at}`)
  const statements: string[] = []
  app.database.watch((text) => void statements.push(text))
  await Promise.all(ids.map((id) => orders.settle(`pi_${id}`)))
  await Promise.all(ids.map((id) => webhooks.receive(`evt_${id}`, () => undefined)))
  app.database.watch(() => undefined)
  const countOf = (words: string) => statements.filter((text) => text.includes(words)).length
  assert.deepEqual([countOf('select intent_id, kind from payment'), countOf('insert into payment_event')], [1, 1])
})

test('the orders of many intents are found by an index, however many there are', async () => {
  await makeLongAgo(app, 3000)
  const watched = watchedDatabase(app)
  await listKindsToSettle(
    watched.db,
    Array.from({ length: 64 }, (_, at) => `pi_${at}`),
  )
  assert.match((await watched.plans()).join(), /payment_intent_id_key/)
})
