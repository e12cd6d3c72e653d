import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { test } from 'node:test'
import type { ListedIntent, PaymentProvider } from '../../src/money/payment/ports.ts'

/** A provider, and its cardholder. */
export type PaymentBench = {
  provider: PaymentProvider
  pay(intent: { intentId: string; clientSecret: string }): Promise<void>
  /** Pays with a card, and chooses how its later charges go. */
  payToKeep(intent: { intentId: string; clientSecret: string }, later: 'paid' | 'declined' | 'action'): Promise<void>
}

/** Tests what every payment provider must do. The embedded one and each real one pass. */
export function paymentContract(name: string, bench: () => PaymentBench): void {
  const check = (what: string, body: () => Promise<void>) => test(`${name}: ${what}`, body)
  const request = (change: Partial<Parameters<PaymentProvider['open']>[0]> = {}) => ({
    paymentId: randomUUID(),
    idempotencyKey: randomUUID(),
    amountCents: 2500,
    currency: 'usd' as const,
    capture: 'automatic' as const,
    expiresAt: Temporal.Now.instant().add({ minutes: 10 }),
    description: 'Showing of a home',
    ...change,
  })
  const open = (change?: Parameters<typeof request>[0]) => bench().provider.open(request(change))
  const stateOf = async (intentId: string) => {
    const intent = await bench().provider.retrieve(intentId)
    return intent && [intent.status, intent.amountCents, intent.refundedCents]
  }
  async function paid(capture: 'automatic' | 'manual' = 'automatic'): Promise<string> {
    const intent = await open({ capture })
    await bench().pay(intent)
    return intent.intentId
  }

  check('a key opens only one intent', async () => {
    const asked = request()
    const first = await bench().provider.open(asked)
    assert.deepEqual(await bench().provider.open(asked), first)
    assert.notEqual((await open()).intentId, first.intentId)
    assert.deepEqual(await bench().provider.retrieve(first.intentId), {
      intentId: first.intentId,
      status: 'open',
      amountCents: 2500,
      refundedCents: 0,
      isDisputed: false,
      currency: 'usd',
    })
  })

  check('an intent that no one opened is unknown, and canceling it does no harm', async () => {
    assert.equal(await stateOf('pi_of_nobody'), null)
    assert.equal(await bench().provider.cancel('pi_of_nobody'), 'cancelled')
  })

  async function listedSince(since: Temporal.Instant) {
    const listed = new Map<string, ListedIntent>()
    for (let after: string | null = null; ; ) {
      const page: Awaited<ReturnType<PaymentProvider['listIntents']>> = await bench().provider.listIntents({
        since,
        after,
      })
      for (const intent of page.intents) listed.set(intent.intentId, intent)
      if (page.next === null) return listed
      after = page.next
    }
  }

  check('lists the intents opened since an instant, whatever became of them', async () => {
    const { provider } = bench()
    const [partly, ended] = [await paid(), (await open()).intentId]
    await provider.refund({ intentId: partly, idempotencyKey: randomUUID(), tries: 0, amountCents: 1000 })
    await provider.cancel(ended)
    for (const intentId of [partly, ended, await paid('manual'), (await open()).intentId]) {
      const all = await listedSince(Temporal.Now.instant().subtract({ hours: 24 }))
      const { openedAt, description: _, ...intent } = all.get(intentId) as ListedIntent
      assert.deepEqual(intent, await provider.retrieve(intentId))
      assert.ok((await listedSince(openedAt)).has(intentId))
      assert.ok(!(await listedSince(openedAt.add({ seconds: 1 }))).has(intentId))
    }
  })

  check('the amount can change until money moves', async () => {
    const intent = await open()
    const { provider, pay } = bench()
    assert.equal(await provider.changeAmount(intent.intentId, 3500), 'changed')
    assert.equal(await provider.changeAmount(intent.intentId, 3500), 'changed')
    await pay(intent)
    assert.equal(await provider.changeAmount(intent.intentId, 2500), 'too_late')
    assert.deepEqual(await stateOf(intent.intentId), ['succeeded', 3500, 0])
  })

  check('a canceled intent stays canceled, and canceling twice does no harm', async () => {
    const { intentId } = await open()
    const { provider } = bench()
    assert.deepEqual([await provider.cancel(intentId), await provider.cancel(intentId)], ['cancelled', 'cancelled'])
    assert.deepEqual(await stateOf(intentId), ['cancelled', 2500, 0])
    assert.equal(await provider.changeAmount(intentId, 3500), 'too_late')
  })

  for (const capture of ['automatic', 'manual'] as const)
    check(`an intent whose money moved (${capture}) cannot be canceled`, async () => {
      assert.equal(await bench().provider.cancel(await paid(capture)), 'too_late')
    })

  check('an authorization is captured only once', async () => {
    const intentId = await paid('manual')
    const { provider } = bench()
    assert.deepEqual(await stateOf(intentId), ['requires_capture', 2500, 0])
    assert.deepEqual([await provider.capture(intentId), await provider.capture(intentId)], ['captured', 'captured'])
    assert.deepEqual(await stateOf(intentId), ['succeeded', 2500, 0])
  })

  check('a released authorization cannot be captured', async () => {
    const intentId = await paid('manual')
    await bench().provider.refundOrRelease({ intentId, idempotencyKey: randomUUID() })
    assert.equal(await bench().provider.capture(intentId), 'too_late')
  })

  check('a charge is refunded in full only once', async () => {
    const asked = { intentId: await paid(), idempotencyKey: randomUUID() }
    const { provider } = bench()
    const back = await provider.refundOrRelease(asked)
    assert.deepEqual([back.kind, back.amountCents], ['refund', 2500])
    assert.deepEqual(await provider.refundOrRelease(asked), back)
    assert.deepEqual(await stateOf(asked.intentId), ['succeeded', 2500, 2500])
    const listed = await provider.listRefunds(asked.intentId)
    assert.deepEqual(
      listed.map(({ amountCents, isOurs }) => [amountCents, isOurs]),
      [[2500, true]],
    )
  })

  check('an authorization is released only once', async () => {
    const asked = { intentId: await paid('manual'), idempotencyKey: randomUUID() }
    const { provider } = bench()
    const back = await provider.refundOrRelease(asked)
    assert.deepEqual([back.kind, back.amountCents], ['release', 2500])
    assert.equal((await provider.refundOrRelease(asked)).kind, 'release')
    assert.deepEqual(await stateOf(asked.intentId), ['cancelled', 2500, 0])
    assert.deepEqual(await provider.listRefunds(asked.intentId), [])
  })

  check('a key refunds part of a charge only once, and refunds never exceed the charge', async () => {
    const intentId = await paid()
    const { provider } = bench()
    const asked = { intentId, idempotencyKey: randomUUID(), tries: 0, amountCents: 1000 }
    const first = await provider.refund(asked)
    assert.equal(first.amountCents, 1000)
    assert.deepEqual(await provider.refund(asked), first)
    assert.deepEqual(await stateOf(intentId), ['succeeded', 2500, 1000])
    await assert.rejects(provider.refund({ ...asked, idempotencyKey: randomUUID(), amountCents: 1501 }))
    await provider.refund({ ...asked, idempotencyKey: randomUUID(), amountCents: 1500 })
    assert.deepEqual(await stateOf(intentId), ['succeeded', 2500, 2500])
  })

  async function kept(later: 'paid' | 'declined' | 'action', customer: string | null = null) {
    const intent = await open({ keepCard: { customer } })
    await bench().payToKeep(intent, later)
    const saved = (await bench().provider.retrieve(intent.intentId))?.saved
    assert.ok(saved)
    return saved
  }
  const charge = (intentId: string, saved: { customer: string; method: string }) =>
    bench().provider.chargeSaved({ intentId, saved, idempotencyKey: randomUUID() })

  check('a saved card pays later without its owner, pays an intent only once, and keeps its owner', async () => {
    const saved = await kept('paid')
    const due = await open({ keepCard: { customer: saved.customer }, amountCents: 1000 })
    assert.equal((await bench().provider.retrieve(due.intentId))?.saved, undefined)
    assert.deepEqual([await charge(due.intentId, saved), await charge(due.intentId, saved)], ['succeeded', 'succeeded'])
    assert.deepEqual(await stateOf(due.intentId), ['succeeded', 1000, 0])
    const again = (await bench().provider.retrieve(due.intentId))?.saved
    assert.equal(again?.customer, saved.customer)
    const third = await open({ keepCard: { customer: saved.customer } })
    assert.equal(await charge(third.intentId, again as typeof saved), 'succeeded')
  })

  check('a card is saved only on request', async () => {
    const { intentId } = await open().then(async (intent) => {
      await bench().pay(intent)
      return intent
    })
    assert.equal((await bench().provider.retrieve(intentId))?.saved, undefined)
  })

  for (const [later, answer] of [
    ['declined', 'refused'],
    ['action', 'requires_action'],
  ] as const)
    check(`a later charge that is ${later} leaves its intent open for the owner`, async () => {
      const saved = await kept(later)
      const due = await open({ keepCard: { customer: saved.customer } })
      assert.deepEqual([await charge(due.intentId, saved), await charge(due.intentId, saved)], [answer, answer])
      assert.deepEqual(await stateOf(due.intentId), ['open', 2500, 0])
      await bench().payToKeep(due, 'paid')
      const renewed = (await bench().provider.retrieve(due.intentId))?.saved
      const next = await open({ keepCard: { customer: saved.customer } })
      assert.equal(await charge(next.intentId, renewed as typeof saved), 'succeeded')
    })

  check('a deleted card cannot pay, and deleting twice does no harm', async () => {
    const saved = await kept('paid')
    const due = await open({ keepCard: { customer: saved.customer } })
    const { provider } = bench()
    await provider.forget(saved.customer)
    await provider.forget(saved.customer)
    assert.equal(await charge(due.intentId, saved), 'refused')
  })

  check('an unsigned event is refused', async () => {
    assert.throws(() => bench().provider.readEvent('{"id":"evt_1"}', () => undefined), /signature/)
  })
}
