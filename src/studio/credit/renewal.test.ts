import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { billing, goodCard } from '../../../test/factories.ts'
import { signUp } from '../../../test/scene.ts'

let app: TestApp
/** Refunds everything right away, as a person could in the provider's dashboard. */
let isRefunded = false
let charges = 0
before(async () => {
  app = await testApp({
    provider: (real) => ({
      ...real,
      async retrieve(intentId) {
        const intent = await real.retrieve(intentId)
        return intent && { ...intent, refundedCents: isRefunded ? intent.amountCents : intent.refundedCents }
      },
      chargeSaved(request) {
        charges++
        return real.chargeSaved(request)
      },
    }),
  })
  app.clock.set(Temporal.Now.instant().round('second').toString())
})
after(() => app.close())

test('a plan whose month was paid and given back is over: it neither runs on unpaid nor is charged again', async () => {
  const { accountId, headers } = await signUp(app, 'renewed@people.example.com')
  const actor = { kind: 'account', accountId, role: 'agent', email: 'renewed@people.example.com' } as const
  const { body } = await app.call('POST', '/subscription', { plan: 'monthly' }, headers)
  await app.sandbox.confirm({ clientSecret: body.clientSecret, card: goodCard, billing })
  await app.credits.settle(body.paymentIntentId)
  const { balance } = await app.credits.ledger(actor, { cursor: null, limit: 1 })
  app.clock.set((await app.credits.subscription(actor)).periodEnd as string)
  isRefunded = true
  for (let times = 0; times < 3; times++) {
    await app.credits.renewDue()
    app.clock.advance({ minutes: 11 })
  }
  assert.equal(charges, 1)
  assert.equal((await app.credits.ledger(actor, { cursor: null, limit: 1 })).balance, balance)
  const plan = await app.credits.subscription(actor)
  assert.deepEqual([plan.status, plan.endedBecause], ['ended', 'unpaid'])
})
