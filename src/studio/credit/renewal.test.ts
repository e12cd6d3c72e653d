import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { billing, goodCard } from '../../../test/factories.ts'
import { startStripe } from '../../../test/fakes/stripe.ts'
import { signUp } from '../../../test/scene.ts'

let app: TestApp
/** Whether to refund everything right away, as a person could in the provider's dashboard. */
let isRefunded = false
let charges = 0
let isRefused = false
/** A customer whose card the provider fails to delete. */
let unforgotten: string | null = null
/** Runs while the provider charges a card. */
let meanwhile: () => Promise<void> = async () => undefined
before(async () => {
  app = await testApp({
    provider: (real) => ({
      ...real,
      async retrieve(intentId) {
        const intent = await real.retrieve(intentId)
        return intent && { ...intent, refundedCents: isRefunded ? intent.amountCents : intent.refundedCents }
      },
      async chargeSaved(request) {
        charges++
        await meanwhile()
        return isRefused ? 'refused' : real.chargeSaved(request)
      },
      async forget(customer) {
        if (customer === unforgotten) throw new Error('HTTP 500')
        return real.forget(customer)
      },
    }),
  })
})
after(() => app.close())
beforeEach(() => {
  // Bearer tokens use the real clock.
  app.clock.set(Temporal.Now.instant().round('second').toString())
  isRefunded = false
  charges = 0
  isRefused = false
  unforgotten = null
  meanwhile = async () => undefined
})

/** Subscribes an account and pays its first month with this card. */
async function subscribed(email: string, number = goodCard.number) {
  const { accountId, headers } = await signUp(app, email)
  const { body } = await app.call('POST', '/subscription', { plan: 'monthly' }, headers)
  await app.sandbox.confirm({ clientSecret: body.clientSecret, card: { ...goodCard, number }, billing })
  await app.credits.settle(body.paymentIntentId)
  return { accountId, email, headers, actor: { kind: 'account', accountId, role: 'agent', email } as const }
}
type Subscriber = Awaited<ReturnType<typeof subscribed>>
const planOf = ({ actor }: Subscriber) => app.credits.subscription(actor)
const balanceOf = async ({ actor }: Subscriber) => (await app.credits.ledger(actor, { cursor: null, limit: 1 })).balance
const suspend = (accountId: string) =>
  sql`insert into suspension (account_id, reason, suspended_at, unlisted) values (${accountId}, 'Spam.', now(), '{}')`.execute(
    app.db,
  )
const lift = (accountId: string) => sql`delete from suspension where account_id = ${accountId}`.execute(app.db)
const untilEnd = async (who: Subscriber) => app.clock.set((await planOf(who)).periodEnd as string)

const mailsTo = async ({ email }: Subscriber) => {
  const { rows } = await sql<{ subject: string; text: string }>`
    select subject, text from outbox_message where recipient #>> '{}' = ${email} and subject not like 'Please confirm%'`.execute(
    app.db,
  )
  return rows
}

test('ends a plan whose month was paid and then refunded, without charging it again', async () => {
  const who = await subscribed('renewed@people.example.com')
  const balance = await balanceOf(who)
  await untilEnd(who)
  isRefunded = true
  for (let times = 0; times < 3; times++) {
    await app.credits.renewDue()
    app.clock.advance({ minutes: 11 })
  }
  assert.equal(charges, 1)
  assert.equal(await balanceOf(who), balance)
  const plan = await planOf(who)
  assert.deepEqual([plan.status, plan.endedBecause], ['ended', 'unpaid'])
})

test("does not charge a plan that its owner cancels while another plan's card is charged", async () => {
  const both = [await subscribed('first@people.example.com'), await subscribed('second@people.example.com')]
  for (const who of both) await untilEnd(who)
  meanwhile = async () => {
    const { rows } = await sql<{ id: string }>`
      select account_id as id from payment where kind = 'renewal' and status = 'open'`.execute(app.db)
    const others = both.filter(({ accountId }) => !rows.some(({ id }) => id === accountId))
    for (const { actor } of others) await app.credits.cancel(actor)
  }
  await app.credits.renewDue()
  assert.equal(charges, 1)
  const plans = await Promise.all(both.map(planOf))
  assert.deepEqual(plans.map(({ status, endedBecause }) => `${status} ${endedBecause}`).sort(), [
    'active null',
    'ended cancelled',
  ])
})

test("does not charge a plan whose account is suspended while another plan's card is charged", async () => {
  const both = [await subscribed('earlier@people.example.com'), await subscribed('later@people.example.com')]
  for (const who of both) await untilEnd(who)
  meanwhile = async () => {
    const { rows } = await sql<{ id: string }>`
      select account_id as id from payment where kind = 'renewal' and status = 'open'`.execute(app.db)
    for (const { accountId } of both) if (!rows.some(({ id }) => id === accountId)) await suspend(accountId)
  }
  await app.credits.renewDue()
  assert.equal(charges, 1)
  const plans = await Promise.all(both.map(planOf))
  assert.deepEqual(
    plans.map(({ status }) => status),
    ['active', 'active'],
  )
})

test('does not charge a suspended account until the suspension is lifted, and ends its canceled plan', async () => {
  const both = [await subscribed('stopped@people.example.com'), await subscribed('leaving@people.example.com')] as const
  const [stopped, leaving] = both
  await app.credits.cancel(leaving.actor)
  for (const { accountId } of both) await suspend(accountId)
  const balance = await balanceOf(stopped)
  await untilEnd(stopped)
  for (let times = 0; times < 3; times++) {
    await app.credits.renewDue()
    app.clock.advance({ hours: 24 * 31 })
  }
  assert.deepEqual([await balanceOf(stopped), (await planOf(leaving)).status], [balance, 'ended'])
  await lift(stopped.accountId)
  const lifted = app.clock.now()
  await app.credits.renewDue()
  const plan = await planOf(stopped)
  assert.deepEqual([await balanceOf(stopped), plan.status], [balance + 20, 'active'])
  assert.equal(plan.periodStart, new Date(lifted.epochMilliseconds).toISOString())
})

test('charges a plan whose card was refused before a long suspension after it', async () => {
  const who = await subscribed('waiting@people.example.com')
  const balance = await balanceOf(who)
  await untilEnd(who)
  isRefused = true
  await app.credits.renewDue()
  assert.equal((await planOf(who)).status, 'past_due')
  await suspend(who.accountId)
  app.clock.advance({ hours: 24 * 31 })
  assert.equal((await app.orders.finishAll()).cancelled, 1)
  await app.credits.renewDue()
  await lift(who.accountId)
  isRefused = false
  await app.credits.renewDue()
  assert.deepEqual([(await planOf(who)).status, await balanceOf(who)], ['active', balance + 20])
  assert.deepEqual((await app.reconciliations.run('whole')).found, [])
})

test('canceling a plan whose card was declined sends one email about its end, and allows no new plan before that', async () => {
  const who = await subscribed('refused@people.example.com', '4000 0000 0000 0341')
  await untilEnd(who)
  await app.credits.renewDue()
  await app.credits.cancel(who.actor)
  await assert.rejects(app.credits.subscribe(who.actor), { kind: 'conflict', code: 'plan_ending' })
  await app.runJobs()
  await app.credits.renewDue()
  await app.runJobs()
  const { rows } = await sql<{ subject: string; text: string }>`
    select subject, text from outbox_message where recipient #>> '{}' = ${who.email} order by sent_at, id`.execute(
    app.db,
  )
  const told = rows.filter(({ subject }) => /plan|declined/.test(subject))
  assert.deepEqual(
    told.map(({ subject }) => subject),
    ['Your card was declined', 'Your monthly plan has ended'],
  )
  assert.ok('intent' in (await app.credits.subscribe(who.actor)))
})

test('ends a plan at once that its owner cancels while its card is refused, without an email about the card', async () => {
  const who = await subscribed('cancels-late@people.example.com')
  await app.runJobs()
  await untilEnd(who)
  isRefused = true
  meanwhile = async () => {
    const { rows } = await sql`
      select from payment where kind = 'renewal' and status = 'open' and account_id = ${who.accountId}`.execute(app.db)
    if (rows.length > 0 && !(await planOf(who)).cancelAtPeriodEnd) await app.credits.cancel(who.actor)
  }
  await app.credits.renewDue()
  const { status, endedBecause } = await planOf(who)
  assert.deepEqual([status, endedBecause], ['ended', 'cancelled'])
  await app.runJobs()
  const { rows } = await sql<{ subject: string }>`
    select subject from outbox_message where recipient #>> '{}' = ${who.email} and subject like '%declined%'`.execute(
    app.db,
  )
  assert.deepEqual(rows, [])
})

test("a plan whose customer was deleted in Stripe's dashboard is past due, and its owner gets an email and can pay", async () => {
  const stripe = await startStripe()
  const here = await testApp({ env: stripe.env })
  try {
    here.clock.set(Temporal.Now.instant().round('second').toString())
    const email = 'deleted@people.example.com'
    const { accountId, headers } = await signUp(here, email)
    const actor = { kind: 'account', accountId, role: 'agent', email } as const
    const pay = async (intentId: string) => {
      stripe.pay(intentId)
      await here.credits.settle(intentId)
    }
    const { body } = await here.call('POST', '/subscription', { plan: 'monthly' }, headers)
    await pay(body.paymentIntentId)
    const { customer } = (await here.provider.retrieve(body.paymentIntentId))?.saved ?? { customer: '' }
    stripe.deleteCustomer(customer)
    here.clock.set((await here.credits.subscription(actor)).periodEnd as string)
    assert.equal(await here.credits.renewDue(), 1)
    assert.equal((await here.credits.subscription(actor)).status, 'past_due')
    await here.runJobs()
    const { rows } = await sql<{ subject: string }>`
      select subject from outbox_message where recipient #>> '{}' = ${email}`.execute(here.db)
    assert.ok(rows.some(({ subject }) => subject === 'Your card was declined'))
    const due = await here.credits.subscribe(actor)
    assert.ok('intent' in due)
    await pay(due.intent.paymentIntentId)
    here.clock.set((await here.credits.subscription(actor)).periodEnd as string)
    assert.equal(await here.credits.renewDue(), 1)
    assert.equal((await here.credits.subscription(actor)).status, 'active')
  } finally {
    await here.close()
    await stripe.close()
  }
})

const cardsKept = async ({ accountId }: Subscriber) =>
  (
    await sql`select from sandbox_intent i join payment p on p.intent_id = i.id where p.account_id = ${accountId} and i.later is not null`.execute(
      app.db,
    )
  ).rows.length

test('a card that the provider fails to delete blocks no other card, and is retried', async () => {
  const people = [await subscribed('kept@people.example.com'), await subscribed('forgotten@people.example.com')]
  const ids = people.map(({ accountId }) => accountId)
  await sql`update subscription set status = 'ended', ended_at = now(), ended_because = 'unpaid'
    where account_id = any(${ids}::uuid[])`.execute(app.db)
  const kept = async () => {
    const { rows } = await sql<{ customer: string }>`
      select customer_ref as customer from subscription
      where account_id = any(${ids}::uuid[]) and customer_ref is not null order by id`.execute(app.db)
    return rows.map(({ customer }) => customer)
  }
  unforgotten = (await kept())[0] ?? null
  await assert.rejects(app.credits.forgetCards())
  assert.deepEqual(await kept(), [unforgotten])
  unforgotten = null
  await app.credits.forgetCards()
  assert.deepEqual(await kept(), [])
})

test('deletes the card of a first month that is refunded, even if the provider fails at first, and no other card', async () => {
  const who = await subscribed('doubled@people.example.com')
  const { headers } = await signUp(app, 'refunded@people.example.com')
  const { body } = await app.call('POST', '/subscription', { plan: 'monthly' }, headers)
  await app.provider.changeAmount(body.paymentIntentId, 500)
  await app.sandbox.confirm({ clientSecret: body.clientSecret, card: goodCard, billing })
  const keptOf = async (intentId: string) => (await app.provider.retrieve(intentId))?.saved?.customer ?? null
  unforgotten = await keptOf(body.paymentIntentId)
  assert.ok(unforgotten)
  await assert.rejects(app.credits.settle(body.paymentIntentId), { code: 'purchase_refunded' })
  await assert.rejects(app.runJobs(), /HTTP 500/)
  assert.equal(await keptOf(body.paymentIntentId), unforgotten)
  unforgotten = null
  await app.runJobs()
  assert.equal(await keptOf(body.paymentIntentId), null)
  assert.equal((await planOf(who)).plan, 'monthly')
  assert.deepEqual(await cardsKept(who), 1)
})

test('fifty cards that can never be deleted do not block a later one', async () => {
  const { accountId } = await subscribed('stuck@people.example.com')
  await sql`update subscription set status = 'ended', ended_at = now(), ended_because = 'unpaid', customer_ref = 'cus_stuck'
    where account_id = ${accountId}`.execute(app.db)
  await sql`insert into subscription select (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid()))).*
    from subscription s, generate_series(1, 49) where account_id = ${accountId}`.execute(app.db)
  await sql`insert into subscription select (jsonb_populate_record(s, jsonb_build_object('customer_ref', 'cus_later',
      'id', 'ffffffff-ffff-4fff-bfff-ffffffffffff', 'updated_at', s.updated_at + interval '1 second'))).*
    from subscription s where account_id = ${accountId} limit 1`.execute(app.db)
  const isKept = async () => {
    const { rows } = await sql`select from subscription where customer_ref = 'cus_later'`.execute(app.db)
    return rows.length > 0
  }
  unforgotten = 'cus_stuck'
  app.clock.advance({ minutes: 60 })
  await assert.rejects(app.credits.forgetCards())
  assert.equal(await isKept(), true)
  app.clock.advance({ minutes: 60 })
  await assert.rejects(app.credits.forgetCards())
  assert.equal(await isKept(), false)
  unforgotten = null
  await app.credits.forgetCards()
})

test('sends no cancellation email for a plan that was resumed meanwhile, and no renewal email for a canceled one', async () => {
  const who = await subscribed('resumed@people.example.com')
  await app.runJobs()
  assert.equal((await mailsTo(who)).length, 1)
  await app.credits.cancel(who.actor)
  assert.ok('resumed' in (await app.credits.subscribe(who.actor)))
  await app.runJobs()
  assert.equal((await mailsTo(who)).length, 1)

  const other = await subscribed('canceled@people.example.com')
  await app.credits.cancel(other.actor)
  await app.runJobs()
  const [receipt] = (await mailsTo(other)).filter(({ subject }) => subject.startsWith('Receipt'))
  assert.ok(receipt)
  assert.doesNotMatch(receipt.text, /renews automatically/)
})
