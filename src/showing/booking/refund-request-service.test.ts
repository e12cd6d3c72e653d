import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { makeLongAgo, watchedDatabase } from '../../../test/past.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import { countWaitingRefunds, listUnreminded } from './refund-request-repository.ts'
import { createRefundRequestService } from './refund-request-service.ts'

let app: TestApp
let actor: Actor
before(async () => {
  app = await testApp({ hasOwnPlans: true })
  const { accountId } = await signUp(app, 'agent@agents.example.com')
  actor = { kind: 'account', accountId, role: 'agent', email: '' }
})
after(() => app.close())
beforeEach(() => app.clock.set('2026-11-23T18:00:00Z'))

const ASKED = '2026-11-27T22:10:00Z'
/** Three days after the request. It is 2:10 PM in Los Angeles. */
const DUE = '2026-11-30T22:10:00Z'
const HOURS = { from: 8, until: 20 }

/** Books a showing whose buyer asked for a refund. */
async function asked() {
  app.clock.set('2026-11-23T18:00:00Z')
  const home = await makeProperty(app.db, { ownerId: requireAccount(actor).accountId })
  const { booking, token, paymentIntentId: intentId } = await bookShowing(app, makeForm(home.slug))
  app.clock.set(ASKED)
  const answer = await app.call('POST', `/api/showingbooker/public/booking/${token}/refund-request`, {
    reason: 'Locked out',
  })
  assert.equal(answer.status, 200, answer.text)
  await app.runJobs()
  const id: string = booking.id
  /** Lists the reminders of the refund request. */
  const reminders = async () => {
    const { rows } = await sql<{ line: string }>`
      select channel || ' ' || role || ' ' || status || coalesce(': ' || reason, '') as line from notification
      where booking_id = ${id} and event = 'refund_unanswered' order by channel desc`.execute(app.db)
    return rows.map(({ line }) => line)
  }
  return { id, intentId, reminders }
}

test('an agent who has not decided on a refund for three days gets one reminder', async () => {
  const { id, reminders } = await asked()
  app.clock.set('2026-11-30T22:09:59Z')
  assert.equal(await app.refundRequests.remindDue(), 0)
  app.clock.set(DUE)
  const both = await Promise.all([app.refundRequests.remindDue(), app.refundRequests.remindDue()])
  assert.deepEqual(both.toSorted(), [0, 1])
  await app.runJobs()
  assert.deepEqual(await reminders(), ['sms listing_agent sent', 'email listing_agent sent'])
  const { rows } = await sql<{ text: string }>`
    select o.text from outbox_message o join notification n on n.id = o.id
    where n.booking_id = ${id} and n.event = 'refund_unanswered' and n.channel = 'email'`.execute(app.db)
  assert.match(
    rows[0]?.text.replace(/\s+/g, ' ') ?? '',
    /requested a refund of \$25\.00, and no one has decided yet\..* Reason: Locked out/,
  )
  const later = '2027-02-01T20:00:00Z'
  app.clock.set(later)
  assert.deepEqual(await listUnreminded(app.db, { before: later, now: later, hours: HOURS, limit: 100 }), [])
})

test('the schedule reminds the agent', async () => {
  const { reminders } = await asked()
  app.clock.set(DUE)
  await app.jobs['lifecycle.sweep']?.({}, undefined as never)
  assert.equal((await reminders()).length, 2)
})

test('a reminder that would ring at night waits until 8 AM local to the property', async () => {
  const { id, reminders } = await asked()
  await sql`update booking set refund_requested_at = '2026-11-28T04:00:00Z' where id = ${id}`.execute(app.db)
  // It is 8 PM, then a minute before 8 AM, then 8 AM.
  for (const at of ['2026-12-01T04:00:00Z', '2026-12-01T15:59:00Z']) {
    app.clock.set(at)
    assert.equal(await app.refundRequests.remindDue(), 0, at)
  }
  app.clock.set('2026-12-01T16:00:00Z')
  assert.equal(await app.refundRequests.remindDue(), 1)
  assert.equal((await reminders()).length, 2)
})

test('no one is reminded of a refund that was decided, that a cancellation made, or that others made', async () => {
  const decided = await asked()
  await app.transitions.decideRefund(actor, decided.id, { decision: 'decline' })
  const cancelled = await asked()
  await app.transitions.decide(actor, cancelled.id, 'cancel')
  const outside = await asked()
  await sql`select record_outside_money(${outside.intentId}, 'outside_refund', 2500, ${`re_${outside.intentId}`}, ${ASKED}::timestamptz)`.execute(
    app.db,
  )
  app.clock.set(DUE)
  await app.refundRequests.remindDue()
  for (const { reminders } of [decided, cancelled, outside]) assert.deepEqual(await reminders(), [])
})

test('a reminder that is not sent before the decision stays unsent', async () => {
  const { id, reminders } = await asked()
  app.clock.set(DUE)
  await app.refundRequests.remindDue()
  await app.transitions.decideRefund(actor, id, { decision: 'approve' })
  await app.runJobs()
  const reason = 'not_sent: The refund was decided before this was sent'
  assert.deepEqual(await reminders(), [`sms listing_agent ${reason}`, `email listing_agent ${reason}`])
})

test('the reminder reaches an agent who turned off texts and everything about refunds', async () => {
  await app.preferences.save(actor, { topic: 'refund', sms: false, email: false })
  await app.preferences.save(actor, { topic: 'request', sms: false })
  const { reminders } = await asked()
  app.clock.set(DUE)
  await app.refundRequests.remindDue()
  await app.runJobs()
  assert.deepEqual(await reminders(), [
    'sms listing_agent not_sent: The agent turned these messages off',
    'email listing_agent sent',
  ])
  for (const topic of ['refund', 'request'] as const)
    await app.preferences.save(actor, { topic, sms: true, email: true })
})

test('one failure does not keep the others from their reminder', async (t) => {
  const [first, second] = [await asked(), await asked()]
  await sql
    .raw(`
    create function fail_once() returns trigger language plpgsql as $$ begin raise 'no'; end $$;
    create trigger fail_once before insert on notification for each row
      when (new.booking_id = '${first.id}') execute function fail_once()`)
    .execute(app.db)
  const mend = () => sql.raw('drop function if exists fail_once cascade').execute(app.db)
  t.after(mend)
  app.clock.set(DUE)
  assert.equal(await app.refundRequests.remindDue(), 1)
  assert.deepEqual([(await first.reminders()).length, (await second.reminders()).length], [0, 2])
  await mend()
  assert.equal(await app.refundRequests.remindDue(), 1)
})

test('counts only requests that no one has decided for six days', async () => {
  const count = (before: string) => countWaitingRefunds(app.db, before)
  const waiting = await count(ASKED)
  const { id } = await asked()
  assert.equal(await count('2026-11-27T22:09:59Z'), 0)
  assert.equal(await count(ASKED), waiting + 1)
  await app.transitions.decideRefund(actor, id, { decision: 'decline' })
  assert.equal(await count(ASKED), waiting)
  const other = await asked()
  await app.transitions.decide(actor, other.id, 'cancel')
  assert.equal(await count(ASKED), waiting)
})

test('no one is reminded of a refund if the charge failed after the buyer asked, and it does not count', async () => {
  const before = await countWaitingRefunds(app.db, ASKED)
  const { id, reminders } = await asked()
  const count = async () => (await countWaitingRefunds(app.db, ASKED)) - before
  const become = (status: string) => sql`update payment set status = ${status} where booking_id = ${id}`.execute(app.db)
  await become('capture_due')
  assert.equal(await count(), 1)
  for (const status of ['refund_due', 'refunded']) {
    await become(status)
    assert.equal(await count(), 0, status)
  }
  app.clock.set(DUE)
  await app.refundRequests.remindDue()
  assert.deepEqual(await reminders(), [])
})

test('the search of every minute reads only requests that wait, not every booking', async () => {
  await makeLongAgo(app, 3000)
  const { db, plans } = watchedDatabase(app)
  await createRefundRequestService({ db, clock: app.clock, log: app.log }).remindDue()
  await listUnreminded(db, { before: DUE, now: DUE, hours: HOURS, limit: 100 })
  await countWaitingRefunds(db, DUE)
  const found = await plans()
  assert.ok(found.length >= 3)
  for (const plan of found) assert.doesNotMatch(plan, /Seq Scan on booking/, plan)
})
