import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { billing, goodCard } from '../../../test/factories.ts'
import { signUp } from '../../../test/scene.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())
// Bearer tokens use the real clock.
beforeEach(() => app.clock.set(Temporal.Now.instant().round('second').toString()))

let made = 0
/** Buys a pack. @param amountCents what the provider charges */
async function bought(amountCents = 1000) {
  const { headers } = await signUp(app, `purchaser${++made}@people.example.com`)
  const { body } = await app.call('POST', '/credits/purchase', { pack: 20 }, headers)
  const { clientSecret, paymentIntentId } = body
  if (amountCents !== 1000) await app.provider.changeAmount(paymentIntentId, amountCents)
  await app.sandbox.confirm({ clientSecret, card: goodCard, billing })
  await app.call('POST', '/credits/settle', { paymentIntentId }, headers)
  return {
    intentId: paymentIntentId as string,
    /** Records money that moves at the provider without us. */
    move: (kind: string, cents: number, reference = 're_outside') =>
      sql`select record_outside_money(${paymentIntentId}, ${kind}, ${cents}, ${reference}, ${app.clock.now().toString()})`.execute(
        app.db,
      ),
    listed: async () => (await app.call('GET', '/credits/purchases', undefined, headers)).body.purchases[0].status,
  }
}

test("the list of purchases says what was refunded in the provider's dashboard", async () => {
  const { move, listed } = await bought()
  assert.equal(await listed(), 'paid')
  await move('outside_refund', 400, 're_1')
  assert.equal(await listed(), 'partly_refunded')
  await move('outside_refund', 600, 're_2')
  assert.equal(await listed(), 'refunded')
})

test('the list of purchases says what a bank took back, until it returns the money', async () => {
  const { move, listed } = await bought()
  await move('dispute', 1000, 'dp_1')
  assert.equal(await listed(), 'returned_by_bank')
  await move('dispute_returned', 1000, 'dp_1')
  assert.equal(await listed(), 'paid')
})

test('the list of purchases says that our refund is on its way again after it failed at the bank', async () => {
  const { intentId, move, listed } = await bought(500)
  assert.equal(await listed(), 'refunded')
  const { rows } = await sql<{ reference: string }>`
    select m.provider_reference as reference from money_entry m join payment p on p.id = m.payment_id
    where p.intent_id = ${intentId} and m.kind = 'refund'`.execute(app.db)
  await move('refund_failed', 500, rows[0]?.reference)
  assert.equal(await listed(), 'returning')
})
