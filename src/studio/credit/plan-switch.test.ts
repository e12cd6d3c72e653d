import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { billing, goodCard } from '../../../test/factories.ts'
import { type FakeStripe, startStripe } from '../../../test/fakes/stripe.ts'
import { signUp } from '../../../test/scene.ts'
import { lineOf } from '../../money/reconciliation/domain.ts'

// What becomes of monthly plans if the product changes between test cards and Stripe.
let stripe: FakeStripe
let withTestCards: TestApp
let withStripe: TestApp
before(async () => {
  stripe = await startStripe()
  withTestCards = await testApp()
  const { database, clock } = withTestCards
  withStripe = await testApp({ env: stripe.env, database, clock })
})
after(async () => {
  await withStripe.close()
  await withTestCards.close()
  await stripe.close()
})
// Bearer tokens use the real clock.
beforeEach(() => withTestCards.clock.set(Temporal.Now.instant().round('second').toString()))

const ONCE = '4000 0000 0000 0341'

async function newPerson(name: string) {
  const email = `${name}@people.example.com`
  const { accountId } = await signUp(withTestCards, email)
  return { email, accountId, actor: { kind: 'account', accountId, role: 'agent', email } as const }
}
type Person = Awaited<ReturnType<typeof newPerson>>

const intentOf = async (app: TestApp, { actor }: Person) => {
  const answer = await app.credits.subscribe(actor)
  assert.ok('intent' in answer)
  return answer.intent
}
async function payByTestCard(who: Person, number: string = goodCard.number) {
  const { clientSecret, paymentIntentId } = await intentOf(withTestCards, who)
  await withTestCards.sandbox.confirm({ clientSecret, card: { ...goodCard, number }, billing })
  await withTestCards.credits.settle(paymentIntentId)
}
async function payByStripe(who: Person) {
  const { provider, paymentIntentId } = await intentOf(withStripe, who)
  assert.equal(provider, 'stripe')
  stripe.pay(paymentIntentId)
  await withStripe.credits.settle(paymentIntentId)
  return paymentIntentId
}
const planOf = ({ actor }: Person) => withStripe.credits.subscription(actor)
const untilEnd = async (who: Person) => withStripe.clock.set((await planOf(who)).periodEnd as string)
const endOf = async (who: Person) => {
  const { status, endedBecause } = await planOf(who)
  return [status, endedBecause]
}
/** Lists the kinds of the payments that a person was asked for, the oldest first. */
const orderedBy = async ({ accountId }: Person) => {
  const { rows } = await sql<{ kind: string }>`
    select kind || ' ' || provider as kind from payment where account_id = ${accountId} order by id`.execute(
    withStripe.db,
  )
  return rows.map(({ kind }) => kind)
}

test('a plan with a test card ends with its month once Stripe is in use, says why, and a new one takes its place', async () => {
  const who = await newPerson('month')
  await payByTestCard(who)
  await untilEnd(who)
  assert.equal(await withStripe.credits.renewDue(), 1)
  assert.deepEqual(await endOf(who), ['ended', 'unpaid'])
  assert.deepEqual(await orderedBy(who), ['first_month sandbox'])
  await withStripe.runJobs()
  const { rows } = await sql<{ text: string }>`
    select text from outbox_message where recipient #>> '{}' = ${who.email} and subject = 'Your monthly plan has ended'`.execute(
    withStripe.db,
  )
  assert.equal(rows.length, 1)
  assert.match(rows[0]?.text ?? '', /We couldn't charge your card/)
  await withStripe.credits.forgetCards()
  const { rows: cards } = await sql`
    select from subscription where account_id = ${who.accountId} and customer_ref is not null`.execute(withStripe.db)
  assert.equal(cards.length, 0)
  await payByStripe(who)
  assert.deepEqual(await endOf(who), ['active', null])
})

test('a plan whose test card was refused before the switch is replaced as soon as its owner pays', async () => {
  const who = await newPerson('refused')
  await payByTestCard(who, ONCE)
  await untilEnd(who)
  await withTestCards.credits.renewDue()
  assert.equal((await planOf(who)).status, 'past_due')
  await payByStripe(who)
  assert.deepEqual(await endOf(who), ['active', null])
  assert.deepEqual(await orderedBy(who), ['first_month sandbox', 'renewal sandbox', 'first_month stripe'])
  withStripe.clock.advance({ hours: 24 * 11 })
  assert.equal((await withStripe.orders.finishAll()).cancelled, 1)
  assert.deepEqual((await withStripe.reconciliations.run('whole')).found, [])
})

test('a plan that was canceled before the switch ends as its owner asked', async () => {
  const who = await newPerson('canceled')
  await payByTestCard(who)
  await withTestCards.credits.cancel(who.actor)
  await untilEnd(who)
  await withStripe.credits.renewDue()
  assert.deepEqual(await endOf(who), ['ended', 'cancelled'])
})

test('a plan at Stripe whose month ends while Stripe is off waits, and goes on once Stripe is back', async () => {
  const who = await newPerson('waits')
  await payByStripe(who)
  await untilEnd(who)
  const charges = stripe.intents.size
  assert.equal(await withTestCards.credits.renewDue(), 1)
  assert.equal(await withTestCards.credits.renewDue(), 0)
  assert.deepEqual(await endOf(who), ['active', null])
  assert.equal(stripe.intents.size, charges)
  withStripe.clock.advance({ hours: 24 })
  assert.equal(await withStripe.credits.renewDue(), 1)
  assert.deepEqual(await orderedBy(who), ['first_month stripe', 'renewal stripe'])
  const { status, periodEnd } = await planOf(who)
  assert.equal(status, 'active')
  assert.ok(Temporal.Instant.compare(periodEnd as string, withStripe.clock.now()) > 0)
})

test('a plan at Stripe that waits for its next try goes on waiting while Stripe is off', async () => {
  const who = await newPerson('late')
  await payByStripe(who)
  await untilEnd(who)
  await sql`update subscription set status = 'past_due', tries = 2 where account_id = ${who.accountId}`.execute(
    withStripe.db,
  )
  for (let day = 0; day < 12; day++) {
    assert.equal(await withTestCards.credits.renewDue(), 1)
    withTestCards.clock.advance({ hours: 24 })
  }
  assert.deepEqual(await endOf(who), ['past_due', null])
})

test('the comparison names a plan that waits for Stripe by its last payment', async () => {
  const who = await newPerson('named')
  const paid = await payByStripe(who)
  const named = async (app: TestApp) => {
    const { found } = await app.reconciliations.run('recent')
    return found.map(lineOf).filter((line) => line.includes(paid))
  }
  assert.deepEqual(await named(withTestCards), [])
  await untilEnd(who)
  withTestCards.clock.advance({ minutes: 5 })
  await withTestCards.credits.renewDue()
  const [line = '', ...others] = await named(withTestCards)
  assert.match(line, /: month of a plan due at stripe, which is turned off$/)
  assert.deepEqual(others, [])
  assert.deepEqual(await named(withStripe), [])
  await withTestCards.credits.cancel(who.actor)
  assert.deepEqual(await named(withTestCards), [])
})

test('a plan at Stripe that was canceled ends while Stripe is off', async () => {
  const who = await newPerson('enough')
  await payByStripe(who)
  await withTestCards.credits.cancel(who.actor)
  await untilEnd(who)
  await withTestCards.credits.renewDue()
  assert.deepEqual(await endOf(who), ['ended', 'cancelled'])
})

test('while Stripe is off, a new plan replaces one whose month is over, and Stripe deletes the card once it is back', async () => {
  const who = await newPerson('back')
  const paid = await payByStripe(who)
  const customer = stripe.intents.get(paid)?.customer ?? ''
  await assert.rejects(intentOf(withTestCards, who), { code: 'already_subscribed' })
  await untilEnd(who)
  await withTestCards.credits.renewDue()
  assert.equal((await intentOf(withTestCards, who)).provider, 'sandbox')
  assert.deepEqual(await endOf(who), ['ended', 'unpaid'])
  const keptOf = async () =>
    (
      await sql`select from subscription where account_id = ${who.accountId} and customer_ref = ${customer}`.execute(
        withStripe.db,
      )
    ).rows.length
  await withTestCards.credits.forgetCards()
  assert.equal(await keptOf(), 1)
  await withStripe.credits.forgetCards()
  assert.equal(await keptOf(), 0)
})
