import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { type MailServer, startMailServer } from '../../../test/fakes/mail-server.ts'
import { type FakeTwilio, startTwilio } from '../../../test/fakes/twilio.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'
import { SWITCHED_OFF } from './domain.ts'

// An agent gets requests one way only, and that way fails.
const PUBLIC_URL = 'https://showings.example.com'
const AGENT_PHONE = '+12135550100'
const AGENT = 'lena@agents.example.com'

let app: TestApp
let twilio: FakeTwilio
let mail: MailServer
before(async () => {
  twilio = await startTwilio()
  mail = await startMailServer()
  app = await testApp({
    env: { ...twilio.env, PUBLIC_URL, SMTP_URL: mail.url, MAIL_FROM: 'Us <us@showings.example.com>' },
  })
})
after(async () => {
  await app.close()
  await Promise.all([twilio.close(), mail.close()])
})
beforeEach(() => app.clock.set('2026-11-23T18:00:00Z'))

/** Books with an agent who wants requests only this way. The messages are planned, but not sent. */
async function requested(way: 'sms' | 'email', approval: 'manual' | 'automatic' = 'manual') {
  const { accountId, cookie } = await signUp(app, `agent${Math.random()}@agents.example.com`)
  const choice = { sms: way === 'sms', email: way === 'email' }
  const headers = { cookie, origin: PUBLIC_URL }
  const chosen = await app.call('PUT', '/api/showingbooker/message-choices/request', choice, headers)
  assert.equal(chosen.status, 200)
  const { slug } = await makeProperty(app.db, { ownerId: accountId, approval })
  const { booking } = await bookShowing(app, makeForm(slug))
  // The agent's copy of the buyer's email would get the mailbox's refusal first.
  await sql`update notification set cc = '{}' where booking_id = ${booking.id} and role = 'buyer'`.execute(app.db)
  return booking.id as string
}

async function toAgent(bookingId: string, event = 'booked') {
  const { rows } = await sql<{ line: string }>`
    select channel || ' ' || status || coalesce(': ' || reason, '') as line from notification
    where booking_id = ${bookingId} and role = 'listing_agent' and event = ${event} order by channel desc`.execute(
    app.db,
  )
  return rows.map(({ line }) => line)
}
const mailsToAgent = () => mail.arrived.filter(({ recipients }) => recipients.includes(AGENT)).length

test('a request goes by email if the text cannot be delivered now', async () => {
  const id = await requested('sms')
  twilio.failNext({ status: 503 }, ({ body }) => body.includes(`To=${encodeURIComponent(AGENT_PHONE)}`))
  await app.messaging.deliver(id)
  const [text, email] = await toAgent(id)
  assert.match(text ?? '', /^sms queued/)
  assert.equal(email, 'email sent')
})

test('a request goes by email if the text is reported as undelivered later, once', async () => {
  const id = await requested('sms')
  await app.runJobs()
  assert.deepEqual(await toAgent(id), ['sms sent', `email not_sent: ${SWITCHED_OFF}`])
  const text = twilio.texts.findLast(({ to }) => to === AGENT_PHONE)
  assert.ok(text)
  const before = mailsToAgent()
  for (let calls = 0; calls < 2; calls++) {
    const { target, body, headers } = twilio.status(text, 'undelivered', 30006)
    assert.ok((await app.call('POST', target, body, headers)).status < 300)
    await app.runJobs()
  }
  assert.deepEqual(await toAgent(id), ['sms sent', 'email sent'])
  assert.equal(mailsToAgent(), before + 1)
})

test('a refund request goes by email if the text is reported as undelivered later', async () => {
  const id = await requested('sms', 'automatic')
  await app.runJobs()
  const { rows } = await sql<{ token: string; starts_at: Date }>`
    select manage_token as token, starts_at from booking where id = ${id}`.execute(app.db)
  const [row] = rows
  assert.ok(row)
  app.clock.set(row.starts_at.toISOString())
  const path = `/api/showingbooker/public/booking/${row.token}/refund-request`
  assert.equal((await app.call('POST', path, { reason: 'Locked out' })).status, 200)
  await app.runJobs()
  assert.deepEqual(await toAgent(id, 'refund_requested'), ['sms sent', `email not_sent: ${SWITCHED_OFF}`])
  const text = twilio.texts.findLast(({ to }) => to === AGENT_PHONE)
  assert.ok(text)
  const { target, body, headers } = twilio.status(text, 'undelivered', 30006)
  assert.ok((await app.call('POST', target, body, headers)).status < 300)
  await app.runJobs()
  assert.deepEqual(await toAgent(id, 'refund_requested'), ['sms sent', 'email sent'])
})

test('a request goes by text if the mailbox refuses it', async () => {
  const id = await requested('email')
  mail.refuse(AGENT, 550, '5.1.1 unknown')
  await app.runJobs()
  const [text, email] = await toAgent(id)
  assert.equal(text, 'sms sent')
  assert.match(email ?? '', /^email failed/)
})

test('a request goes by email if the number is refused for good', async () => {
  twilio.refuse(AGENT_PHONE, 21614)
  const id = await requested('sms')
  await app.runJobs()
  assert.deepEqual(await toAgent(id), ['sms failed: This is not a mobile number', 'email sent'])
})
