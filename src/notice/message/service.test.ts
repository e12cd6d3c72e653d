import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { character, fc } from '../../../test/dice.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { createFaults, type Fault } from '../../../test/fakes/faulty.ts'
import { bookShowing } from '../../../test/scene.ts'
import type { MessageSenders } from './ports.ts'

const faults = { sms: createFaults<'send'>(), email: createFaults<'send'>(), certified_mail: createFaults<'send'>() }
const admin = { kind: 'account', accountId: '', role: 'admin', email: '' } as const

let app: TestApp
let holdUp: (() => Promise<void>) | null = null
before(async () => {
  const senders = (real: MessageSenders): MessageSenders => ({
    sms: faults.sms.over(
      {
        async send(message) {
          await holdUp?.()
          return real.sms.send(message)
        },
      },
      ['send'],
    ),
    email: faults.email.over(real.email, ['send']),
    certified_mail: faults.certified_mail.over(real.certified_mail, ['send']),
  })
  app = await testApp({ senders })
})
after(() => app.close())
beforeEach(() => {
  for (const channel of Object.values(faults)) channel.mend()
  app.clock.set('2026-11-21T18:00:00Z')
})

/** Books a showing with six messages to send: three texts, two emails, and a letter. */
async function book(change: Record<string, unknown> = {}) {
  const home = await makeProperty(app.db, { occupancy: 'resident' })
  const { booking } = await bookShowing(app, makeForm(home.slug, { mailUpgrade: true, ...change }))
  return { id: booking.id as string, propertyId: home.id }
}

const LAST_ATTEMPT = 18
/** @param attempt that of a retry, whose job is no longer waiting */
async function deliver(id: string, attempt?: number) {
  if (attempt) await sql`select graphile_worker.remove_job(${`retry:${id}`})`.execute(app.db)
  await app.messaging.deliver(id, attempt)
}

/** Starts a delivery that stops before its texts. @returns a function that lets it finish */
async function deliverUpToTexts(id: string, attempt?: number): Promise<() => Promise<void>> {
  const gate = Promise.withResolvers<void>()
  const waiting = Promise.withResolvers<void>()
  holdUp = () => {
    waiting.resolve()
    return gate.promise
  }
  const delivery = deliver(id, attempt)
  await waiting.promise
  holdUp = null
  return () => {
    gate.resolve()
    return delivery
  }
}

/** Returns the waiting retries of a booking: which attempt each will be, and in how many seconds. */
async function retryOf(bookingId: string) {
  const { rows } = await sql<{ attempt: number; at: Date }>`
    select (payload ->> 'attempt')::int as attempt, run_at as at from graphile_worker._private_jobs
    where key = ${`retry:${bookingId}`}`.execute(app.db)
  return rows.map(({ attempt, at }) => ({
    attempt,
    seconds: (at.getTime() - app.clock.now().epochMilliseconds) / 1000,
  }))
}

async function statuses(bookingId: string): Promise<Record<string, number>> {
  const { rows } = await sql<{ what: string; n: number }>`
    select channel || ' ' || status as what, count(*) as n from notification where booking_id = ${bookingId} group by 1 order by 1`.execute(
    app.db,
  )
  return Object.fromEntries(rows.map(({ what, n }) => [what, n]))
}

async function kept(bookingId: string): Promise<number> {
  return (await app.outbox.list(admin, { bookingId, cursor: null, limit: 100 })).messages.length
}

async function logOf({ id, propertyId }: { id: string; propertyId: string }) {
  const { logs } = await app.compliance.list(admin, { propertyId, cursor: null, limit: 10 })
  const log = logs.find((one) => one.bookingId === id)
  const notified = log?.events.filter(({ event }) => event === 'notified') ?? []
  const messages = notified.flatMap(
    ({ payload }) => (payload as { messages: { channel: string; role: string; status: string }[] }).messages,
  )
  return {
    details: log?.notificationDetails,
    messages: messages.map(({ channel, role, status }) => `${channel} ${role} ${status}`),
  }
}

const six = [
  'certified_mail resident Sent',
  'email buyer Sent',
  'email listing_agent Sent',
  ...['buyer', 'listing_agent', 'resident'].map((role) => `sms ${role} Sent`),
]

for (const fault of ['away', 'answer lost'] as Fault[])
  test(`retries a channel that fails (${fault}), sends the others at once, and sends each message once`, async () => {
    const booking = await book()
    faults.sms.set('send', fault)
    await deliver(booking.id)
    const [retry, ...others] = await retryOf(booking.id)
    assert.deepEqual([retry?.attempt, others], [2, []])
    assert.ok(retry && retry.seconds >= 5 && retry.seconds <= 7, JSON.stringify(retry))
    assert.deepEqual(await statuses(booking.id), { 'certified_mail sent': 1, 'email sent': 2, 'sms queued': 3 })
    await deliver(booking.id, 9)
    assert.deepEqual(
      (await retryOf(booking.id)).map(({ attempt }) => attempt),
      [10],
    )
    faults.sms.mend()
    await deliver(booking.id)
    await deliver(booking.id)
    assert.deepEqual(await statuses(booking.id), { 'certified_mail sent': 1, 'email sent': 2, 'sms sent': 3 })
    assert.equal(await kept(booking.id), 6)
    assert.deepEqual((await logOf(booking)).messages.sort(), six)
    assert.equal(faults.email.calls.length, 2)
  })

test('a message that fails in its last attempt is in the log as not sent, with the reason, and is never retried', async () => {
  const booking = await book()
  faults.email.set('send', 'away')
  await deliver(booking.id, LAST_ATTEMPT)
  assert.deepEqual(await retryOf(booking.id), [])
  assert.deepEqual(await statuses(booking.id), { 'certified_mail sent': 1, 'email failed': 2, 'sms sent': 3 })
  const { details, messages } = await logOf(booking)
  assert.equal(details?.email.buyer.status, 'Not sent')
  assert.equal(details?.email.buyer.reason, 'The email could not be delivered')
  assert.doesNotMatch(JSON.stringify({ details, messages }), /ECONNREFUSED|192\.0\.2/)
  assert.equal(details?.email.buyer.sentAt, null)
  assert.equal(details?.email.resident.status, 'Not sent')
  assert.equal(details?.sms.buyer.status, 'Sent')
  assert.equal(details?.certifiedMail.status, 'Sent')
  assert.equal(messages.length, 6)
  faults.email.mend()
  await deliver(booking.id)
  assert.equal(await kept(booking.id), 4)
})

test('five concurrent deliveries of one booking send and log each message once', async () => {
  const booking = await book()
  await Promise.all(Array.from({ length: 5 }, () => deliver(booking.id)))
  assert.equal(await kept(booking.id), 6)
  assert.deepEqual((await logOf(booking)).messages.sort(), six)
})

test('if two deliveries overlap, the one that finishes a message logs it', async () => {
  const booking = await book()
  faults.email.set('send', 'away')
  // The first delivery sends its texts while the second one does everything it can.
  const finishFirst = await deliverUpToTexts(booking.id)
  await deliver(booking.id)
  faults.email.mend()
  await finishFirst()
  await deliver(booking.id)
  assert.deepEqual((await logOf(booking)).messages.sort(), six)
  assert.equal(await kept(booking.id), 6)
})

test('the long pause of one delivery does not postpone the retry of another', async () => {
  const { id } = await book()
  const dueIn = (hours: number | null) =>
    sql`update notification set due_at = ${hours && app.clock.now().add({ hours }).toString()}::timestamptz
      where booking_id = ${id} and channel = 'email'`.execute(app.db)
  await dueIn(1)
  faults.certified_mail.set('send', 'away')
  faults.email.set('send', 'away')
  const finishFirst = await deliverUpToTexts(id, 12)
  await dueIn(null)
  await deliver(id)
  await finishFirst()
  const [next] = await retryOf(id)
  assert.equal(next?.attempt, 2)
  assert.ok(next.seconds <= 10, `${next.seconds} s`)
})

test('of concurrent retries, one waits, with the earliest time and the lowest attempt', async () => {
  const { id } = await book()
  const retries = [
    [9, 5],
    [2, 300],
    [13, 18_000],
  ] as const
  await Promise.all(
    retries.map(([attempt, seconds]) => {
      const at = app.clock.now().add({ seconds }).toString()
      return sql`select schedule_retry(${id}, ${attempt}, ${at}::timestamptz)`.execute(app.db)
    }),
  )
  assert.deepEqual(await retryOf(id), [{ attempt: 2, seconds: 5 }])
})

test('bookings that we deliver together, even twice, keep their own messages and log, even if another one fails', async () => {
  const [broken, ...whole] = await Promise.all(Array.from({ length: 6 }, () => book()))
  assert.ok(broken)
  await sql`create function refuse_one() returns trigger language plpgsql as ${sql.lit(
    `begin if new.booking_id = '${broken.id}' and new.logged_at is not null then raise 'refused'; end if; return new; end`,
  )}`.execute(app.db)
  await sql`create trigger refuse_one before update on notification for each row execute function refuse_one()`.execute(
    app.db,
  )
  const outcomes = await Promise.allSettled([...whole, broken, ...whole].map(({ id }) => deliver(id)))
  await sql`drop function refuse_one cascade`.execute(app.db)
  assert.deepEqual(
    outcomes.map(({ status }) => status),
    [...whole.map(() => 'fulfilled'), 'rejected', ...whole.map(() => 'fulfilled')],
  )
  for (const booking of whole) {
    assert.deepEqual((await logOf(booking)).messages.sort(), six)
    assert.equal(await kept(booking.id), 6)
  }
  assert.deepEqual((await logOf(broken)).messages, [])
  app.clock.advance({ seconds: 21 })
  await deliver(broken.id)
  assert.deepEqual((await logOf(broken)).messages.sort(), six)
  assert.equal(await kept(broken.id), 6)
})

test('marks and logs a message as failed if the process died in its last attempt', async () => {
  const [left, alive, running] = [await book(), await book(), await book()]
  const jobs = (set: string, { id }: { id: string }) =>
    sql`update graphile_worker._private_jobs set ${sql.raw(set)} where payload ->> 'bookingId' = ${id}`.execute(app.db)
  await sql`update notification set status = 'sending' where booking_id in (${left.id}, ${running.id})`.execute(app.db)
  await jobs('attempts = max_attempts', left)
  await jobs('attempts = max_attempts, locked_at = now()', running)
  await app.messaging.finishAbandoned()
  assert.deepEqual((await logOf(left)).messages, [], 'it is too early')

  app.clock.advance({ minutes: 6 })
  const sweep = app.jobs['notification.finish-abandoned']
  await sweep?.({}, { isLastAttempt: false })
  await sweep?.({}, { isLastAttempt: false })
  assert.deepEqual(await statuses(left.id), { 'certified_mail failed': 1, 'email failed': 2, 'sms failed': 3 })
  const { details, messages } = await logOf(left)
  assert.deepEqual(
    messages.sort(),
    six.map((line) => line.replace('Sent', 'Not sent')),
  )
  assert.equal(details?.sms.buyer.reason, 'Sending was interrupted and could not be finished')
  for (const other of [alive, running]) assert.deepEqual((await logOf(other)).messages, [])
  await deliver(alive.id)
  assert.deepEqual((await logOf(alive)).messages.sort(), six)
})

for (const occupancy of ['vacant', 'owner', 'resident'])
  test(`sends the messages planned for a resident even if the property is ${occupancy} by then`, async () => {
    const booking = await book()
    await sql`update property set occupancy_status = ${occupancy}, resident_email = null where id = ${booking.propertyId}`.execute(
      app.db,
    )
    await deliver(booking.id)
    assert.deepEqual((await logOf(booking)).messages.sort(), six)
    const { messages } = await app.outbox.list(admin, { bookingId: booking.id, cursor: null, limit: 100 })
    const text = messages.find(({ channel, role }) => channel === 'sms' && role === 'resident')?.text
    assert.match(text ?? '', /Notice: http/)
  })

test('a process that died after sending sends nothing twice', async () => {
  const booking = await book()
  await deliver(booking.id)
  await sql`update notification set status = 'sending', logged_at = null, sent_at = null where booking_id = ${booking.id} and channel = 'email'`.execute(
    app.db,
  )
  // Until then, the sender might still be alive.
  app.clock.advance({ seconds: 21 })
  await deliver(booking.id)
  assert.equal(await kept(booking.id), 6)
  assert.deepEqual(await statuses(booking.id), { 'certified_mail sent': 1, 'email sent': 2, 'sms sent': 3 })
})

test('a resident who did not agree to texts gets none, and the log says why', async () => {
  const home = await makeProperty(app.db, { occupancy: 'resident' })
  await sql`update property set resident_text_consent = false where id = ${home.id}`.execute(app.db)
  const { booking } = await bookShowing(app, makeForm(home.slug))
  await app.runJobs()
  const { details } = await logOf({ id: booking.id, propertyId: home.id })
  assert.deepEqual(details?.sms.resident.status, 'Not sent')
  assert.equal(details?.sms.resident.reason, 'The resident has not agreed to text messages')
  assert.equal(await kept(booking.id), 4)
})

test('a job for a missing booking sends nothing, and a job with an invalid ID fails', async () => {
  await deliver('019a0000-0000-7000-8000-000000000000')
  await assert.rejects(async () => app.jobs['notification.deliver']?.({ bookingId: 'x' }, { isLastAttempt: false }))
})

test("only the buyer's own messages have the buyer's link, and the agent's copy does not", async () => {
  const booking = await book()
  await deliver(booking.id)
  const { rows } = await sql<{
    token: string
  }>`select manage_token as token from booking where id = ${booking.id}`.execute(app.db)
  const token = rows[0]?.token ?? ''
  const { messages } = await app.outbox.list(admin, { bookingId: booking.id, cursor: null, limit: 100 })
  for (const message of messages) {
    const { copy, ...own } = message
    assert.equal(JSON.stringify(own).includes(token), message.role === 'buyer', `${message.channel} ${message.role}`)
    assert.doesNotMatch(JSON.stringify(copy), new RegExp(token))
  }
})

test('writes and sends every message for any valid form', async () => {
  const word = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 })
  const wild = fc.string({ unit: character, maxLength: 40 })
  const email = fc.oneof(
    { weight: 3, arbitrary: fc.emailAddress() },
    { weight: 8, arbitrary: fc.integer({ min: 1 }).map((n) => `maria${n}@buyers.example.com`) },
    fc.tuple(wild, wild, wild).map(([one, two, three]) => `${one}@${two}.${three}`),
    fc.constantFrom('"><script>@x.yz', 'a\u0085b@x.yz', 'a%0ab@x.yz', 'a?cc=b&x@y.z', '\u202ea@b.cd'),
  )
  const phone = fc.oneof(
    { weight: 8, arbitrary: fc.constantFrom('(213) 555-0142', '+1 (310) 555-0177 ext. 7', '213.555.0142') },
    fc.constantFrom('2135550142', '+1 (213) 555-0142 ext. 7', '<b>2135550142</b>', '21355501\u202e42', '2135550142;rm'),
    wild.map((text) => `${text} 2135550142`),
  )
  const form = fc.record({
    buyerName: fc.oneof(word, wild),
    buyerEmail: email,
    buyerPhone: phone,
    buyerAgentName: fc.option(wild),
    buyerAgentEmail: fc.option(email),
    buyerAgentPhone: fc.option(phone),
    specialRequests: fc.option(fc.string({ unit: character, maxLength: 200 })),
    requesterType: fc.constantFrom('buyer', 'buyers_agent', 'other'),
    mailUpgrade: fc.boolean(),
  })
  let booked = 0
  await fc.assert(
    fc.asyncProperty(form, async (change) => {
      const home = await makeProperty(app.db, { occupancy: 'resident' })
      const wanted = makeForm(home.slug, change)
      const held = await app.call('POST', '/api/payments/create-payment-intent', { bookingData: wanted })
      if (held.status === 400) return
      assert.equal(held.status, 201, held.text)
      const { booking } = await bookShowing(app, wanted)
      booked++
      await deliver(booking.id)
      const found = await statuses(booking.id)
      assert.deepEqual(
        Object.keys(found).filter((what) => !what.endsWith(' sent')),
        [],
        JSON.stringify(found),
      )
    }),
    { numRuns: 25 },
  )
  assert.ok(booked > 0)
})
