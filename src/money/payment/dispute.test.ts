import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { type FakeStripe, startStripe } from '../../../test/fakes/stripe.ts'
import { letterSlot } from '../../../test/scene.ts'
import { findDeletionFacts } from '../../account/account-deletion/repository.ts'
import { countMoneyDue } from '../reconciliation/gauge-repository.ts'

// The payer's bank takes back money that we already owe. Stripe refuses to refund it a second time.
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
async function receive(type: string, object: Record<string, unknown>) {
  const { body, headers } = stripe.event({ id: `evt_dispute${++events}`, type, object })
  const answer = await app.call('POST', '/api/payments/webhook', body, {
    ...headers,
    'content-type': 'application/json',
  })
  assert.equal(answer.status, 200)
  await app.runJobs()
}
async function take(intentId: string, amount: number) {
  const dispute = stripe.dispute(intentId, amount)
  await receive('charge.dispute.funds_withdrawn', dispute)
  return {
    /** We win it, and the bank returns the money. */
    win: () => {
      stripe.dispute(intentId, 0)
      return receive('charge.dispute.funds_reinstated', dispute)
    },
  }
}
async function held() {
  const home = await makeProperty(app.db)
  const { body } = await app.call('POST', '/api/payments/create-payment-intent', { bookingData: makeForm(home.slug) })
  const intentId = body.paymentIntentId as string
  stripe.pay(intentId)
  const settle = () => app.call('POST', '/api/payments/process-booking', { paymentIntentId: intentId })
  return { home, intentId, settle }
}
async function booked() {
  const made = await held()
  const { body } = await made.settle()
  const agent = { kind: 'account', accountId: made.home.ownerId, email: 'agent@example.com', role: 'agent' } as const
  const token = async () => {
    const { rows } = await sql<{
      token: string
    }>`select manage_token as token from booking where id = ${body.booking.id}`.execute(app.db)
    return rows[0]?.token ?? ''
  }
  return {
    ...made,
    cancel: () => app.transitions.decide(agent, body.booking.id, 'cancel'),
    ask: async () => {
      app.clock.set('2026-11-27T22:10:00Z')
      await app.transitions.requestRefund(await token(), 'Nobody was there')
    },
    approve: async () => {
      await app.transitions.decideRefund(agent, body.booking.id, { decision: 'approve' })
      await app.runJobs()
      await app.runJobs()
    },
    /** The texts and emails about the refund, each on one line. */
    told: async () => {
      const { rows } = await sql<{ text: string }>`
        select o.text from outbox_message o join notification n on n.id = o.id
        where n.booking_id = ${body.booking.id} and n.event = 'refunded' order by n.role, n.channel`.execute(app.db)
      return rows.map(({ text }) => text.replace(/\s+/g, ' '))
    },
    named: async () => (await app.showings.get(agent, body.booking.id)).paymentStatus,
    page: async () => (await app.buyers.getPage(await token())).money,
    /** The refunds in the log. */
    logged: async () => {
      const { rows } = await sql<{ amount: number }>`
        select (payload::jsonb ->> 'amount')::integer as amount from compliance_entry
        where booking_id = ${body.booking.id} and event = 'refunded' order by sequence`.execute(app.db)
      return rows.map(({ amount }) => amount)
    },
  }
}
async function booksOf(intentId: string) {
  const { rows } = await sql<{ status: string; entries: string[] }>`
    select p.status, (
      -- The test's clock stands still, so a charge and its dispute may have the same time.
      select array_agg(m.kind || ' ' || m.amount_cents order by m.at, m.kind <> 'charge', m.id) from money_entry m
      where m.payment_id = p.id) as entries from payment p where p.intent_id = ${intentId}`.execute(app.db)
  assert.ok(rows[0])
  return [rows[0].status, ...(rows[0].entries ?? [])]
}
const refundsOf = (intentId: string) =>
  stripe.refunds.filter((one) => one.payment_intent === intentId).map(({ amount }) => amount)
async function differencesOf(propertyId: string) {
  const { found } = await app.reconciliations.run('whole')
  const { rows } = await sql<{ id: string }>`
    select p.id from payment p join booking b on b.id = p.booking_id where b.property_id = ${propertyId}
    union select id from booking where property_id = ${propertyId}`.execute(app.db)
  return found.filter(({ subjectId }) => rows.some(({ id }) => id === subjectId)).map(({ kind }) => kind)
}
const hasPaymentsDue = async (ownerId: string) =>
  (await findDeletionFacts(app.db, ownerId, app.clock.now())).hasPaymentsDue

test('a dispute settles a refund that is due, and the account can be deleted', async () => {
  const { home, intentId, cancel, named, page } = await booked()
  await cancel()
  await take(intentId, 2500)
  assert.deepEqual(await booksOf(intentId), ['refunded', 'charge 2500', 'dispute 2500'])
  assert.deepEqual([await named(), await page()], ['Returned by the bank', 'reversed'])
  assert.deepEqual(refundsOf(intentId), [])
  assert.deepEqual(await differencesOf(home.id), [])
  assert.equal(await hasPaymentsDue(home.ownerId), false)
})

test('an earlier dispute settles a refund that becomes due, which is due again if the bank returns the money', async () => {
  const { home, intentId, cancel, named } = await booked()
  const { win } = await take(intentId, 2500)
  await cancel()
  await app.runJobs()
  assert.deepEqual(await booksOf(intentId), ['refunded', 'charge 2500', 'dispute 2500'])
  assert.deepEqual(await differencesOf(home.id), [])
  await win()
  assert.deepEqual(await booksOf(intentId), [
    'refunded',
    'charge 2500',
    'dispute 2500',
    'dispute_returned 2500',
    'refund 2500',
  ])
  assert.deepEqual(refundsOf(intentId), [2500])
  assert.equal(await named(), 'Refunded')
  assert.deepEqual(await differencesOf(home.id), [])
  assert.equal(await hasPaymentsDue(home.ownerId), false)
})

test('refunds the rest of a partly disputed payment, and later what the bank returns', async () => {
  const { home, intentId, cancel, named } = await booked()
  const { win } = await take(intentId, 1000)
  await cancel()
  await app.runJobs()
  assert.deepEqual(await booksOf(intentId), ['refunded', 'charge 2500', 'dispute 1000', 'refund 1500'])
  assert.equal(await named(), 'Refunded')
  assert.deepEqual(await differencesOf(home.id), [])
  await win()
  assert.deepEqual((await booksOf(intentId)).slice(4), ['dispute_returned 1000', 'refund_again 1000'])
  assert.deepEqual(refundsOf(intentId), [1500, 1000])
  assert.equal(await named(), 'Refunded')
  assert.deepEqual(await differencesOf(home.id), [])
})

test('announces no refund that a dispute settled, until the bank returns the money and we refund it', async () => {
  const { home, intentId, ask, approve, named, told, logged } = await booked()
  await ask()
  const { win } = await take(intentId, 2500)
  await approve()
  assert.deepEqual(await booksOf(intentId), ['refunded', 'charge 2500', 'dispute 2500'])
  assert.deepEqual([await told(), await logged(), refundsOf(intentId)], [[], [], []])
  await win()
  await app.runJobs()
  assert.deepEqual((await booksOf(intentId)).slice(3), ['dispute_returned 2500', 'refund 2500'])
  assert.equal((await booksOf(intentId))[0], 'refunded')
  assert.deepEqual([await named(), await logged(), refundsOf(intentId)], ['Refunded', [2500], [2500]])
  const texts = await told()
  assert.ok(texts.length > 0)
  for (const text of texts) assert.match(text, /\$25\.00/)
  assert.deepEqual(await differencesOf(home.id), [])
})

test('announces an approved refund of a partly disputed payment once, with our part; the log has each amount', async () => {
  const { home, intentId, ask, approve, named, told, logged } = await booked()
  await ask()
  const { win } = await take(intentId, 1000)
  await approve()
  assert.deepEqual(await booksOf(intentId), ['refunded', 'charge 2500', 'dispute 1000', 'refund 1500'])
  const texts = await told()
  assert.ok(texts.some((text) => /Refunded \$15\.00\. /.test(text)))
  for (const text of texts) {
    assert.match(text, /\$15\.00/)
    assert.doesNotMatch(text, /(Refunded|refund of) \$25\.00/)
  }
  await win()
  await app.runJobs()
  assert.deepEqual((await booksOf(intentId)).slice(4), ['dispute_returned 1000', 'refund_again 1000'])
  assert.equal((await booksOf(intentId))[0], 'refunded')
  assert.deepEqual([await named(), await logged(), refundsOf(intentId)], ['Refunded', [1500, 1000], [1500, 1000]])
  assert.equal((await told()).length, texts.length)
  assert.deepEqual(await differencesOf(home.id), [])
})

test('a dispute of the rest after a dashboard refund settles our refund', async () => {
  const { intentId, cancel } = await booked()
  stripe.refundOutside(intentId, 1000)
  await receive('charge.refunded', { object: 'charge', id: `ch_${intentId}`, payment_intent: intentId })
  await cancel()
  await take(intentId, 1500)
  assert.deepEqual(await booksOf(intentId), ['refunded', 'charge 2500', 'outside_refund 1000', 'dispute 1500'])
})

test('a dispute of money that booked nothing settles its refund, until the bank returns the money', async () => {
  const { home, intentId, settle } = await held()
  app.clock.advance({ minutes: 11 })
  await app.call('POST', '/api/payments/create-payment-intent', { bookingData: makeForm(home.slug) })
  const dispute = stripe.dispute(intentId, 2500)
  assert.equal((await settle()).body.refunded, false)
  app.clock.advance({ minutes: 1 })
  await receive('charge.dispute.funds_withdrawn', dispute)
  app.clock.advance({ minutes: 1 })
  await app.orders.finishAll()
  assert.deepEqual(await booksOf(intentId), ['refunded', 'charge 2500', 'dispute 2500'])
  assert.deepEqual(await differencesOf(home.id), [])
  stripe.dispute(intentId, 0)
  await receive('charge.dispute.funds_reinstated', dispute)
  // Stripe repeats its first refusal as long as we repeat the key.
  app.clock.advance({ minutes: 11 })
  await app.orders.finishAll()
  assert.deepEqual((await booksOf(intentId)).slice(3), ['dispute_returned 2500', 'refund 2500'])
  assert.deepEqual(await differencesOf(home.id), [])
})

test('a dispute of which no event came is found by the next comparison, and so is its return', async () => {
  const { home, intentId } = await booked()
  stripe.dispute(intentId, 2500)
  assert.deepEqual(await differencesOf(home.id), ['disputed'])
  assert.deepEqual(await booksOf(intentId), ['succeeded', 'charge 2500', 'dispute 2500'])
  stripe.dispute(intentId, 0)
  assert.deepEqual(await differencesOf(home.id), [])
  assert.deepEqual((await booksOf(intentId)).slice(2), ['dispute 2500', 'dispute_returned 2500'])
})

test('a refund that Stripe refuses because of a dispute ends although no event came', async () => {
  const { home, intentId, cancel } = await booked()
  stripe.dispute(intentId, 2500)
  await cancel()
  await assert.rejects(app.runJobs(), /charge_disputed/)
  await app.runJobs()
  assert.deepEqual(await booksOf(intentId), ['refunded', 'charge 2500', 'dispute 2500'])
  assert.deepEqual(await differencesOf(home.id), [])
})

test('money that found no showing and that a bank took back unnoticed is not due forever', async () => {
  const { home, intentId, settle } = await held()
  app.clock.advance({ minutes: 11 })
  await app.call('POST', '/api/payments/create-payment-intent', { bookingData: makeForm(home.slug) })
  stripe.dispute(intentId, 2500)
  assert.equal((await settle()).body.refunded, false)
  app.clock.advance({ minutes: 1 })
  await app.orders.finishAll()
  assert.deepEqual(await booksOf(intentId), ['refunded', 'charge 2500', 'dispute 2500'])
  assert.deepEqual(await differencesOf(home.id), [])
})

test('an inquiry that moves no money changes nothing', async () => {
  const { home, intentId } = await booked()
  stripe.inquire(intentId)
  assert.deepEqual(await differencesOf(home.id), [])
  assert.deepEqual(await booksOf(intentId), ['succeeded', 'charge 2500'])
})

async function bookedWithLetter() {
  const home = await makeProperty(app.db, { occupancy: 'resident' })
  const bookingData = makeForm(home.slug, { ...(await letterSlot(app, home.slug)), mailUpgrade: true })
  const { body } = await app.call('POST', '/api/payments/create-payment-intent', { bookingData })
  const intentId = body.paymentIntentId as string
  stripe.pay(intentId)
  const made = await app.call('POST', '/api/payments/process-booking', { paymentIntentId: intentId })
  await app.runJobs()
  const { rows } = await sql<{ token: string }>`
    select manage_token as token from booking where id = ${made.body.booking.id}`.execute(app.db)
  const token = rows[0]?.token ?? ''
  const cancel = async () => {
    await app.call('POST', `/api/showingbooker/public/booking/${token}/cancel`, {})
    await app.letters.recallLetters(made.body.booking.id)
  }
  return { home, intentId, token, cancel }
}

test("a letter's price that a bank took back waits, and is not late, until the bank returns it", async () => {
  const { home, intentId, token, cancel } = await bookedWithLetter()
  const { win } = await take(intentId, 3500)
  await cancel()
  await app.runJobs()
  app.clock.advance({ minutes: 20 })
  assert.equal(await app.dueMoney.processDuePayments(), 0)
  const dueLetters = async () =>
    (await countMoneyDue(app.db, app.clock.now().toString())).find(({ what }) => what === 'letter_refund')?.count
  assert.deepEqual([await dueLetters(), await differencesOf(home.id)], [0, ['disputed']])
  const page = async () => (await app.buyers.getPage(token)).mailRefund
  assert.equal(await page(), 'returning')

  await win()
  assert.equal(await dueLetters(), 1)
  await app.dueMoney.processDuePayments()
  assert.deepEqual(await booksOf(intentId), [
    'succeeded',
    'charge 3500',
    'dispute 3500',
    'dispute_returned 3500',
    'letter_refund 1000',
  ])
  assert.deepEqual([refundsOf(intentId), await page(), await dueLetters()], [[1000], 'returned', 0])
  assert.deepEqual(await differencesOf(home.id), [])
})

test("a letter's price that Stripe refuses to refund because of a dispute waits although no event came", async () => {
  const { home, intentId, cancel } = await bookedWithLetter()
  stripe.dispute(intentId, 3500)
  await cancel()
  await assert.rejects(app.runJobs(), /charge_disputed/)
  assert.deepEqual(await booksOf(intentId), ['succeeded', 'charge 3500', 'dispute 3500'])
  app.clock.advance({ minutes: 20 })
  assert.equal(await app.dueMoney.processDuePayments(), 0)
  assert.deepEqual(await differencesOf(home.id), ['disputed'])
  stripe.dispute(intentId, 0)
  await differencesOf(home.id)
  // Stripe repeats its refusal to the key of the first try.
  assert.equal(await app.dueMoney.processDuePayments(), 1)
  assert.equal(await app.dueMoney.processDuePayments(), 0)
  assert.deepEqual((await booksOf(intentId)).slice(3), ['dispute_returned 3500', 'letter_refund 1000'])
  assert.deepEqual([refundsOf(intentId), await differencesOf(home.id)], [[1000], []])
})

test('a comparison asks for the refunds of a disputed payment only if their sum differs', async () => {
  const { home, intentId } = await booked()
  stripe.dispute(intentId, 1000)
  const asked = async () => {
    const before = stripe.requests.length
    await differencesOf(home.id)
    return stripe.requests
      .slice(before)
      .filter(({ query }) => query.get('payment_intent') === intentId)
      .map(({ path }) => path)
  }
  await asked()
  assert.deepEqual(await asked(), ['/v1/disputes'])
  stripe.refundOutside(intentId, 500)
  assert.deepEqual(await asked(), ['/v1/disputes', '/v1/refunds'])
  assert.deepEqual(await booksOf(intentId), ['succeeded', 'charge 2500', 'dispute 1000', 'outside_refund 500'])
})

test('a refusal names its own fault even if the disputes cannot be read', async () => {
  const { intentId, cancel } = await booked()
  stripe.dispute(intentId, 2500)
  await cancel()
  stripe.failNext({ status: 403 }, ({ path }) => path === '/v1/disputes')
  await assert.rejects(app.runJobs(), /charge_disputed/)
})
