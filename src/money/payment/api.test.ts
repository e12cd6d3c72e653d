import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { assertProblem, countRows } from '../../../test/problem.ts'

let app: TestApp
before(async () => {
  app = await testApp()
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
