import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { createFaults } from '../../../test/fakes/faulty.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'
import { until } from '../../platform/processes.ts'

const faults = createFaults<'capture' | 'refundOrRelease'>()
let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
let stranger: Awaited<ReturnType<typeof signUp>>
before(async () => {
  app = await testApp({ max: 20, provider: (real) => faults.over(real, ['capture', 'refundOrRelease']) })
  agent = await signUp(app, 'agent@agents.example.com')
  stranger = await signUp(app, 'other@agents.example.com')
})
after(() => app.close())
beforeEach(async () => {
  faults.mend()
  app.clock.set('2026-11-21T18:00:00Z')
})

const decide = (id: string, name: string, body?: object, who = agent) =>
  app.call('POST', `/api/showingbooker/bookings/${id}/${name}`, body, {
    cookie: who.cookie,
    origin: app.config.publicUrl,
  })

const actor = () => ({ kind: 'account', accountId: agent.accountId, role: 'agent', email: '' }) as const

async function booked(choices: { approval?: 'manual' | 'automatic' } = {}) {
  const home = await makeProperty(app.db, { ...choices, ownerId: agent.accountId, occupancy: 'resident' })
  const shown = await bookShowing(app, makeForm(home.slug))
  await app.runJobs()
  return { home, ...shown, id: shown.booking.id as string }
}

/**
 * Returns the state of the booking, the payment, and the provider, the entries of the ledger and the log,
 * and who got which message.
 */
async function stateOf(id: string) {
  const { rows } = await sql<Record<string, string>>`
    select b.status, p.status as money, i.status || ' ' || i.refunded_cents as provider, b.calendar_sequence::text as sequence,
      (select string_agg(kind || ' ' || amount_cents, ', ' order by m.id) from money_entry m where m.payment_id = p.id) as entries,
      (select string_agg(event, ', ' order by sequence) from compliance_entry c where c.booking_id = b.id and event <> 'notified') as log,
      (select string_agg(event || ' ' || channel || ' ' || role, ', ' order by event, channel, role) from notification n
        where n.booking_id = b.id and event <> 'booked') as told
    from booking b join payment p on p.booking_id = b.id join sandbox_intent i on i.id = p.intent_id where b.id = ${id}`.execute(
    app.db,
  )
  return rows[0]
}

/** Moves a showing as the buyer, who then waits for approval again. */
async function move(token: string): Promise<void> {
  const wanted = { showingDate: '2026-12-02', showingTime: '10:00' }
  const moved = await app.call('POST', `/api/showingbooker/public/booking/${token}/move`, wanted)
  assert.deepEqual([moved.status, moved.body.booking?.status], [200, 'pending'], moved.text)
}

const BUYER_AND_AGENT = (event: string) =>
  ['email buyer', 'email listing_agent', 'sms buyer', 'sms listing_agent'].map((to) => `${event} ${to}`).join(', ')

test('approval charges the card, then notifies everyone and gives the resident notice', async () => {
  const { id } = await booked({ approval: 'manual' })
  const approved = await decide(id, 'approve')
  assert.deepEqual([approved.status, approved.body.status], [200, 'confirmed'], approved.text)
  assert.equal((await stateOf(id))?.told, null)
  await app.runJobs()
  assert.deepEqual(await stateOf(id), {
    status: 'confirmed',
    money: 'succeeded',
    provider: 'succeeded 0',
    sequence: '1',
    entries: 'authorize 2500, charge 2500',
    log: 'booked, approved, charged',
    told: 'approved email buyer, approved email listing_agent, approved sms buyer, approved sms listing_agent, approved sms resident',
  })
  const again = await decide(id, 'approve')
  assert.deepEqual(
    [again.status, again.body.error, again.body.status],
    [409, 'This showing is confirmed.', 'confirmed'],
  )
})

test('a decision about a time that has changed since does not count', async () => {
  const { id, token } = await booked({ approval: 'manual' })
  const { status, datetime: startsAt } = (await decide(id, 'approve')).body
  await app.runJobs()
  await move(token)
  for (const [name, seen] of [
    ['approve', { status: 'pending', startsAt }],
    ['decline', { status: 'pending', startsAt }],
    ['cancel', { status, startsAt }],
  ] as const) {
    const stale = await decide(id, name, { seen })
    assert.deepEqual([stale.status, stale.body.code, stale.body.status], [409, 'changed_meanwhile', 'pending'], name)
  }
  const seen = { status: 'pending', startsAt: '2026-12-02T18:00:00.000Z' }
  assert.equal((await decide(id, 'approve', { seen })).body.status, 'confirmed')
})

test('if a request is approved before its message goes out, only the approval is sent', async () => {
  const home = await makeProperty(app.db, { approval: 'manual', ownerId: agent.accountId, occupancy: 'resident' })
  const { booking } = await bookShowing(app, makeForm(home.slug))
  assert.equal((await decide(booking.id, 'approve')).status, 200)
  await app.runJobs()
  const { rows } = await sql<{ told: string }>`
    select string_agg(distinct event || ' ' || status || coalesce(' ' || reason, ''), ', ') as told from notification
    where booking_id = ${booking.id}`.execute(app.db)
  assert.equal(rows[0]?.told, 'approved sent, booked not_sent The showing was approved before this was sent')
})

test('if an approval was not sent before the showing moved, no one gets a message that the new time is approved', async () => {
  const { id, token } = await booked({ approval: 'manual' })
  assert.equal((await decide(id, 'approve')).status, 200)
  await app.dueMoney.processDuePayment(id)
  await move(token)
  await app.runJobs()
  const { rows } = await sql<{ event: string; told: string }>`
    select event, string_agg(distinct status || coalesce(': ' || reason, ''), ', ') as told from notification
    where booking_id = ${id} group by event order by event`.execute(app.db)
  assert.deepEqual(rows, [
    { event: 'approved', told: 'not_sent: The showing was moved before this was sent' },
    { event: 'booked', told: 'sent' },
    { event: 'moved', told: 'sent' },
  ])
})

test('a decline releases the authorization and frees the slot at once', async () => {
  const { id, home } = await booked({ approval: 'manual' })
  assert.equal((await decide(id, 'decline', { reason: 'Not that day' })).status, 200)
  const ownRecord = async () => (await app.showings.get(actor(), id)).paymentStatus
  assert.equal(await ownRecord(), 'Releasing')
  await bookShowing(app, makeForm(home.slug))
  await app.runJobs()
  assert.equal(await ownRecord(), 'Released')
  assert.deepEqual(await stateOf(id), {
    status: 'declined',
    money: 'refunded',
    provider: 'canceled 0',
    sequence: '1',
    entries: 'authorize 2500, release 2500',
    log: 'booked, declined, released',
    told: BUYER_AND_AGENT('declined'),
  })
})

test("an agent's cancellation refunds the whole fee, tells the resident, and frees the slot", async () => {
  const { id, home } = await booked()
  assert.equal((await decide(id, 'cancel', undefined, stranger)).status, 404)
  const cancelled = await decide(id, 'cancel', { reason: '\u202eSold\u200b ' })
  assert.deepEqual([cancelled.body.status, cancelled.body.paymentStatus], ['cancelled', 'Refund due'])
  const { rows: said } = await sql`select reason_for_buyer from booking where id = ${id}`.execute(app.db)
  assert.deepEqual(said, [{ reason_for_buyer: 'Sold' }], 'without invisible marks')
  await bookShowing(app, makeForm(home.slug))
  await app.runJobs()
  assert.equal((await app.showings.get(actor(), id)).paymentStatus, 'Refunded')
  assert.deepEqual(await stateOf(id), {
    status: 'cancelled',
    money: 'refunded',
    provider: 'succeeded 2500',
    sequence: '1',
    entries: 'charge 2500, refund 2500',
    log: 'booked, cancelled, refunded',
    told: 'cancelled email buyer, cancelled email listing_agent, cancelled email resident, cancelled sms buyer, cancelled sms listing_agent, cancelled sms resident',
  })
  const { rows } = await sql<{ text: string }>`
    select text from outbox_message where booking_id = ${id} and role = 'resident' and channel = 'email' order by id desc limit 1`.execute(
    app.db,
  )
  assert.match(rows[0]?.text ?? '', /is canceled/)
  assert.doesNotMatch(rows[0]?.text ?? '', /Maria|\$|showingbooker\/booking\//)
})

test('a resident gets no message about the cancellation of a showing that has begun', async () => {
  const { id, booking } = await booked()
  app.clock.set(booking.endsAt as string)
  const cancelled = await decide(id, 'cancel', { reason: 'The lock was jammed' })
  assert.equal(cancelled.status, 200, cancelled.text)
  assert.equal((await stateOf(id))?.told, BUYER_AND_AGENT('cancelled'))
})

test('the system declines a request that no one decides in time, once', async () => {
  const { id } = await booked({ approval: 'manual' })
  assert.equal(await app.transitions.declineOverdue(), 0)
  app.clock.advance({ hours: 48 })
  assert.match((await decide(id, 'approve')).body.error, /time to decide/)
  await Promise.all([app.transitions.declineOverdue(), app.transitions.declineOverdue()])
  assert.equal(await app.transitions.declineOverdue(), 0)
  await app.runJobs()
  const { status, log } = (await stateOf(id)) ?? {}
  assert.deepEqual([status, log], ['declined', 'booked, declined, released'])
  const { rows } = await sql<{ by: string }>`
    select payload::jsonb ->> 'by' as by from compliance_entry where booking_id = ${id} and event = 'declined'`.execute(
    app.db,
  )
  assert.deepEqual(rows, [{ by: 'system' }])
})

test('an agent who declines late, before the system does, is the one who declined', async () => {
  const { id, booking } = await booked({ approval: 'manual' })
  app.clock.advance({ hours: 48 })
  assert.equal((await decide(id, 'decline')).status, 200)
  await app.runJobs()
  const { rows } = await sql<{ text: string }>`
    select text from outbox_message where booking_id = ${id} and channel = 'email' and recipient = to_jsonb(${booking.buyerEmail}::text)
    order by id desc limit 1`.execute(app.db)
  assert.match(rows[0]?.text ?? '', /The listing agent declined your request/)
})

test('of a concurrent approval, decline, and cancellation, exactly one wins, and the others get the new state', async () => {
  for (let round = 0; round < 5; round++) {
    const { id } = await booked({ approval: 'manual' })
    const answers = await Promise.all(['approve', 'decline', 'approve', 'decline'].map((name) => decide(id, name)))
    assert.deepEqual(answers.map(({ status }) => status).sort(), [200, 409, 409, 409])
    await Promise.all([app.runJobs(), app.dueMoney.processDuePayment(id), app.dueMoney.processDuePayment(id)])
    const { status, money, entries } = (await stateOf(id)) ?? {}
    assert.equal(status === 'confirmed' ? 'succeeded' : 'refunded', money)
    assert.equal(entries, status === 'confirmed' ? 'authorize 2500, charge 2500' : 'authorize 2500, release 2500')
  }
})

test('a capture whose answer gets lost charges once, and we ask again if the provider is down', async () => {
  const { id } = await booked({ approval: 'manual' })
  faults.set('capture', 'answer lost')
  await decide(id, 'approve')
  await assert.rejects(app.dueMoney.processDuePayment(id))
  assert.equal((await stateOf(id))?.money, 'capture_due')
  faults.set('capture', 'away')
  app.clock.advance({ minutes: 1 })
  assert.equal(await app.dueMoney.processDuePayments(), 1)
  faults.mend()
  assert.equal(await app.dueMoney.processDuePayments(), 0)
  const { money, entries } = (await stateOf(id)) ?? {}
  assert.deepEqual([money, entries], ['succeeded', 'authorize 2500, charge 2500'])
})

test('a capture is not refunded if the provider refuses a slower run', async () => {
  const { id } = await booked({ approval: 'manual' })
  await decide(id, 'approve')
  const answer = Promise.withResolvers<string>()
  faults.set('capture', { always: answer.promise })
  const slower = app.dueMoney.processDuePayment(id)
  assert.ok(await until(() => faults.calls.includes('capture'), 10_000))
  faults.mend()
  await app.dueMoney.processDuePayment(id)
  answer.resolve('too_late')
  await slower
  const { status, money, provider, entries } = (await stateOf(id)) ?? {}
  assert.deepEqual(
    [status, money, provider, entries],
    ['confirmed', 'succeeded', 'succeeded 0', 'authorize 2500, charge 2500'],
  )
})

test('a capture that fails cancels the booking, releases the rest, and tells the buyer', async () => {
  const { id, paymentIntentId } = await booked({ approval: 'manual' })
  await sql`update sandbox_intent set status = 'canceled' where id = ${paymentIntentId}`.execute(app.db)
  await decide(id, 'approve')
  await app.runJobs()
  assert.deepEqual(await stateOf(id), {
    status: 'cancelled',
    money: 'refunded',
    provider: 'canceled 0',
    sequence: '2',
    entries: 'authorize 2500, release 2500',
    log: 'booked, approved, cancelled, released',
    told: BUYER_AND_AGENT('cancelled'),
  })
})

test('a cancellation during the capture refunds what the capture charged', async () => {
  const { id } = await booked({ approval: 'manual' })
  faults.set('capture', 'answer lost')
  await decide(id, 'approve')
  await assert.rejects(app.dueMoney.processDuePayment(id))
  faults.mend()
  assert.equal((await decide(id, 'cancel')).status, 200)
  await app.runJobs()
  const { status, money, provider, entries, told } = (await stateOf(id)) ?? {}
  assert.deepEqual(
    [status, money, provider, entries],
    ['cancelled', 'refunded', 'succeeded 2500', 'authorize 2500, charge 2500, refund 2500'],
  )
  assert.equal(told, BUYER_AND_AGENT('cancelled'), 'the resident never got a message about the visit')
})

test('a move during the capture sends nothing to a resident who was never notified', async () => {
  const { id, token } = await booked({ approval: 'manual' })
  faults.set('capture', 'away')
  await decide(id, 'approve')
  await move(token)
  assert.equal((await stateOf(id))?.told, BUYER_AND_AGENT('moved'))
})

for (const end of ['a cancellation', 'a refused card'] as const)
  test(`after a second approval that was not announced, ${end} sends the resident nothing`, async () => {
    const { id, token, paymentIntentId } = await booked({ approval: 'manual' })
    faults.set('capture', 'away')
    await decide(id, 'approve')
    await move(token)
    assert.equal((await decide(id, 'approve')).status, 200)
    if (end === 'a cancellation') assert.equal((await decide(id, 'cancel')).status, 200)
    else {
      faults.mend()
      await sql`update sandbox_intent set status = 'canceled' where id = ${paymentIntentId}`.execute(app.db)
      await app.runJobs()
    }
    const { status, told } = (await stateOf(id)) ?? {}
    assert.deepEqual([status, told], ['cancelled', `${BUYER_AND_AGENT('cancelled')}, ${BUYER_AND_AGENT('moved')}`])
  })

test('a resident gets a cancellation if the buyer agreed to a new time before the card was charged', async () => {
  const { id, token } = await booked({ approval: 'manual' })
  faults.set('capture', 'away')
  await decide(id, 'approve')
  const proposed = await decide(id, 'propose-move', { showingDate: '2026-11-28', showingTime: '10:00' })
  const agreed = await app.call('POST', `/api/showingbooker/public/booking/${token}/answer-move`, {
    proposalId: proposed.body.proposal.id,
    answer: 'agree',
  })
  assert.equal(agreed.status, 200, agreed.text)
  await app.messaging.deliver(id)
  assert.equal((await decide(id, 'cancel')).status, 200)
  const { money, told } = (await stateOf(id)) ?? {}
  assert.equal(money, 'refund_due')
  assert.match(told ?? '', /cancelled sms resident.*moved sms resident/)
})
