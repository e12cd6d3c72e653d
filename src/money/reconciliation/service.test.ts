import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { createFaults } from '../../../test/fakes/faulty.ts'
import { bookShowing } from '../../../test/scene.ts'
import { DIFFERENCES, type DifferenceKind, lineOf } from './domain.ts'

const faults = createFaults<'retrieve' | 'refundOrRelease'>()
let app: TestApp
before(async () => {
  app = await testApp({ provider: (real) => faults.over(real, ['retrieve', 'refundOrRelease']) })
})
after(() => app.close())
beforeEach(() => {
  faults.mend()
  app.clock.set('2026-11-21T09:00:00Z')
})

async function book(approval: 'automatic' | 'manual' = 'automatic') {
  const home = await makeProperty(app.db, { approval })
  const { booking, paymentIntentId } = await bookShowing(app, makeForm(home.slug))
  const { rows } = await sql<{ id: string }>`select id from payment where booking_id = ${booking.id}`.execute(app.db)
  return { booking: booking.id as string, payment: rows[0]?.id ?? '', intent: paymentIntentId as string }
}
type Booked = Awaited<ReturnType<typeof book>>
type Plant = (booked: Booked) => ReturnType<typeof sql>

const setPayment = (status: string) => (booked: Booked) =>
  sql`update payment set status = ${status}, updated_at = ${app.clock.now().toString()} where id = ${booked.payment}`
const setBooking = (status: string) => (booked: Booked) =>
  sql`update booking set status = ${status}, confirmation_number = case when ${status} in ('held', 'lapsed') then null
    else confirmation_number end where id = ${booked.booking}`
const enter =
  (kind: string, amount: number, reference = 're_1') =>
  (booked: Booked) =>
    sql`insert into money_entry (payment_id, kind, amount_cents, provider_reference, at)
      values (${booked.payment}, ${kind}, ${amount}, ${`${reference}_${booked.payment}`}, now())`
const setIntent = (change: string) => (booked: Booked) =>
  sql`update sandbox_intent set ${sql.raw(change)} where id = ${booked.intent}`

const planted: [DifferenceKind, approval: 'automatic' | 'manual', says: RegExp, Plant[]][] = [
  ['money_without_booking', 'automatic', /paid, but not booked/, [setBooking('lapsed')]],
  ['hold_with_money', 'automatic', /paid, but still only held/, [setBooking('held')]],
  ['booking_without_money', 'automatic', /booked, but not paid/, [setPayment('cancelled')]],
  ['charge_missing', 'manual', /paid, but not in the ledger/, [setPayment('succeeded')]],
  [
    'amount_differs',
    'automatic',
    /\$26\.00 on the payment, but \$25\.00 in the ledger/,
    [({ payment }) => sql`update payment set amount_cents = 2600 where id = ${payment}`],
  ],
  ['refund_missing', 'automatic', /refunded, but not in the ledger/, [setBooking('cancelled'), setPayment('refunded')]],
  ['refunded_too_much', 'automatic', /\$26\.00 refunded, but only \$25\.00 charged/, [enter('outside_refund', 2600)]],
  ['refund_not_started', 'automatic', /refund due, but not started/, [setBooking('declined')]],
  ['release_not_started', 'manual', /not taking place, but still authorized/, [setBooking('cancelled')]],
  ['charge_not_started', 'manual', /approved, but only authorized/, [setBooking('confirmed')]],
  ['refund_late', 'automatic', /refund due, but not made yet/, [setBooking('cancelled'), setPayment('refund_due')]],
  ['release_late', 'manual', /release due, but not made yet/, [setBooking('cancelled'), setPayment('refund_due')]],
  [
    'charge_late',
    'manual',
    /charge due on approval, but not made yet/,
    [setBooking('confirmed'), setPayment('capture_due')],
  ],
  [
    'provider_off',
    'automatic',
    /refund due at stripe, which is turned off/,
    [
      setBooking('cancelled'),
      ({ payment }) => sql`update payment set status = 'refund_due', provider = 'stripe' where id = ${payment}`,
    ],
  ],
  [
    'refunded_outside',
    'automatic',
    /refunded at the provider, not by us \(\$5\.00 of \$25\.00\)/,
    [enter('outside_refund', 500)],
  ],
  ['disputed', 'automatic', /the bank took the money back \(dp_1/, [enter('dispute', 2500, 'dp_1')]],
  [
    'refund_failed',
    'automatic',
    /failed at the bank \(re_9/,
    [enter('outside_refund', 2500, 're_9'), enter('refund_failed', 2500, 're_9')],
  ],
  [
    'unknown_at_provider',
    'automatic',
    /unknown to the provider/,
    [({ payment }) => sql`update payment set intent_id = ${`pi_of_nobody_${payment}`} where id = ${payment}`],
  ],
  ['status_differs', 'automatic', /succeeded, but cancelled at the provider/, [setIntent("status = 'canceled'")]],
  [
    'provider_amount_differs',
    'automatic',
    /\$25\.00, but \$27\.00 at the provider/,
    [setIntent('amount_cents = 2700')],
  ],
  [
    'refund_unknown',
    'automatic',
    /\$7\.00 refunded at the provider, but \$0\.00 in our ledger/,
    [setIntent('refunded_cents = 700')],
  ],
  [
    'not_given_back',
    'automatic',
    /refunded here, but succeeded at the provider/,
    [setBooking('cancelled'), setPayment('refunded'), enter('refund', 2500)],
  ],
  [
    'paid_after_end',
    'automatic',
    /expired unpaid, but succeeded at the provider/,
    [setBooking('lapsed'), setPayment('cancelled')],
  ],
]

/** credit/service.test.ts has the differences of purchases. */
const ofCredits = ['money_without_credits', 'credits_without_money']

test('plants every kind of difference once', () => {
  assert.deepEqual([...planted.map(([kind]) => kind), ...ofCredits].toSorted(), Object.keys(DIFFERENCES).toSorted())
})

for (const [kind, approval, says, plants] of planted)
  test(`${kind}: a round names it in plain words with its ID, stores it while it lasts, and each minute's round finds it, too`, async () => {
    const booked = await book(approval)
    const own = ({ subjectId }: { subjectId: string }) => subjectId === booked.booking || subjectId === booked.payment
    assert.deepEqual((await app.reconciliations.run('whole')).found.filter(own), [], 'before it was planted')
    for (const plant of plants) await plant(booked).execute(app.db)

    const named = (await app.reconciliations.run('whole')).found.filter(own)
    const found = named.find((difference) => difference.kind === kind)
    assert.ok(found, `found ${named.map((difference) => difference.kind)}`)
    assert.match(lineOf(found), says)
    assert.equal(found.subjectId, booked[found.subject as 'booking' | 'payment'])
    assert.ok(DIFFERENCES[kind].meaning().length > 20)

    const stored = async () => (await app.reconciliations.overview({ after: null, limit: 100 })).differences.filter(own)
    assert.ok((await stored()).some((difference) => difference.kind === kind))
    await sql`delete from money_difference`.execute(app.db)
    app.clock.advance({ minutes: 3 })
    // Rounds compare the provider's payments in turn, so a few rounds see all of these.
    for (let round = 0; round < 4; round++) await app.reconciliations.run('recent')
    assert.ok(
      (await stored()).some((difference) => difference.kind === kind),
      'in the rounds of the minute',
    )
  })

test('a difference that was fixed is forgotten', async () => {
  const booked = await book()
  await setIntent('amount_cents = 2700')(booked).execute(app.db)
  await setBooking('declined')(booked).execute(app.db)
  await app.reconciliations.run('whole')
  const kinds = async () =>
    (await app.reconciliations.overview({ after: null, limit: 100 })).differences
      .filter(({ subjectId }) => subjectId === booked.payment)
      .map(({ kind }) => kind)
      .toSorted()
  assert.deepEqual(await kinds(), ['provider_amount_differs', 'refund_not_started'])
  await setIntent('amount_cents = 2500')(booked).execute(app.db)
  await setBooking('confirmed')(booked).execute(app.db)
  await app.reconciliations.run('whole')
  assert.deepEqual(await kinds(), [])
})

test('a failed refund is a difference until as much has gone back since', async () => {
  const booked = await book()
  const isFailed = async () => {
    const { found } = await app.reconciliations.run('whole')
    return found.some(({ kind, subjectId }) => kind === 'refund_failed' && subjectId === booked.payment)
  }
  await enter('outside_refund', 1000, 're_1')(booked).execute(app.db)
  await enter('outside_refund', 500, 're_2')(booked).execute(app.db)
  await enter('refund_failed', 1000, 're_1')(booked).execute(app.db)
  assert.equal(await isFailed(), true)
  await enter('outside_refund', 1000, 're_3')(booked).execute(app.db)
  assert.equal(await isFailed(), false)
  await enter('refund_failed', 1000, 're_3')(booked).execute(app.db)
  assert.equal(await isFailed(), true)
  await enter('outside_refund', 600, 're_4')(booked).execute(app.db)
  assert.equal(await isFailed(), true)
  await enter('outside_refund', 400, 're_5')(booked).execute(app.db)
  assert.equal(await isFailed(), false)
  // The failure may come before its refund, which then is no repetition.
  await enter('refund_failed', 200, 're_6')(booked).execute(app.db)
  await enter('outside_refund', 200, 're_6')(booked).execute(app.db)
  assert.equal(await isFailed(), true)
  await enter('dispute', 1000, 'dp_1')(booked).execute(app.db)
  assert.equal(await isFailed(), false)
})

test('names the booking and the intent of a difference, and no booking of a hold', async () => {
  const booked = await book()
  const { rows } = await sql<{ number: string }>`
    select confirmation_number as number from booking where id = ${booked.booking}`.execute(app.db)
  const number = rows[0]?.number ?? ''
  const places = async (kind: DifferenceKind) => {
    const { found } = await app.reconciliations.run('whole')
    const { differences } = await app.reconciliations.overview({ after: null, limit: 100 })
    return [found, differences].map((all) => {
      const one = all.find((each) => each.kind === kind && Object.values(booked).includes(each.subjectId))
      return one && [one.bookingId, one.confirmationNumber, one.intentId]
    })
  }
  await setIntent('amount_cents = 2700')(booked).execute(app.db)
  const place = [booked.booking, number, booked.intent]
  assert.deepEqual(await places('provider_amount_differs'), [place, place])
  await setPayment('cancelled')(booked).execute(app.db)
  assert.deepEqual(await places('booking_without_money'), [place, place])
  await setPayment('succeeded')(booked).execute(app.db)
  await setBooking('lapsed')(booked).execute(app.db)
  const held = [null, null, booked.intent]
  assert.deepEqual(await places('money_without_booking'), [held, held])
})

test('money that became due this minute is not a difference', async () => {
  const booked = await book()
  await setBooking('cancelled')(booked).execute(app.db)
  await setPayment('refund_due')(booked).execute(app.db)
  await app.reconciliations.run('recent')
  const own = (await app.reconciliations.overview({ after: null, limit: 100 })).differences
  assert.deepEqual(
    own.filter(({ subjectId }) => subjectId === booked.payment),
    [],
  )
})

test('stops asking a provider that is down, and keeps known differences', async () => {
  for (let n = 0; n < 7; n++) await book()
  const booked = await book()
  await setIntent('amount_cents = 2700')(booked).execute(app.db)
  await app.reconciliations.run('whole')
  const { count } = await app.reconciliations.overview({ after: null, limit: 100 })
  faults.set('retrieve', 'away')
  faults.calls.length = 0
  const { unanswered } = await app.reconciliations.run('whole')
  assert.equal(unanswered, 5)
  assert.equal(faults.calls.length, 5)
  assert.equal((await app.reconciliations.overview({ after: null, limit: 100 })).count, count)
})

test('retries a failed refund once a minute five times, then at growing intervals, and right away when it can succeed', async () => {
  const booked = await book()
  await setBooking('cancelled')(booked).execute(app.db)
  await setPayment('refund_due')(booked).execute(app.db)
  faults.set('refundOrRelease', 'away')
  const tries: number[] = []
  for (let minute = 1; minute <= 70; minute++) {
    app.clock.advance({ minutes: 1 })
    faults.calls.length = 0
    await app.dueMoney.processDuePayments()
    if (faults.calls.includes('refundOrRelease')) tries.push(minute)
  }
  assert.deepEqual(tries, [1, 2, 3, 4, 5, 6, 7, 9, 13, 21, 37, 69])
  faults.mend()
  app.clock.advance({ hours: 1 })
  assert.equal(await app.dueMoney.processDuePayments(), 0)
  const { rows } = await sql<{ status: string }>`select status from payment where id = ${booked.payment}`.execute(
    app.db,
  )
  assert.equal(rows[0]?.status, 'refunded')
  await app.reconciliations.run('recent')
  const left = await sql`select from payment_retry where payment_id = ${booked.payment}`.execute(app.db)
  assert.equal(left.rows.length, 0)
})

test('reports but does not touch money at a provider that is turned off, and refunds it once the provider is back on', async () => {
  const booked = await book()
  await setBooking('cancelled')(booked).execute(app.db)
  const through = (provider: string) =>
    sql`update payment set status = 'refund_due', provider = ${provider} where id = ${booked.payment}`.execute(app.db)
  await through('stripe')
  app.clock.advance({ minutes: 5 })
  faults.calls.length = 0
  assert.equal(await app.dueMoney.processDuePayments(), 0)
  await app.dueMoney.processDuePayment(booked.booking)
  assert.deepEqual(faults.calls, [])
  await app.reconciliations.run('recent')
  const { differences } = await app.reconciliations.overview({ after: null, limit: 100 })
  assert.equal(differences.find(({ subjectId }) => subjectId === booked.payment)?.kind, 'provider_off')
  await through('sandbox')
  assert.equal(await app.dueMoney.processDuePayments(), 0)
  const { rows } = await sql<{ status: string }>`select status from payment where id = ${booked.payment}`.execute(
    app.db,
  )
  assert.equal(rows[0]?.status, 'refunded')
})
