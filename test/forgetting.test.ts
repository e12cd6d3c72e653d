import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { deleteOldTexts } from '../src/notice/link-text/repository.ts'
import { forgetLapsed } from '../src/showing/booking/hold-repository.ts'
import { deleteOldTries } from '../src/studio/moderation/repository.ts'
import { type TestApp, testApp } from './app.ts'
import { DEMO_PATH, makeDemoForm } from './demos.ts'
import { billing, goodCard, makeAgent, makeForm, makeProperty } from './factories.ts'
import { createPast, makeLongAgo, watchedDatabase } from './past.ts'

let app: TestApp
before(async () => {
  app = await testApp({ hasOwnPlans: true, max: 20 })
})
after(() => app.close())
beforeEach(() => app.clock.set('2026-11-21T09:00:00Z'))

const run = (task: string) => app.jobs[task]?.({}, { isLastAttempt: false })
const hold = (form: object) => app.call('POST', '/api/payments/create-payment-intent', { bookingData: form })
async function personOf(intentId: string): Promise<Record<string, unknown> | undefined> {
  const { rows } = await sql<Record<string, unknown>>`
    select status, buyer_name, buyer_email, buyer_phone, buyer_phone_e164, special_requests, client_address from booking
    where id = (select booking_id from payment where intent_id = ${intentId})`.execute(app.db)
  return rows[0]
}
const NOBODY = {
  status: 'lapsed',
  buyer_name: '',
  buyer_email: '',
  buyer_phone: '',
  buyer_phone_e164: null,
  special_requests: null,
  client_address: '',
}

test('deletes the data of people who began a booking and did not pay, 30 days after the hold ends', async () => {
  const home = await makeProperty(app.db)
  const { body } = await hold(makeForm(home.slug, { specialRequests: 'Is there a ramp?' }))
  app.clock.advance({ minutes: 11 })
  await run('reconciliation.minute')
  app.clock.advance({ hours: 24 * 30 - 1 })
  await run('hold.forget')
  const known = await personOf(body.paymentIntentId)
  assert.deepEqual([known?.status, known?.special_requests], ['lapsed', 'Is there a ramp?'])
  app.clock.advance({ hours: 2 })
  await run('hold.forget')
  assert.deepEqual(await personOf(body.paymentIntentId), NOBODY)
})

test('keeps the data of people who paid, whether they have a booking or got a refund', async () => {
  const home = await makeProperty(app.db)
  const { body: booked } = await hold(makeForm(home.slug))
  const pay = (clientSecret: string) =>
    app.call('POST', '/api/payments/sandbox/confirm', { clientSecret, card: goodCard, billing })
  await pay(booked.clientSecret)
  const { paymentIntentId, clientSecret } = booked
  assert.equal((await app.call('POST', '/api/payments/process-booking', { paymentIntentId, clientSecret })).status, 200)
  const { body: late } = await hold(
    makeForm(home.slug, { showingTime: '15:00', buyerEmail: 'late@buyers.example.com' }),
  )
  await pay(late.clientSecret)
  const { rows } = await sql<{ id: string }>`
    update payment set status = 'refunded' where intent_id = ${late.paymentIntentId} returning booking_id as id`.execute(
    app.db,
  )
  await sql`update booking set status = 'lapsed' where id = ${rows[0]?.id}`.execute(app.db)
  app.clock.advance({ hours: 24 * 40 })
  await run('hold.forget')
  assert.match(String((await personOf(booked.paymentIntentId))?.buyer_name), /^Maria Gomez/)
  assert.equal((await personOf(late.paymentIntentId))?.buyer_email, 'late@buyers.example.com')
})

for (const status of ['opening', 'open'])
  test(`deletes the data of people who did not pay although the payment stays ${status}`, async () => {
    const home = await makeProperty(app.db)
    const { body } = await hold(makeForm(home.slug))
    app.clock.advance({ minutes: 11 })
    await run('reconciliation.minute')
    await sql`update payment set status = ${status} where intent_id = ${body.paymentIntentId}`.execute(app.db)
    app.clock.advance({ hours: 24 * 30 + 1 })
    await run('hold.forget')
    assert.deepEqual(await personOf(body.paymentIntentId), NOBODY)
  })

test('refunds a late charge of someone whose data is deleted, and sends no message', async () => {
  const home = await makeProperty(app.db)
  const { body: held } = await hold(makeForm(home.slug))
  const {
    body: { payment: demo },
  } = await app.call('POST', DEMO_PATH, await makeDemoForm(app))
  // No webhook reports the charges.
  for (const { clientSecret } of [held, demo]) {
    const paid = await app.call('POST', '/api/payments/sandbox/confirm', { clientSecret, card: goodCard, billing })
    assert.equal(paid.status, 200, paid.text)
  }
  await sql`update booking set status = 'lapsed' where id in (
    select booking_id from payment where intent_id in (${held.paymentIntentId}, ${demo.paymentIntentId}))`.execute(
    app.db,
  )
  app.clock.advance({ hours: 24 * 31 })
  await run('hold.forget')
  for (const { clientSecret, paymentIntentId } of [held, demo]) {
    assert.deepEqual(await personOf(paymentIntentId), NOBODY)
    await app.call('POST', '/api/payments/process-booking', { paymentIntentId, clientSecret })
    const { rows } = await sql`
      select p.status, (select count(*)::int from notification n where n.booking_id = p.booking_id) as messages
      from payment p where p.intent_id = ${paymentIntentId}`.execute(app.db)
    assert.deepEqual(rows, [{ status: 'refunded', messages: 0 }])
  }
})

test('keeps the data of people who got a message or a pay link', async () => {
  const past = createPast(app)
  const { id: homeId, ownerId } = await makeProperty(app.db)
  const store = () => past.store(homeId, { startsAt: '2026-09-01T17:00:00Z', status: 'lapsed' })
  const [told, linked, forgotten] = [await store(), await store(), await store()]
  await past.notify(told, ['sent'], '2026-09-01T16:00:00Z')
  await sql`update booking set booked_by = ${ownerId} where id = ${linked}`.execute(app.db)
  await run('hold.forget')
  const { rows } = await sql<{ id: string; name: string }>`
    select id, buyer_name as name from booking where id in (${told}, ${linked}, ${forgotten})`.execute(app.db)
  assert.deepEqual(Object.fromEntries(rows.map(({ id, name }) => [id, name])), {
    [told]: 'Maria Gomez',
    [linked]: 'Maria Gomez',
    [forgotten]: '',
  })
})

test('deletes the visitor and destinations of an unpaid demo', async () => {
  const {
    body: { payment },
    text,
    status,
  } = await app.call('POST', DEMO_PATH, await makeDemoForm(app))
  assert.equal(status, 201, text)
  app.clock.advance({ minutes: 11 })
  await run('reconciliation.minute')
  app.clock.advance({ hours: 24 * 31 })
  await run('hold.forget')
  assert.deepEqual(await personOf(payment.paymentIntentId), NOBODY)
  for (const table of ['demo_booking', 'demo_destination']) {
    const { rows } = await sql`select from ${sql.table(table)} d join payment p using (booking_id)
      where p.intent_id = ${payment.paymentIntentId}`.execute(app.db)
    assert.equal(rows.length, 0, table)
  }
})

test('deletes texts with a booking link and refused prompts after 30 days', async () => {
  const ownerId = await makeAgent(app.db)
  const { id } = await makeProperty(app.db, { ownerId })
  for (const days of [29, 31]) {
    const at = app.clock.now().subtract({ hours: 24 * days })
    await sql`insert into link_text (id, property_id, account_id, language, status, created_at, ended_at)
      values (${randomUUIDv7()}, ${id}, ${ownerId}, 'en', 'sent', ${at}, ${at})`.execute(app.db)
    await sql`insert into blocked_try (account_id, term, day, tries, last_at)
      values (${ownerId}, 'a term', ${at.toString().slice(0, 10)}::date, 1, ${at})`.execute(app.db)
  }
  await run('link-text.forget')
  await run('moderation.forget-tries')
  const { rows } = await sql<{ texts: number; tries: number }>`
    select (select count(*)::int from link_text where account_id = ${ownerId}) as texts,
      (select count(*)::int from blocked_try where account_id = ${ownerId}) as tries`.execute(app.db)
  assert.deepEqual(rows, [{ texts: 1, tries: 1 }])
})

test('finds data to delete through an index, without scanning the tables', async () => {
  const { ownerId } = await makeLongAgo(app, 3000)
  await sql`
    insert into blocked_try (account_id, term, day, tries, last_at)
    select ${ownerId}, 'term ' || n, '2026-11-20', 1, '2026-11-20' from generate_series(1, 3000) n`.execute(app.db)
  await sql`
    insert into link_text (id, property_id, account_id, language, status, created_at, ended_at)
    select gen_random_uuid(), p.id, ${ownerId}, 'en', 'sent', '2026-11-20', '2026-11-20'
    from property p, generate_series(1, 3000) where p.owner_id = ${ownerId}`.execute(app.db)
  await sql`analyze`.execute(app.db)
  const watched = watchedDatabase(app)
  const before = Temporal.Instant.from('2026-10-22T09:00:00Z')
  await forgetLapsed(watched.db, before)
  await deleteOldTexts(watched.db, before)
  await deleteOldTries(watched.db, before)
  const plans = await watched.plans()
  assert.equal(plans.length, 3)
  for (const plan of plans)
    assert.doesNotMatch(plan, /Seq Scan on (booking|payment|notification|link_text|blocked_try)/, plan)
})
