import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { untilLockWaits } from '../../../test/locks.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'

let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
before(async () => {
  app = await testApp({ max: 10 })
  agent = await signUp(app, 'agent@agents.example.com')
})
after(() => app.close())
beforeEach(() => app.clock.set('2026-11-21T09:00:00Z'))

async function booked(approval: 'manual' | 'automatic' = 'automatic') {
  const home = await makeProperty(app.db, { ownerId: agent.accountId, occupancy: 'resident', approval })
  const { booking, token } = await bookShowing(app, makeForm(home.slug))
  return { id: booking.id as string, token }
}

async function decide(id: string, name: string, body: object = {}) {
  const who = { cookie: agent.cookie, origin: app.config.publicUrl }
  const answer = await app.call('POST', `/api/showingbooker/bookings/${id}/${name}`, body, who)
  assert.ok(answer.status < 300, answer.text)
}

async function approved(id: string) {
  await decide(id, 'approve')
  await app.dueMoney.processDuePayment(id)
}

async function move(token: string) {
  const to = { showingDate: '2026-12-02', showingTime: '10:00' }
  const moved = await app.call('POST', `/api/showingbooker/public/booking/${token}/move`, to)
  assert.equal(moved.status, 200, moved.text)
}

/** Lists who gets a message that the showing is canceled, and on which channels. */
async function endsOf(id: string) {
  const { rows } = await sql<{ told: string }>`
    select string_agg(channel || ' ' || role, ', ' order by channel, role) as told from notification
    where booking_id = ${id} and event = 'cancelled'`.execute(app.db)
  return rows[0]?.told
}

const OTHERS = 'email buyer, email listing_agent, sms buyer, sms listing_agent'
const EVERYBODY = 'email buyer, email listing_agent, email resident, sms buyer, sms listing_agent, sms resident'
const announcement = (id: string) =>
  sql`booking_id = ${id} and event = 'booked' and channel = 'sms' and role = 'resident'`

test('a resident gets a cancellation only if the announcement of the showing may have arrived', async () => {
  const changes: [string, (id: string) => Promise<unknown>, string][] = [
    ['nothing went out', async () => undefined, OTHERS],
    ['it was sent', () => app.runJobs(), EVERYBODY],
    [
      'the vendor was called and did not answer',
      (id) => sql`update notification set attempts = 1 where ${announcement(id)}`.execute(app.db),
      EVERYBODY,
    ],
    [
      'a second try was left out, and the first may have arrived',
      (id) =>
        sql`update notification set status = 'not_sent', attempts = 2, logged_at = now() where ${announcement(id)}`.execute(
          app.db,
        ),
      EVERYBODY,
    ],
    [
      'the coordination email was tried',
      (id) =>
        sql`update notification set attempts = 1 where booking_id = ${id} and channel = 'email' and cc = '{rosa@home.example.com}'`.execute(
          app.db,
        ),
      EVERYBODY,
    ],
    [
      'the agent served the notice by hand',
      (id) => decide(id, 'service', { method: 'posted', servedAt: '2026-11-21T09:05:00Z', servedBy: 'Lena' }),
      EVERYBODY,
    ],
  ]
  for (const [name, change, told] of changes) {
    const { id } = await booked()
    app.clock.advance({ minutes: 10 })
    await change(id)
    await decide(id, 'cancel')
    assert.equal(await endsOf(id), told, name)
    app.clock.set('2026-11-21T09:00:00Z')
  }
})

test('a resident who knows that the old time is canceled gets nothing about a new time that was not announced', async () => {
  const { id, token } = await booked('manual')
  await approved(id)
  await app.runJobs()
  await move(token)
  await app.runJobs()
  const heard = async () => (await endsOf(id))?.match(/resident/g)?.length
  assert.equal(await heard(), 2, 'the old time is canceled')
  await decide(id, 'approve')
  await decide(id, 'cancel')
  assert.equal(await heard(), 2)
})

test('a move that waits for approval sends no cancellation to a resident who was never notified of the showing', async () => {
  const { id, token } = await booked('manual')
  await approved(id)
  await move(token)
  assert.equal(await endsOf(id), null)
})

test('if the card for an agreed move is refused, a resident who was never notified of the showing gets nothing', async () => {
  for (const [isSent, told] of [
    [false, OTHERS],
    [true, EVERYBODY],
  ] as const) {
    app.clock.set('2026-11-21T18:00:00Z')
    const { id, token } = await booked('manual')
    await decide(id, 'approve')
    await decide(id, 'propose-move', { showingDate: '2026-11-30', showingTime: '10:00' })
    const { body } = await app.call('GET', `/api/showingbooker/public/booking/${token}`)
    const agreed = { proposalId: body.proposal.id, answer: 'agree' }
    const answer = await app.call('POST', `/api/showingbooker/public/booking/${token}/answer-move`, agreed)
    assert.equal(answer.status, 200, answer.text)
    if (isSent) await app.messaging.deliver(id)
    await sql`update sandbox_intent set status = 'canceled'
      where id = (select intent_id from payment where booking_id = ${id})`.execute(app.db)
    await app.dueMoney.processDuePayment(id)
    assert.equal(await endsOf(id), told, `sent: ${isSent}`)
  }
})

test('a cancellation waits for a sender that has just taken the announcement', async () => {
  const { id } = await booked()
  await app.db.connection().execute(async (sender) => {
    await sql`begin`.execute(sender)
    await sql`update notification set status = 'sending', attempts = 1, sending_until = now() + interval '1 minute'
      where ${announcement(id)}`.execute(sender)
    const cancelled = decide(id, 'cancel')
    await untilLockWaits(app.db, cancelled)
    await sql`commit`.execute(sender)
    await cancelled
  })
  assert.equal(await endsOf(id), EVERYBODY)
})
