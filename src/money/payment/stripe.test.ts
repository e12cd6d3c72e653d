import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, beforeEach, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { type FakeStripe, startStripe } from '../../../test/fakes/stripe.ts'
import { everyFault, type VendorRequest } from '../../../test/fakes/vendor-server.ts'
import { assertProblem } from '../../../test/problem.ts'

// The whole path of a payment with the real adapter, on our fake Stripe.
let stripe: FakeStripe
let app: TestApp
before(async () => {
  stripe = await startStripe()
  app = await testApp({ env: stripe.env })
})
after(async () => {
  await app.close()
  await stripe.close()
})
beforeEach(() => app.clock.set('2026-11-21T09:00:00Z'))

let events = 0
const hold = (form: object) => app.call('POST', '/api/payments/create-payment-intent', { bookingData: form })
const process = (paymentIntentId: string) => app.call('POST', '/api/payments/process-booking', { paymentIntentId })
function receive(type: string, object: Record<string, unknown>, id = `evt_${++events}`) {
  const { body, headers } = stripe.event({ id, type, object })
  return app.call('POST', '/api/payments/webhook', body, { ...headers, 'content-type': 'application/json' })
}
const succeeded = (intentId: string) => receive('payment_intent.succeeded', { object: 'payment_intent', id: intentId })

async function held(change: { approval?: 'manual' } = {}) {
  const home = await makeProperty(app.db, change)
  const { body } = await hold(makeForm(home.slug))
  return { home, intentId: body.paymentIntentId as string, body }
}
async function booked(change?: { approval?: 'manual' }) {
  const made = await held(change)
  stripe.pay(made.intentId)
  assert.equal((await process(made.intentId)).status, 200)
  return made
}
async function stateOf(propertyId: string) {
  const { rows } = await sql<{ state: string }>`
    select b.status || ' ' || p.status as state from booking b join payment p on p.booking_id = b.id
    where b.property_id = ${propertyId} order by b.id`.execute(app.db)
  return rows.map(({ state }) => state)
}
/** Returns the money fields of a property's only showing, from the list of showings. */
async function namedOf(propertyId: string) {
  const { rows } = await sql<{ id: string }>`select id from booking where property_id = ${propertyId}`.execute(app.db)
  const admin = { kind: 'account', accountId: randomUUID(), role: 'admin', email: 'admin@a.example' } as const
  return (await app.showings.get(admin, rows[0]?.id ?? '')).paymentStatus
}
async function entriesOf(propertyId: string) {
  const { rows } = await sql<{ entry: string }>`
    select m.kind || ' ' || m.amount_cents as entry from money_entry m join payment p on p.id = m.payment_id
    join booking b on b.id = p.booking_id where b.property_id = ${propertyId} order by m.id`.execute(app.db)
  return rows.map(({ entry }) => entry)
}
async function reconcile(t: TestContext) {
  const said: string[] = []
  const { mock } = t.mock.method(console, 'log', (line: string) => said.push(line))
  await app.runAdmin(['reconcile'])
  mock.restore()
  return said
}

test("a hold returns what the browser needs for Stripe, and the sandbox's form does not exist", async () => {
  const { body } = await held()
  assert.deepEqual([body.provider, body.publishableKey], ['stripe', 'pk_test_1'])
  for (const path of ['confirm', 'action'])
    assertProblem(await app.call('POST', `/api/payments/sandbox/${path}`, {}), 404, path)
})

test('the browser, the webhook, or both make one booking', async () => {
  const first = await booked()
  assert.equal((await succeeded(first.intentId)).status, 200)
  const second = await held()
  stripe.pay(second.intentId)
  const answers = await Promise.all([process(second.intentId), succeeded(second.intentId), process(second.intentId)])
  assert.deepEqual(
    answers.map(({ status }) => status),
    [200, 200, 200],
  )
  for (const { home } of [first, second]) {
    assert.deepEqual(await stateOf(home.id), ['confirmed succeeded'])
    assert.deepEqual(await entriesOf(home.id), ['charge 2500'])
  }
})

test('the webhook alone books, and an event that comes before the payment books nothing', async () => {
  const { home, intentId } = await held()
  assert.equal((await succeeded(intentId)).status, 200)
  assert.deepEqual(await stateOf(home.id), ['held open'])
  stripe.pay(intentId)
  assert.equal((await succeeded(intentId)).status, 200)
  assert.deepEqual(await stateOf(home.id), ['confirmed succeeded'])
})

test('authorizes and does not charge a showing that needs approval', async () => {
  const { home } = await booked({ approval: 'manual' })
  assert.deepEqual(await stateOf(home.id), ['pending authorized'])
  assert.deepEqual(await entriesOf(home.id), ['authorize 2500'])
})

test('cancels the intent of a hold that ends, so that no one can pay it anymore', async () => {
  const { home, intentId } = await held()
  app.clock.advance({ minutes: 11 })
  await app.orders.finishAll()
  assert.equal(stripe.intents.get(intentId)?.status, 'canceled')
  assert.deepEqual(await stateOf(home.id), ['lapsed cancelled'])
  assert.equal((await process(intentId)).status, 410)
})

const isWrite = ({ method }: VendorRequest) => method === 'POST'
/** The SDK retries once after a broken connection. */
function failNext(fault: (typeof everyFault)[number][1], isOf: (request: VendorRequest) => boolean) {
  for (let n = 0; n < (fault === 'hang up' || fault === 'answer lost' ? 2 : 1); n++) stripe.failNext(fault, isOf)
}
// The adapter's own time limit is ten seconds. Its own test covers a silent vendor.
const faults = everyFault.filter(([, fault]) => fault !== 'silence')

for (const [what, fault] of faults) {
  test(`with ${what} at the start, holds nothing, and the next try books`, async () => {
    const home = await makeProperty(app.db)
    const form = makeForm(home.slug)
    failNext(fault, isWrite)
    const answer = await hold(form)
    assertProblem(answer, 503, what)
    assert.equal(answer.body.error, 'Unable to initialize payment. Please try again.')
    const { body } = await hold(form)
    stripe.pay(body.paymentIntentId)
    assert.equal((await process(body.paymentIntentId)).status, 200)
    assert.deepEqual(await entriesOf(home.id), ['charge 2500'])
  })

  test(`with ${what} at the end, loses nothing, and the next try books`, async () => {
    const { home, intentId } = await held()
    stripe.pay(intentId)
    failNext(fault, () => true)
    const answer = await process(intentId)
    assertProblem(answer, 503, what)
    assert.equal(answer.body.code, 'provider_unavailable')
    assert.equal((await process(intentId)).status, 200)
    assert.deepEqual(await entriesOf(home.id), ['charge 2500'])
  })

  test(`with ${what}, still refunds money for a lost slot, once`, async () => {
    const { home, intentId } = await held()
    stripe.pay(intentId)
    app.clock.advance({ minutes: 11 })
    await hold(makeForm(home.slug))
    failNext(fault, ({ method, path }) => method === 'POST' && path === '/v1/refunds')
    assert.equal((await process(intentId)).body.refunded, false)
    app.clock.advance({ minutes: 11 })
    assert.equal((await app.orders.finishAll()).returned, 1)
    assert.equal((await process(intentId)).body.refunded, true)
    assert.deepEqual(
      stripe.refunds.filter((one) => one.payment_intent === intentId).map(({ amount }) => amount),
      [2500],
    )
    assert.deepEqual(await entriesOf(home.id), ['charge 2500', 'refund 2500'])
  })
}

test('records a dashboard refund once, also in the log, and reconcile reports it', async (t) => {
  const { home, intentId } = await booked()
  stripe.refundOutside(intentId, 1000)
  const charge = { object: 'charge', id: 'ch_1', payment_intent: intentId }
  for (const type of ['charge.refunded', 'charge.refunded', 'refund.created'])
    assert.equal((await receive(type, charge)).status, 200)
  assert.deepEqual(await entriesOf(home.id), ['charge 2500', 'outside_refund 1000'])
  stripe.refundOutside(intentId, 500)
  // Its event never comes.
  const said = await reconcile(t)
  assert.deepEqual(await entriesOf(home.id), ['charge 2500', 'outside_refund 1000', 'outside_refund 500'])
  assert.ok(
    said.some((line) => /: refunded at the provider, not by us \(\$15\.00 of \$25\.00\)$/.test(line)),
    said.join('\n'),
  )
  const { rows } = await sql<{ event: string }>`
    select event from compliance_entry where property_id = ${home.id} order by sequence`.execute(app.db)
  assert.deepEqual(
    rows.map(({ event }) => event),
    ['booked', 'money_moved_outside', 'money_moved_outside'],
  )
  const { rows: revenue } = await sql<{ cents: number }>`
    select revenue_cents as cents from property_month where property_id = ${home.id}`.execute(app.db)
  assert.equal(revenue[0]?.cents, 1000)
  assert.equal(await namedOf(home.id), 'Partly refunded')
})

test('a payment that was partly refunded in the dashboard books nothing, and we refund the rest', async () => {
  const { home, intentId } = await held()
  stripe.pay(intentId)
  stripe.refundOutside(intentId, 1000)
  assert.equal((await process(intentId)).status, 409)
  assert.deepEqual(await stateOf(home.id), ['lapsed refunded'])
  assert.deepEqual(
    stripe.refunds.filter((one) => one.payment_intent === intentId).map(({ amount }) => amount),
    [1000, 1500],
  )
})

const reportRefund = (intentId: string) =>
  receive('charge.refunded', { object: 'charge', id: `ch_${intentId}`, payment_intent: intentId })
async function revenueOf(propertyId: string) {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(revenue_cents), 0)::int as cents from property_month where property_id = ${propertyId}`.execute(
    app.db,
  )
  return rows[0]?.cents
}

test('a cancellation does not count a dashboard refund that we have not seen yet', async (t) => {
  const { home, intentId } = await booked()
  stripe.refundOutside(intentId, 1000)
  const { body } = await process(intentId)
  const agent = { kind: 'account', accountId: home.ownerId, email: 'agent@example.com', role: 'agent' } as const
  await app.transitions.decide(agent, body.booking.id, 'cancel')
  await app.runJobs()
  await reportRefund(intentId)
  assert.deepEqual(await entriesOf(home.id), ['charge 2500', 'outside_refund 1000', 'refund 1500'])
  assert.equal(await revenueOf(home.id), 0)
  assert.ok(!(await reconcile(t)).some((line) => line.includes('of $25.00 charged')))
})

test('refunds money for a lost slot once, also in the ledger, even after a partial refund', async () => {
  const { home, intentId } = await held()
  stripe.pay(intentId)
  stripe.refundOutside(intentId, 1000)
  assert.equal((await process(intentId)).status, 409)
  await reportRefund(intentId)
  assert.deepEqual((await entriesOf(home.id)).sort(), ['charge 2500', 'outside_refund 1000', 'refund 1500'])
  assert.equal(await revenueOf(home.id), 0)
})

/** Books a showing whose dashboard refund failed at the bank. */
async function refundFailed(change?: { approval?: 'manual' }) {
  const made = await booked(change)
  stripe.refundOutside(made.intentId, 2500)
  await reportRefund(made.intentId)
  const refund = stripe.refunds.at(-1)
  assert.ok(refund)
  refund.status = 'failed'
  assert.equal((await receive('refund.failed', { object: 'refund', ...refund })).status, 200)
  assert.deepEqual(await entriesOf(made.home.id), ['charge 2500', 'outside_refund 2500', 'refund_failed 2500'])
  return made
}

test('a cancellation does not count a dashboard refund that failed at the bank', async (t) => {
  const { home, intentId } = await refundFailed()
  const { body } = await process(intentId)
  const agent = { kind: 'account', accountId: home.ownerId, email: 'agent@example.com', role: 'agent' } as const
  await app.transitions.decide(agent, body.booking.id, 'cancel')
  await app.runJobs()
  assert.deepEqual((await entriesOf(home.id)).at(-1), 'refund 2500')
  assert.equal(await revenueOf(home.id), 0)
  const said = await reconcile(t)
  assert.deepEqual(
    said.filter((line) => line.includes('of $25.00 charged') || line.includes('in our ledger')),
    [],
  )
})

test('our refund that fails at once counts nothing, and the next one counts once', async (t) => {
  const { home, intentId } = await booked()
  const { body } = await process(intentId)
  const agent = { kind: 'account', accountId: home.ownerId, email: 'agent@example.com', role: 'agent' } as const
  await app.transitions.decide(agent, body.booking.id, 'cancel')
  stripe.failNextRefund()
  await assert.rejects(app.runJobs(), /refund failed/)
  const refused = stripe.refunds.at(-1)
  assert.equal((await receive('refund.failed', { object: 'refund', ...refused })).status, 200)
  app.clock.advance({ minutes: 11 })
  await app.runJobs()
  assert.deepEqual(await entriesOf(home.id), ['charge 2500', 'refund_failed 2500', 'refund 2500'])
  assert.equal(await revenueOf(home.id), 0)
  assert.equal(await namedOf(home.id), 'Refunded')
  assert.deepEqual(
    (await reconcile(t)).filter((line) => line.includes(intentId) || line.includes(body.booking.id)),
    [],
  )
})

test('a refund and its failure count nothing together, in either order', async () => {
  for (const kinds of [
    ['refund_failed', 'outside_refund'],
    ['outside_refund', 'refund_failed'],
  ]) {
    const { home, intentId } = await booked()
    for (const kind of kinds)
      await sql`select record_outside_money(${intentId}, ${kind}, 2500, ${`re_${intentId}`}, ${app.clock.now().toString()}::timestamptz)`.execute(
        app.db,
      )
    assert.deepEqual([await revenueOf(home.id), await namedOf(home.id)], [2500, 'Paid'], kinds.join())
  }
})

test('the ledger balances after a dashboard refund fails at the bank and is repeated', async (t) => {
  const { home, intentId } = await refundFailed()
  const failed = async () =>
    (await reconcile(t)).filter((line) => line.includes(intentId) && line.includes('refund failed at the bank'))
  assert.equal((await failed()).length, 1)
  stripe.refundOutside(intentId, 2500)
  await reportRefund(intentId)
  assert.equal(await revenueOf(home.id), 0)
  const said = await reconcile(t)
  assert.deepEqual(
    said.filter((line) => line.includes('of $25.00 charged') || line.includes('in our ledger')),
    [],
  )
  assert.deepEqual(await failed(), [])
})

test('does not take our own refund for a dashboard refund', async () => {
  const { home, intentId } = await booked()
  await app.provider.refund({ intentId, idempotencyKey: `life:${intentId}`, tries: 0, amountCents: 2500 })
  await receive('charge.refunded', { object: 'charge', id: 'ch_2', payment_intent: intentId })
  assert.deepEqual(await entriesOf(home.id), ['charge 2500'])
})

test('records a dispute when the money leaves and when it returns, in any order and even if repeated', async (t) => {
  const { home, intentId } = await booked()
  const dispute = { object: 'dispute', id: 'dp_1', amount: 2500, payment_intent: intentId, charge: 'ch_1' }
  await receive('charge.dispute.created', dispute)
  for (const id of ['evt_d1', 'evt_d1', 'evt_d2']) await receive('charge.dispute.funds_withdrawn', dispute, id)
  assert.deepEqual(await entriesOf(home.id), ['charge 2500', 'dispute 2500'])
  assert.equal(await namedOf(home.id), 'Returned by the bank')
  assert.ok((await reconcile(t)).some((line) => line.endsWith('disputed: the bank took the money back (dp_1)')))
  await receive('charge.dispute.funds_reinstated', dispute)
  assert.deepEqual(await entriesOf(home.id), ['charge 2500', 'dispute 2500', 'dispute_returned 2500'])
  assert.equal(await namedOf(home.id), 'Paid')
  assert.ok(!(await reconcile(t)).some((line) => line.includes('dp_1')))
})

test('accepts events about unknown payments, or about none, and does nothing', async () => {
  for (const [type, object] of [
    ['payment_intent.succeeded', { object: 'payment_intent', id: 'pi_elsewhere' }],
    ['charge.refunded', { object: 'charge', id: 'ch_9', payment_intent: 'pi_elsewhere' }],
    ['charge.dispute.funds_withdrawn', { object: 'dispute', id: 'dp_9', amount: 1, payment_intent: 'pi_elsewhere' }],
    ['balance.available', { object: 'balance' }],
  ] as const)
    assert.equal((await receive(type, object)).status, 200, type)
})

test("refuses an event that is not Stripe's", async () => {
  const { body } = stripe.event({ id: 'evt_x', type: 'payment_intent.succeeded', object: { id: 'pi_1' } })
  assertProblem(
    await app.call('POST', '/api/payments/webhook', body, { 'stripe-signature': 't=1,v1=00' }),
    400,
    'forged',
  )
})

test('the health of payments reflects the last calls', async () => {
  const of = () => app.vendorHealth().find(({ channel }) => channel === 'payments')
  await held()
  assert.deepEqual(
    [of()?.vendor, of()?.isReal, of()?.state, of()?.lastOkAt],
    ['stripe', true, 'closed', '2026-11-21T09:00:00.000Z'],
  )
  app.clock.advance({ seconds: 5 })
  failNext('hang up', isWrite)
  await hold(makeForm((await makeProperty(app.db)).slug))
  assert.equal(of()?.lastFailureAt, '2026-11-21T09:00:05.000Z')
})
