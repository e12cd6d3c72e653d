import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'

let app: TestApp
before(async () => {
  app = await testApp({ max: 20 })
})
after(() => app.close())

const ask = (form: object) => app.call('POST', '/api/payments/create-payment-intent', { bookingData: form })

const intentsOf = async (slug: string) => {
  const { rows } = await sql<object>`
    select i.id, i.idempotency_key = 'hold:' || p.id || ':0' as is_first_key, i.amount_cents, i.currency, i.capture,
      i.status, i.expires_at = b.hold_expires_at as ends_with_hold, p.status as payment
    from booking b join payment p on p.booking_id = b.id join sandbox_intent i on i.id = p.intent_id
    where b.property_id = (select id from property where slug = ${slug})`.execute(app.db)
  return rows
}

const opened = (id: string) => ({
  id,
  is_first_key: true,
  amount_cents: 2500,
  currency: 'usd',
  capture: 'automatic',
  status: 'requires_payment_method',
  ends_with_hold: true,
  payment: 'open',
})

test('the embedded provider opens an intent together with its hold, the same as on request', async () => {
  const { slug } = await makeProperty(app.db)
  const { status, body } = await ask(makeForm(slug))
  assert.equal(status, 201)
  assert.deepEqual(await intentsOf(slug), [opened(body.paymentIntentId)])
})

test('a buyer who sends twenty requests at once gets one hold with one intent', async () => {
  const { slug } = await makeProperty(app.db)
  const form = makeForm(slug)
  const answers = await Promise.all(Array.from({ length: 20 }, () => ask(form)))
  assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([201]))
  const [first] = answers
  assert.deepEqual(await intentsOf(slug), [opened(first?.body.paymentIntentId)])
  const { rows } =
    await sql`select from sandbox_intent where idempotency_key not in (select 'hold:' || id || ':0' from payment)`.execute(
      app.db,
    )
  assert.equal(rows.length, 0)
})

test('of twenty rivals, one gets the slot and an intent, and no one else has a row', async () => {
  const { slug } = await makeProperty(app.db)
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      ask(makeForm(slug, { buyerEmail: `rival${n}@example.com`, buyerPhone: `21355501${n + 10}` })),
    ),
  )
  const won = answers.filter(({ status }) => status === 201)
  assert.equal(won.length, 1)
  assert.equal(answers.filter(({ status }) => status === 409).length, 19)
  assert.deepEqual(await intentsOf(slug), [opened(won[0]?.body.paymentIntentId)])
})
