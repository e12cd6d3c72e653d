import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { billing, goodCard } from '../../../test/factories.ts'
import { createFaults } from '../../../test/fakes/faulty.ts'
import { signUp } from '../../../test/scene.ts'

const faults = createFaults<'open' | 'retrieve' | 'refundOrRelease' | 'chargeSaved' | 'cancel' | 'forget'>()
let app: TestApp
before(async () => {
  app = await testApp({
    provider: (real) => faults.over(real, ['open', 'retrieve', 'refundOrRelease', 'chargeSaved', 'cancel', 'forget']),
  })
})
after(() => app.close())
beforeEach(() => {
  faults.mend()
  // Bearer tokens use the real clock.
  app.clock.set(Temporal.Now.instant().round('second').toString())
})

const ONCE = '4000 0000 0000 0341'
const ASKS = '4000 0027 6000 3184'
type Person = {
  accountId: string
  email: string
  actor: { kind: 'account'; accountId: string; role: 'agent'; email: string }
}
type Body = { paymentIntentId: string; clientSecret: string; amount: number; credits: number }

let made = 0
/** Signs up a person, with the twenty welcome credits. */
async function newPerson(): Promise<Person & { headers: Record<string, string> }> {
  const email = `buyer${++made}@people.example.com`
  const { accountId, headers } = await signUp(app, email)
  await app.call('POST', '/create-user', { uid: accountId }, headers)
  return { accountId, email, headers, actor: { kind: 'account', accountId, role: 'agent', email } }
}
const pay = (intent: Body, number: string = goodCard.number) =>
  app.sandbox.confirm({ clientSecret: intent.clientSecret, card: { ...goodCard, number }, billing })
const buy = async (who: { headers: Record<string, string> }): Promise<Body> => {
  const { status, body } = await app.call('POST', '/credits/purchase', { pack: 20 }, who.headers)
  assert.equal(status, 201, JSON.stringify(body))
  return body
}
const subscribe = async (who: { headers: Record<string, string> }) =>
  app.call('POST', '/subscription', { plan: 'monthly' }, who.headers)
const settle = (who: { headers: Record<string, string> }, paymentIntentId: string) =>
  app.call('POST', '/credits/settle', { paymentIntentId }, who.headers)
const intentOf = async (who: Person) => {
  const answer = await app.credits.subscribe(who.actor)
  assert.ok('intent' in answer)
  return answer.intent
}
const planOf = async (who: Person) => app.credits.subscription(who.actor)
const ledgerOf = async (who: Person) => app.credits.ledger(who.actor, { cursor: null, limit: 50 })
const balanceOf = async (who: Person) => (await ledgerOf(who)).balance
const mailsTo = async (email: string) => {
  const { rows } = await sql<{ subject: string }>`
    select subject from outbox_message where recipient #>> '{}' = ${email} order by sent_at, id`.execute(app.db)
  return rows.map(({ subject }) => subject).filter((subject) => !subject.startsWith('Please confirm'))
}
const differences = async () => (await app.reconciliations.run('whole')).found

/** Subscribes an account and pays its first month with this card. */
async function subscribed(number?: string) {
  const who = await newPerson()
  const { body } = await subscribe(who)
  const answer = await pay(body, number)
  if (answer.status === 'requires_action') await app.sandbox.act(body.clientSecret, 'complete')
  assert.equal((await settle(who, body.paymentIntentId)).status, 200)
  await app.runJobs()
  return { who, intent: body as Body }
}
const untilEnd = async (who: Person) => app.clock.set((await planOf(who)).periodEnd as string)

describe('a pack', () => {
  test('of 20 credits for $10 arrives with its payment, once, however often it is settled, with a receipt', async () => {
    const who = await newPerson()
    const intent = await buy(who)
    assert.deepEqual([intent.amount, intent.credits], [1000, 20])
    assert.equal((await settle(who, intent.paymentIntentId)).status, 402)
    await pay(intent)
    const all = await Promise.all([
      settle(who, intent.paymentIntentId),
      settle(who, intent.paymentIntentId),
      app.runJobs(),
    ])
    assert.deepEqual([all[0].status, all[1].status, all[0].body.balance], [200, 200, 40])
    await app.runJobs()
    await app.runJobs()
    assert.equal(await balanceOf(who), 40)
    const { entries } = await ledgerOf(who)
    assert.deepEqual(
      entries.map(({ kind, amount, balance }) => [kind, amount, balance]),
      [
        ['purchase', 20, 40],
        ['registration', 20, 20],
      ],
    )
    const { number, receiptUrl } = all[0].body.purchase
    assert.deepEqual(await mailsTo(who.email), [`Receipt ${number}: $10.00`])
    const pdf = await app.app.request(
      receiptUrl,
      { headers: who.headers },
      { caller: { requestId: 't', clientAddress: '10.9.9.9' } },
    )
    assert.deepEqual([pdf.status, pdf.headers.get('content-type')], [200, 'application/pdf'])
    assert.deepEqual(await differences(), [])
  })

  test('requested again has the same payment, and after that was paid a new one', async () => {
    const who = await newPerson()
    const [one, other] = await Promise.all([buy(who), buy(who)])
    assert.equal(one.paymentIntentId, other.paymentIntentId)
    await pay(one)
    await settle(who, one.paymentIntentId)
    assert.notEqual((await buy(who)).paymentIntentId, one.paymentIntentId)
  })

  test('opens once for one Idempotency-Key, which refuses another body', async () => {
    const who = await newPerson()
    const headers = { ...who.headers, 'idempotency-key': `pack-${made}` }
    const first = await app.call('POST', '/credits/purchase', { pack: 20 }, headers)
    const again = await app.call('POST', '/credits/purchase', { pack: 20 }, headers)
    assert.equal(again.body.paymentIntentId, first.body.paymentIntentId)
    assert.equal(again.headers.get('idempotent-replayed'), 'true')
    assert.equal((await app.call('POST', '/credits/purchase', { pack: 20, more: 1 }, headers)).status, 409)
    assert.equal((await app.call('POST', '/credits/purchase', { pack: 21 }, who.headers)).body.issues[0].path, 'pack')
  })

  test('is not found for another account', async () => {
    const [who, other] = [await newPerson(), await newPerson()]
    const intent = await buy(who)
    await pay(intent)
    assert.equal((await settle(other, intent.paymentIntentId)).status, 404)
    const { body } = await settle(who, intent.paymentIntentId)
    assert.equal((await app.call('GET', body.purchase.receiptUrl, undefined, other.headers)).status, 404)
  })

  test('arrives through the event alone if the browser left, and through the reconciler if the event was lost', async () => {
    const [who, other] = [await newPerson(), await newPerson()]
    await pay(await buy(who))
    await app.runJobs()
    assert.equal(await balanceOf(who), 40)
    await pay(await buy(other))
    await sql`delete from graphile_worker._private_jobs`.execute(app.db)
    app.clock.advance({ seconds: 31 })
    assert.equal((await app.orders.finishAll()).settled, 1)
    assert.equal(await balanceOf(other), 40)
  })

  test('that no one pays expires after an hour, and cancels its intent', async () => {
    const who = await newPerson()
    const intent = await buy(who)
    app.clock.advance({ minutes: 61 })
    assert.ok((await app.orders.finishAll()).cancelled > 0)
    await assert.rejects(pay(intent), { code: 'hold_ended' })
    await assert.rejects(app.credits.settleAs(who.actor, intent.paymentIntentId), { code: 'purchase_ended' })
    assert.equal(await balanceOf(who), 20)
  })

  test('is not opened while the provider is down, and opens once it is back', async () => {
    const who = await newPerson()
    faults.set('open', 'answer lost')
    assert.equal((await app.call('POST', '/credits/purchase', { pack: 20 }, who.headers)).status, 503)
    faults.mend()
    await pay(await buy(who))
    const { rows } = await sql`select from payment where account_id = ${who.accountId}`.execute(app.db)
    assert.equal(rows.length, 1)
  })

  test('that was paid at another amount is refunded in full, whatever fails', async () => {
    const who = await newPerson()
    const intent = await buy(who)
    await app.provider.changeAmount(intent.paymentIntentId, 500)
    await pay(intent)
    faults.set('refundOrRelease', 'answer lost')
    const refused = await settle(who, intent.paymentIntentId)
    assert.deepEqual([refused.status, refused.body.code, refused.body.refunded], [409, 'purchase_refunded', false])
    faults.mend()
    app.clock.advance({ minutes: 5 })
    assert.equal((await app.orders.finishAll()).returned, 1)
    assert.equal((await app.orders.finishAll()).returned, 0)
    await app.runJobs()
    assert.equal(await balanceOf(who), 20)
    assert.deepEqual(await mailsTo(who.email), ['Refund of $5.00'])
    const { purchases } = await app.credits.purchases(who.actor, { cursor: null, limit: 10 })
    assert.deepEqual(
      purchases.map(({ status }) => status),
      ['refunded'],
    )
  })

  test('of a deleted account is refunded', async () => {
    const who = await newPerson()
    const [paid, open] = [await buy(who), (await subscribe(who)).body]
    await pay(paid)
    await sql`delete from graphile_worker._private_jobs`.execute(app.db)
    const gone = await app.call(
      'POST',
      '/api/account/deletion',
      { password: 'a password of the tests', confirm: true },
      who.headers,
    )
    assert.equal(gone.status, 202, gone.text)
    app.clock.advance({ seconds: 31 })
    const { returned, cancelled } = await app.orders.finishAll()
    assert.deepEqual([returned, cancelled], [1, 1])
    assert.equal((await app.provider.retrieve(paid.paymentIntentId))?.refundedCents, 1000)
    assert.equal((await app.provider.retrieve(open.paymentIntentId))?.status, 'cancelled')
  })
})

describe('the plan', () => {
  test('adds 20 credits each month, once, and unused ones stay', async () => {
    const { who } = await subscribed()
    const anchor = app.clock.now()
    const first = await planOf(who)
    assert.deepEqual([first.plan, first.status, await balanceOf(who)], ['monthly', 'active', 40])
    assert.equal((await app.call('GET', `/user-profile/${who.accountId}`, undefined, who.headers)).body.plan, 'monthly')
    assert.equal(await app.credits.renewDue(), 0)
    for (const balance of [60, 80]) {
      await untilEnd(who)
      await Promise.all([app.credits.renewDue(), app.credits.renewDue()])
      await app.runJobs()
      assert.equal(await balanceOf(who), balance)
    }
    const now = await planOf(who)
    assert.equal(
      now.periodStart,
      // February 28 and March 31 follow January 31.
      anchor.toZonedDateTimeISO('UTC').add({ months: 2 }).toInstant().toString({ fractionalSecondDigits: 3 }),
    )
    const receipts = (await mailsTo(who.email)).filter((subject) => subject.startsWith('Receipt SC-'))
    assert.equal(receipts.length, 3)
    assert.deepEqual(await differences(), [])
  })

  test('that is active is not opened twice', async () => {
    const { who } = await subscribed()
    const { status, body } = await subscribe(who)
    assert.deepEqual([status, body.code], [409, 'already_subscribed'])
  })

  test('keeps one of two first months paid at once, and refunds the other', async () => {
    const who = await newPerson()
    const { body } = await subscribe(who)
    // This stands for a payment of the same kind at another provider, from before a switch.
    await sql`update payment set status = 'cancelled' where intent_id = ${body.paymentIntentId}`.execute(app.db)
    const other = (await subscribe(who)).body
    await pay(body)
    await pay(other)
    const answers = [await settle(who, body.paymentIntentId), await settle(who, other.paymentIntentId)]
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 409],
    )
    assert.equal(await balanceOf(who), 40)
    assert.equal((await app.provider.retrieve(other.paymentIntentId))?.refundedCents, 1000)
  })

  test('runs to its end after a cancellation and can be resumed until then; then the card is deleted', async () => {
    const { who } = await subscribed()
    const cancelled = await app.call('DELETE', '/subscription', undefined, who.headers)
    assert.deepEqual([cancelled.status, cancelled.body.cancelAtPeriodEnd, cancelled.body.plan], [200, true, 'monthly'])
    const resumed = await subscribe(who)
    assert.deepEqual([resumed.status, resumed.body.cancelAtPeriodEnd], [200, false])
    await app.credits.cancel(who.actor)
    await app.credits.cancel(who.actor)
    await untilEnd(who)
    await app.credits.renewDue()
    await app.runJobs()
    const over = await planOf(who)
    assert.deepEqual([over.plan, over.endedBecause, await balanceOf(who)], ['free', 'cancelled', 40])
    await app.credits.forgetCards()
    const { rows } =
      await sql`select customer_ref, method_ref from subscription where account_id = ${who.accountId}`.execute(app.db)
    assert.deepEqual(rows, [{ customer_ref: null, method_ref: null }])
    await assert.rejects(app.credits.cancel(who.actor), { code: 'not_subscribed' })
    const told = (await mailsTo(who.email)).slice(1)
    assert.deepEqual(told, [
      'Your monthly plan is canceled',
      'Your monthly plan is canceled',
      'Your monthly plan has ended',
    ])
  })

  test('whose card is refused is retried three times in seven days with an email each time, and then ends', async () => {
    const { who } = await subscribed(ONCE)
    await untilEnd(who)
    const due = app.clock.now()
    for (const days of [0, 3, 7]) {
      app.clock.set(due.add({ hours: 24 * days }).toString())
      assert.equal(await app.credits.renewDue(), 1)
      assert.equal(await app.credits.renewDue(), 0)
      await app.runJobs()
      const { status } = await planOf(who)
      assert.equal(status, days < 7 ? 'past_due' : 'ended')
    }
    assert.equal((await planOf(who)).endedBecause, 'unpaid')
    assert.equal(await balanceOf(who), 40)
    assert.deepEqual((await mailsTo(who.email)).slice(1), [
      'Your card was declined',
      'Your card was declined',
      'Your monthly plan has ended',
    ])
    assert.deepEqual(await differences(), [])
    // The plan can be started again.
    const anew = await intentOf(who)
    await pay(anew)
    await app.credits.settleAs(who.actor, anew.paymentIntentId)
    assert.equal((await planOf(who)).status, 'active')
  })

  test('whose bank needs a confirmation waits for its owner, who pays that month once with another card', async () => {
    const { who } = await subscribed(ASKS)
    await untilEnd(who)
    const end = (await planOf(who)).periodEnd as string
    await app.credits.renewDue()
    assert.equal((await planOf(who)).status, 'past_due')
    app.clock.advance({ hours: 24 })
    const month = await intentOf(who)
    assert.equal(month.amount, 1000)
    await pay(month)
    assert.equal((await app.credits.settleAs(who.actor, month.paymentIntentId)).balance, 60)
    app.clock.advance({ hours: 48 })
    assert.equal(await app.credits.renewDue(), 0)
    const plan = await planOf(who)
    assert.deepEqual([plan.status, plan.periodStart], ['active', end])
    await untilEnd(who)
    await app.credits.renewDue()
    assert.equal(await balanceOf(who), 80)
  })

  test('ends at once, without a charge, if it is canceled after a refusal', async () => {
    const { who } = await subscribed(ONCE)
    await untilEnd(who)
    await app.credits.renewDue()
    await app.credits.cancel(who.actor)
    await app.credits.renewDue()
    assert.deepEqual([(await planOf(who)).endedBecause, await balanceOf(who)], ['cancelled', 40])
  })

  test('whose charge went through unnoticed is not charged again', async () => {
    const { who } = await subscribed()
    await untilEnd(who)
    faults.set('chargeSaved', 'answer lost')
    await assert.rejects(app.credits.renewDue())
    faults.mend()
    app.clock.advance({ minutes: 11 })
    await app.credits.renewDue()
    await app.runJobs()
    assert.equal(await balanceOf(who), 60)
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from payment where account_id = ${who.accountId} and status = 'succeeded'`.execute(
      app.db,
    )
    assert.equal(rows[0]?.count, 2)
    assert.deepEqual(await differences(), [])
  })

  test('of a deleted account ends, and is never charged again', async () => {
    const { who } = await subscribed()
    const { periodEnd } = await planOf(who)
    app.clock.set(Temporal.Now.instant().round('second').toString())
    await app.call('POST', '/api/account/deletion', { password: 'a password of the tests', confirm: true }, who.headers)
    app.clock.set(periodEnd as string)
    assert.equal(await app.credits.renewDue(), 0)
    await app.credits.forgetCards()
    const { rows } =
      await sql`select status, customer_ref from subscription where account_id = ${who.accountId}`.execute(app.db)
    assert.deepEqual(rows, [{ status: 'ended', customer_ref: null }])
  })
})

test('purchase entries cannot be rewritten, and a difference between ledger and payments is reported', async () => {
  const who = await newPerson()
  const intent = await buy(who)
  await pay(intent)
  const { body } = await settle(who, intent.paymentIntentId)
  await assert.rejects(sql`update money_entry set amount_cents = 1`.execute(app.db), /append-only/)
  await assert.rejects(sql`delete from money_entry`.execute(app.db), /append-only/)
  await sql`update purchase set credits = 21 where id = ${body.purchase.id}`.execute(app.db)
  const found = await differences()
  assert.deepEqual(
    found.map(({ kind, subject, subjectId }) => [kind, subject, subjectId]),
    [['money_without_credits', 'purchase', body.purchase.id]],
  )
  await sql`update purchase set credits = 20 where id = ${body.purchase.id}`.execute(app.db)
  await sql`update payment set status = 'cancelled' where id = ${body.purchase.id}`.execute(app.db)
  assert.ok((await differences()).some(({ kind }) => kind === 'credits_without_money'))
  await sql`update payment set status = 'succeeded' where id = ${body.purchase.id}`.execute(app.db)
  await app.provider.refundOrRelease({ intentId: intent.paymentIntentId, idempotencyKey: 'by hand' })
  assert.ok((await differences()).some(({ kind }) => kind === 'refund_unknown'))
})
