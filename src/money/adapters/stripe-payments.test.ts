import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { paymentContract } from '../../../test/fakes/payment-contract.ts'
import { type FakeStripe, startStripe } from '../../../test/fakes/stripe.ts'
import { everyFault, type VendorFault } from '../../../test/fakes/vendor-server.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import type { PaymentProvider } from '../payment/ports.ts'
import { createStripePayments } from './stripe-payments.ts'

let stripe: FakeStripe
let provider: PaymentProvider
let impatient: PaymentProvider
/** A process whose clock is ten minutes ahead. */
let later: PaymentProvider
let now = Temporal.Instant.from('2026-11-21T09:00:00Z')
before(async () => {
  stripe = await startStripe()
  const settings = { secretKey: 'sk_test_sesame', publishableKey: 'pk_test_1', webhookSecret: 'whsec_fake' }
  const account = { ...settings, apiBase: stripe.url }
  provider = createStripePayments(account, { clock: { now: () => now } })
  impatient = createStripePayments(account, { clock: { now: () => now }, timeoutMs: 1000 })
  later = createStripePayments(account, { clock: { now: () => now.add({ minutes: 10 }) } })
})
after(() => stripe.close())

paymentContract('stripe', () => ({
  provider,
  pay: async ({ intentId }) => stripe.pay(intentId),
  payToKeep: async ({ intentId }, later) => stripe.pay(intentId, later),
}))

let keys = 0
const openRequest = (capture: 'automatic' | 'manual' = 'automatic') => ({
  paymentId: 'payment-1',
  idempotencyKey: `key-${++keys}`,
  amountCents: 2500,
  currency: 'usd' as const,
  capture,
  expiresAt: now.add({ minutes: 10 }),
  description: 'Showing of a home',
})
async function paid(capture: 'automatic' | 'manual' = 'automatic') {
  const { intentId } = await provider.open(openRequest(capture))
  stripe.pay(intentId)
  return intentId
}

test("opens an intent for cards only, with our payment, its idempotency key, and the account's API key", async () => {
  await provider.open({ ...openRequest('manual'), idempotencyKey: 'hold:1:0' })
  const request = stripe.requests.at(-1)
  const form = Object.fromEntries(new URLSearchParams(request?.body.toString()))
  assert.deepEqual(form, {
    amount: '2500',
    currency: 'usd',
    capture_method: 'manual',
    description: 'Showing of a home',
    'metadata[showingbooker_payment]': 'payment-1',
    'allowed_payment_method_types[0]': 'card',
  })
  assert.equal(request?.headers['idempotency-key'], 'hold:1:0')
  assert.equal(request?.headers.authorization, 'Bearer sk_test_sesame')
  assert.match(String(request?.headers['stripe-version']), /^\d{4}-\d{2}-\d{2}/)
})

const operations: [name: string, prepare: () => Promise<(by: PaymentProvider) => Promise<unknown>>][] = [
  [
    'open',
    async () => {
      const asked = openRequest()
      return (by) => by.open(asked)
    },
  ],
  [
    'changeAmount',
    async () => {
      const { intentId } = await provider.open(openRequest())
      return (by) => by.changeAmount(intentId, 3500)
    },
  ],
  [
    'cancel',
    async () => {
      const { intentId } = await provider.open(openRequest())
      return (by) => by.cancel(intentId)
    },
  ],
  [
    'capture',
    async () => {
      const intentId = await paid('manual')
      return (by) => by.capture(intentId)
    },
  ],
  [
    'refundOrRelease',
    async () => {
      const intentId = await paid()
      return (by) => by.refundOrRelease({ intentId, idempotencyKey: `back:${intentId}` })
    },
  ],
  [
    'refund',
    async () => {
      const intentId = await paid()
      return (by) => by.refund({ intentId, idempotencyKey: `part:${intentId}`, tries: 0, amountCents: 1000 })
    },
  ],
]

const isWrite = ({ method }: { method: string }) => method === 'POST'

for (const [name, prepare] of operations)
  for (const [what, fault] of everyFault)
    test(`${name}, with ${what}: fails at once, and takes effect once when repeated`, async () => {
      const act = await prepare()
      const refunds = stripe.refunds.length
      const intents = stripe.intents.size
      const asked = stripe.requests.length
      // The SDK itself retries once after a broken connection.
      const times = fault === 'hang up' || fault === 'answer lost' ? 2 : 1
      for (let n = 0; n < times; n++) stripe.failNext(fault, isWrite)
      const by = fault === 'silence' ? impatient : provider
      await assert.rejects(act(by), VendorError)
      assert.equal(stripe.requests.slice(asked).filter(isWrite).length, times)
      // The second call reports the result of the first and does nothing else.
      now = now.add({ minutes: 11 })
      const result = await act(by)
      assert.deepEqual(await act(by), result)
      assert.ok(stripe.refunds.length - refunds <= 1)
      assert.ok(stripe.intents.size - intents <= 1)
    })

test('Stripe repeats a refusal to its key for a day, and the next try has another one', async () => {
  const intentId = await paid()
  const asked = { intentId, idempotencyKey: `part:${intentId}`, amountCents: 1000 }
  stripe.dispute(intentId, 2500)
  await assert.rejects(provider.refund({ ...asked, tries: 0 }), /charge_disputed/)
  stripe.dispute(intentId, 0)
  await assert.rejects(provider.refund({ ...asked, tries: 0 }), /charge_disputed/)
  assert.equal((await provider.refund({ ...asked, tries: 1 })).amountCents, 1000)
})

test('two processes whose clocks differ refund a part of a charge once', async () => {
  const intentId = await paid()
  const asked = { intentId, idempotencyKey: `part:${intentId}`, tries: 0, amountCents: 1000 }
  const before = stripe.requests.length
  await Promise.all([provider.refund(asked), later.refund(asked)])
  assert.equal(stripe.requests.slice(before).filter(isWrite).length, 2)
  assert.equal((await provider.retrieve(intentId))?.refundedCents, 1000)
})

test('a failure contains no key and no customer, and passes a Retry-After on', async () => {
  const act = await operations[0]?.[1]()
  stripe.failNext({ status: 429, headers: { 'retry-after': '7' } } satisfies VendorFault)
  const error = await act?.(provider).catch((thrown: unknown) => thrown)
  assert.ok(error instanceof VendorError)
  assert.doesNotMatch(String(error), /sesame/)
  assert.deepEqual([error.retryAfterSeconds, error.isAboutRequest, error.isPermanent], [7, false, false])
  stripe.failNext({ status: 401 })
  const refused = await act?.(provider).catch((thrown: unknown) => thrown)
  assert.ok(refused instanceof VendorError)
  assert.deepEqual([refused.isPermanent, refused.isAboutRequest], [true, false])
})

test('replaces a customer deleted in the dashboard; their card is gone, and they pay with another', async () => {
  const first = await provider.open({ ...openRequest(), keepCard: { customer: null } })
  stripe.pay(first.intentId)
  const saved = (await provider.retrieve(first.intentId))?.saved
  assert.ok(saved)
  stripe.deleteCustomer(saved.customer)
  const asked = { ...openRequest(), keepCard: { customer: saved.customer } }
  const { intentId, clientSecret } = await provider.open(asked)
  assert.deepEqual(await provider.open(asked), { intentId, clientSecret })
  assert.equal(await provider.chargeSaved({ intentId, saved, idempotencyKey: 'renewal:gone' }), 'refused')
  stripe.pay(intentId)
  const second = (await provider.retrieve(intentId))?.saved
  assert.ok(second && second.customer !== saved.customer)
  const next = await provider.open({ ...openRequest(), keepCard: { customer: second.customer } })
  const charge = { intentId: next.intentId, saved: second, idempotencyKey: 'renewal:second' }
  assert.equal(await provider.chargeSaved(charge), 'succeeded')
})

test('lists intents in pages of 100, newest first, with what was refunded and what they are for', async () => {
  const opened = [await paid()]
  stripe.refundOutside(opened[0] ?? '', 500)
  while (opened.length < 101) opened.push((await provider.open(openRequest())).intentId)
  const since = Temporal.Now.instant().subtract({ hours: 1 })
  const first = await provider.listIntents({ since, after: null })
  assert.deepEqual(
    first.intents.map(({ intentId }) => intentId),
    opened.slice(1).reverse(),
  )
  assert.equal(first.next, opened[1])
  const { query, method } = stripe.requests.at(-1) ?? {}
  assert.deepEqual([method, Number(query?.get('created[gte]'))], ['GET', Math.floor(since.epochMilliseconds / 1000)])
  const { intents } = await provider.listIntents({ since, after: first.next })
  const { intentId, refundedCents, description } = intents[0] ?? {}
  assert.deepEqual([intentId, refundedCents, description], [opened[0], 500, 'Showing of a home'])
  const last = await provider.listIntents({ since, after: [...stripe.intents.keys()][0] ?? '' })
  assert.deepEqual(last, { intents: [], next: null })
  stripe.failNext({ status: 500 })
  await assert.rejects(provider.listIntents({ since, after: null }), VendorError)
})

test('a refund made in the dashboard does not count as our own refund', async () => {
  const intentId = await paid()
  await provider.refund({ intentId, idempotencyKey: 'ours', tries: 0, amountCents: 1000 })
  const outside = stripe.refundOutside(intentId, 500)
  const listed = await provider.listRefunds(intentId)
  assert.deepEqual(
    listed.map(({ amountCents, isOurs }) => [amountCents, isOurs]),
    [
      [500, false],
      [1000, true],
    ],
  )
  assert.equal(listed[0]?.reference, outside)
  assert.deepEqual(
    await provider.refundOrRelease({ intentId, idempotencyKey: 'rest' }).then(({ amountCents }) => amountCents),
    2500,
  )
  assert.equal((await provider.retrieve(intentId))?.refundedCents, 2500)
})

test('a release in the dashboard is not a refund, although Stripe lists it as one', async () => {
  const intentId = await paid('manual')
  stripe.cancelOutside(intentId)
  assert.deepEqual(await provider.listRefunds(intentId), [])
  const { status, refundedCents } = (await provider.retrieve(intentId)) ?? {}
  assert.deepEqual([status, refundedCents], ['cancelled', 0])
})

test('our refund keeps its own reference, even if a refund in the dashboard is newer', async () => {
  const intentId = await paid()
  const ours = await provider.refund({ intentId, idempotencyKey: `ours:${intentId}`, tries: 0, amountCents: 1500 })
  stripe.refundOutside(intentId, 1000)
  const { reference } = await provider.refundOrRelease({ intentId, idempotencyKey: `rest:${intentId}` })
  assert.equal(reference, ours.reference)
})

const read = (type: string, object: Record<string, unknown>, secret?: string) => {
  const { body, headers } = stripe.event({ id: 'evt_1', type, object }, secret)
  return provider.readEvent(body, (name) => headers[name as keyof typeof headers])
}

test('events name their intent, and report what an intent does not show', () => {
  const of = (event: object) => ({ id: 'evt_1', ...event })
  const intent = { object: 'payment_intent', id: 'pi_1' }
  assert.deepEqual(read('payment_intent.succeeded', intent), of({ type: 'payment_intent.succeeded', intentId: 'pi_1' }))
  assert.deepEqual(
    read('charge.refunded', { object: 'charge', id: 'ch_1', payment_intent: 'pi_1' }),
    of({ type: 'charge.refunded', intentId: 'pi_1', isAboutRefunds: true, movement: null }),
  )
  const refund = { object: 'refund', id: 're_1', payment_intent: 'pi_1', amount: 2500, status: 'failed' }
  assert.deepEqual(read('refund.failed', refund).movement, {
    kind: 'refund_failed',
    reference: 're_1',
    amountCents: 2500,
  })
  const dispute = { object: 'dispute', id: 'dp_1', amount: 2500, payment_intent: 'pi_1', charge: 'ch_1' }
  const movements = ['created', 'funds_withdrawn', 'funds_reinstated', 'closed'].map(
    (end) => read(`charge.dispute.${end}`, dispute).movement?.kind,
  )
  assert.deepEqual(movements, [undefined, 'dispute', 'dispute_returned', undefined])
  assert.equal(read('balance.available', { object: 'balance' }).intentId, null)
})

test("refuses another account's signature, a changed body, and an old signature", () => {
  const intent = { object: 'payment_intent', id: 'pi_1' }
  assert.throws(() => read('payment_intent.succeeded', intent, 'whsec_other'), /signature/)
  const { body, headers } = stripe.event({ id: 'evt_1', type: 'payment_intent.succeeded', object: intent })
  assert.throws(() => provider.readEvent(body.replace('pi_1', 'pi_2'), () => headers['stripe-signature']), /signature/)
  const old = headers['stripe-signature'].replace(/t=\d+/, 't=1700000000')
  assert.throws(() => provider.readEvent(body, () => old), /signature/)
})
