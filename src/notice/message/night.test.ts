import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'

// At night, the resident's text about a showing waits. All times are in Los Angeles.
const NIGHT = '2026-11-24T10:10:00Z' // 2:10 AM
const MORNING = '2026-11-24T16:00:00Z' // 8 AM
const ACTOR = { kind: 'account', accountId: '', role: 'admin', email: '' } as const

let app: TestApp
let owner: Awaited<ReturnType<typeof signUp>>
before(async () => {
  app = await testApp()
  owner = await signUp(app, 'owner@agents.example.com')
})
after(() => app.close())
beforeEach(() => app.clock.set(NIGHT))

const cookies = () => ({ cookie: owner.cookie, origin: app.config.publicUrl })
const decide = (id: string, move: string) =>
  app.call('POST', `/api/showingbooker/bookings/${id}/${move}`, {}, cookies())

async function booked(approval: 'automatic' | 'manual' = 'automatic') {
  const home = await makeProperty(app.db, { ownerId: owner.accountId, occupancy: 'resident', approval })
  // Only texts reach the resident.
  await sql`update property set resident_email = null where id = ${home.id}`.execute(app.db)
  const { booking, token } = await bookShowing(app, makeForm(home.slug))
  await app.runJobs()
  return { id: booking.id as string, token }
}

const textsTo = async (bookingId: string) =>
  (await app.outbox.list(ACTOR, { bookingId, cursor: null, limit: 50 })).messages
    .filter(({ channel, role }) => channel === 'sms' && role === 'resident')
    .map(({ text }) => text)

async function messagesTo(bookingId: string) {
  const { body } = await app.call('GET', `/api/showingbooker/bookings/${bookingId}/notifications`, undefined, cookies())
  return (body.notifications as Record<string, string | null>[])
    .filter(({ role }) => role === 'resident')
    .map(({ event, status, reason, dueAt }) => [event, status, reason, dueAt])
}
const DUE = '2026-11-24T16:00:00.000Z'

test("a resident's text about a showing that is booked at night goes out in the morning, once", async () => {
  const { id } = await booked()
  assert.deepEqual(await textsTo(id), [])
  assert.deepEqual(await messagesTo(id), [['booked', 'queued', null, DUE]])
  const { rows } = await sql<{ to: string }>`
    select channel || ' ' || role as to from notification where booking_id = ${id} and status = 'sent' order by 1`.execute(
    app.db,
  )
  assert.deepEqual(
    rows.map(({ to }) => to),
    ['email buyer', 'email listing_agent', 'sms buyer', 'sms listing_agent'],
  )
  app.clock.set('2026-11-24T15:59:59Z')
  await app.messaging.deliver(id)
  assert.deepEqual(await textsTo(id), [])
  app.clock.set(MORNING)
  await app.messaging.deliver(id)
  await app.messaging.deliver(id)
  assert.equal((await textsTo(id)).length, 1)
})

test('if the showing is canceled before the morning, the resident gets no text at all', async () => {
  const { id } = await booked()
  assert.equal((await decide(id, 'cancel')).status, 200)
  await app.runJobs()
  app.clock.set(MORNING)
  await app.messaging.deliver(id)
  assert.deepEqual(await textsTo(id), [])
  const reason = 'The showing was canceled before this was sent'
  assert.deepEqual(await messagesTo(id), [['booked', 'not_sent', reason, DUE]])
})

test('if the showing moves before the morning, the resident gets one text, about the new time', async () => {
  const { id, token } = await booked()
  const to = { showingDate: '2026-12-01', showingTime: '11:00' }
  const moved = await app.call('POST', `/api/showingbooker/public/booking/${token}/move`, to)
  assert.equal(moved.status, 200, moved.text)
  await app.runJobs()
  assert.deepEqual(await textsTo(id), [])
  app.clock.set(MORNING)
  await app.messaging.deliver(id)
  const [text, ...more] = await textsTo(id)
  assert.match(text ?? '', /Tue, Dec 1, 11:00 AM PST/)
  assert.deepEqual(more, [])
  assert.deepEqual(await messagesTo(id), [
    ['booked', 'not_sent', 'The showing was moved before this was sent', DUE],
    ['moved', 'sent', null, DUE],
  ])
})

test("an approval at night waits with the resident's text, too", async () => {
  const { id } = await booked('manual')
  assert.equal((await decide(id, 'approve')).status, 200)
  await app.runJobs()
  assert.deepEqual(await messagesTo(id), [['approved', 'queued', null, DUE]])
})
