import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { type FakeStripe, startStripe } from '../../../test/fakes/stripe.ts'

// Stripe lists the release of an authorization as a refund of the charge that was never captured, and sends
// charge.refunded for it. No money came, so none goes back.
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
const hold = (slug: string) => app.call('POST', '/api/payments/create-payment-intent', { bookingData: makeForm(slug) })
const process = (paymentIntentId: string) => app.call('POST', '/api/payments/process-booking', { paymentIntentId })

async function held() {
  const home = await makeProperty(app.db, { approval: 'manual' })
  const { body } = await hold(home.slug)
  const intentId = body.paymentIntentId as string
  stripe.pay(intentId)
  return { home, intentId }
}
async function requested() {
  const made = await held()
  const { status, body } = await process(made.intentId)
  assert.equal(status, 200)
  return { ...made, id: body.booking.id as string }
}
type Requested = Awaited<ReturnType<typeof requested>>

const admin = { kind: 'account', accountId: randomUUID(), role: 'admin', email: 'admin@a.example' } as const
const decide = ({ home, id }: Requested, decision: 'approve' | 'decline') =>
  app.transitions.decide(
    { kind: 'account', accountId: home.ownerId, email: 'agent@example.com', role: 'agent' },
    id,
    decision,
  )
async function report({ intentId }: { intentId: string }) {
  const object = { object: 'charge', id: `ch_${intentId}`, payment_intent: intentId }
  const { body, headers } = stripe.event({ id: `evt_${++events}`, type: 'charge.refunded', object })
  const sent = { ...headers, 'content-type': 'application/json' }
  assert.equal((await app.call('POST', '/api/payments/webhook', body, sent)).status, 200)
}
/** Records a refund as a server of 0.3.0 did when it heard of a release. */
const recordAsBefore = ({ intentId }: { intentId: string }) =>
  sql`insert into money_entry (payment_id, kind, amount_cents, provider_reference, at)
    select id, 'outside_refund', amount_cents, ${`re_${intentId}`}, ${app.clock.now().toString()} from payment where intent_id = ${intentId}`.execute(
    app.db,
  )

async function entriesOf({ intentId }: { intentId: string }) {
  const { rows } = await sql<{ entry: string }>`
    select m.kind || ' ' || m.amount_cents as entry from money_entry m join payment p on p.id = m.payment_id
    where p.intent_id = ${intentId} order by m.id`.execute(app.db)
  return rows.map(({ entry }) => entry)
}
async function countedOf({ intentId }: { intentId: string }) {
  const { rows } = await sql<{ entry: string }>`
    select c.kind || ' ' || c.amount_cents as entry from counted_entry c join payment p on p.id = c.payment_id
    where p.intent_id = ${intentId} order by c.kind`.execute(app.db)
  return rows.map(({ entry }) => entry)
}
async function revenueOf({ home }: { home: { id: string } }) {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(revenue_cents), 0)::int as cents from property_month where property_id = ${home.id}`.execute(
    app.db,
  )
  return rows[0]?.cents
}
async function differencesOf({ intentId }: { intentId: string }) {
  const { found } = await app.reconciliations.run('whole')
  return found.filter((one) => one.intentId === intentId).map(({ kind }) => kind)
}
const stateOf = async ({ id }: Requested) => {
  const { paymentStatus, stillPaid } = await app.showings.get(admin, id)
  return [paymentStatus, stillPaid]
}

test('a declined request releases the card, and its event changes no sum', async () => {
  const one = await requested()
  await decide(one, 'decline')
  await app.runJobs()
  assert.equal(stripe.intents.get(one.intentId)?.status, 'canceled')
  await report(one)
  assert.deepEqual(await entriesOf(one), ['authorize 2500', 'release 2500'])
  assert.deepEqual([await revenueOf(one), await stateOf(one)], [0, ['Released', 0]])
  assert.deepEqual(await differencesOf(one), [])
  const { rows } = await sql<{ event: string }>`
    select event from compliance_entry where property_id = ${one.home.id} and event = 'money_moved_outside'`.execute(
    app.db,
  )
  assert.deepEqual(rows, [])
})

test('an authorization of a lost time is released, and its event changes no sum', async () => {
  const one = await held()
  app.clock.advance({ minutes: 11 })
  await hold(one.home.slug)
  assert.equal((await process(one.intentId)).status, 409)
  await report(one)
  assert.deepEqual(await entriesOf(one), ['authorize 2500', 'release 2500'])
  assert.deepEqual([await revenueOf(one), await differencesOf(one)], [0, []])
})

test("a release in Stripe's dashboard is not a refund, before and after the agent declines", async () => {
  const one = await requested()
  stripe.cancelOutside(one.intentId)
  await report(one)
  assert.deepEqual(await entriesOf(one), ['authorize 2500'])
  assert.deepEqual([await revenueOf(one), await stateOf(one)], [0, ['Authorized', 2500]])
  assert.deepEqual(await differencesOf(one), ['status_differs'])
  await decide(one, 'decline')
  await app.runJobs()
  await report(one)
  assert.deepEqual(await entriesOf(one), ['authorize 2500', 'release 2500'])
  assert.deepEqual([await revenueOf(one), await stateOf(one)], [0, ['Released', 0]])
  assert.deepEqual(await differencesOf(one), [])
})

test('the database refuses a refund of money that was only authorized or that was released', async () => {
  const one = await requested()
  const record = async () => {
    const { rows } = await sql<{ isNew: boolean }>`
      select record_outside_money(${one.intentId}, 'outside_refund', 2500, ${`re_${one.intentId}`}, now()) as "isNew"`.execute(
      app.db,
    )
    return rows[0]?.isNew
  }
  assert.equal(await record(), false)
  await decide(one, 'decline')
  await app.runJobs()
  assert.equal(await record(), false)
  assert.deepEqual(await entriesOf(one), ['authorize 2500', 'release 2500'])
})

test('a refund of an approved and charged request counts', async () => {
  const one = await requested()
  await decide(one, 'approve')
  await app.runJobs()
  stripe.refundOutside(one.intentId, 1000)
  await report(one)
  assert.deepEqual(await entriesOf(one), ['authorize 2500', 'charge 2500', 'outside_refund 1000'])
  assert.deepEqual([await revenueOf(one), await stateOf(one)], [1500, ['Partly refunded', 1500]])
  assert.deepEqual(await differencesOf(one), ['refunded_outside'])
})

test('a refund that comes before the charge is recorded counts together with it', async () => {
  const one = await requested()
  await decide(one, 'approve')
  // The answer to our capture got lost.
  await app.provider.capture(one.intentId)
  stripe.refundOutside(one.intentId, 1000)
  await report(one)
  assert.deepEqual([await entriesOf(one), await revenueOf(one)], [['authorize 2500', 'outside_refund 1000'], 0])
  await app.runJobs()
  assert.deepEqual(await entriesOf(one), ['authorize 2500', 'outside_refund 1000', 'charge 2500'])
  assert.deepEqual([await revenueOf(one), await stateOf(one)], [1500, ['Partly refunded', 1500]])
})

test('a refund and its failure count nothing together, even before the charge', async () => {
  const one = await requested()
  await decide(one, 'approve')
  await recordAsBefore(one)
  await sql`select record_outside_money(${one.intentId}, 'refund_failed', 2500, ${`re_${one.intentId}`}, now())`.execute(
    app.db,
  )
  assert.equal(await revenueOf(one), 0)
  await app.runJobs()
  assert.deepEqual([await revenueOf(one), await stateOf(one)], [2500, ['Paid', 2500]])
})

test('a release that is stored as a refund counts as one release', async () => {
  const waiting = await requested()
  await recordAsBefore(waiting)
  assert.deepEqual(await countedOf(waiting), ['authorize 2500', 'release 2500'])
  assert.deepEqual(await stateOf(waiting), ['Authorized', 2500])
  await decide(waiting, 'decline')
  await app.runJobs()
  const declined = await requested()
  await decide(declined, 'decline')
  await app.runJobs()
  await recordAsBefore(declined)
  for (const one of [waiting, declined]) {
    assert.equal((await entriesOf(one)).length, 3)
    assert.deepEqual(await countedOf(one), ['authorize 2500', 'release 2500'])
    assert.deepEqual([await revenueOf(one), await stateOf(one)], [0, ['Released', 0]])
    assert.deepEqual(await differencesOf(one), [])
  }
})

test('a lost time whose release is stored as a refund is released once, and no difference remains', async () => {
  const one = await held()
  app.clock.advance({ minutes: 11 })
  await hold(one.home.slug)
  await recordAsBefore(one)
  assert.equal((await process(one.intentId)).status, 409)
  assert.deepEqual(await entriesOf(one), ['outside_refund 2500', 'authorize 2500', 'release 2500'])
  assert.deepEqual(await countedOf(one), ['authorize 2500', 'release 2500'])
  assert.deepEqual([await revenueOf(one), await differencesOf(one)], [0, []])
  // A server of 0.3.0 recorded no release after such a refund.
  const lost = await held()
  app.clock.advance({ minutes: 11 })
  await hold(lost.home.slug)
  await recordAsBefore(lost)
  await sql`update booking set status = 'lapsed' where property_id = ${lost.home.id} and status = 'held'
    and id = (select booking_id from payment where intent_id = ${lost.intentId})`.execute(app.db)
  await sql`with ended as (update payment set status = 'refunded' where intent_id = ${lost.intentId} returning *)
    insert into money_entry (payment_id, kind, amount_cents, provider_reference, at)
    select id, 'authorize', amount_cents, intent_id, ${app.clock.now().toString()} from ended`.execute(app.db)
  await app.provider.refundOrRelease({ intentId: lost.intentId, idempotencyKey: 'before' })
  assert.deepEqual(await countedOf(lost), ['authorize 2500', 'release 2500'])
  assert.deepEqual(await differencesOf(lost), [])
})

test('the migration adds the releases to the months from which they were subtracted', async () => {
  const released = await requested()
  await decide(released, 'decline')
  await app.runJobs()
  await recordAsBefore(released)
  await sql`update property_month set revenue_cents = -2500 where property_id = ${released.home.id}`.execute(app.db)
  const charged = await requested()
  await decide(charged, 'approve')
  await app.runJobs()
  await recordAsBefore(charged)
  assert.deepEqual([await revenueOf(released), await revenueOf(charged)], [-2500, 0])
  const migration = await readFile('db/migrations/0123_revenue_of_releases.sql', 'utf8')
  await sql.raw(migration).execute(app.db)
  assert.deepEqual([await revenueOf(released), await revenueOf(charged)], [0, 0])
})
