import assert from 'node:assert/strict'
import { afterEach, beforeEach, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { createFaults } from '../../../test/fakes/faulty.ts'
import { bookShowing } from '../../../test/scene.ts'
import { VendorError } from '../../platform/vendor-error.ts'

const faults = createFaults<'retrieve'>()
let app: TestApp
beforeEach(async () => {
  faults.mend()
  app = await testApp({ provider: (real) => faults.over(real, ['retrieve']) })
})
afterEach(() => app.close())

async function run(t: TestContext, ...args: string[]) {
  const said: string[] = []
  const say = (line: string) => void said.push(line)
  const mocks = [t.mock.method(console, 'log', say), t.mock.method(console, 'error', say)]
  const code = await app.runAdmin(args)
  for (const { mock } of mocks) mock.restore()
  return { code, said }
}
const reconcile = (t: TestContext) => run(t, 'reconcile')

async function book(approval: 'automatic' | 'manual' = 'automatic') {
  const home = await makeProperty(app.db, { approval })
  const { booking, paymentIntentId: intentId } = await bookShowing(app, makeForm(home.slug))
  const { rows } = await sql<{ id: string }>`select id from payment where booking_id = ${booking.id}`.execute(app.db)
  const number = booking.confirmation_number as string
  return { bookingId: booking.id as string, number, paymentId: rows[0]?.id ?? '', intentId: intentId as string }
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

test('the command names each difference by its id, its booking, and its intent, and fails', async (t) => {
  const booked = await book()
  await book()
  await sql`update payment set amount_cents = 2600 where id = ${booked.paymentId}`.execute(app.db)
  const { code, said } = await reconcile(t)
  const place = `${booked.paymentId} (${booked.number}, ${booked.intentId})`
  assert.deepEqual(
    { code, said },
    {
      code: 1,
      said: [
        NOTHING,
        `payment ${place}: $26.00 on the payment, but $25.00 in the ledger`,
        `payment ${place}: $26.00, but $25.00 at the provider`,
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

/** Books, and then forgets the payment's intent, as a restore of an older backup would. */
async function bookAndForget(approval?: 'manual') {
  const { paymentId } = await book(approval)
  const { rows } = await sql<{ intent_id: string }>`
    with former as (select id, intent_id from payment where id = ${paymentId})
    update payment p set intent_id = ${`pi_forgotten_${paymentId}`} from former where p.id = former.id
    returning former.intent_id`.execute(app.db)
  return rows[0]?.intent_id ?? ''
}

test('names the money at the provider that an older backup lacks, and fails until it was refunded', async (t) => {
  await bookAndForget()
  app.clock.set('2026-11-21T09:30:00Z')
  await book()
  const home = await makeProperty(app.db)
  await app.call('POST', '/api/payments/create-payment-intent', { bookingData: makeForm(home.slug) })
  const charged = await bookAndForget()
  app.clock.set('2026-11-21T09:31:00Z')
  const authorized = await bookAndForget('manual')
  const since = '2026-11-21T10:30+01:00'
  assert.deepEqual(await run(t, 'missing-payments', since), {
    code: 1,
    said: [
      `${authorized}: $25.00 authorized, opened at 2026-11-21T09:31:00Z`,
      `${charged}: $25.00 charged, opened at 2026-11-21T09:30:00Z`,
      '3 payments at the provider since 2026-11-21T09:30:00Z, 2 missing here',
    ],
  })
  await app.provider.refundOrRelease({ intentId: authorized, idempotencyKey: '1' })
  await app.provider.refund({ intentId: charged, idempotencyKey: '2', tries: 0, amountCents: 1000 })
  assert.deepEqual(await run(t, 'missing-payments', since), {
    code: 1,
    said: [
      `${charged}: $15.00 charged, opened at 2026-11-21T09:30:00Z`,
      '2 payments at the provider since 2026-11-21T09:30:00Z, 1 missing here',
    ],
  })
  await app.provider.refundOrRelease({ intentId: charged, idempotencyKey: '3' })
  assert.deepEqual(await run(t, 'missing-payments', since), {
    code: 0,
    said: ['1 payments at the provider since 2026-11-21T09:30:00Z, 0 missing here'],
  })
})

test('says that the provider failed, and does not claim that nothing is missing', async (t) => {
  t.mock.method(app.provider, 'listIntents', async () => {
    throw new VendorError('stripe', 'api_error')
  })
  const { code, said } = await run(t, 'missing-payments', '2026-11-21T09:00Z')
  assert.deepEqual({ code, said }, { code: 1, said: ['The provider failed: stripe: api_error'] })
})

test("refuses to compare a vendor's payments without its keys, and changes nothing", async (t) => {
  const { paymentId } = await book()
  const home = await makeProperty(app.db)
  await app.call('POST', '/api/payments/create-payment-intent', { bookingData: makeForm(home.slug) })
  await sql`update payment set provider = 'stripe'`.execute(app.db)
  await sql`update payment set status = 'refund_due' where id = ${paymentId}`.execute(app.db)
  app.clock.advance({ minutes: 11 })
  for (const args of [['reconcile'], ['missing-payments', '2026-11-21T09:00Z']]) {
    const { code, said } = await run(t, ...args)
    assert.equal(code, 1)
    assert.match(said.join(' '), /^The database has 2 payments through stripe, whose keys are not set here\./)
  }
  const { rows } = await sql<{ status: string }>`select status from payment order by id`.execute(app.db)
  assert.deepEqual(rows, [{ status: 'refund_due' }, { status: 'open' }])
  const { whole, differences } = await app.reconciliations.overview({ after: null, limit: 10 })
  assert.deepEqual([whole, differences], [null, []])
})

test('prints the usage for an unknown command or extra arguments', async (t) => {
  const { mock } = t.mock.method(console, 'error', () => undefined)
  for (const args of [
    ['reconcile', '--dry-run'],
    ['verify-log', 'all'],
    ['grant', 'a@b.example', 'c@d.example'],
    ['grant'],
    ['missing-payments'],
    ['missing-payments', 'yesterday'],
    ['missing-payments', '2026-11-21T09:00'],
    [],
  ])
    assert.equal(await app.runAdmin(args), 2, args.join(' '))
  assert.match(String(mock.calls[0]?.arguments[0]), /^Usage: bin\/admin COMMAND/)
  mock.restore()
})
