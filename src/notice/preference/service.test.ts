import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { assertProblem } from '../../../test/problem.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'

let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
before(async () => {
  app = await testApp()
})
after(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-11-23T18:00:00Z')
  agent = await signUp(app, `agent${Math.random()}@agents.example.com`)
})

const choose = (topic: string, ways: { sms?: boolean; email?: boolean }) =>
  app.call('PUT', `/api/showingbooker/message-choices/${topic}`, ways, agent.headers)

async function book(approval: 'automatic' | 'manual' = 'automatic', occupancy: 'vacant' | 'resident' = 'vacant') {
  const home = await makeProperty(app.db, { ownerId: agent.accountId, approval, occupancy })
  const { booking } = await bookShowing(app, makeForm(home.slug))
  await app.runJobs()
  return { id: booking.id as string, homeId: home.id }
}

async function toAgent(bookingId: string, event: string) {
  const { rows } = await sql<{ line: string }>`
    select channel || ' ' || status || coalesce(': ' || reason, '') as line from notification
    where booking_id = ${bookingId} and role = 'listing_agent' and event = ${event} order by channel desc`.execute(
    app.db,
  )
  return rows.map(({ line }) => line)
}
const OFF = 'not_sent: The agent turned these messages off'

const admin = { kind: 'account', accountId: '', role: 'admin', email: '' } as const
const sentAbout = async (bookingId: string) =>
  (await app.outbox.list(admin, { bookingId, cursor: null, limit: 20 })).messages

test('the agent gets everything by text and email until they choose otherwise, and the log says what they turned off', async () => {
  const { body } = await app.call('GET', '/api/showingbooker/message-choices', undefined, agent.headers)
  assert.equal(body.choices.length, 7)
  assert.ok(body.choices.every(({ sms, email }: { sms: boolean; email: boolean }) => sms && email))
  assert.deepEqual(await toAgent((await book()).id, 'booked'), ['sms sent', 'email sent'])
  assert.equal((await choose('booking', { sms: false, email: false })).status, 200)
  const { id, homeId } = await book()
  assert.deepEqual(await toAgent(id, 'booked'), [`sms ${OFF}`, `email ${OFF}`])
  const { rows } = await sql<{ cc: string[]; payload: string }>`
    select n.cc, c.payload from notification n join compliance_entry c on c.property_id = ${homeId} and c.event = 'notified'
    where n.booking_id = ${id} and n.role = 'buyer' and n.channel = 'email'`.execute(app.db)
  assert.match(rows[0]?.payload ?? '', /The agent turned these messages off/)
  assert.deepEqual(
    (await sentAbout(id)).map(({ role, cc }) => `${role} ${cc}`),
    ['buyer ', 'buyer '],
  )
})

test("the email with the resident's notice goes to the agent even if emails are off", async () => {
  await choose('booking', { sms: false, email: false })
  const { id } = await book('automatic', 'resident')
  assert.deepEqual(await toAgent(id, 'booked'), [`sms ${OFF}`, 'email sent'])
  // No other message names the buyer's phone, so the email says where it is.
  const mail = (await sentAbout(id)).find(({ role, channel }) => role === 'listing_agent' && channel === 'email')
  assert.match(mail?.text ?? '', new RegExp(`requests are on the showing's page.*/calendar/showings/${id}`, 's'))
})

test('requests have their own choice and always reach the agent', async () => {
  assertProblem(await choose('request', { sms: false, email: false }), 400, 'off entirely')
  await assert.rejects(
    sql`insert into message_choice (account_id, topic, by_text, by_email)
      values (${agent.accountId}, 'request', false, false)`.execute(app.db),
    /message_choice_request_reaches/,
  )
  await choose('request', { sms: true, email: false })
  await choose('booking', { sms: false, email: false })
  assert.deepEqual(await toAgent((await book('manual')).id, 'booked'), ['sms sent', `email ${OFF}`])
})

test("a buyer's refund request always reaches the agent, whatever they turned off", async () => {
  await choose('refund', { sms: false, email: false })
  await choose('request', { sms: false, email: true })
  const home = await makeProperty(app.db, { ownerId: agent.accountId })
  const { booking, token } = await bookShowing(app, makeForm(home.slug))
  app.clock.set('2026-11-27T22:10:00Z')
  const asked = await app.call('POST', `/api/showingbooker/public/booking/${token}/refund-request`, { reason: 'Ill' })
  assert.equal(asked.status, 200, asked.text)
  await app.runJobs()
  assert.deepEqual(await toAgent(booking.id, 'refund_requested'), [`sms ${OFF}`, 'email sent'])
  const actor = { kind: 'account', accountId: agent.accountId, role: 'agent', email: '' } as const
  await app.transitions.decideRefund(actor, booking.id, { decision: 'decline' })
  await app.runJobs()
  assert.deepEqual(await toAgent(booking.id, 'refund_declined'), [`sms ${OFF}`, `email ${OFF}`])
})

test('an agent who wants reminders only by email gets both by email', async () => {
  await choose('reminder', { sms: false, email: true })
  const { id } = await book()
  // These are a day and an hour before 1:30 PM on November 27 in Los Angeles.
  for (const at of ['2026-11-26T21:30:30Z', '2026-11-27T20:30:30Z']) {
    app.clock.set(at)
    await app.reminders.planDue()
    await app.runJobs()
  }
  assert.deepEqual(await toAgent(id, 'reminder_day'), ['email sent'])
  assert.deepEqual(await toAgent(id, 'reminder_hour'), ['email sent'])
})

test('refuses an unknown topic', async () => {
  assertProblem(await choose('weather', { sms: true, email: true }), 400, 'unknown')
})

test("a tab that turns one way off keeps another tab's choice of the other way, and requests always arrive", async () => {
  assert.equal((await choose('reminder', { email: false })).status, 200)
  const { body } = await choose('reminder', { sms: false })
  const reminder = body.choices.find(({ topic }: { topic: string }) => topic === 'reminder')
  assert.deepEqual(reminder, { topic: 'reminder', sms: false, email: false })
  const both = await Promise.all([choose('request', { sms: false }), choose('request', { email: false })])
  assert.deepEqual(both.map(({ status }) => status).sort(), [200, 400])
})
