import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { billing, goodCard, makeForm, makeProperty } from '../../../test/factories.ts'
import { bookShowing, letterSlot } from '../../../test/scene.ts'
import { findDeletionFacts } from '../../account/account-deletion/repository.ts'

// What becomes of payments with test cards once Stripe is in use. Here nothing answers at Stripe's address.
let tried: TestApp
let app: TestApp
before(async () => {
  tried = await testApp()
  const keys = { STRIPE_SECRET_KEY: 'sk_test_1', STRIPE_PUBLISHABLE_KEY: 'pk_test_1', STRIPE_WEBHOOK_SECRET: 'whsec_1' }
  const env = { ...keys, STRIPE_API_BASE: 'http://127.0.0.1:9' }
  app = await testApp({ env, database: tried.database, clock: tried.clock })
})
after(async () => {
  await app.close()
  await tried.close()
})
beforeEach(() => app.clock.set('2026-11-21T09:00:00Z'))

const agentOf = (ownerId: string) => ({ kind: 'account', accountId: ownerId, role: 'agent', email: '' }) as const

/** Books a showing with a test card before the switch. */
async function booked(approval: 'automatic' | 'manual' = 'automatic') {
  const home = await makeProperty(app.db, { approval, occupancy: 'resident' })
  const { booking } = await bookShowing(tried, makeForm(home.slug))
  await tried.runJobs()
  return { id: booking.id as string, ownerId: home.ownerId }
}

/** Holds a slot before the switch. */
async function held() {
  const home = await makeProperty(app.db)
  const { body } = await tried.call('POST', '/api/payments/create-payment-intent', { bookingData: makeForm(home.slug) })
  const { rows } = await sql<{ id: string }>`select id from booking where property_id = ${home.id}`.execute(app.db)
  return { id: rows[0]?.id ?? '', clientSecret: body.clientSecret as string }
}

async function stateOf(id: string) {
  const { rows } = await sql<{ state: string; entries: string | null }>`
    select concat_ws(' ', b.status, p.status, i.status, i.refunded_cents) as state,
      (select string_agg(kind || ' ' || amount_cents, ', ' order by m.id) from money_entry m where m.payment_id = p.id) as entries
    from booking b join payment p on p.booking_id = b.id join sandbox_intent i on i.id = p.intent_id where b.id = ${id}`.execute(
    app.db,
  )
  return [rows[0]?.state, rows[0]?.entries]
}
const toldOf = async (id: string, event: string) => {
  const { rows } = await sql<{ role: string }>`
    select distinct role from notification where booking_id = ${id} and event = ${event} order by role`.execute(app.db)
  return rows.map(({ role }) => role)
}
const differences = async () => (await app.reconciliations.run('whole')).found.map(({ kind }) => kind)
const loseJobs = () => sql`delete from graphile_worker._private_jobs`.execute(app.db)

test("a canceled showing's test payment is refunded, and its agent can delete the account", async () => {
  const { id, ownerId } = await booked()
  await app.transitions.decide(agentOf(ownerId), id, 'cancel')
  await app.runJobs()
  assert.deepEqual(await stateOf(id), ['cancelled refunded succeeded 2500', 'charge 2500, refund 2500'])
  assert.equal((await findDeletionFacts(app.db, ownerId, app.clock.now())).hasPaymentsDue, false)
  assert.deepEqual(await differences(), [])
})

test('an approval charges the test card and tells everyone, and a decline releases it', async () => {
  const [approved, declined] = [await booked('manual'), await booked('manual')]
  await app.transitions.decide(agentOf(approved.ownerId), approved.id, 'approve')
  await app.transitions.decide(agentOf(declined.ownerId), declined.id, 'decline')
  await app.runJobs()
  assert.deepEqual(await stateOf(approved.id), ['confirmed succeeded succeeded 0', 'authorize 2500, charge 2500'])
  assert.deepEqual(await toldOf(approved.id, 'approved'), ['buyer', 'listing_agent', 'resident'])
  assert.deepEqual(await stateOf(declined.id), ['declined refunded canceled 0', 'authorize 2500, release 2500'])
  assert.deepEqual(await differences(), [])
})

test('a refund that its job left behind is late, not at a provider that is off, and the sweep makes it', async () => {
  const { id, ownerId } = await booked()
  await app.transitions.decide(agentOf(ownerId), id, 'cancel')
  await loseJobs()
  app.clock.advance({ minutes: 3 })
  assert.deepEqual(await differences(), ['refund_late'])
  assert.equal(await app.dueMoney.processDuePayments(), 0)
  assert.deepEqual(await stateOf(id), ['cancelled refunded succeeded 2500', 'charge 2500, refund 2500'])
  assert.deepEqual(await differences(), [])
})

for (const way of ['job', 'sweep'] as const)
  test(`the ${way} refunds the price of a letter that is not mailed`, async () => {
    const home = await makeProperty(app.db, { occupancy: 'resident' })
    const form = makeForm(home.slug, { ...(await letterSlot(tried, home.slug)), mailUpgrade: true })
    const { booking, token } = await bookShowing(tried, form)
    await app.transitions.cancelAsBuyer(token)
    if (way === 'sweep') await loseJobs()
    else await app.runJobs()
    app.clock.advance({ minutes: 2 })
    if (way === 'sweep') assert.equal(await app.dueMoney.processDuePayments(), 0)
    assert.deepEqual(await stateOf(booking.id), [
      'cancelled succeeded succeeded 1000',
      'charge 3500, letter_refund 1000',
    ])
  })

test('a test payment that booked nothing is refunded', async () => {
  const { id } = await booked()
  await sql`update booking set status = 'lapsed', confirmation_number = null where id = ${id}`.execute(app.db)
  await sql`update payment set status = 'refund_due' where booking_id = ${id}`.execute(app.db)
  app.clock.advance({ minutes: 1 })
  assert.equal((await app.orders.finishAll()).returned, 1)
  assert.deepEqual(await stateOf(id), ['lapsed refunded succeeded 2500', 'charge 2500, refund 2500'])
})

test('a hold that was paid just before the switch is booked, and an unpaid one ends', async () => {
  const [paid, unpaid] = [await held(), await held()]
  await tried.sandbox.confirm({ clientSecret: paid.clientSecret, card: goodCard, billing })
  app.clock.advance({ minutes: 11 })
  const { settled, cancelled } = await app.orders.finishAll()
  assert.deepEqual([settled, cancelled], [1, 1])
  assert.deepEqual(await stateOf(paid.id), ['confirmed succeeded succeeded 0', 'charge 2500'])
  assert.deepEqual(await stateOf(unpaid.id), ['lapsed cancelled canceled 0', null])
})
