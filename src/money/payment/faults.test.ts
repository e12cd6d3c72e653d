import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { billing, goodCard, makeForm, makeProperty } from '../../../test/factories.ts'
import { createFaults } from '../../../test/fakes/faulty.ts'
import { assertProblem } from '../../../test/problem.ts'
import type { PaymentProvider } from './ports.ts'

const faults = createFaults<'open' | 'changeAmount' | 'retrieve' | 'cancel' | 'refundOrRelease'>()

let app: TestApp
before(async () => {
  const provider = (real: PaymentProvider) =>
    faults.over(real, ['open', 'changeAmount', 'retrieve', 'cancel', 'refundOrRelease'])
  app = await testApp({ provider })
})
after(() => app.close())
beforeEach(() => {
  faults.mend()
  app.clock.set('2026-11-21T09:00:00Z')
})

const hold = (form: object) => app.call('POST', '/api/payments/create-payment-intent', { bookingData: form })
const pay = (clientSecret: string) =>
  app.call('POST', '/api/payments/sandbox/confirm', { clientSecret, card: goodCard, billing })
const process = (paymentIntentId: string, clientSecret?: string) =>
  app.call('POST', '/api/payments/process-booking', { paymentIntentId, ...(clientSecret && { clientSecret }) })

/** Reads the state of a property's holds, their payments, and the provider's own books. */
async function stateOf(propertyId: string) {
  const { rows } = await sql<{ booking: string; payment: string; provider: string | null; refunded: number | null }>`
    select b.status as booking, p.status as payment, i.status as provider, i.refunded_cents as refunded
    from booking b join payment p on p.booking_id = b.id left join sandbox_intent i on i.id = p.intent_id
    where b.property_id = ${propertyId} order by b.id`.execute(app.db)
  return rows
}

async function entriesOf(propertyId: string): Promise<string[]> {
  const { rows } = await sql<{ entry: string }>`
    select m.kind || ' ' || m.amount_cents as entry from money_entry m join payment p on p.id = m.payment_id join booking b on b.id = p.booking_id
    where b.property_id = ${propertyId} order by m.id`.execute(app.db)
  return rows.map(({ entry }) => entry)
}

async function differencesOf(intentId: string) {
  const { found } = await app.reconciliations.run('whole')
  return found.filter((one) => one.intentId === intentId).map(({ kind }) => kind)
}

async function tellings(propertyId: string, event: string): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*) as n from notification n join booking b on b.id = n.booking_id
    where b.property_id = ${propertyId} and n.event = ${event}`.execute(app.db)
  return rows[0]?.n ?? -1
}

async function textsOf(propertyId: string): Promise<string[]> {
  const { rows } = await sql<{ text: string }>`
    select o.text from outbox_message o join booking b on b.id = o.booking_id where b.property_id = ${propertyId}`.execute(
    app.db,
  )
  return rows.map(({ text }) => text)
}

/** Pays for a hold that loses its slot meanwhile. */
async function paidAndLost(approval: 'automatic' | 'manual' = 'automatic') {
  const home = await makeProperty(app.db, { approval })
  const loser = await hold(makeForm(home.slug))
  await pay(loser.body.clientSecret)
  app.clock.advance({ minutes: 11 })
  assert.equal((await hold(makeForm(home.slug))).status, 201)
  return { home, intentId: loser.body.paymentIntentId as string }
}

const problem = 'Unable to initialize payment. Please try again.'

for (const fault of ['away', 'answer lost'] as const)
  test(`the provider ${fault} at the start: answers 503 and frees the slot at once`, async () => {
    const home = await makeProperty(app.db)
    const form = makeForm(home.slug)
    faults.set('open', fault)
    for (const path of ['/api/payments/create-payment-intent', '/api/showingbooker/public/book']) {
      const answer = await app.call('POST', path, { bookingData: form })
      assertProblem(answer, 503, path)
      assert.equal(answer.body.error, problem)
      assert.match(answer.headers.get('retry-after') ?? '', /^\d+$/)
    }
    assert.deepEqual(
      await stateOf(home.id),
      Array(2).fill({ booking: 'lapsed', payment: 'cancelled', provider: null, refunded: null }),
    )
    faults.mend()
    const another = await hold(makeForm(home.slug))
    assert.equal(another.status, 201)
    await pay(another.body.clientSecret)
    assert.equal((await process(another.body.paymentIntentId)).status, 200)
    assert.equal((await hold(form)).status, 409)
  })

test('the same buyer tries again after the provider was down, and books', async () => {
  const home = await makeProperty(app.db)
  const form = makeForm(home.slug)
  faults.set('open', 'answer lost')
  assert.equal((await hold(form)).status, 503)
  faults.mend()
  const held = await hold(form)
  await pay(held.body.clientSecret)
  assert.equal((await process(held.body.paymentIntentId)).status, 200)
})

test('ends the hold if the price cannot be changed at the provider, because we do not know what it would charge', async () => {
  const home = await makeProperty(app.db, { occupancy: 'resident' })
  const form = makeForm(home.slug, { showingDate: '2026-11-30' })
  const held = await hold(form)
  faults.set('changeAmount', 'away')
  assert.equal((await hold({ ...form, mailUpgrade: true })).status, 503)
  faults.mend()
  assert.equal((await pay(held.body.clientSecret)).status, 410)
  const again = await hold({ ...form, mailUpgrade: true })
  assert.deepEqual([again.status, again.body.amount], [201, 3500])
  assert.notEqual(again.body.paymentIntentId, held.body.paymentIntentId)
})

test('another request after the money moved changes nothing', async () => {
  const home = await makeProperty(app.db, { occupancy: 'resident' })
  const form = makeForm(home.slug, { showingDate: '2026-11-30' })
  const held = await hold(form)
  await pay(held.body.clientSecret)
  assert.deepEqual([(await hold({ ...form, mailUpgrade: true, buyerName: 'Somebody Else' })).body.amount], [2500])
  const { body } = await process(held.body.paymentIntentId, held.body.clientSecret)
  assert.deepEqual(
    [body.booking.amount, body.booking.mailUpgrade, body.booking.buyerName],
    [2500, false, form.buyerName],
  )
})

test("if only the provider's price changed, refunds the payment and books only the agreed showing", async () => {
  const home = await makeProperty(app.db, { occupancy: 'resident' })
  const form = makeForm(home.slug, { showingDate: '2026-11-30' })
  const held = await hold(form)
  faults.set('changeAmount', 'answer lost')
  faults.set('cancel', 'away')
  assert.equal((await hold({ ...form, mailUpgrade: true })).status, 503)
  await pay(held.body.clientSecret)
  const answer = await process(held.body.paymentIntentId)
  assert.deepEqual([answer.status, answer.body.code, answer.body.refunded], [409, 'price_changed_refunded', true])
  assert.match(answer.body.error, /^The price changed while you were paying\. We're refunding your \$35\.00 /)
  assert.deepEqual(await stateOf(home.id), [
    { booking: 'lapsed', payment: 'refunded', provider: 'succeeded', refunded: 3500 },
  ])
  assert.deepEqual(await entriesOf(home.id), ['charge 3500', 'refund 3500'])
  assert.deepEqual(await differencesOf(held.body.paymentIntentId), [])
  await app.runJobs()
  const told = await textsOf(home.id)
  assert.equal(told.length, 2)
  for (const text of told) assert.match(text, /The price changed while you were paying.*refunding your \$35\.00/s)
})

test('an authorization of another amount is released, and no difference remains', async () => {
  const home = await makeProperty(app.db, { occupancy: 'resident', approval: 'manual' })
  const form = makeForm(home.slug, { showingDate: '2026-11-30' })
  const held = await hold(form)
  faults.set('changeAmount', 'answer lost')
  faults.set('cancel', 'away')
  assert.equal((await hold({ ...form, mailUpgrade: true })).status, 503)
  await pay(held.body.clientSecret)
  assert.equal((await process(held.body.paymentIntentId)).status, 409)
  assert.deepEqual(await entriesOf(home.id), ['authorize 3500', 'release 3500'])
  faults.mend()
  assert.deepEqual(await differencesOf(held.body.paymentIntentId), [])
})

test('if the provider is down at the end, answers 503, loses nothing, and books at the next attempt', async () => {
  const home = await makeProperty(app.db)
  const held = await hold(makeForm(home.slug))
  await pay(held.body.clientSecret)
  for (const fault of ['away', 'answer lost'] as const) {
    faults.set('retrieve', fault)
    const answer = await process(held.body.paymentIntentId)
    assertProblem(answer, 503, fault)
    assert.deepEqual([answer.body.code, answer.headers.get('retry-after')], ['provider_unavailable', '5'])
  }
  assert.deepEqual(await entriesOf(home.id), [])
  faults.mend()
  assert.equal((await process(held.body.paymentIntentId)).status, 200)
  assert.deepEqual(await entriesOf(home.id), ['charge 2500'])
})

test('leaves an event unrecorded that arrives while the provider is down, so that it comes again and books', async () => {
  const home = await makeProperty(app.db)
  const held = await hold(makeForm(home.slug))
  await pay(held.body.clientSecret)
  const event = app.sandbox.signedEvent({
    id: 'evt_away',
    type: 'payment_intent.succeeded',
    intentId: held.body.paymentIntentId,
  })
  const receive = () => app.call('POST', '/api/payments/webhook', event.body, event.headers)
  faults.set('retrieve', 'away')
  assert.equal((await receive()).status, 503)
  const recorded = await sql`select from payment_event where id = 'evt_away'`.execute(app.db)
  assert.equal(recorded.rows.length, 0)
  faults.mend()
  assert.deepEqual([(await receive()).status, (await receive()).status], [200, 200])
  assert.deepEqual(await stateOf(home.id), [
    { booking: 'confirmed', payment: 'succeeded', provider: 'succeeded', refunded: 0 },
  ])
})

for (const fault of ['away', 'answer lost'] as const)
  test(`money that cannot be refunded (${fault}) stays due until the reconciler refunds it, once`, async () => {
    const { home, intentId } = await paidAndLost()
    faults.set('refundOrRelease', fault)
    const answer = await process(intentId)
    assert.deepEqual([answer.status, answer.body.refunded], [409, false])
    assert.match(answer.body.error, /We're refunding your \$25\.00 in full/)
    app.clock.advance({ minutes: 1 })
    const { returned, failed } = await app.orders.finishAll()
    assert.deepEqual([returned, failed], [0, 1])
    assert.deepEqual([(await stateOf(home.id))[0]?.payment, await entriesOf(home.id)], ['refund_due', []])
    faults.mend()
    assert.deepEqual((await app.orders.finishAll()).returned, 1)
    assert.deepEqual((await app.orders.finishAll()).returned, 0)
    assert.deepEqual((await stateOf(home.id))[0], {
      booking: 'lapsed',
      payment: 'refunded',
      provider: 'succeeded',
      refunded: 2500,
    })
    assert.deepEqual(await entriesOf(home.id), ['charge 2500', 'refund 2500'])
    assert.equal(await tellings(home.id, 'slot_lost'), 2)
    assert.equal((await process(intentId)).body.refunded, true)
  })

test('releases an authorization whose slot is lost, and does not charge it', async () => {
  const { home, intentId } = await paidAndLost('manual')
  assert.equal((await process(intentId)).status, 409)
  assert.deepEqual((await stateOf(home.id))[0], {
    booking: 'lapsed',
    payment: 'refunded',
    provider: 'canceled',
    refunded: 0,
  })
  assert.deepEqual(await entriesOf(home.id), ['authorize 2500', 'release 2500'])
})

test('the reconciler continues past a payment that fails, and reports the failure', async () => {
  const homes = await Promise.all(Array.from({ length: 3 }, () => makeProperty(app.db)))
  for (const home of homes) await pay((await hold(makeForm(home.slug))).body.clientSecret)
  const abandoned = await makeProperty(app.db)
  await hold(makeForm(abandoned.slug))
  app.clock.advance({ minutes: 11 })
  faults.set('cancel', 'away')
  assert.deepEqual(await app.orders.finishAll(), { settled: 3, returned: 0, cancelled: 0, failed: 1 })
  faults.mend()
  assert.deepEqual(await app.orders.finishAll(), { settled: 0, returned: 0, cancelled: 1, failed: 0 })
  for (const home of homes) assert.equal((await stateOf(home.id))[0]?.booking, 'confirmed')
  assert.deepEqual(await stateOf(abandoned.id), [
    { booking: 'lapsed', payment: 'cancelled', provider: 'canceled', refunded: 0 },
  ])
})

test('settles money that arrives at the moment of cancellation in the next round', async () => {
  const home = await makeProperty(app.db)
  const held = await hold(makeForm(home.slug))
  await pay(held.body.clientSecret)
  app.clock.advance({ minutes: 11 })
  faults.set('retrieve', {
    always: {
      intentId: held.body.paymentIntentId,
      status: 'open',
      amountCents: 2500,
      refundedCents: 0,
      currency: 'usd',
    },
  })
  await app.orders.finishAll()
  assert.deepEqual((await stateOf(home.id))[0]?.payment, 'open')
  faults.mend()
  assert.equal((await app.orders.finishAll()).settled, 1)
  assert.equal((await stateOf(home.id))[0]?.booking, 'confirmed')
})
