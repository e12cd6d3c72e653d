import assert from 'node:assert/strict'
import { afterEach, beforeEach, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { bookShowing } from '../../../test/scene.ts'

let app: TestApp
beforeEach(async () => {
  app = await testApp()
})
afterEach(() => app.close())

async function reconcile(t: TestContext) {
  const said: string[] = []
  const { mock } = t.mock.method(console, 'log', (line: string) => said.push(line))
  const code = await app.runAdmin(['reconcile'])
  mock.restore()
  return { code, said }
}

async function book(approval: 'automatic' | 'manual' = 'automatic') {
  const home = await makeProperty(app.db, { approval })
  const { booking } = await bookShowing(app, makeForm(home.slug))
  const { rows } = await sql<{ id: string }>`select id from payment where booking_id = ${booking.id}`.execute(app.db)
  return { bookingId: booking.id as string, paymentId: rows[0]?.id ?? '' }
}

test('books that agree are proved to, with their count', async (t) => {
  await book()
  await book('manual')
  assert.deepEqual(await reconcile(t), {
    code: 0,
    said: [
      '0 settled, 0 given back, 0 cancelled, 0 failed',
      "2 paid payments compared with the provider's books, 0 differences",
    ],
  })
})

type Booked = Awaited<ReturnType<typeof book>>
const wrongs: [what: string, of: keyof Booked, says: string, (booked: Booked) => ReturnType<typeof sql>][] = [
  [
    'a payment without its booking',
    'paymentId',
    'paid, but not booked',
    ({ bookingId }) => sql`update booking set status = 'lapsed', confirmation_number = null where id = ${bookingId}`,
  ],
  [
    'a booking without its money',
    'bookingId',
    'booked, but not paid',
    ({ paymentId }) => sql`update payment set status = 'cancelled' where id = ${paymentId}`,
  ],
  [
    'a refund that nobody entered',
    'paymentId',
    'refunded, without an entry of it',
    ({ paymentId }) => sql`update payment set status = 'refunded' where id = ${paymentId}`,
  ],
  [
    'another amount than was charged',
    'paymentId',
    'paid, without an entry of that amount',
    ({ paymentId }) => sql`update payment set amount_cents = 2600 where id = ${paymentId}`,
  ],
  [
    'an amount that the provider does not have',
    'paymentId',
    '2600 cents, but 2500 at the provider',
    ({ paymentId }) => sql`update payment set amount_cents = 2600 where id = ${paymentId}`,
  ],
  [
    'a payment that is not paid at the provider',
    'paymentId',
    'succeeded, but cancelled at the provider',
    ({ paymentId }) =>
      sql`update sandbox_intent set status = 'canceled' where id = (select intent_id from payment where id = ${paymentId})`,
  ],
  [
    'a payment that the provider does not know',
    'paymentId',
    'paid, but unknown to the provider',
    ({ paymentId }) => sql`update payment set intent_id = 'pi_nobody' where id = ${paymentId}`,
  ],
  [
    'money that has to go back',
    'paymentId',
    'to be given back, but not given back yet',
    ({ paymentId }) =>
      sql`update payment set status = 'refund_due', updated_at = ${app.clock.now().toString()} where id = ${paymentId}`,
  ],
]

for (const [what, of, says, make] of wrongs)
  test(`the operator is told of ${what}, by its id, and the command fails`, async (t) => {
    const booked = await book()
    await book()
    await make(booked).execute(app.db)
    const { code, said } = await reconcile(t)
    assert.equal(code, 1)
    const named = says.startsWith('booked') ? 'booking' : 'payment'
    assert.ok(said.includes(`${named} ${booked[of]}: ${says}`), said.join('; '))
    assert.match(said.at(-1) ?? '', /[1-9]\d* differences$/)
  })

test('payments beyond one page are compared as well', async (t) => {
  const { paymentId } = await book()
  await sql`
    with copies as (select uuidv7() as booking, uuidv7() as payment, n from generate_series(1, 250) n),
    booked as (
      insert into booking (id, property_id, status, starts_at, ends_at, during, showing_date, showing_time, time_zone, hold_expires_at,
        requester_type, buyer_name, buyer_email, buyer_phone, client_address, amount_cents, confirmation_number, manage_token,
        notice_token, created_at, updated_at)
      select c.booking, b.property_id, 'cancelled', b.starts_at, b.ends_at, b.during, b.showing_date, b.showing_time, b.time_zone,
        b.hold_expires_at, b.requester_type, b.buyer_name, b.buyer_email, b.buyer_phone, b.client_address, b.amount_cents,
        'SB-' || c.n, 'manage' || c.n, 'notice' || c.n, b.created_at, b.updated_at
      from copies c, booking b join payment p on p.booking_id = b.id where p.id = ${paymentId} returning id)
    insert into payment (id, booking_id, provider, intent_id, amount_cents, capture, status, created_at, updated_at)
    select c.payment, c.booking, p.provider, 'pi_' || c.n, p.amount_cents, p.capture, p.status, p.created_at, p.updated_at
    from copies c, payment p where p.id = ${paymentId}`.execute(app.db)
  const { code, said } = await reconcile(t)
  assert.equal(code, 1)
  assert.equal(said.filter((line) => line.endsWith('unknown to the provider')).length, 250)
  assert.match(said.at(-1) ?? '', /^251 paid payments compared/)
})
