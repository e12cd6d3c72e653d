import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import type { OutgoingMessage } from '../../notice/message/ports.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const message = (bookingId: string, over: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  id: randomUUIDv7(),
  bookingId,
  role: 'buyer',
  from: null,
  to: '213-555-0100',
  cc: [],
  subject: null,
  text: 'A text.',
  html: null,
  copy: null,
  calendar: null,
  attachmentKey: null,
  plannedAt: '2026-11-21T09:00:00Z',
  isRepeat: false,
  ...over,
})

const stored = async (bookingId: string) =>
  (
    await sql<Record<string, unknown>>`
      select id, channel, recipient, sender, cc, subject, text, html, copy, calendar, attachment_key, reference, sent_at, xmin::text as statement
      from outbox_message where booking_id = ${bookingId} order by channel, text`.execute(app.db)
  ).rows

test('writes messages that are sent together in one statement, unchanged', async () => {
  const bookingId = randomUUIDv7()
  const address = { name: 'Rosa Resident', address_line1: '742 "Juniper" Street', address_line2: null }
  const to = { ...address, address_city: 'Los Angeles', address_state: 'CA', address_zip: '90012' }
  const text = message(bookingId, { text: '{"quoted": \\ }\n漢' })
  const copy = { text: 'Without the buyer.', html: '<p>Without</p>' }
  const calendar = { method: 'REQUEST' as const, content: 'BEGIN:VCALENDAR\r\n', copies: ['BEGIN', null] }
  const mail = message(bookingId, {
    from: 'no-reply@example.com',
    to: 'a@b.example',
    cc: ['c@d.example', 'e,{f}@"g".example'],
    subject: 'Booked',
    html: '<p>Booked</p>',
    copy,
    calendar,
    attachmentKey: 'notices/1.pdf',
  })
  const letter = message(bookingId, { from: to, to })
  const { sms, email, certified_mail } = app.outbox.senders
  assert.deepEqual(await Promise.all([sms.send(text), email.send(mail), certified_mail.send(letter)]), [
    { reference: `outbox-${text.id}` },
    { reference: `outbox-${mail.id}` },
    { reference: `TEST-${letter.id}` },
  ])
  const rows = await stored(bookingId)
  assert.equal(new Set(rows.map(({ statement }) => statement)).size, 1)
  const at = new Date(app.clock.now().epochMilliseconds)
  const none = {
    sender: null,
    cc: [],
    subject: null,
    html: null,
    copy: null,
    calendar: null,
    attachment_key: null,
    sent_at: at,
  }
  assert.deepEqual(
    rows.map(({ statement, ...row }) => row),
    [
      { ...none, id: letter.id, channel: 'certified_mail', recipient: to, sender: to, text: 'A text.' },
      {
        ...none,
        id: mail.id,
        channel: 'email',
        recipient: 'a@b.example',
        sender: mail.from,
        cc: mail.cc,
        subject: 'Booked',
        text: 'A text.',
        html: mail.html,
        copy,
        calendar,
        attachment_key: 'notices/1.pdf',
      },
      { ...none, id: text.id, channel: 'sms', recipient: '213-555-0100', text: text.text },
    ].map((row) => ({ ...row, reference: `${row.channel === 'certified_mail' ? 'TEST-' : 'outbox-'}${row.id}` })),
  )
})

test('a message that cannot be written fails alone, and those sent with it are written', async () => {
  const bookingId = randomUUIDv7()
  const messages = ['one', 'two\0', 'three'].map((text) => message(bookingId, { text }))
  const results = await Promise.allSettled(messages.map((one) => app.outbox.senders.sms.send(one)))
  assert.deepEqual(
    results.map(({ status }) => status),
    ['fulfilled', 'rejected', 'fulfilled'],
  )
  assert.deepEqual(
    (await stored(bookingId)).map(({ text }) => text),
    ['one', 'three'],
  )
})

test('stores the same message once, however often it is sent', async () => {
  const bookingId = randomUUIDv7()
  const first = message(bookingId)
  const again = { ...first, text: 'Another text.' }
  const { sms } = app.outbox.senders
  await Promise.all([sms.send(first), sms.send(again)])
  await sms.send(again)
  assert.deepEqual(
    (await stored(bookingId)).map(({ text }) => text),
    ['A text.'],
  )
})
