import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeProperty, makeShowing, type PropertyChoices } from '../../../test/factories.ts'
import { createFaults } from '../../../test/fakes/faulty.ts'
import { signUp } from '../../../test/scene.ts'
import type { MessageSenders, OutgoingMessage } from './ports.ts'

const faults = { sms: createFaults<'send'>(), email: createFaults<'send'>() }
const sent: OutgoingMessage[] = []
let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
before(async () => {
  const kept = (real: MessageSenders['sms']): MessageSenders['sms'] => ({
    async send(message) {
      sent.push(message)
      return real.send(message)
    },
  })
  app = await testApp({
    max: 20,
    senders: (real) => ({
      ...real,
      sms: faults.sms.over(kept(real.sms), ['send']),
      email: faults.email.over(kept(real.email), ['send']),
    }),
  })
  agent = await signUp(app, 'agent@agents.example.com')
})
after(() => app.close())
beforeEach(async () => {
  for (const channel of Object.values(faults)) channel.mend()
  sent.length = 0
  // Remove what an earlier test left.
  await sql`delete from graphile_worker._private_jobs`.execute(app.db)
  await sql`update booking set remind_at = null`.execute(app.db)
  app.clock.set(NOW)
})

const NOW = '2026-11-23T18:00:00Z'
/** 10:00 in Los Angeles. */
const START = '2026-11-27T18:00:00Z'
const DAY = '2026-11-26T18:00:00Z'
const HOUR = '2026-11-27T17:00:00Z'

async function confirmed(
  choices: Omit<PropertyChoices, 'status'> & {
    startsAt?: string
    state?: string
    status?: 'pending' | 'cancelled' | 'confirmed'
  } = {},
) {
  const { startsAt = START, status = 'confirmed', state = 'NV', ...home } = choices
  const { id: propertyId } = await makeProperty(app.db, { occupancy: 'resident', ownerId: agent.accountId, ...home })
  const { id } = await makeShowing(app.db, {
    propertyId,
    startsAt: Temporal.Instant.from(startsAt),
    status,
    bookedAt: Temporal.Instant.from(NOW),
    timeZone: home.timeZone ?? 'America/Los_Angeles',
    isDemo: home.isDemo ?? false,
  })
  // We do not know this state's law, so no notice is due. Reminders of a notice have their own tests.
  await sql`update property set state = ${state} where id = ${propertyId}`.execute(app.db)
  return { id, propertyId }
}

/** Runs the schedule, which plans due reminders and sends planned messages. */
async function strike(now: string) {
  app.clock.set(now)
  await app.reminders.planDue()
  await work()
}
/** Runs each job once. A failed job waits for its retry. */
async function work() {
  const { rows } = await sql<{ id: string; payload: { bookingId: string; attempt?: number } }>`
    delete from graphile_worker._private_jobs where run_at <= ${app.clock.now().toString()}::timestamptz + interval '1 minute' or key is null
    returning id, payload`.execute(app.db)
  for (const { payload } of rows) if (payload.bookingId) await app.messaging.deliver(payload.bookingId, payload.attempt)
}

async function messagesOf(bookingId: string): Promise<string[]> {
  const { rows } = await sql<{ said: string }>`
    select replace(event, 'reminder_', '') || ' ' || channel || ' ' || replace(role, 'listing_', '') || ' ' || status || coalesce(': ' || reason, '') as said
    from notification where booking_id = ${bookingId} and event like 'reminder%' order by 1`.execute(app.db)
  return rows.map(({ said }) => said)
}

async function loggedOf(bookingId: string): Promise<string[]> {
  const { rows } = await sql<{ payload: string }>`
    select payload from compliance_entry where booking_id = ${bookingId} and event = 'notified' order by sequence`.execute(
    app.db,
  )
  return rows
    .flatMap(({ payload }) => JSON.parse(payload).messages)
    .map((one) => [one.event, one.channel, one.role, one.status, one.reason].filter(Boolean).join(' '))
    .sort()
}

const DAY_SENT = [
  'day email agent sent',
  'day email buyer sent',
  'day sms agent sent',
  'day sms buyer sent',
  'day sms resident sent',
]

test('reminds buyer, agent, and resident the day before, buyer and agent an hour before, and no one twice', async () => {
  const { id } = await confirmed()
  await strike('2026-11-26T17:59:59Z')
  assert.deepEqual(await messagesOf(id), [])
  await strike(DAY)
  assert.deepEqual(await messagesOf(id), DAY_SENT)
  await strike('2026-11-26T18:01:00Z')
  await strike(HOUR)
  assert.deepEqual(await messagesOf(id), [...DAY_SENT, 'hour sms agent sent', 'hour sms buyer sent'].sort())
  for (const later of ['2026-11-27T17:01:00Z', START, '2026-11-28T18:00:00Z']) await strike(later)
  assert.equal((await messagesOf(id)).length, 7)
  assert.equal(sent.length, 7)
  assert.equal((await loggedOf(id)).filter((one) => / Sent$/.test(one)).length, 7)
  const { rows } = await sql`select from booking where id = ${id} and remind_at is null`.execute(app.db)
  assert.equal(rows.length, 1, 'no later run looks at it')
})

test('sends no reminder of a demo, a pending showing, or a canceled one', async () => {
  const showings = [
    await confirmed({ isDemo: true }),
    await confirmed({ status: 'pending' }),
    await confirmed({ status: 'cancelled' }),
  ]
  for (const now of [DAY, HOUR, '2026-11-27T17:30:00Z']) await strike(now)
  for (const { id } of showings) assert.deepEqual(await messagesOf(id), [])
})

test('several concurrent processes plan each reminder once', async () => {
  const showings = await Promise.all(Array.from({ length: 12 }, () => confirmed()))
  app.clock.set(DAY)
  const done = await Promise.all(Array.from({ length: 6 }, () => app.reminders.planDue()))
  assert.equal(
    done.reduce((sum, { planned }) => sum + planned, 0),
    12,
  )
  assert.equal(
    done.reduce((sum, { failed }) => sum + failed, 0),
    0,
  )
  await Promise.all([work(), work()])
  for (const { id } of showings) assert.deepEqual(await messagesOf(id), DAY_SENT)
  assert.equal(sent.length, 12 * 5)
})

test('the database refuses a second reminder of the same start', async () => {
  const { id } = await confirmed()
  await strike(DAY)
  const notification = {
    id: crypto.randomUUID(),
    event: 'reminder_day',
    channel: 'sms',
    role: 'buyer',
    recipient: 'x',
    cc: [],
    status: 'queued',
  }
  const plan = {
    round: 0,
    remind_at: new Date(HOUR),
    next_at: null,
    events: ['reminder_day'],
    notifications: [notification],
  }
  const { rows } = await sql<{ done: boolean }>`
    select plan_reminders(${id}, ${JSON.stringify(plan)}::jsonb, ${DAY}::timestamptz) as done`.execute(app.db)
  assert.equal(rows[0]?.done, true)
  assert.deepEqual(await messagesOf(id), DAY_SENT)
})

test('after a pause without checks, sends only reminders that still help', async () => {
  const [evening, late, hour, over] = [await confirmed(), await confirmed(), await confirmed(), await confirmed()]
  const only = async (id: string, now: string) => {
    await sql`update booking set remind_at = case when id = ${id} then starts_at - interval '30 hours' end`.execute(
      app.db,
    )
    await strike(now)
    return messagesOf(id)
  }
  assert.deepEqual(await only(evening.id, '2026-11-27T04:30:00Z'), [
    'day email agent sent',
    'day email buyer sent',
    'day email resident sent',
  ])
  assert.deepEqual(await only(late.id, '2026-11-27T16:00:00Z'), [])
  assert.deepEqual(await only(hour.id, '2026-11-27T17:40:00Z'), ['hour sms agent sent', 'hour sms buyer sent'])
  assert.deepEqual(await only(over.id, '2026-11-27T17:50:00Z'), [])
})

test('sends nothing twice if the clock goes forward and back', async () => {
  const { id } = await confirmed()
  await strike(HOUR)
  assert.deepEqual(await messagesOf(id), ['hour sms agent sent', 'hour sms buyer sent'])
  for (const now of [NOW, DAY, HOUR, DAY, '2026-11-27T17:30:00Z', HOUR]) await strike(now)
  assert.deepEqual(await messagesOf(id), ['hour sms agent sent', 'hour sms buyer sent'])
  const other = await confirmed({ startsAt: '2026-11-27T20:00:00Z' })
  await strike('2026-11-26T20:00:00Z')
  for (const now of ['2026-11-26T19:00:00Z', '2026-11-26T20:00:00Z', '2026-11-27T19:00:00Z']) await strike(now)
  assert.deepEqual(await messagesOf(other.id), [...DAY_SENT, 'hour sms agent sent', 'hour sms buyer sent'].sort())
})

test('if the vendor is down, texts go out later if they still may, or the log says why they did not', async () => {
  const { id } = await confirmed()
  faults.sms.set('send', 'away')
  await strike(DAY)
  assert.deepEqual((await messagesOf(id)).filter((one) => /queued/.test(one)).length, 3)
  // The vendor is back on the same afternoon.
  faults.sms.mend()
  app.clock.set('2026-11-26T22:00:00Z')
  await app.messaging.deliver(id, 9)
  assert.deepEqual(await messagesOf(id), DAY_SENT)

  // The vendor is away until the evening, and then until after the start.
  const other = await confirmed()
  faults.sms.set('send', 'away')
  await strike(DAY)
  faults.sms.mend()
  app.clock.set('2026-11-27T04:00:00Z')
  await app.messaging.deliver(other.id, 9)
  const quiet = ['agent', 'buyer', 'resident'].map(
    (role) => `day sms ${role} not_sent: It would have arrived between 8 PM and 8 AM, local to the property`,
  )
  assert.deepEqual(await messagesOf(other.id), ['day email agent sent', 'day email buyer sent', ...quiet])
  faults.sms.set('send', 'away')
  await strike(HOUR)
  faults.sms.mend()
  app.clock.set(START)
  await app.messaging.deliver(other.id, 9)
  const told = await messagesOf(other.id)
  assert.deepEqual(told.slice(-2), [
    'hour sms agent not_sent: It was too late for a reminder',
    'hour sms buyer not_sent: It was too late for a reminder',
  ])
  const logged = await loggedOf(other.id)
  assert.ok(logged.includes('reminder_hour sms buyer Not sent It was too late for a reminder'), logged.join('\n'))
  assert.ok(
    logged.includes(
      'reminder_day sms resident Not sent It would have arrived between 8 PM and 8 AM, local to the property',
    ),
  )
  assert.equal(sent.filter(({ bookingId }) => bookingId === other.id).length, 2, 'only the emails went out')
})

test('a buyer who said STOP and whose number has an extension gets the last reminder by email', async () => {
  const { id } = await confirmed()
  await sql`update booking set buyer_phone = '(213) 555-0142 ext. 5', buyer_phone_e164 = '+12135550142',
    buyer_phone_extension = '5' where id = ${id}`.execute(app.db)
  await sql`insert into text_opt_out values ('+12135550142', true, 'stop', null, ${NOW})`.execute(app.db)
  await strike(HOUR)
  const hour = (await messagesOf(id)).filter((one) => one.startsWith('hour') && one.includes('buyer'))
  assert.deepEqual(hour, ['hour email buyer sent'])
  await sql`delete from text_opt_out`.execute(app.db)
})

test('a person who says STOP between planning and sending gets no text', async () => {
  const { id } = await confirmed()
  app.clock.set(DAY)
  await app.reminders.planDue()
  await sql`insert into text_opt_out values ('+12135550142', true, 'stop', null, ${DAY})`.execute(app.db)
  await work()
  const told = await messagesOf(id)
  assert.ok(told.includes('day sms buyer not_sent: This number has opted out of text messages'))
  assert.ok((await loggedOf(id)).includes('reminder_day sms buyer Not sent This number has opted out of text messages'))
  // From then on the buyer gets email reminders.
  await strike(HOUR)
  assert.deepEqual(
    (await messagesOf(id)).filter((one) => one.startsWith('hour')),
    ['hour email buyer sent', 'hour sms agent sent'],
  )
  await sql`delete from text_opt_out`.execute(app.db)
})

test('a resident who withdraws consent between planning and sending gets no text', async () => {
  const { id, propertyId } = await confirmed()
  app.clock.set(DAY)
  await app.reminders.planDue()
  await sql`update property set resident_text_consent = false where id = ${propertyId}`.execute(app.db)
  await work()
  assert.ok((await messagesOf(id)).includes('day sms resident not_sent: The resident has not agreed to text messages'))
})

const buyerToken = async (id: string) => {
  const token = `t${id.replaceAll('-', '')}`.slice(0, 32)
  await sql`update booking set manage_token = ${token} where id = ${id}`.execute(app.db)
  return token
}

test('reminds no one of a showing that is canceled between planning and sending', async () => {
  for (const sends of ['queued', 'under way']) {
    const { id } = await confirmed()
    app.clock.set(DAY)
    await app.reminders.planDue()
    if (sends === 'under way') {
      // A first attempt fails. The cancellation also stops messages that wait for a retry.
      faults.sms.set('send', 'away')
      faults.email.set('send', 'away')
      await work()
      faults.sms.mend()
      faults.email.mend()
    }
    const answer = await app.call(
      'POST',
      `/api/showingbooker/bookings/${id}/cancel`,
      {},
      { cookie: agent.cookie, origin: app.config.publicUrl },
    )
    assert.equal(answer.status, 200, answer.text)
    await app.messaging.deliver(id)
    const told = await messagesOf(id)
    assert.equal(told.length, 5)
    for (const one of told) assert.match(one, /not_sent: The showing was canceled before this was sent$/)
    assert.equal((await loggedOf(id)).filter((one) => /^reminder_day .*was canceled/.test(one)).length, 5)
    assert.equal(sent.filter((one) => one.bookingId === id && /eminder/.test(one.text)).length, 0)
  }
})

test('reminds people only of the new start of a showing that is moved between planning and sending', async () => {
  const { id, propertyId } = await confirmed({ startsAt: '2026-11-30T18:00:00Z' })
  const token = await buyerToken(id)
  app.clock.set('2026-11-29T17:00:00Z')
  // Plan the reminder before the move.
  await sql`update booking set remind_at = ${NOW}::timestamptz where id = ${id}`.execute(app.db)
  app.clock.set('2026-11-29T18:00:00Z')
  await app.reminders.planDue()
  assert.equal((await messagesOf(id)).length, 5)
  const slots = await app.call('GET', `/api/showingbooker/public/property/${propertyId}/availability`)
  const last = slots.body.days.at(-1)
  const free = last.slots.find((slot: { available: boolean; time: string }) => slot.available && slot.time === '10:00')
  const moved = await app.call('POST', `/api/showingbooker/public/booking/${token}/move`, {
    showingDate: last.date,
    showingTime: free.time,
  })
  assert.equal(moved.status, 200, moved.text)
  await work()
  for (const one of await messagesOf(id)) assert.match(one, /not_sent: The showing was moved before this was sent$/)
  assert.equal(sent.filter(({ text }) => /Reminder/.test(text)).length, 0)
  const start = Temporal.PlainDateTime.from(`${last.date}T${free.time}`).toZonedDateTime('America/Los_Angeles')
  await strike(start.subtract({ days: 1 }).toInstant().toString())
  await strike(start.subtract({ hours: 1 }).toInstant().toString())
  const { rows } = await sql<{ round: number; n: number }>`
    select round, count(*)::int as n from notification where booking_id = ${id} and event like 'reminder%' and status = 'sent' group by 1`.execute(
    app.db,
  )
  assert.deepEqual(rows, [{ round: 1, n: 7 }])
})

test("only the buyer's own messages have their link, and no message says how to get in", async () => {
  const { id } = await confirmed()
  await sql`update booking set buyer_agent_email = 'bea@agents.example.com', buyer_agent_name = 'Bea' where id = ${id}`.execute(
    app.db,
  )
  await strike(DAY)
  await strike(HOUR)
  const link = `/showingbooker/booking/m${id}`
  for (const { role, text, html, copy } of sent) {
    assert.equal(text.includes(link), role === 'buyer')
    if (html) assert.equal(html.includes(link), role === 'buyer')
    if (copy) assert.ok(!copy.text.includes(link) && !copy.html.includes(link))
    for (const words of [text, html, copy?.text, copy?.html]) assert.ok(!words?.includes('Lockbox'))
  }
  assert.equal(sent.filter(({ copy }) => copy !== null).length, 1)
})

test('an agent can resend a reminder before the start, but not after it', async () => {
  const { id } = await confirmed()
  await strike(DAY)
  const headers = { cookie: agent.cookie, origin: app.config.publicUrl }
  const { body } = await app.call('GET', `/api/showingbooker/bookings/${id}/notifications`, undefined, headers)
  const email = body.notifications.find(
    (one: { channel: string; role: string }) => one.channel === 'email' && one.role === 'buyer',
  )
  const again = () => app.call('POST', `/api/showingbooker/notifications/${email.id}/resend`, {}, headers)
  app.clock.set('2026-11-26T18:05:00Z')
  assert.equal((await again()).status, 200)
  await work()
  app.clock.set(START)
  const refused = await again()
  assert.deepEqual([refused.status, refused.body.code], [409, 'showing_started'])
  assert.equal(refused.body.error, "This showing has started, so its reminders can't be sent.")
})

test('follows the local time: a reminder is due in one time zone and not yet in another', async () => {
  const [phoenix, newYork] = [
    await confirmed({ timeZone: 'America/Phoenix', startsAt: '2026-11-28T03:30:00Z' }),
    await confirmed({ timeZone: 'America/New_York', startsAt: '2026-11-28T03:30:00Z' }),
  ]
  // The showings are at 20:30 in Phoenix and 22:30 in New York. Both reminders come at 19:30 local time the day before.
  await strike('2026-11-27T00:30:00Z')
  assert.deepEqual([(await messagesOf(phoenix.id)).length, (await messagesOf(newYork.id)).length], [0, 5])
  await strike('2026-11-27T02:30:00Z')
  assert.equal((await messagesOf(phoenix.id)).length, 5)
  // An hour before the start, it is 19:30 in Phoenix, when it may ring, and 21:30 in New York, when it may not.
  await strike('2026-11-28T02:30:00Z')
  const hours = async (id: string) => (await messagesOf(id)).filter((one) => one.startsWith('hour'))
  assert.deepEqual(await hours(phoenix.id), ['hour sms agent sent', 'hour sms buyer sent'])
  assert.deepEqual(await hours(newYork.id), ['hour email agent sent', 'hour email buyer sent'])
})
