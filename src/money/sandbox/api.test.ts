import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { billing, goodCard, makeForm, makeProperty } from '../../../test/factories.ts'
import { assertProblem } from '../../../test/problem.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())
beforeEach(() => app.clock.set('2026-11-21T09:00:00Z'))

async function newHold(approval: 'automatic' | 'manual' = 'automatic') {
  const home = await makeProperty(app.db, { approval })
  const { body } = await app.call('POST', '/api/payments/create-payment-intent', { bookingData: makeForm(home.slug) })
  return body as { clientSecret: string; paymentIntentId: string }
}

const pay = (clientSecret: string, card: object = goodCard) =>
  app.call('POST', '/api/payments/sandbox/confirm', { clientSecret, card, billing })
const act = (clientSecret: string, outcome: string) =>
  app.call('POST', '/api/payments/sandbox/action', { clientSecret, outcome })
const process = (paymentIntentId: string) => app.call('POST', '/api/payments/process-booking', { paymentIntentId })
const number = (digits: string) => ({ ...goodCard, number: digits })
const askingCard = number('4000002500003155')

async function eventsOf(intentId: string): Promise<number> {
  return (await sql`select from sandbox_event where intent_id = ${intentId}`.execute(app.db)).rows.length
}

const refusals: [card: object, message: string, field: string][] = [
  [number('4000 0000 0000 0002'), 'Your card was declined.', 'number'],
  [number('4000-0000-0000-9995'), 'Your card has insufficient funds.', 'number'],
  [number('4000000000000069'), 'Your card has expired.', 'expMonth'],
  [number('4000000000000127'), "Your card's security code is incorrect.", 'cvc'],
  [number('5555555555554444'), 'Your card was declined.', 'number'],
  [number('4242424242424241'), 'Your card number is incorrect.', 'number'],
  [{ ...goodCard, expMonth: 10, expYear: 2026 }, 'Your card has expired.', 'expMonth'],
  [{ ...goodCard, cvc: '12' }, "Your card's security code is incorrect.", 'cvc'],
]
for (const [card, message, field] of refusals)
  test(`refuses ${JSON.stringify(card)} at ${field}, books nothing, and lets another card pay`, async () => {
    const { clientSecret, paymentIntentId } = await newHold()
    const answer = await pay(clientSecret, card)
    assertProblem(answer, 402, message)
    assert.deepEqual([answer.body.error, answer.body.issues[0].path], [message, field])
    assert.equal((await process(paymentIntentId)).status, 402)
    assert.equal((await pay(clientSecret)).body.status, 'succeeded')
    assert.equal((await process(paymentIntentId)).status, 200)
  })

test('says whether a field is missing or has the wrong type', async () => {
  const { number: _, ...card } = goodCard
  const { status, body } = await app.call('POST', '/api/payments/sandbox/confirm', {
    card: { ...card, cvc: null, expYear: '2030' },
    billing: { name: 'Ada', email: 'ada@buyers.example.com' },
  })
  assert.equal(status, 400)
  assert.deepEqual(
    body.issues.map(({ message }: { message: string }) => message),
    [
      'clientSecret is missing',
      'number is missing',
      'expYear must be a number',
      'cvc must be text',
      'phone is missing',
    ],
  )
  assert.equal((await app.call('POST', '/api/payments/sandbox/confirm', [])).body.error, 'body must be an object')
})

test('a paid payment gives every card the same answer and charges once', async () => {
  const { clientSecret, paymentIntentId } = await newHold()
  const answers = await Promise.all(Array.from({ length: 20 }, () => pay(clientSecret)))
  const late = [
    await pay(clientSecret, number('4000000000000002')),
    await pay(clientSecret, askingCard),
    await act(clientSecret, 'fail'),
  ]
  for (const { status, body } of [...answers, ...late])
    assert.deepEqual([status, body], [200, { id: paymentIntentId, status: 'succeeded' }])
  assert.equal(await eventsOf(paymentIntentId), 1)
})

test('a card that needs confirmation pays once its holder confirms on our page', async () => {
  const { clientSecret, paymentIntentId } = await newHold()
  const { body } = await pay(clientSecret, askingCard)
  assert.deepEqual([body.status, body.id], ['requires_action', paymentIntentId])
  assert.equal(body.actionUrl, `http://127.0.0.1:3000/showingbooker/pay/confirm/${clientSecret}`)
  assert.equal((await process(paymentIntentId)).status, 402)
  assert.deepEqual((await act(clientSecret, 'complete')).body, { id: paymentIntentId, status: 'succeeded' })
  assert.equal((await process(paymentIntentId)).status, 200)
})

test('answers 402 if the cardholder declines, and accepts another try', async () => {
  const { clientSecret, paymentIntentId } = await newHold()
  await pay(clientSecret, askingCard)
  assertProblem(await act(clientSecret, 'fail'), 402, 'fail')
  assertProblem(await act(clientSecret, 'complete'), 409, 'nothing waits any more')
  assert.equal((await pay(clientSecret)).status, 200)
  assert.equal(await eventsOf(paymentIntentId), 1)
})

test('manual approval authorizes and does not charge', async () => {
  const { clientSecret, paymentIntentId } = await newHold('manual')
  assert.deepEqual((await pay(clientSecret)).body, { id: paymentIntentId, status: 'requires_capture' })
})

test('refuses to pay, confirm, or decline for an ended hold', async () => {
  const { clientSecret } = await newHold()
  await pay(clientSecret, askingCard)
  app.clock.advance({ minutes: 10 })
  for (const answer of [
    await pay(clientSecret),
    await pay(clientSecret, number('4000000000000002')),
    await act(clientSecret, 'complete'),
  ]) {
    assertProblem(answer, 410, 'ended')
    assert.equal(answer.body.error, 'Your hold on this time has ended. Please choose a time again.')
  }
})

test('answers 404 to every card for an unknown secret', async () => {
  for (const card of [goodCard, askingCard, number('4000000000000002')])
    assertProblem(await pay('pi_sandbox_x_secret_y', card), 404, 'unknown')
  assertProblem(await act('pi_sandbox_x_secret_y', 'complete'), 404, 'unknown')
})

test('the event of a payment is due a second later, so the browser settles first', async () => {
  const { clientSecret, paymentIntentId } = await newHold()
  await pay(clientSecret)
  const { rows } = await sql<{ pause: number }>`
    select extract(epoch from j.run_at - j.created_at)::float8 as pause
    from graphile_worker._private_jobs j join sandbox_event e on e.id = j.key where e.intent_id = ${paymentIntentId}`.execute(
    app.db,
  )
  assert.deepEqual(rows, [{ pause: 1 }])
})

test('the job delivers the event of a payment, and books what the browser abandoned', async () => {
  const { clientSecret, paymentIntentId } = await newHold()
  await pay(clientSecret)
  await app.runJobs()
  const { rows } =
    await sql`select b.status from booking b join payment p on p.booking_id = b.id where p.intent_id = ${paymentIntentId}`.execute(
      app.db,
    )
  assert.deepEqual(rows, [{ status: 'confirmed' }])
})

test('no table contains a card number', async () => {
  const { clientSecret, paymentIntentId } = await newHold()
  await pay(clientSecret, number('4000 0000 0000 9995'))
  await pay(clientSecret)
  await process(paymentIntentId)
  await app.runJobs()
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(schemaname) || '.' || quote_ident(tablename) as name from pg_tables
    where schemaname in ('public', 'graphile_worker')`.execute(app.db)
  for (const { name } of tables) {
    const digits = '4000 ?0000 ?0000 ?9995|4242 ?4242 ?4242 ?4242'
    const { rows } = await sql`select from ${sql.raw(name)} t where t::text ~ ${digits}`.execute(app.db)
    assert.equal(rows.length, 0, name)
  }
})
