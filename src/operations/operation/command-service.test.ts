import assert from 'node:assert/strict'
import { afterEach, beforeEach, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { createFaults } from '../../../test/fakes/faulty.ts'
import { bookShowing } from '../../../test/scene.ts'

const faults = createFaults<'retrieve'>()
let app: TestApp
beforeEach(async () => {
  faults.mend()
  app = await testApp({ provider: (real) => faults.over(real, ['retrieve']) })
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

const NOTHING = '0 settled, 0 refunded, 0 canceled, 0 failed'

test('reports the number of payments that agree, and needs no money for demo showings', async (t) => {
  await book()
  const { bookingId, paymentId } = await book('manual')
  await sql`update booking set is_demo = true where id = ${bookingId}`.execute(app.db)
  await sql`delete from notification where booking_id = ${bookingId}`.execute(app.db)
  const { code, said } = await reconcile(t)
  assert.deepEqual(
    { code, said },
    { code: 0, said: [NOTHING, '2 payments compared with the provider, 0 differences'] },
    paymentId,
  )
})

test('the command names each difference by its id and fails', async (t) => {
  const booked = await book()
  await book()
  await sql`update payment set amount_cents = 2600 where id = ${booked.paymentId}`.execute(app.db)
  const { code, said } = await reconcile(t)
  assert.deepEqual(
    { code, said },
    {
      code: 1,
      said: [
        NOTHING,
        `payment ${booked.paymentId}: $26.00 on the payment, but $25.00 in the ledger`,
        `payment ${booked.paymentId}: $26.00, but $25.00 at the provider`,
        '2 payments compared with the provider, 2 differences',
      ],
    },
  )
})

test('the command fails if the provider does not answer', async (t) => {
  await book()
  faults.set('retrieve', 'away')
  const { code, said } = await reconcile(t)
  assert.equal(code, 1)
  assert.match(said.at(-2) ?? '', /did not answer for 1 payments/)
})

test('compares payments beyond the first page', async (t) => {
  const { paymentId } = await book()
  await sql`
    with copies as (select uuidv7() as booking, uuidv7() as payment, n from generate_series(1, 250) n),
    booked as (
      insert into booking (id, property_id, status, starts_at, ends_at, during, showing_date, showing_time, time_zone, hold_expires_at,
        requester_type, buyer_name, buyer_email, buyer_phone, client_address, amount_cents, confirmation_number, manage_token,
        notice_token, cancelled_by, created_at, updated_at)
      select c.booking, b.property_id, 'cancelled', b.starts_at, b.ends_at, b.during, b.showing_date, b.showing_time, b.time_zone,
        b.hold_expires_at, b.requester_type, b.buyer_name, b.buyer_email, b.buyer_phone, b.client_address, b.amount_cents,
        'SB-' || c.n, 'manage' || c.n, 'notice' || c.n, 'buyer', b.created_at, b.updated_at
      from copies c, booking b join payment p on p.booking_id = b.id where p.id = ${paymentId} returning id)
    insert into payment (id, booking_id, provider, intent_id, amount_cents, capture, status, created_at, updated_at)
    select c.payment, c.booking, p.provider, 'pi_' || c.n, p.amount_cents, p.capture, p.status, p.created_at, p.updated_at
    from copies c, payment p where p.id = ${paymentId}`.execute(app.db)
  const { code, said } = await reconcile(t)
  assert.equal(code, 1)
  assert.equal(said.filter((line) => line.endsWith('unknown to the provider')).length, 250)
  assert.match(said.at(-1) ?? '', /^251 payments compared/)
})

test('prints the usage for an unknown command or extra arguments', async (t) => {
  const { mock } = t.mock.method(console, 'error', () => undefined)
  for (const args of [
    ['reconcile', '--dry-run'],
    ['verify-log', 'all'],
    ['grant', 'a@b.example', 'c@d.example'],
    ['grant'],
    [],
  ])
    assert.equal(await app.runAdmin(args), 2, args.join(' '))
  assert.match(String(mock.calls[0]?.arguments[0]), /^Usage: bin\/admin COMMAND/)
  mock.restore()
})
