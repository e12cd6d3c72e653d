import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { billing, goodCard, makeForm, makeProperty } from '../../../test/factories.ts'
import { untilLockWaits } from '../../../test/locks.ts'
import type { PaymentProvider } from '../../money/payment/ports.ts'

// In these tests, concurrent requests of one buyer compete, and the provider is slow or fails where a test needs it.
let app: TestApp
let real: PaymentProvider
let provider: PaymentProvider
const cancelled: string[] = []

before(async () => {
  app = await testApp({
    max: 20,
    provider: (given) => {
      real = given
      return {
        ...given,
        open: (request) => provider.open(request),
        changeAmount: (id, cents) => provider.changeAmount(id, cents),
        retrieve: (id) => provider.retrieve(id),
        cancel: (id) => {
          cancelled.push(id)
          return provider.cancel(id)
        },
        refundOrRelease: (request) => provider.refundOrRelease(request),
        readEvent: (body, header) => provider.readEvent(body, header),
      }
    },
  })
})
after(() => app.close())
beforeEach(() => {
  app.clock.set('2026-11-21T09:00:00Z')
  provider = real
  cancelled.length = 0
})

const hold = (form: object, headers?: Record<string, string>) =>
  app.call('POST', '/api/payments/create-payment-intent', { bookingData: form }, headers)
const pay = (clientSecret: string, amount?: number) =>
  app.call('POST', '/api/payments/sandbox/confirm', { clientSecret, amount, card: goodCard, billing })
const settle = (paymentIntentId: string, more: object = {}, headers?: Record<string, string>) =>
  app.call('POST', '/api/payments/process-booking', { paymentIntentId, ...more }, headers)

/** Makes every open wait until `count` of them have begun, which is the worst case for concurrent requests. */
function openTogether(count: number) {
  let waiting: (() => void)[] = []
  provider = {
    ...real,
    open: async (request) => {
      await new Promise<void>((go) => {
        waiting.push(go)
        if (waiting.length < count) return
        for (const each of waiting) each()
        waiting = []
        provider = real
      })
      return real.open(request)
    },
  }
}

test('if the payment cannot be opened, the answer waits until the hold is released, so the slot is free again', async () => {
  const home = await makeProperty(app.db)
  const form = makeForm(home.slug)
  await hold(form)
  let isGivenUp = false
  provider = {
    ...real,
    changeAmount: async () => {
      throw new Error('the provider is away')
    },
    cancel: async (id) => {
      for (let turns = 0; turns < 50; turns++) await new Promise((go) => setImmediate(go))
      const outcome = await real.cancel(id)
      isGivenUp = true
      return outcome
    },
  }
  assert.deepEqual([(await hold(form)).status, isGivenUp], [503, true])
  provider = real
  assert.equal((await hold({ ...form, buyerEmail: 'second@buyers.example.com' })).status, 201)
})

test('a refund always uses the same key, no matter how often it is requested', async () => {
  const home = await makeProperty(app.db)
  const loser = await hold(makeForm(home.slug))
  await pay(loser.body.clientSecret)
  app.clock.advance({ minutes: 11 })
  assert.equal((await hold(makeForm(home.slug))).status, 201)
  const keys: string[] = []
  provider = {
    ...real,
    refundOrRelease: async (request) => {
      keys.push(request.idempotencyKey)
      const back = await real.refundOrRelease(request)
      if (keys.length === 1) throw new Error('the answer was lost')
      return back
    },
  }
  const { paymentIntentId } = loser.body
  assert.deepEqual([(await settle(paymentIntentId)).status, (await settle(paymentIntentId)).status], [409, 409])
  assert.deepEqual([keys.length, new Set(keys).size], [2, 1])
})

test('two tabs that request two prices at once get one intent at the stored price, and no other can be paid', async () => {
  const home = await makeProperty(app.db, { occupancy: 'resident' })
  const form = makeForm(home.slug, { showingDate: '2026-11-30' })
  openTogether(2)
  const [plain, upgraded] = await Promise.all([hold(form), hold({ ...form, mailUpgrade: true })])
  assert.deepEqual([plain.status, upgraded.status], [201, 201])
  assert.equal(plain.body.paymentIntentId, upgraded.body.paymentIntentId)
  const { rows } = await sql<{ amount_cents: number; provider_cents: number; intents: number }>`
    select p.amount_cents, i.amount_cents as provider_cents,
      (select count(*) from sandbox_intent o where o.status <> 'canceled' and o.idempotency_key like 'hold:' || p.id || '%') as intents
    from payment p join booking b on b.id = p.booking_id join sandbox_intent i on i.id = p.intent_id where b.property_id = ${home.id}`.execute(
    app.db,
  )
  assert.equal(rows[0]?.intents, 1)
  assert.equal(rows[0]?.amount_cents, rows[0]?.provider_cents)
})

test('a first request that fails late does not end the hold that a second one opened', async () => {
  const home = await makeProperty(app.db)
  const form = makeForm(home.slug)
  const began = Promise.withResolvers<void>()
  const answer = Promise.withResolvers<never>()
  provider = {
    ...real,
    open: () => {
      provider = real
      began.resolve()
      return answer.promise
    },
  }
  const first = hold(form)
  await began.promise
  const second = await hold(form)
  assert.equal(second.status, 201)
  answer.reject(new Error('timeout'))
  assert.equal((await first).status, 503)
  assert.equal((await hold(makeForm(home.slug))).status, 409)
  await pay(second.body.clientSecret)
  assert.equal((await settle(second.body.paymentIntentId)).status, 200)
})

test('a failed change of price ends the hold and its intent, so no one pays a price they did not see', async () => {
  const home = await makeProperty(app.db, { occupancy: 'resident' })
  const form = makeForm(home.slug, { showingDate: '2026-11-30' })
  const held = await hold(form)
  provider = {
    ...real,
    changeAmount: async (id, cents) => {
      await real.changeAmount(id, cents)
      throw new Error('the answer was lost')
    },
  }
  assert.equal((await hold({ ...form, mailUpgrade: true })).status, 503)
  provider = real
  assert.deepEqual(cancelled, [held.body.paymentIntentId])
  assert.equal((await pay(held.body.clientSecret)).status, 410)
  assert.equal((await hold(makeForm(home.slug))).status, 201)
})

test('a tab with the old price gets the new price and charges nothing', async () => {
  const home = await makeProperty(app.db, { occupancy: 'resident' })
  const form = makeForm(home.slug, { showingDate: '2026-11-30' })
  const first = await hold(form)
  await hold({ ...form, mailUpgrade: true })
  const old = await pay(first.body.clientSecret, 2500)
  assert.deepEqual([old.status, old.body.code, old.body.amount], [409, 'price_changed', 3500])
  assert.equal((await pay(first.body.clientSecret, 3500)).status, 200)
})

test('if details change during the settlement, the row, the log, and the messages still agree', async () => {
  const home = await makeProperty(app.db)
  const form = makeForm(home.slug)
  const held = await hold(form)
  // Simulate a change that read the hold before the money came.
  provider = {
    ...real,
    retrieve: async (id) => {
      provider = real
      await sql`select renew_hold(b.id, p.revision, '{"buyer_name": "Changed Name", "buyer_phone": "2135559999"}', p.amount_cents, now())
        from booking b join payment p on p.booking_id = b.id where p.intent_id = ${id}`.execute(app.db)
      await pay(held.body.clientSecret)
      return real.retrieve(id)
    },
  }
  const { status, body } = await settle(held.body.paymentIntentId)
  assert.equal(status, 200)
  const { rows } = await sql<{ buyer_name: string; logged: string; sms: string }>`
    select b.buyer_name, (c.payload::jsonb) ->> 'buyerName' as logged, n.recipient #>> '{}' as sms
    from booking b join compliance_entry c on c.booking_id = b.id
    join notification n on n.booking_id = b.id and n.channel = 'sms' and n.role = 'buyer' where b.id = ${body.booking.id}`.execute(
    app.db,
  )
  assert.deepEqual(rows, [{ buyer_name: 'Changed Name', logged: 'Changed Name', sms: '2135559999' }])
})

test('a buyer cannot change the details after they have paid', async () => {
  const home = await makeProperty(app.db)
  const form = makeForm(home.slug)
  const held = await hold(form)
  await pay(held.body.clientSecret)
  assert.equal((await hold({ ...form, buyerName: 'Somebody Else' })).status, 201)
  const { paymentIntentId, clientSecret } = held.body
  const { body } = await settle(paymentIntentId, { clientSecret })
  assert.equal(body.booking.buyerName, form.buyerName)
})

test("knowing a buyer's email is not enough to take over the hold", async () => {
  const home = await makeProperty(app.db)
  const form = makeForm(home.slug)
  assert.equal((await hold(form)).status, 201)
  const stranger = await hold({ ...form, buyerPhone: '(999) 555-0000' })
  assert.equal(stranger.status, 409)
  assert.equal((await hold({ ...form, buyerPhone: `+1 ${form.buyerPhone}` })).status, 201)
})

test("an email is not enough even from the buyer's IP address, but the hold's secret is", async () => {
  const home = await makeProperty(app.db)
  const form = makeForm(home.slug)
  const cafe = { 'x-address': '198.51.100.7' }
  const first = await hold(form, cafe)
  const other = await hold(makeForm(home.slug, { showingTime: '15:30' }), cafe)
  assert.deepEqual([first.status, other.status], [201, 201])
  const corrected = { bookingData: { ...form, buyerPhone: '(999) 555-0000' } }
  const ask = (more: object, headers: Record<string, string>) =>
    app.call('POST', '/api/payments/create-payment-intent', { ...corrected, ...more }, headers)
  for (const clientSecret of [undefined, '', first.body.paymentIntentId, other.body.clientSecret]) {
    const answer = await ask({ clientSecret }, cafe)
    assert.equal(answer.status, 409, String(clientSecret))
    assert.ok(!answer.text.includes(first.body.clientSecret))
  }
  const { clientSecret } = first.body
  for (const headers of [cafe, { 'x-address': '203.0.113.9' }]) {
    const own = await ask({ clientSecret }, headers)
    assert.deepEqual([own.status, own.body.clientSecret], [201, clientSecret])
  }
  const flat = { ...form, buyerPhone: '(999) 555-0001', clientSecret }
  assert.equal((await app.call('POST', '/api/showingbooker/public/book', flat)).status, 201)
  await pay(clientSecret)
  const { booking } = (await settle(first.body.paymentIntentId, { clientSecret })).body
  assert.equal(booking.buyerPhone, '(999) 555-0001')
  const stranger = { ...form, buyerEmail: 'someone@else.example.com', clientSecret }
  assert.equal((await hold(stranger, cafe)).status, 409)
})

test('one phone can hold three times, regardless of its extensions', async () => {
  const homes = await Promise.all(Array.from({ length: 6 }, () => makeProperty(app.db)))
  const statuses: number[] = []
  for (const [at, home] of homes.entries()) {
    const headers = { 'x-address': `198.51.100.${at}` }
    const answer = await hold(makeForm(home.slug, { buyerPhone: `(213) 555-7788 x${at}` }), headers)
    statuses.push(answer.status)
  }
  assert.deepEqual(statuses, [201, 201, 201, 429, 429, 429])
})

test('a buyer who asks again from elsewhere with a phone extension gets the same hold', async () => {
  const home = await makeProperty(app.db)
  const form = makeForm(home.slug, { buyerPhone: '(213) 555-7799' })
  const again = { ...form, buyerPhone: '+1 213.555.7799 ext 12' }
  const first = await hold(form, { 'x-address': '198.51.100.1' })
  const second = await hold(again, { 'x-address': '198.51.100.2' })
  assert.deepEqual([first.status, second.status], [201, 201])
  assert.equal(second.body.bookingId, first.body.bookingId)
})

test('one phone can hold three times, no matter how its number is written', async () => {
  const homes = await Promise.all(Array.from({ length: 4 }, () => makeProperty(app.db)))
  const spellings = ['3235550177', '13235550177', '+1 (323) 555-0177', '0013235550177']
  const answers = await Promise.all(homes.map((home, n) => hold(makeForm(home.slug, { buyerPhone: spellings[n] }))))
  assert.deepEqual(answers.map(({ status }) => status).sort(), [201, 201, 201, 429])
})

test('a refund and a settlement of one order do not deadlock', async () => {
  const home = await makeProperty(app.db)
  const lost = await hold(makeForm(home.slug))
  await pay(lost.body.clientSecret)
  app.clock.advance({ minutes: 11 })
  assert.equal((await hold(makeForm(home.slug))).status, 201)
  const intentId: string = lost.body.paymentIntentId
  await app.db.connection().execute(async (back) => {
    await sql`begin`.execute(back)
    await sql`select from payment where intent_id = ${intentId} for update`.execute(back)
    const paid = { provider_status: 'succeeded', amount_cents: 2500, may_retake: false } as const
    const settling = app.orders.settleOrder(app.db, intentId, paid, app.clock.now().toString())
    await untilLockWaits(app.db, settling)
    await sql`
      insert into notification (id, booking_id, event, channel, role, recipient, cc, status, reason, created_at)
      select uuidv7(), booking_id, 'slot_lost', 'email', 'buyer', '{}', '{}', 'queued', null, now()
      from payment where intent_id = ${intentId}`.execute(back)
    await sql`commit`.execute(back)
    assert.equal(await settling, 'refund_due')
  })
})
