import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { type MailServer, startMailServer } from '../../../test/fakes/mail-server.ts'
import { bookShowing, freeSlot, signUp } from '../../../test/scene.ts'

// One email notifies the agent and the resident, each at their own mailbox. A bad mailbox does not hold up the other.

let mail: MailServer
let app: TestApp
let owner: Awaited<ReturnType<typeof signUp>>
before(async () => {
  mail = await startMailServer()
  app = await testApp({ env: { SMTP_URL: mail.url, MAIL_FROM: 'Us <us@showings.example.com>' } })
  owner = await signUp(app, 'owner@agents.example.com')
})
after(async () => {
  await app.close()
  await mail.close()
})
beforeEach(() => app.clock.set(Temporal.Now.instant().toString()))

/** Books a showing whose messages are planned but not sent. @returns it with the mailboxes of its coordination email */
async function book() {
  const home = await makeProperty(app.db, { occupancy: 'resident', ownerId: owner.accountId })
  const { booking } = await bookShowing(app, makeForm(home.slug, await freeSlot(app, home.slug)))
  await sql`delete from graphile_worker._private_jobs`.execute(app.db)
  // Otherwise, the agent's copy of the buyer's email could get the refusal first.
  await sql`update notification set cc = '{}' where booking_id = ${booking.id} and role = 'buyer'`.execute(app.db)
  await sql`delete from notification where booking_id = ${booking.id} and channel = 'sms'`.execute(app.db)
  const { rows } = await sql<{ agent: string; resident: string }>`
    select recipient #>> '{}' as agent, cc[1] as resident from notification
    where booking_id = ${booking.id} and channel = 'email' and role = 'listing_agent'`.execute(app.db)
  const [mailboxes] = rows
  assert.ok(mailboxes)
  return { id: booking.id as string, homeId: home.id, ...mailboxes }
}
type Booked = Awaited<ReturnType<typeof book>>

const mailsTo = (mailbox: string) => mail.arrived.filter(({ recipients }) => recipients[0] === mailbox).length
async function rowOf({ id }: Booked) {
  const { rows } = await sql<{ status: string; reason: string | null }>`
    select status, reason from notification
    where booking_id = ${id} and channel = 'email' and role = 'listing_agent'`.execute(app.db)
  return rows[0]
}
async function loggedOf({ homeId }: Booked) {
  const headers = { cookie: owner.cookie, origin: app.config.publicUrl }
  const path = `/api/showingbooker/properties/${homeId}/bookings`
  const { listing_agent: agent, resident } = (await app.call('GET', path, undefined, headers)).body.logs[0]
    .notificationDetails.email
  return { agent, resident }
}
/** Returns the resident's hours of notice, as the agent reads them. */
async function noticeHoursOf({ id }: Booked): Promise<number | null> {
  const path = `/api/showingbooker/bookings/${id}`
  return (await app.call('GET', path, undefined, { cookie: owner.cookie })).body.advanceNoticeHours
}

/** Returns what the agent's overview says about their own mailbox. */
async function refusedMailboxes(): Promise<{ mailbox: string; propertyId: string | null }[]> {
  return (await app.call('GET', '/api/showingbooker/agenda', undefined, { cookie: owner.cookie })).body.refusedMailboxes
}

for (const [code, words] of [
  [550, '5.1.1 No such user'],
  [552, '5.2.2 Over quota'],
] as const)
  test(`an agent's mailbox that answers ${code} does not hold up the resident's notice, and the log names the mailbox`, async () => {
    const one = await book()
    const before = mailsTo(one.resident)
    mail.refuse(one.agent, code, words)
    await app.messaging.deliver(one.id)
    assert.equal(mailsTo(one.resident), before + 1)
    assert.deepEqual(await rowOf(one), { status: 'sent', reason: 'The mail server refused a copy of this email' })
    const { agent, resident } = await loggedOf(one)
    assert.deepEqual([resident.status, resident.reason, resident.email], ['Sent', null, one.resident])
    assert.ok(resident.sentAt)
    assert.deepEqual(
      [agent.status, agent.sentAt, agent.reason, agent.email],
      ['Not sent', null, 'The mail server refused a copy of this email', one.agent],
    )
  })

test("if a resident's mailbox refuses the email, the log names it, and the agent's email counts", async () => {
  const one = await book()
  mail.refuse(one.resident, 550, '5.1.1 No such user')
  await app.messaging.deliver(one.id)
  const { agent, resident } = await loggedOf(one)
  assert.deepEqual([agent.status, agent.reason], ['Sent', null])
  assert.deepEqual(
    [resident.status, resident.reason, resident.email],
    ['Not sent', 'The mail server refused a copy of this email', one.resident],
  )
})

test("the agent's overview names their mailbox if it refused our latest email, until one arrives", async () => {
  const one = await book()
  mail.refuse(one.agent, 550, '5.1.1 No such user')
  await app.messaging.deliver(one.id)
  assert.deepEqual(await refusedMailboxes(), [{ mailbox: one.agent, propertyId: one.homeId }])
  app.clock.advance({ minutes: 1 })
  const other = await book()
  await app.messaging.deliver(other.id)
  assert.deepEqual(await refusedMailboxes(), [])
  await sql`update booking set status = 'cancelled' where id = ${other.id}`.execute(app.db)
  assert.deepEqual(await refusedMailboxes(), [])
})

test('if both mailboxes refuse the email, it has failed', async () => {
  const one = await book()
  mail.refuse(one.agent, 550, '5.1.1 No such user')
  mail.refuse(one.resident, 550, '5.1.1 No such user')
  await app.messaging.deliver(one.id)
  assert.equal((await rowOf(one))?.status, 'failed')
  const { agent, resident } = await loggedOf(one)
  assert.deepEqual([agent.status, resident.status], ['Not sent', 'Not sent'])
  assert.equal(await noticeHoursOf(one), null)
})

test("an agent's mailbox that is unreachable for a day does not hold up the resident's notice, which goes out once", async () => {
  const one = await book()
  const before = mailsTo(one.resident)
  mail.refuse(one.agent, 451, '4.7.1 Try again later')
  await app.messaging.deliver(one.id)
  assert.equal(mailsTo(one.resident), before + 1)
  assert.equal((await rowOf(one))?.status, 'queued')
  mail.refuse(one.agent, 451, '4.7.1 Try again later')
  app.clock.advance({ hours: 25 })
  await app.messaging.deliver(one.id, 2)
  assert.equal(mailsTo(one.resident), before + 1)
  assert.equal((await rowOf(one))?.status, 'failed')
  const { agent, resident } = await loggedOf(one)
  assert.deepEqual([resident.status, resident.reason, agent.status], ['Sent', null, 'Not sent'])
  assert.match(agent.reason, /could not be delivered/)
  assert.notEqual(await noticeHoursOf(one), null)
})

test('a notice that reaches the resident in the last try counts', async () => {
  const one = await book()
  app.clock.advance({ hours: 25 })
  mail.refuse(one.agent, 451, '4.7.1 Try again later')
  await app.messaging.deliver(one.id)
  const { agent, resident } = await loggedOf(one)
  assert.deepEqual([resident.status, agent.status], ['Sent', 'Not sent'])
})
