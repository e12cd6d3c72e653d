import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { type FakeLob, startLob } from '../../../test/fakes/lob.ts'
import { type MailServer, startMailServer } from '../../../test/fakes/mail-server.ts'
import { type FakeTwilio, startTwilio } from '../../../test/fakes/twilio.ts'
import { assertProblem } from '../../../test/problem.ts'
import { bookShowing, lastDaytime, signUp } from '../../../test/scene.ts'

// Tests the whole path of messages with the real adapters and fake vendors.
const PUBLIC_URL = 'https://showings.example.com'
let twilio: FakeTwilio
let lob: FakeLob
let mail: MailServer
let app: TestApp
let owner: Awaited<ReturnType<typeof signUp>>
let stranger: Awaited<ReturnType<typeof signUp>>
before(async () => {
  ;[twilio, lob, mail] = await Promise.all([startTwilio(), startLob(), startMailServer()])
  app = await testApp({
    env: {
      ...twilio.env,
      ...lob.env,
      PUBLIC_URL,
      SMTP_URL: mail.url,
      MAIL_FROM: 'Us <us@showings.example.com>',
      RETURN_ADDRESS_NAME: 'Acme Homes',
      RETURN_ADDRESS_LINE1: '5 Main St',
      RETURN_ADDRESS_CITY: 'Fresno',
      RETURN_ADDRESS_STATE: 'CA',
      RETURN_ADDRESS_ZIP: '93650',
    },
  })
  app.clock.set(lastDaytime())
  owner = await signUp(app, 'owner@agents.example.com')
  stranger = await signUp(app, 'stranger@agents.example.com')
})
after(async () => {
  await app.close()
  await Promise.all([twilio.close(), lob.close(), mail.close()])
})

let day = 0
/** Books a showing of an occupied property, with a letter. Its messages are planned but not sent. */
async function book() {
  // The vendors use the real clock, even if an earlier test moved ours.
  app.clock.set(lastDaytime())
  const home = await makeProperty(app.db, { occupancy: 'resident', ownerId: owner.accountId })
  const showingDate = app.clock
    .now()
    .toZonedDateTimeISO('America/Los_Angeles')
    .toPlainDate()
    .add({ days: 8 + (day++ % 7) })
  const form = makeForm(home.slug, { showingDate: showingDate.toString(), showingTime: '10:00', mailUpgrade: true })
  const { booking } = await bookShowing(app, form)
  await sql`delete from graphile_worker._private_jobs`.execute(app.db)
  return { id: booking.id as string, homeId: home.id, form }
}
/** @param attempt above 1 for a retry, whose job is no longer waiting */
async function deliver(bookingId: string, attempt = 1) {
  if (attempt > 1) await sql`select graphile_worker.remove_job(${`retry:${bookingId}`})`.execute(app.db)
  await app.jobs['notification.deliver']?.({ bookingId, attempt }, { isLastAttempt: false })
}
type Message = { id: string; channel: string; role: string; status: string } & Record<string, unknown>
async function messagesOf(bookingId: string): Promise<Message[]> {
  const { body } = await app.call('GET', `/api/showingbooker/bookings/${bookingId}/notifications`, undefined, cookies())
  return body.notifications
}
const one = async (bookingId: string, channel: string, role: string) => {
  const found = (await messagesOf(bookingId)).find((row) => row.channel === channel && row.role === role)
  assert.ok(found)
  return found
}
const cookies = (who = owner) => ({ cookie: who.cookie, origin: PUBLIC_URL })
async function nextTry(bookingId: string): Promise<{ attempt: number; inSeconds: number } | undefined> {
  const { rows } = await sql<{ attempt: number; at: Date }>`
    select (payload ->> 'attempt')::integer as attempt, run_at as at from graphile_worker._private_jobs
    where payload ->> 'bookingId' = ${bookingId}`.execute(app.db)
  const [job] = rows
  return job && { attempt: job.attempt, inSeconds: (job.at.getTime() - app.clock.now().epochMilliseconds) / 1000 }
}
async function eventsOf(homeId: string) {
  const { rows } = await sql<{ event: string; payload: string }>`
    select event, payload from compliance_entry where property_id = ${homeId} order by sequence`.execute(app.db)
  return rows.map(({ event, payload }) => ({ event, payload: JSON.parse(payload) }))
}
const textsTo = (phone: string) => twilio.texts.filter(({ to }) => to.endsWith(phone.replace(/\D/g, '')))

test("every vendor sends its messages of a booking, and the log has the vendors' IDs", async () => {
  const booking = await book()
  await deliver(booking.id)
  const found = await messagesOf(booking.id)
  assert.deepEqual([...new Set(found.map(({ status }) => status))], ['sent'])
  assert.equal(found.length, 6)
  const letter = found.find(({ channel }) => channel === 'certified_mail')
  assert.match(String(letter?.trackingNumber), /^9407/)
  assert.equal(lob.letters.at(-1)?.pdf.slice(0, 5), '%PDF-')
  assert.equal(lob.letters.at(-1)?.fields['from[name]'], 'Acme Homes')
  const told = (await eventsOf(booking.homeId)).find(({ event }) => event === 'notified')
  const references = told?.payload.messages.map((message: { reference: string }) => message.reference)
  assert.equal(references.filter((reference: string) => /^(SM|<.*@showings|9407)/.test(reference)).length, 6)
  assert.deepEqual(
    app.vendorHealth().map(({ channel, vendor, isReal, state }) => [channel, vendor, isReal, state]),
    [
      ['payments', 'sandbox', false, 'closed'],
      ['sms', 'twilio', true, 'closed'],
      ['email', 'smtp', true, 'closed'],
      ['certified_mail', 'lob', true, 'closed'],
      ['images', 'local', false, 'closed'],
    ],
  )
})

test("records each of Twilio's reports on a text once, and the first final status stays", async () => {
  const booking = await book()
  await deliver(booking.id)
  const [text] = textsTo(booking.form.buyerPhone)
  assert.ok(text)
  const say = async (status: string, code?: number) => {
    const { target, body, headers } = twilio.status(text, status, code)
    return (await app.call('POST', target, body, headers)).status
  }
  assert.deepEqual([await say('sent'), await say('delivered'), await say('delivered')], [200, 200, 200])
  assert.equal(await say('undelivered', 30005), 200)
  const { delivery, deliveredAt } = await one(booking.id, 'sms', 'buyer')
  assert.equal(delivery, 'delivered')
  assert.ok(deliveredAt)
  const deliveries = (await eventsOf(booking.homeId)).filter(({ event }) => event === 'delivery')
  assert.deepEqual(
    deliveries.map(({ payload }) => [payload.role, payload.state, payload.code, payload.reason]),
    [
      ['buyer', 'delivered', undefined, undefined],
      ['buyer', 'undelivered', '30005', 'This number is not in service'],
    ],
  )
})

test('an unsigned call changes nothing', async () => {
  const { target, body, headers } = twilio.inbound(PUBLIC_URL, '+12135550142', 'STOP')
  const forged = { ...headers, 'x-twilio-signature': 'AAAA' }
  assertProblem(await app.call('POST', target, body, forged), 403, 'text')
  assertProblem(await app.call('POST', '/api/webhooks/twilio/status', body, forged), 403, 'status')
  assertProblem(await app.call('POST', '/api/webhooks/lob', '{}', { 'lob-signature': 'aa' }), 403, 'letter')
  const { rows } = await sql`select from text_opt_out where phone = '+12135550142'`.execute(app.db)
  assert.equal(rows.length, 0)
})

test('STOP in any spelling stops texts to a phone at once, START resumes them, and HELP gets an answer', async () => {
  const booking = await book()
  const say = async (words: string, more?: Record<string, string>) => {
    const from = `+1${booking.form.buyerPhone}`
    const { target, body, headers } = twilio.inbound(PUBLIC_URL, from, words, more)
    const answer = await app.call('POST', target, body, headers)
    assert.match(answer.headers.get('content-type') ?? '', /^text\/xml/)
    return answer.text
  }
  assert.match(await say(' Stop! '), /<Message>ShowingBooker: you won't get any more texts/)
  await deliver(booking.id)
  const { status, reason, id } = await one(booking.id, 'sms', 'buyer')
  assert.deepEqual([status, reason], ['not_sent', 'This number has opted out of text messages'])
  assert.equal(textsTo(booking.form.buyerPhone).length, 0)
  assertProblem(
    await app.call('POST', `/api/showingbooker/notifications/${id}/resend`, undefined, cookies()),
    409,
    'silenced',
  )
  assert.match(await say('ayuda'), /texts about booked showings[\s\S]*mensajes sobre visitas reservadas/)
  assert.match(await say('help'), /https:\/\/showings\.example\.com\/support/)
  assert.match(await say('I am late'), /<Response\/>/)
  assert.match(await say('STOP', { OptOutType: 'STOP' }), /<Response\/>/)
  assert.match(await say('start'), /texts about showings again/)
  const another = await book()
  await sql`update notification set recipient = to_jsonb(${booking.form.buyerPhone}::text)
    where booking_id = ${another.id} and channel = 'sms' and role = 'buyer'`.execute(app.db)
  await deliver(another.id)
  assert.equal((await one(another.id, 'sms', 'buyer')).status, 'sent')
})

test('no booking tries a number again that opted out at Twilio', async () => {
  const booking = await book()
  twilio.refuse(`+1${booking.form.buyerPhone}`, 21610)
  await deliver(booking.id)
  assert.partialDeepStrictEqual(await one(booking.id, 'sms', 'buyer'), {
    status: 'not_sent',
    reason: 'This number has opted out of text messages',
  })
  const { rows } = await sql<{ is_out: boolean }>`
    select is_out from text_opt_out where phone = ${`+1${booking.form.buyerPhone}`}`.execute(app.db)
  assert.deepEqual(rows, [{ is_out: true }])
  assert.equal(await nextTry(booking.id), undefined)
})

test('a message that a vendor refuses for good fails at once with the reason, without a retry', async () => {
  const booking = await book()
  twilio.refuse(`+1${booking.form.buyerPhone}`, 21614)
  mail.refuse(booking.form.buyerEmail, 550, '5.1.1 No such user')
  await deliver(booking.id)
  assert.partialDeepStrictEqual(await one(booking.id, 'sms', 'buyer'), {
    status: 'failed',
    reason: 'This is not a mobile number',
    canResend: true,
  })
  assert.partialDeepStrictEqual(await one(booking.id, 'email', 'buyer'), {
    status: 'failed',
    reason: 'The mail server does not know this mailbox',
  })
  assert.equal(await nextTry(booking.id), undefined)
})

test('stops calling a vendor that keeps failing; its messages wait without counting attempts, and go out when it is back', async () => {
  const booking = await book()
  const other = await book()
  for (let n = 0; n < 6; n++) lob.failNext({ status: 500 })
  for (let attempt = 1; attempt <= 5; attempt++) await deliver(booking.id, attempt)
  const of = () => app.vendorHealth().find(({ channel }) => channel === 'certified_mail')
  assert.equal(of()?.state, 'open')
  assert.equal((await nextTry(booking.id))?.attempt, 6)
  const asked = lob.requests.length
  await deliver(other.id, 3)
  assert.equal(lob.requests.length, asked)
  const wait = await nextTry(other.id)
  assert.equal(wait?.attempt, 3)
  assert.ok(wait && wait.inSeconds >= 29 && wait.inSeconds <= 41, String(wait?.inSeconds))
  assert.equal((await one(other.id, 'certified_mail', 'resident')).status, 'queued')
  app.clock.advance({ seconds: 31 })
  assert.equal(of()?.state, 'half_open')
  // This try fails, too, so the pause is twice as long.
  await deliver(other.id, 3)
  assert.equal(of()?.state, 'open')
  app.clock.advance({ seconds: 61 })
  const letters = lob.letters.length
  await deliver(other.id, 4)
  await deliver(booking.id, 6)
  assert.equal(lob.letters.length, letters + 2)
  assert.equal(of()?.state, 'closed')
})

test('after a day without success, a message has failed, however long we did not call its vendor', async () => {
  const booking = await book()
  // The copies fail, too, because they are separate emails.
  mail.failBy((command) => (command === 'RCPT' ? { command, code: 451, text: '4.7.1 Later' } : undefined))
  await deliver(booking.id)
  assert.ok(await nextTry(booking.id))
  app.clock.advance({ hours: 25 })
  await deliver(booking.id, 2)
  mail.failBy(() => undefined)
  const emails = (await messagesOf(booking.id)).filter(({ channel }) => channel === 'email')
  assert.deepEqual([...new Set(emails.map(({ status }) => status))], ['failed'])
})

test('a message whose answer was lost arrives once: we look up texts, and letters have a key', async () => {
  const booking = await book()
  twilio.failNext(
    'answer lost',
    ({ method, body }) => method === 'POST' && body.includes(`To=%2B1${booking.form.buyerPhone}`),
  )
  lob.failNext('answer lost')
  await deliver(booking.id)
  assert.equal((await one(booking.id, 'sms', 'buyer')).status, 'queued')
  await deliver(booking.id, 2)
  assert.equal(textsTo(booking.form.buyerPhone).length, 1)
  const letterId = (await one(booking.id, 'certified_mail', 'resident')).id
  assert.equal(lob.letters.filter(({ fields }) => fields['metadata[notification]'] === letterId).length, 1)
  assert.deepEqual([...new Set((await messagesOf(booking.id)).map(({ status }) => status))], ['sent'])
})

test('concurrent workers on one booking send each message once', async () => {
  const booking = await book()
  await Promise.all([deliver(booking.id), deliver(booking.id), deliver(booking.id)])
  const found = await messagesOf(booking.id)
  assert.deepEqual([...new Set(found.map(({ status }) => status))], ['sent'])
  assert.equal(textsTo(booking.form.buyerPhone).length, 1)
  assert.equal(mail.arrived.filter(({ recipients }) => recipients[0] === booking.form.buyerEmail).length, 1)
})

test('a message whose sender died goes out after two minutes', async () => {
  const booking = await book()
  const until = app.clock.now().add({ seconds: 120 })
  await sql`update notification set status = 'sending', attempts = 1, sending_until = ${until}::timestamptz
    where booking_id = ${booking.id} and channel = 'email'`.execute(app.db)
  await deliver(booking.id)
  assert.equal((await one(booking.id, 'email', 'buyer')).status, 'sending')
  assert.deepEqual(await nextTry(booking.id), { attempt: 1, inSeconds: 120 })
  app.clock.advance({ seconds: 121 })
  await deliver(booking.id)
  assert.equal((await one(booking.id, 'email', 'buyer')).status, 'sent')
})

test('for a canceled showing, the log says what happened to each message', async () => {
  const booking = await book()
  twilio.failNext('answer lost', ({ method, body }) => method === 'POST' && body.includes(booking.form.buyerPhone))
  mail.failNext('answer lost')
  await deliver(booking.id)
  await sql`update booking set status = 'cancelled', cancelled_by = 'agent' where id = ${booking.id}`.execute(app.db)
  await sql`select cancel_queued_messages(${booking.id})`.execute(app.db)
  app.clock.advance({ seconds: 121 })
  await deliver(booking.id, 2)
  const { status, reason } = await one(booking.id, 'sms', 'buyer')
  assert.deepEqual([status, reason], ['sent', null])
  assert.equal(textsTo(booking.form.buyerPhone).length, 1)
  const unsure = (await messagesOf(booking.id)).filter((row) => row.channel === 'email' && row.status === 'not_sent')
  assert.equal(unsure.length, 1)
  assert.match(String(unsure[0]?.reason), /; an earlier try may have arrived$/)
})

test("an agent can resend their own failed message, and no one else's", async () => {
  const booking = await book()
  mail.refuse(booking.form.buyerEmail, 550, '5.1.1 No such user')
  await deliver(booking.id)
  const { id } = await one(booking.id, 'email', 'buyer')
  const path = `/api/showingbooker/notifications/${id}/resend`
  assertProblem(await app.call('POST', path), 401, 'visitor')
  assertProblem(await app.call('POST', path, undefined, cookies(stranger)), 404, 'stranger')
  const { status, body } = await app.call('POST', path, undefined, cookies())
  assert.deepEqual([status, body.notification.status], [200, 'queued'])
  const second = await app.call('POST', path, undefined, cookies())
  assertProblem(second, 429, 'within a minute')
  assert.equal(second.headers.get('retry-after'), '60')
  const before = mail.arrived.length
  await deliver(booking.id)
  assert.deepEqual(
    mail.arrived.slice(before).map(({ recipients }) => recipients[0]),
    [booking.form.buyerEmail, 'lena@agents.example.com'],
  )
  assert.equal((await one(booking.id, 'email', 'buyer')).status, 'sent')
  assert.ok((await eventsOf(booking.homeId)).some(({ event }) => event === 'resent'))
  assertProblem(await app.call('POST', path, undefined, cookies()), 429, 'too soon')
})

test('a resent message is a new one to its vendor, and an agent can resend it five times', async () => {
  const booking = await book()
  await deliver(booking.id)
  const { id } = await one(booking.id, 'sms', 'buyer')
  const again = () => app.call('POST', `/api/showingbooker/notifications/${id}/resend`, undefined, cookies())
  for (let n = 0; n < 5; n++) {
    app.clock.advance({ seconds: 61 })
    assert.equal((await again()).status, 200)
    await deliver(booking.id)
  }
  app.clock.advance({ seconds: 61 })
  assertProblem(await again(), 429, 'too often')
  const texts = textsTo(booking.form.buyerPhone)
  assert.equal(texts.length, 6)
  assert.equal(new Set(texts.map(({ callback }) => callback)).size, 6)
})

test("the specification's calls resend the booking's own messages, only to its own people", async () => {
  const booking = await book()
  await deliver(booking.id)
  app.clock.advance({ seconds: 61 })
  const call = (channel: string, body: object, headers: Record<string, string> = cookies()) =>
    app.call('POST', `/api/notifications/${channel}`, { bookingId: booking.id, ...body }, headers)
  const words = { message: 'Buy now!', metadata: { a: 1 } }
  assertProblem(await call('sms', words, {}), 401, 'visitor')
  assertProblem(await call('sms', words, cookies(stranger)), 404, 'stranger')
  assertProblem(await call('sms', { ...words, to: '+13105550000' }), 400, 'nobody of this booking')
  assertProblem(await call('fax', words), 400, 'no such channel')
  const { status, body } = await call('sms', {
    ...words,
    to: `+1 (${booking.form.buyerPhone.slice(0, 3)}) ${booking.form.buyerPhone.slice(3)}`,
  })
  assert.deepEqual([status, body.success, body.notifications.length], [200, true, 1])
  await deliver(booking.id)
  const texts = textsTo(booking.form.buyerPhone)
  assert.equal(texts.length, 2)
  assert.equal(texts[0]?.body, texts[1]?.body)
  assert.equal((await call('email', { subject: 'x', html: '<p>x</p>' })).body.notifications.length, 2)
  const letters = lob.letters.length
  const letter = await call('certified-mail', { to: 'anywhere', letter: 'x' })
  assert.match(letter.body.trackingNumber, /^9407/)
  assert.equal(lob.letters.length, letters)
})

test('the log has each post office report once, with the tracking number', async () => {
  lob.hideTracking()
  const booking = await book()
  await deliver(booking.id)
  const [letter] = lob.letters.slice(-1)
  assert.ok(letter)
  assert.equal((await one(booking.id, 'certified_mail', 'resident')).trackingNumber, null)
  const say = async (type: string, id: string) => {
    const { body, headers } = lob.event(letter, type, { id, at: app.clock.now() })
    assert.equal((await app.call('POST', '/api/webhooks/lob', body, headers)).status, 200)
  }
  await say('letter.certified.delivered', 'evt_2')
  await say('letter.certified.mailed', 'evt_1')
  await say('letter.certified.mailed', 'evt_1')
  await say('letter.rendered_pdf', 'evt_3')
  assert.partialDeepStrictEqual(await one(booking.id, 'certified_mail', 'resident'), {
    delivery: 'delivered',
    trackingNumber: `9407${letter.id.slice(4)}`,
  })
  const deliveries = (await eventsOf(booking.homeId)).filter(({ event }) => event === 'delivery')
  assert.deepEqual(
    deliveries.map(({ payload }) => payload.state),
    ['delivered', 'mailed'],
  )
  const { body } = await app.call(
    'GET',
    `/api/showingbooker/properties/${booking.homeId}/bookings`,
    undefined,
    cookies(),
  )
  assert.equal(body.logs[0].notificationDetails.certifiedMail.trackingNumber, `9407${letter.id.slice(4)}`)
  assert.deepEqual(await app.compliance.verifyAll().then((all) => all.filter(({ result }) => !result.valid)), [])
})
