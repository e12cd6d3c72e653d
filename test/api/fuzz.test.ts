import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../app.ts'
import { anyValue, fc, spoiled } from '../dice.ts'
import { billing, goodCard, makeForm, makeProperty } from '../factories.ts'
import { countRows } from '../problem.ts'

let app: TestApp
let slug: string
before(async () => {
  app = await testApp()
  slug = (await makeProperty(app.db, { occupancy: 'resident' })).slug
})
after(() => app.close())

const publicPosts = [
  '/api/payments/create-payment-intent',
  '/api/payments/process-booking',
  '/api/payments/sandbox/confirm',
  '/api/payments/sandbox/action',
  '/api/payments/webhook',
  '/api/showingbooker/public/book',
]

test('no JSON value at any public POST causes a 5xx', async () => {
  await fc.assert(
    fc.asyncProperty(fc.constantFrom(...publicPosts), anyValue, async (path, value) => {
      const answer = await app.call('POST', path, JSON.stringify(value) ?? '')
      assert.ok(answer.status >= 400 && answer.status < 500, `${path}: ${answer.status} ${answer.text}`)
    }),
    { numRuns: 300 },
  )
})

test('no half-valid request causes a 5xx, and a refused one leaves nothing behind', async () => {
  const form = spoiled(
    makeForm(slug, { buyerAgentName: 'Bo', buyerAgentEmail: 'b@a.example', buyerAgentPhone: '2135550155' }),
  )
  const card = spoiled({ clientSecret: 'pi_sandbox_x_secret_y', card: goodCard, billing })
  const requests = fc.oneof(
    fc.record({ path: fc.constant('/api/payments/create-payment-intent'), body: fc.record({ bookingData: form }) }),
    fc.record({ path: fc.constant('/api/showingbooker/public/book'), body: form }),
    fc.record({ path: fc.constant('/api/payments/sandbox/confirm'), body: card }),
    fc.record({ path: fc.constant('/api/payments/process-booking'), body: spoiled({ paymentIntentId: 'pi' }) }),
  )
  await fc.assert(
    fc.asyncProperty(requests, async ({ path, body }) => {
      const stored = await countRows(app)
      const answer = await app.call('POST', path, body)
      assert.ok(answer.status < 500, `${path}: ${answer.status} ${answer.text}`)
      if (answer.status >= 400) assert.deepEqual(await countRows(app), stored)
    }),
    { numRuns: 300 },
  )
})
