import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { type MailServer, startMailServer } from '../../../test/fakes/mail-server.ts'
import { readCalendar } from '../../../test/ics.ts'
import { bookShowing, freeSlot, signUp } from '../../../test/scene.ts'

// Tests the calendar updates in real emails, from a booking to its end.
let app: TestApp
let mail: MailServer
let owner: Awaited<ReturnType<typeof signUp>>
before(async () => {
  mail = await startMailServer()
  app = await testApp({ env: { SMTP_URL: mail.url, MAIL_FROM: 'Showings <us@showings.example>' } })
  owner = await signUp(app, 'owner@agents.example.com')
})
after(async () => {
  await app.close()
  await mail.close()
})
beforeEach(() => app.clock.set('2026-11-21T09:00:00Z'))

async function booked(choices: { approval?: 'manual'; occupancy?: 'resident' } = {}, who = owner) {
  const home = await makeProperty(app.db, { ownerId: who.accountId, ...choices })
  const { booking, token } = await bookShowing(app, makeForm(home.slug))
  return {
    id: booking.id as string,
    startsAt: booking.startsAt as string,
    buyer: booking.buyerEmail as string,
    token,
    home,
  }
}
const decide = (id: string, move: string, who = owner) =>
  app.call('POST', `/api/showingbooker/bookings/${id}/${move}`, {}, who.headers)
const own = (token: string, move: string, body: object = {}) =>
  app.call('POST', `/api/showingbooker/public/booking/${token}/${move}`, body)

const AGENT = 'lena@agents.example.com'
const RESIDENT = 'rosa@home.example.com'

/** Runs the due jobs and returns each mailbox's calendar update. All emails to one mailbox must agree. */
async function sentUpdates(): Promise<Record<string, string>> {
  const before = mail.arrived.length
  await app.runJobs()
  const told: Record<string, string> = {}
  for (const { recipients, mail: one, raw } of mail.arrived.slice(before)) {
    const [file] = one.attachments.filter(({ contentType }) => contentType === 'text/calendar')
    assert.equal(raw.includes('text/calendar'), Boolean(file))
    if (!file) continue
    const mailbox = recipients[0] ?? ''
    const read = readCalendar(file.content.toString())
    assert.deepEqual(
      read.attendees.map((attendee) => attendee.mailbox),
      [mailbox],
    )
    assert.equal(read.organizer, 'mailto:us@showings.example')
    const said = file.content
      .toString()
      .replaceAll('\r\n ', '')
      .replace(/^UID:.*$/m, '')
    assert.doesNotMatch(said, /555\D?01|\b4711\b|Gomez/)
    const says = `${read.method} ${read.sequence} ${read.startsAt}`
    assert.equal(told[mailbox] ?? says, says)
    told[mailbox] = says
  }
  return told
}

test('a showing that is booked, moved, and canceled sends an invitation, a new one with a higher sequence, and a cancellation', async () => {
  const { id, startsAt, buyer, token, home } = await booked({ occupancy: 'resident' })
  const first = `REQUEST 0 ${startsAt.replace('.000', '')}`
  assert.deepEqual(await sentUpdates(), { [buyer]: first, [AGENT]: first, [RESIDENT]: first })

  const moved = await own(token, 'move', await freeSlot(app, home.slug, 5))
  assert.equal(moved.status, 200, moved.text)
  const second = moved.body.booking.startsAt.replace('.000', '')
  const updated = `REQUEST 1 ${second}`
  assert.deepEqual(await sentUpdates(), { [buyer]: updated, [AGENT]: updated, [RESIDENT]: updated })

  assert.equal((await decide(id, 'cancel')).status, 200)
  const off = `CANCEL 2 ${second}`
  assert.deepEqual(await sentUpdates(), { [buyer]: off, [AGENT]: off, [RESIDENT]: off })
})

test('a showing that waits for approval is in no calendar, and its decline sends no cancellation', async () => {
  const { id } = await booked({ approval: 'manual' })
  assert.deepEqual(await sentUpdates(), {})
  assert.equal((await decide(id, 'decline')).status, 200)
  assert.deepEqual(await sentUpdates(), {})
})

test('an approval, a move, and a second approval each have a higher sequence, and the move cancels the old time', async () => {
  const { id, startsAt, buyer, token, home } = await booked({ approval: 'manual', occupancy: 'resident' })
  assert.deepEqual(await sentUpdates(), {})
  await decide(id, 'approve')
  const old = startsAt.replace('.000', '')
  assert.deepEqual((await sentUpdates())[buyer], `REQUEST 1 ${old}`)

  const moved = await own(token, 'move', await freeSlot(app, home.slug, 6))
  assert.equal(moved.body.booking.status, 'pending', moved.text)
  const off = `CANCEL 2 ${old}`
  assert.deepEqual(await sentUpdates(), { [buyer]: off, [AGENT]: off, [RESIDENT]: off })

  await decide(id, 'approve')
  const updated = `REQUEST 3 ${moved.body.booking.startsAt.replace('.000', '')}`
  assert.deepEqual(await sentUpdates(), { [buyer]: updated, [AGENT]: updated, [RESIDENT]: updated })
})

test('after the agent declines a move, calendars that already got the cancellation get nothing more', async () => {
  const { id, token, home } = await booked({ approval: 'manual' })
  await decide(id, 'approve')
  await app.runJobs()
  await own(token, 'move', await freeSlot(app, home.slug, 7))
  assert.equal(Object.keys(await sentUpdates()).length, 2)
  await decide(id, 'decline')
  assert.deepEqual(await sentUpdates(), {})
})

/** Signs up an agent who wants no emails about these topics. */
async function withoutEmails(...topics: string[]) {
  const who = await signUp(app, `${topics.join('-')}@agents.example.com`)
  for (const topic of topics) {
    const path = `/api/showingbooker/message-choices/${topic}`
    assert.equal((await app.call('PUT', path, { email: false }, who.headers)).status, 200)
  }
  return who
}

test('an agent without emails about moves and cancellations still gets those that correct their calendar', async () => {
  const who = await withoutEmails('reschedule', 'cancellation')
  const { id, startsAt, buyer, token, home } = await booked({}, who)
  const first = `REQUEST 0 ${startsAt.replace('.000', '')}`
  assert.deepEqual(await sentUpdates(), { [buyer]: first, [AGENT]: first })
  const moved = await own(token, 'move', await freeSlot(app, home.slug, 5))
  const second = moved.body.booking.startsAt.replace('.000', '')
  const updated = `REQUEST 1 ${second}`
  assert.deepEqual(await sentUpdates(), { [buyer]: updated, [AGENT]: updated })
  await decide(id, 'cancel', who)
  const off = `CANCEL 2 ${second}`
  assert.deepEqual(await sentUpdates(), { [buyer]: off, [AGENT]: off })
})

test('if a move waits for approval, it leaves the calendar of an agent who gets requests only by text', async () => {
  const who = await withoutEmails('request')
  const { id, startsAt, buyer, token, home } = await booked({ approval: 'manual' }, who)
  await decide(id, 'approve', who)
  const old = startsAt.replace('.000', '')
  const first = `REQUEST 1 ${old}`
  assert.deepEqual(await sentUpdates(), { [buyer]: first, [AGENT]: first })
  await own(token, 'move', await freeSlot(app, home.slug, 6))
  const off = `CANCEL 2 ${old}`
  assert.deepEqual(await sentUpdates(), { [buyer]: off, [AGENT]: off })
  await decide(id, 'decline', who)
  assert.deepEqual(await sentUpdates(), {})
})

test('an invitation that an agent turned off counts as never sent', async () => {
  const who = await withoutEmails('booking', 'reschedule')
  const { id, startsAt, buyer, token, home } = await booked({}, who)
  assert.deepEqual(await sentUpdates(), { [buyer]: `REQUEST 0 ${startsAt.replace('.000', '')}` })
  const moved = await own(token, 'move', await freeSlot(app, home.slug, 7))
  const second = moved.body.booking.startsAt.replace('.000', '')
  assert.deepEqual(await sentUpdates(), { [buyer]: `REQUEST 1 ${second}` })
  await decide(id, 'cancel', who)
  assert.deepEqual(await sentUpdates(), { [buyer]: `CANCEL 2 ${second}` })
})

test('a showing that is canceled before its emails go out sends neither invitation nor cancellation', async () => {
  const { id } = await booked()
  await decide(id, 'cancel')
  assert.deepEqual(await sentUpdates(), {})
})

test('only a mailbox that got the invitation gets the cancellation, even from a resend', async () => {
  const { id, buyer } = await booked()
  await app.runJobs()
  // The agent changes their mailbox.
  await sql`update property set agent_email = 'new@agents.example.com' where agent_email = ${AGENT}`.execute(app.db)
  await decide(id, 'cancel')
  const off = await sentUpdates()
  assert.deepEqual(Object.keys(off), [buyer])
  app.clock.advance({ minutes: 2 })
  const { body } = await app.call('GET', `/api/showingbooker/bookings/${id}/notifications`, undefined, owner.headers)
  const last = body.notifications.findLast(
    (row: { channel: string; role: string }) => row.channel === 'email' && row.role === 'buyer',
  )
  const again = await app.call('POST', `/api/showingbooker/notifications/${last.id}/resend`, undefined, owner.headers)
  assert.equal(again.status, 200, again.text)
  const before = mail.arrived.length
  assert.deepEqual(await sentUpdates(), off)
  const invites = mail.arrived
    .filter(({ recipients }) => recipients[0] === buyer)
    .map(({ mail: one }) => one.attachments.find(({ filename }) => filename === 'invite.ics')?.content.toString())
  assert.ok(mail.arrived.length > before)
  assert.equal(invites.at(-1), invites.at(-2))
})
