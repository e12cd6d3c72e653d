import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { readCalendar } from '../../../test/ics.ts'
import { assertProblem } from '../../../test/problem.ts'
import { makeScene, type Scene } from '../../../test/scene.ts'

let app: TestApp
let scene: Scene
before(async () => {
  app = await testApp()
  scene = await makeScene(app)
})
after(() => app.close())

type Message = {
  id: string
  channel: string
  role: string
  from: unknown
  to: unknown
  cc: string[]
  pdfUrl: string | null
  text: string
  html: string | null
}
const get = (path: string) => app.call('GET', path, undefined, scene.admin.headers)

test('an admin reads every message of a booking, with recipients and attachments', async () => {
  const { body } = await get(`/api/dev/outbox?bookingId=${scene.booking.id}`)
  const messages = body.messages as Message[]
  assert.deepEqual(messages.map(({ channel, role }) => `${channel} ${role}`).sort(), [
    'certified_mail resident',
    'email buyer',
    'email listing_agent',
    'sms buyer',
    'sms listing_agent',
    'sms resident',
  ])
  const of = (channel: string, role: string) =>
    messages.find((one) => one.channel === channel && one.role === role) as Message
  assert.deepEqual(
    [of('email', 'listing_agent').to, of('email', 'listing_agent').cc],
    ['lena@agents.example.com', ['rosa@home.example.com']],
  )
  assert.deepEqual(
    [of('email', 'buyer').to, of('email', 'buyer').cc],
    [scene.booking.buyerEmail, ['lena@agents.example.com']],
  )
  assert.deepEqual(of('certified_mail', 'resident').to, {
    name: 'Rosa Resident',
    address_line1: '742 Juniper Street',
    address_line2: 'Unit 3',
    address_city: 'Los Angeles',
    address_state: 'CA',
    address_zip: '90012',
  })
  assert.match(of('sms', 'resident').text, /STOP/)
  assert.equal(of('sms', 'resident').from, null)
  assert.equal(of('email', 'buyer').from, app.config.mailFrom)
  assert.deepEqual(of('certified_mail', 'resident').from, {
    name: 'ShowingBooker (test mode)',
    address_line1: '1 Example Street',
    address_line2: null,
    address_city: 'San Francisco',
    address_state: 'CA',
    address_zip: '94105',
  })
  assert.match(of('certified_mail', 'resident').text, /^ShowingBooker \(test mode\)\n1 Example Street\n/)
  for (const one of [of('certified_mail', 'resident'), of('email', 'listing_agent')]) {
    const pdf = await get(one.pdfUrl ?? '')
    assert.deepEqual([pdf.status, pdf.headers.get('content-type')], [200, 'application/pdf'])
    assert.ok(pdf.text.startsWith('%PDF-'))
  }
})

test("no message to the resident contains the buyer's full name, phone, email, or request", async () => {
  const { body } = await get(`/api/dev/outbox?bookingId=${scene.booking.id}`)
  const told = (body.messages as Message[]).filter(
    ({ role, cc }) => role === 'resident' || cc.includes('rosa@home.example.com'),
  )
  assert.equal(told.length, 3)
  const { buyerName, buyerEmail, buyerPhone } = scene.booking
  for (const message of told)
    for (const secret of [buyerName, buyerEmail, buyerPhone, buyerPhone.slice(-7), scene.token, 'Lockbox'])
      assert.ok(!JSON.stringify(message).includes(secret), `${message.channel} ${message.role}: ${secret}`)
})

test('serves an email as a document without permissions', async () => {
  const { status, headers } = await get(`/api/dev/outbox/${scene.emailId}/html`)
  assert.equal(status, 200)
  const policy = headers.get('content-security-policy') ?? ''
  assert.match(policy, /default-src 'none'.*; sandbox(;|$)/)
  assert.doesNotMatch(policy, /script-src|allow-scripts/)
})

test('shows a copy in another language as its reader sees it', async () => {
  const own = { at: 0, subject: 'Visita', text: 'Hola', html: '<p>Hola</p>' }
  const { rows } = await sql<{ id: string }>`
    insert into outbox_message (id, booking_id, channel, role, recipient, cc, text, html, copy, sent_at)
    values (uuidv7(), uuidv7(), 'email', 'buyer', '"a@b.example"', '{c@d.example}', 'x', '<p>x</p>',
      ${JSON.stringify({ text: 'Hello', html: '<p>Hello</p>', own })}, now()) returning id`.execute(app.db)
  const [id] = rows.map((row) => row.id)
  const shown = await Promise.all(['', '?copy=true', '?own=true'].map((as) => get(`/api/dev/outbox/${id}/html${as}`)))
  assert.deepEqual(
    shown.map(({ text }) => text),
    ['<p>x</p>', '<p>Hello</p>', '<p>Hola</p>'],
  )
  assertProblem(await get(`/api/dev/outbox/${scene.emailId}/html?own=true`), 404, 'one language')
  await sql`delete from outbox_message where id = ${id}`.execute(app.db)
})

test('answers 404 for a missing attachment, a text without an email, and a missing message', async () => {
  const { body } = await get(`/api/dev/outbox?bookingId=${scene.booking.id}`)
  const sms = (body.messages as Message[]).find(({ channel }) => channel === 'sms')
  for (const path of [`${sms?.id}/pdf`, `${sms?.id}/html`, `${scene.booking.id}/pdf`, `${scene.booking.id}/html`])
    assertProblem(await get(`/api/dev/outbox/${path}`), 404, path)
})

test('answers 404 for a message whose attachment is not in the file store', async () => {
  const [id] = (
    await sql<{
      id: string
    }>`insert into outbox_message (id, booking_id, channel, role, recipient, text, attachment_key, sent_at)
      values (uuidv7(), uuidv7(), 'email', 'buyer', '"a@b.example"', 'x', 'notices/gone.pdf', now()) returning id`.execute(
      app.db,
    )
  ).rows.map((row) => row.id)
  assertProblem(await get(`/api/dev/outbox/${id}/pdf`), 404, 'gone')
  await sql`delete from outbox_message where id = ${id}`.execute(app.db)
})

test("offers an email's calendar update as a file, for the recipient and each copy", async () => {
  const { body } = await get(`/api/dev/outbox?bookingId=${scene.booking.id}`)
  type Told = { calendar: { method: string; content: string; copies: string[] } | null }
  const mails = (body.messages as (Message & Told)[]).filter(({ calendar }) => calendar)
  assert.deepEqual(mails.map(({ channel, role, calendar }) => [channel, role, calendar?.method]).sort(), [
    ['email', 'buyer', 'REQUEST'],
    ['email', 'listing_agent', 'REQUEST'],
  ])
  const [mail] = mails
  assert.ok(mail?.calendar)
  const file = await get(`/api/dev/outbox/${mail.id}/invite.ics`)
  assert.equal(file.headers.get('content-type'), 'text/calendar; charset=utf-8; method=REQUEST')
  assert.equal(file.text, mail.calendar.content)
  assert.equal(readCalendar(file.text).attendees[0]?.mailbox, mail.to)
  const copy = await get(`/api/dev/outbox/${mail.id}/invite.ics?copy=0`)
  assert.equal(readCalendar(copy.text).attendees[0]?.mailbox, mail.cc[0])
  assertProblem(await get(`/api/dev/outbox/${mail.id}/invite.ics?copy=9`), 404, 'nobody')
  assertProblem(await get(`/api/dev/outbox/${mail.id}/invite.ics?copy=x`), 400, 'no number')
})

test('pages through messages newest first, without a gap or a repeat', async () => {
  await sql`insert into outbox_message (id, booking_id, channel, role, recipient, text, sent_at)
    select uuidv7(), uuidv7(), 'sms', 'buyer', '"1"', n::text, now() from generate_series(1, 7) n`.execute(app.db)
  const seen: string[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body } = await get(`/api/dev/outbox?limit=4${cursor && `&cursor=${cursor}`}`)
    seen.push(...(body.messages as Message[]).map(({ id }) => id))
    cursor = body.nextCursor
    assert.ok(seen.length <= 100)
  }
  const { rows } = await sql<{ n: number }>`select count(*)::int as n from outbox_message`.execute(app.db)
  const stored = rows[0]?.n ?? 0
  assert.ok(stored >= 13)
  assert.deepEqual([seen.length, new Set(seen).size], [stored, stored])
  assert.deepEqual(seen, seen.toSorted().reverse())
})

test('finds messages by confirmation number, email, phone, address, and booking, and never by a pattern', async () => {
  const found = async (q: string) =>
    (await get(`/api/dev/outbox?limit=100&q=${encodeURIComponent(q)}`)).body.messages as Message[]
  const all = (await get(`/api/dev/outbox?limit=100&bookingId=${scene.booking.id}`)).body.messages as Message[]
  const ids = (messages: Message[]) => messages.map(({ id }) => id).sort()
  assert.deepEqual(ids(await found(scene.booking.confirmation_number.toLowerCase())), ids(all))
  assert.deepEqual(ids(await found(scene.booking.id)), ids(all))
  assert.deepEqual(
    (await found('ROSA@home')).map(({ channel, role }) => `${channel} ${role}`),
    ['email listing_agent'],
  )
  assert.deepEqual(
    (await found('742 juniper')).map(({ channel }) => channel),
    ['certified_mail'],
  )
  for (const nothing of ['%', '_', "' or true --", 'SB-NOSUCHNO']) assert.deepEqual(await found(nothing), [], nothing)
})
