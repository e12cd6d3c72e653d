import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { DEMO_PATH, makeDemoForm } from '../../../test/demos.ts'
import { billing, goodCard, makeForm, makeProperty } from '../../../test/factories.ts'
import { createFaults } from '../../../test/fakes/faulty.ts'
import type { PaymentProvider } from '../../money/payment/ports.ts'
import { PRODUCT_PROPERTY } from '../../property/property/domain.ts'

/** A buyer leaves a payment without knowing whether it went through, and takes another time (decision 85). */
const faults = createFaults<'open' | 'cancel' | 'retrieve'>()
let app: TestApp
/** The app with the embedded provider, which opens an intent together with the hold. */
let served: TestApp
/** What happens while the provider cancels. */
let meanwhile: (() => Promise<unknown>) | undefined
before(async () => {
  app = await testApp({
    max: 20,
    provider(real: PaymentProvider) {
      const faulty = faults.over(real, ['open', 'cancel', 'retrieve'])
      return {
        ...faulty,
        async cancel(intentId: string) {
          const first = meanwhile
          meanwhile = undefined
          await first?.()
          return faulty.cancel(intentId)
        },
      }
    },
  })
  served = await testApp({ max: 20 })
})
after(() => Promise.all([app.close(), served.close()]))
beforeEach(() => {
  faults.mend()
  for (const { clock } of [app, served]) clock.set('2026-11-21T09:00:00Z')
})

const hold = (form: object, clientSecret?: string, on = app) =>
  on.call('POST', '/api/payments/create-payment-intent', { bookingData: form, clientSecret })
const pay = (clientSecret: string, on = app) =>
  on.call('POST', '/api/payments/sandbox/confirm', { clientSecret, card: goodCard, billing })
const process = (paymentIntentId: string, clientSecret?: string, on = app) =>
  on.call('POST', '/api/payments/process-booking', { paymentIntentId, clientSecret })

/** Lists a property's bookings in order, with their payments here and at the provider. */
async function booksOf({ id }: { id: string }, on = app) {
  const { rows } = await sql<{ row: string }>`
    select concat_ws(' ', to_char(b.showing_time, 'HH24:MI'), b.status, p.status, i.status,
      case when i.refunded_cents > 0 then 'refunded' end) as row
    from booking b join payment p on p.booking_id = b.id left join sandbox_intent i on i.id = p.intent_id
    where b.property_id = ${id} order by b.id`.execute(on.db)
  return rows.map(({ row }) => row)
}

/** Lets a charge that hung go through at the provider, no matter what the provider said before. */
async function chargeLate(intentId: string) {
  await sql`update sandbox_intent set status = case capture when 'manual' then 'requires_capture' else 'succeeded' end
    where id = ${intentId}`.execute(app.db)
}

async function hear(intentId: string) {
  const { body, headers } = app.sandbox.signedEvent({
    id: `evt_${intentId}`,
    type: 'payment_intent.succeeded',
    intentId,
  })
  assert.equal((await app.call('POST', '/api/payments/webhook', body, headers)).status, 200)
}

/** Makes a hold at 13:30, and the form with which its buyer takes another time. */
async function leaving(choices: Parameters<typeof makeProperty>[1] = {}, on = app) {
  const home = await makeProperty(on.db, choices)
  const form = makeForm(home.slug)
  const { body: former } = await hold(form, undefined, on)
  return { home, form, former, next: { ...form, showingTime: '15:00' } }
}

for (const [how, on] of [
  ['opens its intent after the hold', () => app],
  ['opens its intent with the hold', () => served],
] as const)
  test(`a buyer who takes another time gives up the former one (the provider ${how})`, async () => {
    const { home, former, next } = await leaving({}, on())
    const { status, body } = await hold(next, former.clientSecret, on())
    assert.equal(status, 201)
    assert.deepEqual(await booksOf(home, on()), [
      '13:30 lapsed cancelled canceled',
      '15:00 held open requires_payment_method',
    ])
    assert.equal((await pay(former.clientSecret, on())).status, 410)
    assert.equal((await hold(makeForm(home.slug), undefined, on())).status, 201, 'the old time is free')
    await pay(body.clientSecret, on())
    assert.equal((await process(body.paymentIntentId, body.clientSecret, on())).status, 200)
  })

for (const approval of ['automatic', 'manual'] as const)
  for (const on of [() => app, () => served])
    test(`if the former payment went through, the buyer gets its booking and no second hold (${approval} approval)`, async () => {
      const { home, former, next } = await leaving({ approval }, on())
      await pay(former.clientSecret, on())
      const { status, body } = await hold(next, former.clientSecret, on())
      assert.deepEqual([status, body.code], [409, 'already_paid'])
      const booked = await process(former.paymentIntentId, former.clientSecret, on())
      assert.equal(body.manageUrl, booked.body.booking.manageUrl)
      const [first, second] = await booksOf(home, on())
      assert.match(first ?? '', /^13:30 (confirmed succeeded succeeded|pending authorized requires_capture)$/)
      assert.equal(second, '15:00 lapsed cancelled canceled')
    })

test('if the webhook of the former payment came first, the buyer gets its booking and no second hold', async () => {
  const { home, former, next } = await leaving()
  await pay(former.clientSecret)
  await hear(former.paymentIntentId)
  const { status, body } = await hold(next, former.clientSecret)
  assert.deepEqual([status, body.code], [409, 'already_paid'])
  assert.deepEqual(await booksOf(home), ['13:30 confirmed succeeded succeeded'])
})

const UNSURE = [
  ['if the provider is down', 'away'],
  ['if the charge is in progress', { always: 'too_late' }],
] as const
for (const [why, fault] of UNSURE)
  for (const approval of ['automatic', 'manual'] as const)
    test(`${why}, the buyer gets the other time, and a late charge of the former is refunded (${approval} approval)`, async () => {
      const { home, former, next } = await leaving({ approval })
      faults.set('cancel', fault)
      const { status, body } = await hold(next, former.clientSecret)
      assert.equal(status, 201)
      assert.deepEqual(await booksOf(home), [
        '13:30 lapsed open requires_payment_method',
        '15:00 held open requires_payment_method',
      ])
      await pay(body.clientSecret)
      await process(body.paymentIntentId)
      await chargeLate(former.paymentIntentId)
      await hear(former.paymentIntentId)
      const [first, second] = await booksOf(home)
      assert.match(first ?? '', /^13:30 lapsed refunded (succeeded refunded|canceled)$/)
      assert.match(second ?? '', /^15:00 (confirmed|pending) /)
    })

test('a late charge is refunded even before the buyer pays for the other time', async () => {
  const { home, former, next } = await leaving()
  faults.set('cancel', 'away')
  await hold(next, former.clientSecret)
  await chargeLate(former.paymentIntentId)
  await hear(former.paymentIntentId)
  assert.deepEqual(await booksOf(home), [
    '13:30 lapsed refunded succeeded refunded',
    '15:00 held open requires_payment_method',
  ])
})

test('a buyer who let both holds expire gets the time that they paid for, if it is free', async () => {
  const { home, former, next } = await leaving()
  faults.set('cancel', 'away')
  await hold(next, former.clientSecret)
  app.clock.advance({ minutes: 11 })
  await chargeLate(former.paymentIntentId)
  await hear(former.paymentIntentId)
  assert.equal((await booksOf(home))[0], '13:30 confirmed succeeded succeeded')
})

test('an intent that the provider could not cancel is canceled in the next run, before the hold would end', async () => {
  const { home, former, next } = await leaving()
  faults.set('cancel', 'away')
  await hold(next, former.clientSecret)
  faults.mend()
  app.clock.advance({ minutes: 1 })
  await app.orders.finishAll()
  assert.deepEqual(await booksOf(home), ['13:30 lapsed cancelled canceled', '15:00 held open requires_payment_method'])
})

for (const change of ['buyerEmail', 'buyerPhone'] as const)
  test(`an expired hold is not booked late if the buyer moved on to another time with a different ${change}`, async () => {
    const { home, former, next } = await leaving()
    app.clock.advance({ minutes: 11 })
    const other = change === 'buyerEmail' ? { buyerEmail: 'other@buyers.example.com' } : { buyerPhone: '3235550101' }
    const { body } = await hold({ ...next, ...other })
    await chargeLate(former.paymentIntentId)
    await hear(former.paymentIntentId)
    await pay(body.clientSecret)
    assert.equal((await process(body.paymentIntentId)).status, 200)
    assert.deepEqual(await booksOf(home), [
      '13:30 lapsed refunded succeeded refunded',
      '15:00 confirmed succeeded succeeded',
    ])
  })

test('an expired hold is booked late despite a hold of another buyer or at another property', async () => {
  const { home, former, form } = await leaving()
  app.clock.advance({ minutes: 11 })
  await hold(makeForm(home.slug, { showingTime: '15:00' }))
  await hold({ ...form, propertyId: (await makeProperty(app.db)).slug })
  await chargeLate(former.paymentIntentId)
  await hear(former.paymentIntentId)
  assert.equal((await booksOf(home))[0], '13:30 confirmed succeeded succeeded')
})

test("a buyer who wants two showings gets both if neither hold sends the other one's secret", async () => {
  const { home, former, next } = await leaving()
  const { body } = await hold(next)
  for (const { clientSecret, paymentIntentId } of [former, body]) {
    await pay(clientSecret)
    assert.equal((await process(paymentIntentId)).status, 200)
  }
  assert.deepEqual(await booksOf(home), ['13:30 confirmed succeeded succeeded', '15:00 confirmed succeeded succeeded'])
})

test('if someone else has the other time, the former hold stays', async () => {
  const { home, former, next } = await leaving()
  await hold(makeForm(home.slug, { showingTime: '15:00' }))
  assert.equal((await hold(next, former.clientSecret)).body.code, 'slot_taken')
  assert.equal((await booksOf(home))[0], '13:30 held open requires_payment_method')
})

test('if a payment cannot be opened, the former hold stays', async () => {
  const { home, former, next } = await leaving()
  faults.set('open', 'away')
  assert.equal((await hold(next, former.clientSecret)).status, 503)
  assert.equal((await booksOf(home))[0], '13:30 held open requires_payment_method')
})

test("a buyer's former hold does not block the new one through its buffer or after a corrected email", async () => {
  const { home, former, form } = await leaving({ bufferMinutes: 30 })
  assert.equal((await hold({ ...form, showingTime: '14:00' }, former.clientSecret)).status, 201)
  assert.equal((await booksOf(home))[0], '13:30 lapsed cancelled canceled')

  const typo = await leaving()
  const corrected = { ...typo.form, buyerEmail: `right-${typo.form.buyerEmail}` }
  assert.equal((await hold(corrected, typo.former.clientSecret)).status, 201)
  assert.deepEqual(await booksOf(typo.home), [
    '13:30 lapsed cancelled canceled',
    '13:30 held open requires_payment_method',
  ])
  await pay(typo.former.clientSecret)
})

test('twenty concurrent requests for the other time make one hold and end the former one', async () => {
  const { home, former, next } = await leaving()
  const answers = await Promise.all(Array.from({ length: 20 }, () => hold(next, former.clientSecret)))
  assert.deepEqual(new Set(answers.map(({ status, body }) => `${status} ${body.paymentIntentId}`)).size, 1)
  assert.deepEqual(await booksOf(home), ['13:30 lapsed cancelled canceled', '15:00 held open requires_payment_method'])
})

for (const fault of ['away', 'none'] as const)
  test(`a former hold that another tab corrects at the same moment ends, too (fault: ${fault})`, async () => {
    const { home, form, former, next } = await leaving()
    if (fault === 'away') faults.set('cancel', 'away')
    meanwhile = () => hold({ ...form, buyerName: 'Alexandra Rivera' })
    assert.equal((await hold(next, former.clientSecret)).status, 201)
    assert.match((await booksOf(home))[0] ?? '', /^13:30 lapsed /)
  })

test('a buyer who goes back and forth between times never reaches the limit of holds', async () => {
  const { home, form, former } = await leaving()
  let secret = former.clientSecret
  for (const showingTime of ['15:00', '13:30', '15:00', '16:00', '13:30']) {
    const { status, body } = await hold({ ...form, showingTime }, secret)
    assert.equal(status, 201)
    secret = body.clientSecret
  }
  const live = (await booksOf(home)).filter((row) => row.includes('held'))
  assert.deepEqual(live, ['13:30 held open requires_payment_method'])
})

test('a buyer never gets two showings, whether the charge, its webhook, or the other time comes first', async () => {
  for (let round = 0; round < 20; round++) {
    const { home, former, next } = await leaving()
    if (round % 2) faults.set('cancel', 'away')
    const charged = async () => {
      await pay(former.clientSecret)
      await hear(former.paymentIntentId)
    }
    const steps = [charged, () => hold(next, former.clientSecret), () => process(former.paymentIntentId)]
    await Promise.all(steps.map((step) => step()))
    faults.mend()
    app.clock.advance({ minutes: 1 })
    await app.orders.finishAll()
    const rows = await booksOf(home)
    const kept = rows.filter((row) => / (held|confirmed) /.test(row))
    assert.equal(kept.length, 1, rows.join('\n'))
    const paid = rows.filter((row) => row.includes('succeeded'))
    for (const row of paid) assert.match(row, / confirmed succeeded succeeded$| lapsed refunded succeeded refunded$/)
  }
})

test('a visitor who requests another demo gives up the former one, and its late charge is refunded', async () => {
  const first = await makeDemoForm(app)
  const { body: former } = await app.call('POST', DEMO_PATH, { bookingData: first })
  faults.set('cancel', 'away')
  const second = {
    ...first,
    demoRecipientEmail: 'another@demo.example.com',
    demoRecipientPhone: '(323) 555-0188',
    demoMailAddress: '1 Other Street',
  }
  const { status, body } = await app.call('POST', DEMO_PATH, {
    bookingData: second,
    clientSecret: former.payment.clientSecret,
  })
  assert.equal(status, 201)
  assert.notEqual(body.payment.paymentIntentId, former.payment.paymentIntentId)
  await pay(body.payment.clientSecret)
  assert.equal((await process(body.payment.paymentIntentId)).status, 200)
  await chargeLate(former.payment.paymentIntentId)
  assert.equal((await process(former.payment.paymentIntentId)).status, 409)
  const rows = await booksOf(PRODUCT_PROPERTY)
  assert.deepEqual(
    rows.map((row) => row.slice(6)),
    ['lapsed refunded succeeded refunded', 'confirmed succeeded succeeded'],
  )
})

test('a wrong secret, or one from another property, changes nothing', async () => {
  const { home, former, next } = await leaving()
  const there = await leaving()
  const secrets = ['pi_nothing_secret_x', '', there.former.clientSecret]
  for (const [n, secret] of secrets.entries())
    assert.equal(
      (
        await hold(
          { ...next, showingTime: `1${n}:00`, buyerEmail: `x${n}@buyers.example.com`, buyerPhone: `323555010${n}` },
          secret,
        )
      ).status,
      201,
    )
  assert.equal((await booksOf(there.home))[0], '13:30 held open requires_payment_method')
  assert.equal((await booksOf(home))[0], '13:30 held open requires_payment_method')
  await pay(former.clientSecret)
  assert.equal((await process(former.paymentIntentId)).status, 200)
})
