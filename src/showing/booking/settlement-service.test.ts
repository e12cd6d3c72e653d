import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type RawBuilder, sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { billing, goodCard, makeForm, makeProperty } from '../../../test/factories.ts'
import { untilLockWaits } from '../../../test/locks.ts'

let app: TestApp
before(async () => {
  app = await testApp({ max: 20 })
})
after(() => app.close())
beforeEach(() => app.clock.set('2026-11-21T18:00:00Z'))

const hold = (form: object) => app.call('POST', '/api/payments/create-payment-intent', { bookingData: form })
/** Holds a slot as the page does. If the server is too busy, it holds nothing and says when to ask again. */
async function holdAgain(form: object, tries = 10): ReturnType<typeof hold> {
  const answer = await hold(form)
  if (answer.status !== 503 || tries === 0) return answer
  assert.ok(Number(answer.headers.get('retry-after')) > 0)
  return holdAgain(form, tries - 1)
}
const pay = (clientSecret: string, card: object = goodCard) =>
  app.call('POST', '/api/payments/sandbox/confirm', { clientSecret, card, billing })
const process = (paymentIntentId: string, proof: object = {}) =>
  app.call('POST', '/api/payments/process-booking', { paymentIntentId, ...proof })

async function count(table: string, where: string): Promise<number> {
  const { rows } = await sql<{
    n: number
  }>`select count(*) as n from ${sql.table(table)} where ${sql.raw(where)}`.execute(app.db)
  return rows[0]?.n ?? -1
}

/** Asserts that each successful payment ends as either a booking or a full refund, never both. */
async function assertMoneyAgrees() {
  const { rows } = await sql`
    select i.id from sandbox_intent i left join payment p on p.intent_id = i.id left join booking b on b.id = p.booking_id
    where i.status in ('succeeded', 'requires_capture')
      and (case when b.status not in ('held', 'lapsed') then 1 else 0 end) + (case when i.refunded_cents = i.amount_cents then 1 else 0 end) <> 1`.execute(
    app.db,
  )
  assert.deepEqual(rows, [])
}

test('when a buyer holds a slot and pays, the booking is stored together with everything that follows', async () => {
  const home = await makeProperty(app.db, { occupancy: 'resident' })
  const held = await hold(makeForm(home.slug, { mailUpgrade: true, buyerName: 'Maria Gomez' }))
  assert.equal(held.status, 201, held.text)
  assert.deepEqual(
    { ...held.body, clientSecret: '', paymentIntentId: '' },
    {
      clientSecret: '',
      paymentIntentId: '',
      amount: 3500,
      currency: 'usd',
      holdExpiresAt: '2026-11-21T18:10:00.000Z',
      provider: 'sandbox',
      publishableKey: null,
      onApproval: false,
    },
  )
  const paid = await pay(held.body.clientSecret)
  assert.deepEqual([paid.status, paid.body.status], [200, 'succeeded'])
  const booked = await process(held.body.paymentIntentId)
  assert.equal(booked.status, 200, booked.text)
  assert.equal(booked.body.success, true)
  const { booking } = booked.body
  assert.match(booking.confirmation_number, /^SB-[0-9A-HJKMNP-TV-Z]{8}$/)
  assert.equal(booking.status, 'confirmed')
  assert.equal(booking.startsAt, '2026-11-30T21:30:00.000Z')
  assert.equal(await count('notification', `booking_id = '${booking.id}'`), 6)
  assert.equal(await count('compliance_entry', `booking_id = '${booking.id}' and event = 'booked'`), 1)
  assert.equal(
    await count('money_entry', `payment_id = (select id from payment where booking_id = '${booking.id}')`),
    1,
  )
  await app.runJobs()
  assert.equal(await count('outbox_message', `booking_id = '${booking.id}'`), 6)
  assert.equal(await count('notification', `booking_id = '${booking.id}' and status <> 'sent'`), 0)
  assert.equal(
    (await app.compliance.verifyAll()).every(({ result }) => result.valid),
    true,
  )
  await assertMoneyAgrees()
})

test('of 100 concurrent buyers, exactly one gets the slot, and no one else is charged', async () => {
  for (let round = 0; round < 20; round++) {
    const home = await makeProperty(app.db)
    const answers = await Promise.all(Array.from({ length: 100 }, () => holdAgain(makeForm(home.id))))
    const winners = answers.filter(({ status }) => status === 201)
    const losers = answers.filter(({ status }) => status === 409)
    assert.deepEqual([winners.length, losers.length], [1, 99])
    for (const { body } of losers) {
      assert.equal(body.error, 'This time slot is no longer available. Please select a different time.')
      assert.equal(body.alternatives.length, 3)
    }
    assert.equal(await count('payment', `booking_id in (select id from booking where property_id = '${home.id}')`), 1)
    await pay(winners[0]?.body.clientSecret)
    assert.equal((await process(winners[0]?.body.paymentIntentId)).status, 200)
  }
  await assertMoneyAgrees()
})

test('50 process-booking calls and 50 webhooks for one payment make one booking, one log entry, and one of each message', async () => {
  const home = await makeProperty(app.db, { occupancy: 'resident' })
  const held = await hold(makeForm(home.slug))
  await pay(held.body.clientSecret)
  const webhook = () => {
    const { body, headers } = app.sandbox.signedEvent({
      id: 'evt_same',
      type: 'payment_intent.succeeded',
      intentId: held.body.paymentIntentId,
    })
    return app.call('POST', '/api/payments/webhook', body, headers)
  }
  const answers = await Promise.all(
    Array.from({ length: 100 }, (_, n) => (n % 2 ? webhook() : process(held.body.paymentIntentId))),
  )
  assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
  const numbers = new Set(answers.flatMap(({ body }) => body.booking?.confirmation_number ?? []))
  assert.equal(numbers.size, 1)
  const { rows } = await sql<{ id: string }>`select id from booking where property_id = ${home.id}`.execute(app.db)
  const id = rows[0]?.id
  assert.equal(rows.length, 1)
  assert.equal(await count('compliance_entry', `booking_id = '${id}'`), 1)
  assert.equal(await count('payment_event', "id = 'evt_same'"), 1)
  await Promise.all([app.messaging.deliver(id ?? ''), app.messaging.deliver(id ?? '')])
  await app.runJobs()
  assert.equal(
    await count('outbox_message', `booking_id = '${id}'`),
    await count('notification', `booking_id = '${id}'`),
  )
  await assertMoneyAgrees()
})

test('a buyer who asks again gets the same hold with the new details and price', async () => {
  const home = await makeProperty(app.db, { occupancy: 'resident' })
  const form = makeForm(home.slug, { showingDate: '2026-11-30' })
  const first = await hold(form)
  app.clock.advance({ minutes: 3 })
  const again = await hold({
    ...form,
    buyerEmail: String(form.buyerEmail).toUpperCase(),
    buyerName: 'Maria G. Gomez',
    mailUpgrade: true,
  })
  assert.equal(again.status, 201, again.text)
  assert.equal(again.body.paymentIntentId, first.body.paymentIntentId)
  assert.equal(again.body.holdExpiresAt, first.body.holdExpiresAt)
  assert.equal(again.body.amount, 3500)
  await pay(again.body.clientSecret)
  const { body } = await process(first.body.paymentIntentId, { clientSecret: again.body.clientSecret })
  assert.deepEqual([body.booking.buyerName, body.booking.amount], ['Maria G. Gomez', 3500])
})

test('a double click makes one hold', async () => {
  const home = await makeProperty(app.db)
  const form = makeForm(home.slug)
  const [one, two] = await Promise.all([hold(form), hold(form)])
  assert.deepEqual([one.status, two.status], [201, 201])
  assert.equal(one.body.paymentIntentId, two.body.paymentIntentId)
})

test('a hold ends after ten minutes: its payment gets a 410, and another buyer can have the slot', async () => {
  const home = await makeProperty(app.db)
  const first = await hold(makeForm(home.slug))
  app.clock.advance({ minutes: 10 })
  const late = await pay(first.body.clientSecret)
  assert.deepEqual(
    [late.status, late.body.error],
    [410, 'Your hold on this time has ended. Please choose a time again.'],
  )
  const second = await hold(makeForm(home.slug))
  assert.equal(second.status, 201)
  const processed = await process(first.body.paymentIntentId)
  assert.equal(processed.status, 410)
})

test('a late payment for an ended hold takes the slot back if it is free', async () => {
  const home = await makeProperty(app.db)
  const held = await hold(makeForm(home.slug))
  await pay(held.body.clientSecret)
  await sql`update booking set status = 'lapsed' where property_id = ${home.id}`.execute(app.db)
  const booked = await process(held.body.paymentIntentId)
  assert.deepEqual([booked.status, booked.body.booking.status], [200, 'confirmed'])
  await assertMoneyAgrees()
})

const LOST: [why: string, change: (home: { id: string }) => Promise<unknown>][] = [
  ["the property's zone has changed", ({ id }) => setHome(id, sql`time_zone = 'America/Denver'`)],
  ['the property is unlisted', ({ id }) => setHome(id, sql`status = 'unlisted'`)],
  ['the showing would have started', async () => app.clock.advance({ hours: 24 * 14 })],
]
const setHome = (id: string, change: RawBuilder<unknown>) =>
  sql`update property set ${change} where id = ${id}`.execute(app.db)
for (const [why, change] of LOST)
  for (const isLapsed of [true, false])
    test(`a late payment for ${isLapsed ? 'a lapsed' : 'an expired'} hold is refunded if ${why}`, async () => {
      const home = await makeProperty(app.db)
      const held = await hold(makeForm(home.slug))
      await pay(held.body.clientSecret)
      app.clock.advance({ minutes: 11 })
      if (isLapsed) await sql`update booking set status = 'lapsed' where property_id = ${home.id}`.execute(app.db)
      await change(home)
      const settled = await process(held.body.paymentIntentId)
      assert.deepEqual([settled.status, settled.body.code], [409, 'slot_lost_refunded'], settled.text)
      assert.equal(await count('booking', `property_id = '${home.id}' and status = 'lapsed'`), 1)
      await assertMoneyAgrees()
    })

test('an expired hold that is being settled while the zone changes is refunded', async () => {
  const home = await makeProperty(app.db)
  const held = await hold(makeForm(home.slug))
  await pay(held.body.clientSecret)
  app.clock.advance({ minutes: 11 })
  await app.db.connection().execute(async (agent) => {
    await sql`begin`.execute(agent)
    await sql`select from property where id = ${home.id} for update`.execute(agent)
    await sql`update property set time_zone = 'America/Denver' where id = ${home.id}`.execute(agent)
    const settling = process(held.body.paymentIntentId)
    await untilLockWaits(app.db, settling)
    await sql`commit`.execute(agent)
    assert.equal((await settling).status, 409)
  })
  assert.equal(await count('booking', `property_id = '${home.id}' and status = 'lapsed'`), 1)
  await assertMoneyAgrees()
})

test('a late payment for a lost slot is refunded in full, once, and the buyer gets a message', async () => {
  const home = await makeProperty(app.db)
  const loser = await hold(makeForm(home.slug))
  await pay(loser.body.clientSecret)
  app.clock.advance({ minutes: 11 })
  const winner = await hold(makeForm(home.slug))
  assert.equal(winner.status, 201)
  const answers = await Promise.all(Array.from({ length: 10 }, () => process(loser.body.paymentIntentId)))
  for (const { status, body } of answers) {
    assert.equal(status, 409)
    assert.match(body.error, /no longer available.*We're refunding your \$25\.00 in full/)
    assert.equal(body.alternatives.length, 3)
  }
  const payment = `(select id from payment where intent_id = '${loser.body.paymentIntentId}')`
  assert.equal(await count('money_entry', `payment_id = ${payment} and kind = 'charge'`), 1)
  assert.equal(await count('money_entry', `payment_id = ${payment} and kind = 'refund'`), 1)
  assert.equal(
    await count(
      'notification',
      `event = 'slot_lost' and booking_id = (select booking_id from payment where id = ${payment})`,
    ),
    2,
  )
  await assertMoneyAgrees()
})

test('with manual approval, the card is authorized and the booking is pending', async () => {
  const home = await makeProperty(app.db, { approval: 'manual', occupancy: 'resident' })
  const held = await hold(makeForm(home.slug))
  assert.equal((await pay(held.body.clientSecret)).body.status, 'requires_capture')
  const { body } = await process(held.body.paymentIntentId)
  assert.equal(body.booking.status, 'pending')
  const { rows } = await sql<{ due: Date; kind: string }>`
    select b.decision_due_at as due, m.kind from booking b join payment p on p.booking_id = b.id join money_entry m on m.payment_id = p.id
    where b.id = ${body.booking.id}`.execute(app.db)
  assert.deepEqual(rows, [{ due: new Date('2026-11-23T18:00:00Z'), kind: 'authorize' }])
  assert.equal(await count('notification', `booking_id = '${body.booking.id}' and role = 'resident'`), 0)
})

test('an unpaid hold is a 402, and an unknown payment is a 404', async () => {
  const home = await makeProperty(app.db)
  const held = await hold(makeForm(home.slug))
  assert.equal((await process(held.body.paymentIntentId)).status, 402)
  assert.equal((await process('pi_unknown')).status, 404)
})

test('the reconciler books paid orders that were left behind and cancels abandoned ones', async () => {
  const paidHome = await makeProperty(app.db)
  const left = await makeProperty(app.db)
  const paid = await hold(makeForm(paidHome.slug))
  const abandoned = await hold(makeForm(left.slug))
  await pay(paid.body.clientSecret)
  app.clock.advance({ minutes: 11 })
  await app.orders.finishAll()
  assert.equal(await count('booking', `property_id = '${paidHome.id}' and status = 'confirmed'`), 1)
  assert.equal(await count('booking', `property_id = '${left.id}' and status = 'lapsed'`), 1)
  assert.equal(await count('sandbox_intent', `id = '${abandoned.body.paymentIntentId}' and status = 'canceled'`), 1)
  assert.equal((await pay(abandoned.body.clientSecret)).status, 410)
  await assertMoneyAgrees()
})

test('one person can have three live holds, and one IP address ten', async () => {
  const homes = await Promise.all(Array.from({ length: 11 }, () => makeProperty(app.db)))
  const phone = { buyerPhone: '(323) 555-0199' }
  const byPhone = []
  for (const home of homes.slice(0, 4)) byPhone.push((await hold(makeForm(home.slug, phone))).status)
  assert.deepEqual(byPhone, [201, 201, 201, 429])
  const byAddress = []
  for (const home of homes) {
    const form = makeForm(home.slug, { showingTime: '09:00' })
    byAddress.push(
      (
        await app.call(
          'POST',
          '/api/payments/create-payment-intent',
          { bookingData: form },
          { 'x-address': '192.0.2.1' },
        )
      ).status,
    )
  }
  assert.deepEqual(byAddress, [...Array(10).fill(201), 429])
})

test('buyers can book adjacent half hours unless a buffer closes them', async () => {
  const home = await makeProperty(app.db)
  assert.equal((await hold(makeForm(home.slug, { showingTime: '10:00' }))).status, 201)
  assert.equal((await hold(makeForm(home.slug, { showingTime: '10:30' }))).status, 201)
  const buffered = await makeProperty(app.db, { bufferMinutes: 30 })
  assert.equal((await hold(makeForm(buffered.slug, { showingTime: '10:00' }))).status, 201)
  assert.equal((await hold(makeForm(buffered.slug, { showingTime: '10:30' }))).status, 409)
  assert.equal((await hold(makeForm(buffered.slug, { showingTime: '11:00' }))).status, 201)
})
