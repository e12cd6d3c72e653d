import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { type FakeTwilio, startTwilio } from '../../../test/fakes/twilio.ts'
import { assertProblem } from '../../../test/problem.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'
import { countSegments } from '../../platform/sms-text.ts'

const PUBLIC_URL = 'https://showings.example.com'
const admin = { kind: 'account', accountId: '', role: 'admin', email: '' } as const
/** 10 AM in Los Angeles, where the properties are. */
const MORNING = '2026-11-23T18:00:00Z'

type Signed = Awaited<ReturnType<typeof signUp>>
let app: TestApp
let twilio: FakeTwilio
let agent: Signed
let other: Signed
before(async () => {
  twilio = await startTwilio()
  app = await testApp({ env: { ...twilio.env, PUBLIC_URL } })
  agent = await signUp(app, 'agent@agents.example.com')
  other = await signUp(app, 'other@agents.example.com')
})
after(async () => {
  await app.close()
  await twilio.close()
})
beforeEach(() => app.clock.set(MORNING))

async function book(change: Record<string, unknown> = {}, owner = agent) {
  const home = await makeProperty(app.db, { ownerId: owner.accountId })
  const form = makeForm(home.slug, change)
  const { booking, token } = await bookShowing(app, form)
  await app.runJobs()
  return { id: booking.id as string, homeId: home.id, token, form }
}

const cookies = (who: Signed) => ({ cookie: who.cookie, origin: PUBLIC_URL })
const threadOf = async (id: string, who = agent) =>
  (await app.call('GET', `/api/showingbooker/bookings/${id}/thread`, undefined, cookies(who))).body
const write = (id: string, body: object, headers: Record<string, string> = {}, who = agent) =>
  app.call('POST', `/api/showingbooker/bookings/${id}/thread`, body, { ...cookies(who), ...headers })
const written = (thread: { entries: { kind: string }[] }) =>
  // biome-ignore lint/suspicious/noExplicitAny: a test says what it expects
  thread.entries.filter(({ kind }) => kind === 'written') as any[]
const buyerPath = (token: string) => `/api/showingbooker/public/booking/${token}/thread`
const mailsOf = async (bookingId: string) =>
  (await app.outbox.list(admin, { bookingId, cursor: null, limit: 100 })).messages.filter(
    ({ channel }) => channel === 'email',
  )
const textsTo = (phone: string) => twilio.texts.filter(({ to }) => to.endsWith(phone)).map(({ body }) => body)
const textFrom = async (phone: string, words: string, more: Record<string, string> = {}) => {
  const { target, body, headers } = twilio.inbound(PUBLIC_URL, `+1${phone}`, words, more)
  return (await app.call('POST', target, body, headers)).text
}

test('the thread has every text and email to the buyer as it was sent, and never their private link', async () => {
  const { id, token, form } = await book()
  const thread = await threadOf(id)
  const sent = thread.entries as { subject: string | null; words: string; delivery: { role: string; status: string } }[]
  assert.deepEqual([...new Set(sent.map(({ delivery }) => `${delivery.role} ${delivery.status}`))], ['buyer sent'])
  assert.equal(sent.length, 2)
  const [text] = textsTo(form.buyerPhone)
  assert.ok(text)
  assert.ok(text.includes(token))
  const words = sent.map((one) => one.words)
  assert.ok(words.includes(text.replace(token, '…')))
  assert.match(sent.map(({ subject }) => subject ?? '').join(''), /Showing confirmed/)
  assert.doesNotMatch(JSON.stringify(thread), new RegExp(token))
})

test("an agent's message goes out by text and email, once for a double click, and the log does not quote it", async () => {
  const { id, homeId, form } = await book()
  const body = { words: ' Please ring twice. ' }
  const key = { 'idempotency-key': `twice-${id}` }
  const [first, again] = [await write(id, body, key), await write(id, body, key)]
  assert.deepEqual([first.status, again.status, again.headers.get('idempotent-replayed')], [201, 201, 'true'])
  await app.runJobs()
  await app.messaging.deliver(id)
  const texts = textsTo(form.buyerPhone).filter((one) => one.includes('Please ring twice.'))
  assert.deepEqual(texts, [
    'ShowingBooker: Lena Listing about 742 Juniper Street, Unit 3: Please ring twice. Reply STOP to opt out',
  ])
  const mail = (await mailsOf(id)).find(({ subject }) => subject?.startsWith('Message from Lena Listing'))
  assert.equal(mail?.reply_to, 'lena@agents.example.com')
  const [entry, ...more] = written(await threadOf(id))
  assert.deepEqual([more.length, entry.words, entry.author], [0, 'Please ring twice.', 'agent'])
  assert.deepEqual(
    entry.deliveries.map((one: { channel: string; status: string }) => `${one.channel} ${one.status}`),
    ['sms sent', 'email sent'],
  )
  const { rows } = await sql<{ payload: string }>`
    select payload from compliance_entry where property_id = ${homeId}`.execute(app.db)
  const log = rows.map(({ payload }) => payload).join('\n')
  assert.match(log, /"event": ?"message"/)
  assert.doesNotMatch(log, /ring twice/)
})

test('if the answer to a message fails, the message does not go out, and its repeat goes out once', async () => {
  const { id } = await book()
  // The trigger renames the table for the rest of the transaction that stores the message.
  await sql`create function lose_opt_outs() returns trigger language plpgsql as $$
    begin alter table text_opt_out rename to opt_out_lost; return null; end $$`.execute(app.db)
  await sql`create trigger lost after insert on thread_message execute function lose_opt_outs()`.execute(app.db)
  const key = { 'idempotency-key': `lost-${id}` }
  const failed = await write(id, { words: 'Ring twice.' }, key)
  await sql`drop function lose_opt_outs cascade`.execute(app.db)
  await sql`alter table if exists opt_out_lost rename to text_opt_out`.execute(app.db)
  assert.equal(failed.status, 500)
  assert.deepEqual(written(await threadOf(id)), [])
  assert.equal((await write(id, { words: 'Ring twice.' }, key)).status, 201)
  assert.equal(written(await threadOf(id)).length, 1)
})

test('resending the last message of a conversation does not resend the earlier ones', async () => {
  const { id, form } = await book()
  for (const words of ['First words.', 'Second words.']) {
    await write(id, { words })
    await app.runJobs()
  }
  app.clock.advance({ seconds: 61 })
  const { body } = await app.call('POST', '/api/notifications/sms', { bookingId: id }, cookies(agent))
  assert.equal(body.notifications.length, 1)
  await app.runJobs()
  const said = (words: string) => textsTo(form.buyerPhone).filter((one) => one.includes(words)).length
  assert.deepEqual([said('First words.'), said('Second words.')], [1, 2])
})

test('a text waits for the end of the quiet hours, but its email does not, and the thread says when it goes out', async () => {
  const { id, form } = await book()
  app.clock.set('2026-11-24T05:00:00Z')
  const { body } = await write(id, { words: 'See you soon.' })
  const due = '2026-11-24T16:00:00.000Z'
  assert.equal(body.write.sms.dueAt, due)
  const [entry] = written(body)
  assert.deepEqual(
    entry.deliveries.map((one: { channel: string; dueAt: string }) => [one.channel, one.dueAt]),
    [
      ['sms', due],
      ['email', null],
    ],
  )
  await app.messaging.deliver(id)
  const said = () => textsTo(form.buyerPhone).filter((one) => one.includes('See you soon.')).length
  assert.equal(said(), 0)
  assert.equal((await mailsOf(id)).filter(({ subject }) => subject?.startsWith('Message from')).length, 1)
  const { rows } = await sql<{ at: Date }>`
    select run_at as at from graphile_worker._private_jobs where key = ${`due:${id}`}`.execute(app.db)
  assert.equal(rows[0]?.at.toISOString(), due)
  // In the meantime, the sweep does not treat the text as abandoned.
  app.clock.set('2026-11-24T15:00:00Z')
  await app.messaging.finishAbandoned()
  app.clock.set('2026-11-24T16:00:01Z')
  await app.messaging.deliver(id)
  await app.messaging.deliver(id)
  assert.equal(said(), 1)
})

test('the buyer of a phone that said STOP gets only the email, and a message only by text is refused', async () => {
  const { id, form } = await book()
  await textFrom(form.buyerPhone, 'STOP')
  const { write: ways } = await threadOf(id)
  assert.match(ways.sms.refusal, /STOP/)
  assertProblem(await write(id, { words: 'Hello', by: ['sms'] }), 409, 'a text alone')
  const { status, body } = await write(id, { words: 'Hello' })
  assert.equal(status, 201)
  assert.deepEqual(
    written(body)[0].deliveries.map(({ channel }: { channel: string }) => channel),
    ['email'],
  )
})

test('a message is refused if it is empty, too long, without a way, from another agent, or in a closed thread', async () => {
  const { id } = await book()
  assertProblem(await write(id, { words: '  ' }), 400, 'empty')
  assertProblem(await write(id, { words: 'x'.repeat(481) }), 400, 'long')
  assertProblem(await write(id, { words: 'Hello', by: [] }), 400, 'no way')
  assertProblem(await write(id, { words: 'Hello' }, {}, other), 404, 'a stranger')
  assertProblem(
    await app.call('GET', `/api/showingbooker/bookings/${id}/thread`, undefined, cookies(other)),
    404,
    'reads',
  )
  // The session has ended, too, so we call the service directly.
  app.clock.set('2026-12-20T18:00:00Z')
  const actor = { kind: 'account', role: 'agent', accountId: agent.accountId, email: '' } as const
  await assert.rejects(app.threads.write(actor, id, { words: 'Hello' }), { code: 'thread_closed' })
  assert.match((await app.threads.read(actor, id)).refusal ?? '', /closed 7 days after/)
})

test("a buyer writes from their page; the agent is notified and reads it, and the overview's count goes down", async () => {
  const { id, token, form } = await book()
  const { status, body } = await app.call('POST', buyerPath(token), { words: 'Is there parking?' })
  assert.equal(status, 201)
  assert.deepEqual(
    body.entries.map((one: { author: string; words: string }) => [one.author, one.words]),
    [['buyer', 'Is there parking?']],
  )
  await app.runJobs()
  const [alert] = textsTo('2135550100').filter((one) => one.includes('Is there parking?'))
  assert.match(alert ?? '', new RegExp(`wrote about 742 Juniper Street.*/calendar/showings/${id}$`))
  const mail = (await mailsOf(id)).find(
    ({ role, subject }) => role === 'listing_agent' && subject?.startsWith('Message'),
  )
  assert.equal(mail?.reply_to, form.buyerEmail)
  const due = async () => {
    const { body } = await app.call('GET', '/api/showingbooker/agenda', undefined, cookies(agent))
    return body.tasks.filter(
      (one: { kind: string; showing: { id: string } }) => one.kind === 'reply' && one.showing.id === id,
    )
  }
  assert.equal((await due())[0].showing.unreadMessages, 1)
  const [entry] = written(await threadOf(id))
  assert.equal(entry.isUnread, true)
  const path = `/api/showingbooker/bookings/${id}/thread/read`
  assertProblem(await app.call('POST', path, { upTo: entry.id }, cookies(other)), 404, 'a stranger')
  assert.equal((await app.call('POST', path, { upTo: entry.id }, cookies(agent))).status, 200)
  assert.deepEqual(await due(), [])
  assert.equal(written(await threadOf(id))[0].isUnread, false)
  await write(id, { words: 'Yes, in front.' })
  const { body: read } = await app.call('GET', buyerPath(token))
  assert.deepEqual(
    read.entries.map((one: { words: string }) => one.words),
    ['Is there parking?', 'Yes, in front.'],
  )
  assertProblem(await app.call('GET', buyerPath('x'.repeat(32))), 404, 'a guessed link')
  assertProblem(await app.call('POST', buyerPath(token), { words: ' ' }), 400, 'nothing')
})

test("a buyer's text joins the thread once, however often the vendor calls", async () => {
  const { id, homeId, form } = await book()
  const { target, body, headers } = twilio.inbound(PUBLIC_URL, `+1${form.buyerPhone}`, 'Running late')
  for (const _ of [1, 2, 3]) assert.match((await app.call('POST', target, body, headers)).text, /<Response\/>/)
  await app.runJobs()
  const [entry, ...more] = written(await threadOf(id))
  assert.deepEqual([entry.words, entry.via, entry.author, more.length], ['Running late', 'sms', 'buyer', 0])
  assert.equal(textsTo('2135550100').filter((one) => one.includes('Running late')).length, 1)
  const { rows } = await sql<{ payload: string }>`
    select payload from compliance_entry where property_id = ${homeId} and event = 'buyer_wrote'`.execute(app.db)
  assert.deepEqual(
    rows.map(({ payload }) => JSON.parse(payload)),
    [{ via: 'sms' }],
  )
})

test("a text is about the showing of the phone's latest text, and the answer names the agent if there are several", async () => {
  const first = await book()
  app.clock.advance({ minutes: 5 })
  const second = await book({ buyerPhone: first.form.buyerPhone, showingTime: '15:00' }, other)
  const answer = await textFrom(first.form.buyerPhone, 'Which door?')
  assert.match(answer, /Lena Listing got your message/)
  assert.equal(written(await threadOf(second.id, other)).length, 1)
  app.clock.advance({ minutes: 5 })
  await write(first.id, { words: 'The green one.' })
  await app.runJobs()
  await textFrom(first.form.buyerPhone, 'Thanks')
  assert.deepEqual(
    written(await threadOf(first.id)).map(({ words }) => words),
    ['The green one.', 'Thanks'],
  )
})

/** Adds a property under another agent's name and books it by hand for a phone. */
async function lure(buyerPhone: string) {
  const mallory = await signUp(app, `mallory-${buyerPhone.slice(-4)}@agents.example.com`)
  const { id: propertyId } = await makeProperty(app.db, { ownerId: mallory.accountId })
  app.clock.advance({ minutes: 5 })
  const form = { propertyId, showingDate: '2026-11-27', showingTime: '13:30', buyerName: 'x', buyerPhone }
  const booked = await app.call('POST', '/api/showingbooker/bookings', form, cookies(mallory))
  assert.equal(booked.status, 201)
  await app.runJobs()
  return { mallory, id: booked.body.id as string }
}

test('a text goes to the agent of the showing that the buyer paid for, even if another agent texted them last', async () => {
  const { id, form } = await book({ buyerPhone: '213 555 0161' })
  const { mallory, id: lured } = await lure(form.buyerPhone)
  const answer = await textFrom('2135550161', 'My PIN does not work')
  assert.match(answer, /Lena Listing got your message about 742 Juniper Street, Unit 3\./)
  assert.deepEqual(
    written(await threadOf(id)).map(({ words }) => words),
    ['My PIN does not work'],
  )
  assert.deepEqual(written(await threadOf(lured, mallory)), [])
})

test('a text goes to the agent of an active showing, even if the last text was about a canceled one', async () => {
  const { mallory, id: lured } = await lure('213 555 0162')
  const { id } = await book({ buyerPhone: '213 555 0162', showingTime: '15:00' })
  const paid = await book({ buyerPhone: '213 555 0162', showingTime: '16:00' }, other)
  await app.call('POST', `/api/showingbooker/bookings/${paid.id}/cancel`, {}, cookies(other))
  app.clock.advance({ minutes: 5 })
  await app.call('POST', `/api/showingbooker/bookings/${lured}/cancel`, {}, cookies(mallory))
  await app.runJobs()
  assert.match(await textFrom('2135550162', 'I am at the door'), /about 742 Juniper Street, Unit 3\./)
  assert.equal(written(await threadOf(id)).length, 1)
  app.clock.advance({ minutes: 5 })
  await app.call('POST', `/api/showingbooker/bookings/${id}/cancel`, {}, cookies(agent))
  await app.runJobs()
  await textFrom('2135550162', 'Why?')
  assert.equal(written(await threadOf(id)).length, 2)
  assert.deepEqual(written(await threadOf(lured, mallory)), [])
})

test('"yes" answers a question, unless the phone said STOP before', async () => {
  const { id, form } = await book()
  assert.match(await textFrom(form.buyerPhone, 'Yes!'), /<Response\/>/)
  assert.equal(written(await threadOf(id)).length, 1)
  await textFrom(form.buyerPhone, 'stop')
  // The vendor sends the same text twice.
  for (let call = 0; call < 2; call++)
    assert.match(await textFrom(form.buyerPhone, 'yes', { MessageSid: 'SM_yes' }), /texts about showings again/)
  assert.equal(written(await threadOf(id)).length, 1)
})

test("a stranger's text gets one answer a week and is stored nowhere; the answer to a text without words asks for words", async () => {
  const { form } = await book()
  const answer = await textFrom('2135559999', 'my secret words')
  assert.match(answer, /no one read it\. Contact the agent in our message or notice\. Help: .*\/support/)
  assert.equal(countSegments(answer).encoding, 'gsm7')
  assert.match(await textFrom('2135559999', 'my secret words'), /<Response\/>/)
  app.clock.advance({ hours: 7 * 24 + 1 })
  assert.match(await textFrom('2135559999', 'my secret words'), /no one read it/)
  const { rows } = await sql<{ everything: string }>`
    select (select string_agg(m::text, ' ') from thread_message m) || (select string_agg(v::text, ' ') from vendor_event v)
      || coalesce((select string_agg(t::text, ' ') from try_count t), '') as everything`.execute(app.db)
  assert.doesNotMatch(rows[0]?.everything ?? '', /secret|5559999/)
  app.clock.set(MORNING)
  assert.match(await textFrom(form.buyerPhone, '', { NumMedia: '1' }), /as text/)
})

test('the agent gets the words that came with a picture, and the buyer reads that the picture is lost', async () => {
  const first = await book({ buyerPhone: '213 555 0164' })
  const answer = await textFrom('2135550164', 'Is it this one?', { NumMedia: '1' })
  assert.match(answer, /<Message>ShowingBooker: the agent got your words but not your picture/)
  assert.match(await textFrom('2135550164', 'The red door', { NumMedia: '0' }), /<Response\/>/)
  assert.deepEqual(
    written(await threadOf(first.id)).map(({ words }) => words),
    ['Is it this one?', 'The red door'],
  )
  await book({ buyerPhone: '213 555 0164', showingTime: '15:00' }, other)
  assert.match(await textFrom('2135550164', 'Or this?', { NumMedia: '2' }), /got your message about .*your picture/s)
})

test('a phone that said STOP gets no answer, and the agent still gets its words', async () => {
  await book({ buyerPhone: '213 555 0169' })
  app.clock.advance({ minutes: 5 })
  // Two agents know the number, so the answer would say who got the words.
  const { id } = await book({ buyerPhone: '213 555 0169', showingTime: '15:00' }, other)
  await textFrom('2135550169', 'stop')
  assert.match(await textFrom('2135550169', 'Where is the door?'), /<Response\/>/)
  assert.deepEqual(
    written(await threadOf(id, other)).map(({ words }) => words),
    ['Where is the door?'],
  )
  await textFrom('2135559998', 'stop')
  assert.match(await textFrom('2135559998', 'Who is this?'), /<Response\/>/)
})

test('no one can write to a suspended agent, and the answer to a text says so', async () => {
  const gone = await signUp(app, 'gone@agents.example.com')
  const { id, token } = await book({ buyerPhone: '213 555 0166' }, gone)
  await sql`insert into suspension (account_id, reason, suspended_at, unlisted) values (${gone.accountId}, 'x', now(), '{}')`.execute(
    app.db,
  )
  const refused = await app.call('POST', buyerPath(token), { words: 'Are you there?' })
  assert.deepEqual([refused.status, refused.body.code], [409, 'agent_unreachable'])
  assert.match((await app.call('GET', buyerPath(token))).body.refusal, /contact ShowingBooker support/)
  assert.match(await textFrom('2135550166', 'Are you there?'), /we can&apos;t reach|we can't reach/i)
  assert.match(await textFrom('2135550166', 'Are you there?'), /<Response\/>/)
  const { rows } = await sql`select from thread_message where booking_id = ${id}`.execute(app.db)
  assert.equal(rows.length, 0)
})

test('a text goes to a reachable agent, even if the last agent who texted is unreachable', async () => {
  const gone = await signUp(app, 'gone-too@agents.example.com')
  const kept = await book({ buyerPhone: '213 555 0168' })
  const lost = await book({ buyerPhone: '213 555 0168' }, gone)
  await sql`insert into suspension (account_id, reason, suspended_at, unlisted) values (${gone.accountId}, 'x', now(), '{}')`.execute(
    app.db,
  )
  // Two agents know the number, so the answer says who got the words.
  assert.doesNotMatch(await textFrom('2135550168', 'I am here'), /reach/)
  assert.deepEqual(
    written(await threadOf(kept.id)).map(({ words }) => words),
    ['I am here'],
  )
  const { rows } = await sql`select from thread_message where booking_id = ${lost.id}`.execute(app.db)
  assert.equal(rows.length, 0)
})

test('a long text of emoji and a text with a control character arrive', async () => {
  const { id } = await book({ buyerPhone: '213 555 0167' })
  for (const words of [`x${'\u{1f600}'.repeat(900)}`, 'On\u0000 my way']) await textFrom('2135550167', words)
  assert.deepEqual(
    written(await threadOf(id)).map(({ words }) => [...words].length),
    [901, 9],
  )
})
