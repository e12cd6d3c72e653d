import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { assertProblem, countRows } from '../../../test/problem.ts'
import { bookShowing } from '../../../test/scene.ts'

let app: TestApp
let vacant: string
before(async () => {
  app = await testApp()
  vacant = (await makeProperty(app.db)).slug
})
after(() => app.close())
beforeEach(() => app.clock.set('2026-11-21T09:00:00Z'))

const hold = (form: object, amount?: number) =>
  app.call('POST', '/api/payments/create-payment-intent', {
    bookingData: form,
    ...(amount !== undefined && { amount }),
  })

/** Asserts that the API refuses the form with these messages, in order and each at its field, and stores nothing. */
async function assertFaults(form: object, faults: [path: string, message: string][]) {
  const stored = await countRows(app)
  for (const answer of [await hold(form), await app.call('POST', '/api/showingbooker/public/book', form)]) {
    assertProblem(answer, 400, JSON.stringify(form))
    assert.deepEqual(
      (answer.body.issues as { path: string; message: string }[]).map(({ path, message }) => [path, message]),
      faults,
    )
    assert.equal(answer.body.error, faults.map(([, message]) => message).join('. '))
  }
  assert.deepEqual(await countRows(app), stored)
}

test('an empty form gets every message of booking.md section 5, in that order', async () => {
  await assertFaults({ propertyId: vacant }, [
    ['showingDate', 'Please select a showing date'],
    ['showingTime', 'Please select a showing time'],
    ['buyerName', 'Please enter your name'],
    ['buyerEmail', 'Please enter your email'],
    ['buyerPhone', 'Please enter your phone number'],
    ['agreeToTerms', 'Please agree to the Terms of Service'],
  ])
})

test('a field with only spaces counts as empty', async () => {
  const blanks = { buyerName: ' \t ', buyerEmail: '  ', buyerPhone: '\n', showingDate: ' ', showingTime: ' ' }
  const { body } = await hold(makeForm(vacant, blanks))
  assert.equal(body.issues.length, 5)
})

test('an email without a dot or an at sign and a phone with nine digits get their own messages', async () => {
  const email: [string, string] = ['buyerEmail', 'Please enter a valid email address']
  for (const buyerEmail of ['maria', 'maria@', '@b.example', 'maria@b', 'ma ria@b.example', 'a@b.example, c@d.example'])
    await assertFaults(makeForm(vacant, { buyerEmail }), [email])
  const phone: [string, string] = ['buyerPhone', 'Please enter a valid 10-digit phone number']
  for (const buyerPhone of ['213-555-014', 'none', '(213) 555 014 ext'])
    await assertFaults(makeForm(vacant, { buyerPhone }), [phone])
  await assertFaults(makeForm(vacant, { buyerEmail: 'maria', buyerPhone: '1' }), [email, phone])
})

test("a buyer's agent must give their own details, and other buyers can leave out the agent", async () => {
  await assertFaults(makeForm(vacant, { requesterType: 'buyers_agent', agreeToTerms: false }), [
    ['buyerAgentName', "Please enter the buyer's agent name"],
    ['buyerAgentEmail', "Please enter the buyer's agent email"],
    ['buyerAgentPhone', "Please enter the buyer's agent phone number"],
    ['agreeToTerms', 'Please agree to the Terms of Service'],
  ])
  await assertFaults(makeForm(vacant, { buyerAgentEmail: 'bo', buyerAgentPhone: '555' }), [
    ['buyerAgentEmail', 'Please enter a valid agent email address'],
    ['buyerAgentPhone', 'Please enter a valid agent phone number'],
  ])
})

test('an impossible date or time counts as not selected', async () => {
  const date: [string, string] = ['showingDate', 'Please select a showing date']
  for (const showingDate of [
    '2027-02-29',
    '2026-02-30',
    '2026-13-01',
    '2026-11-31',
    '27.11.2026',
    '2026-1-1',
    'tomorrow',
    '2026-11-27T00:00',
  ])
    await assertFaults(makeForm(vacant, { showingDate }), [date])
  const time: [string, string] = ['showingTime', 'Please select a showing time']
  for (const showingTime of ['24:00', '13:60', '1:30', '1:30 PM', '13:30:00', 'noon'])
    await assertFaults(makeForm(vacant, { showingTime }), [time])
})

test('a start that is past, too soon, too far ahead, off the half hour, or outside the hours is refused', async () => {
  const offered: [string, string][] = [['showingTime', 'That time is not offered. Please select a different time.']]
  const starts = [
    ['2020-02-29', '10:00'],
    ['2026-11-20', '10:00'],
    ['2026-11-21', '10:00'],
    ['2026-11-23', '00:30'],
    // 48 hours from now is 01:00 on the 23rd in Los Angeles, so the first start that is left is 09:00.
    ['2026-11-22', '16:30'],
    ['2026-12-08', '09:00'],
    ['2028-02-29', '10:00'],
    ['9999-12-31', '10:00'],
    ['0000-02-29', '10:00'],
    ['2026-11-27', '13:15'],
    ['2026-11-27', '08:30'],
    ['2026-11-27', '17:00'],
    ['2026-11-27', '23:30'],
  ]
  for (const [showingDate, showingTime] of starts) {
    await assertFaults(makeForm(vacant, { showingDate, showingTime }), offered)
    const { body } = await hold(makeForm(vacant, { showingDate, showingTime }))
    assert.equal(body.code, 'slot_not_offered')
  }
  assert.equal((await hold(makeForm(vacant, { showingDate: '2026-11-23', showingTime: '09:00' }))).status, 201)
  assert.equal((await hold(makeForm(vacant, { showingDate: '2026-12-07', showingTime: '16:30' }))).status, 201)
})

test('a buyer can book February 29 of a leap year', async () => {
  app.clock.set('2028-02-20T09:00:00Z')
  assert.equal((await hold(makeForm(vacant, { showingDate: '2028-02-29', showingTime: '10:00' }))).status, 201)
})

test('certified mail is refused at a property without a tenant', async () => {
  const owned = (await makeProperty(app.db, { occupancy: 'owner' })).slug
  for (const slug of [vacant, owned]) {
    await assertFaults(makeForm(slug, { mailUpgrade: true }), [
      ['mailUpgrade', 'Certified mail is available only for occupied properties.'],
    ])
  }
})

test('each call that books refuses certified mail, at its field, for a start less than 7 full days ahead', async () => {
  const home = await makeProperty(app.db, { occupancy: 'resident' })
  const words = 'Certified mail needs 7 days. This showing is too soon for it.'
  const form = makeForm(home.slug, { mailUpgrade: true, showingDate: '2026-11-27', showingTime: '16:30' })
  await assertFaults(form, [['mailUpgrade', words]])
  for (const path of ['/api/payments/create-payment-intent', '/api/showingbooker/public/book']) {
    const body = path.endsWith('book') ? form : { bookingData: form }
    const answer = await app.call('POST', path, body)
    assertProblem(answer, 400, path)
    assert.deepEqual([answer.body.code, answer.body.error], ['mail_too_late', words])
    assert.deepEqual(answer.body.issues, [{ path: 'mailUpgrade', message: words }])
  }
  const { body } = await app.call('GET', `/api/showingbooker/public/property/${home.slug}/availability`)
  assert.equal(Date.parse(body.certifiedMailFrom), app.clock.now().add({ hours: 7 * 24 }).epochMilliseconds)
  assert.equal((await hold({ ...form, mailUpgrade: false })).status, 201)
  assert.equal(
    (await hold(makeForm(home.slug, { mailUpgrade: true, showingDate: '2026-11-28', showingTime: '09:00' }))).status,
    201,
  )
  const empty = await app.call('GET', `/api/showingbooker/public/property/${vacant}/availability`)
  assert.equal(empty.body.certifiedMailFrom, null)
})

test('the server sets the price: another amount is a 400, and a demo costs a dollar', async () => {
  const stored = await countRows(app)
  for (const amount of [2400, 0, -2500, 2500.5, 3500, 1e308]) {
    const answer = await hold(makeForm(vacant), amount)
    assertProblem(answer, 400, String(amount))
    assert.deepEqual([answer.body.code, answer.body.issues[0].path], ['wrong_amount', 'amount'])
  }
  assert.deepEqual(await countRows(app), stored)
  const demo = (await makeProperty(app.db, { isDemo: true })).slug
  const held = await hold(makeForm(demo), 100)
  assert.deepEqual([held.status, held.body.amount], [201, 100])
  const lived = (await makeProperty(app.db, { isDemo: true, occupancy: 'resident' })).slug
  assert.equal((await hold(makeForm(lived, { mailUpgrade: true }), 1100)).status, 201)
  const home = (await makeProperty(app.db, { occupancy: 'resident' })).slug
  assert.equal((await hold(makeForm(home, { mailUpgrade: true }), 3500)).status, 201)
})

test('a property that is unlisted or does not exist is a 404 with the message of booking.md section 5', async () => {
  const homes = await Promise.all(
    (['unlisted', 'sold', 'rented'] as const).map((status) => makeProperty(app.db, { status })),
  )
  const stored = await countRows(app)
  for (const id of [...homes.map((home) => home.slug), homes[0]?.id, 'no-such-home']) {
    const answer = await hold(makeForm(id ?? ''))
    assertProblem(answer, 404, String(id))
    assert.equal(
      answer.body.error,
      `Property not found. This property may have been removed or the booking link may be invalid. Property ID/Slug: ${id}`,
    )
  }
  assert.deepEqual(await countRows(app), stored)
})

test('markup in names and requests reaches messages and calendars as text', async () => {
  app.clock.set('2026-11-21T18:00:00Z')
  const home = await makeProperty(app.db, { occupancy: 'resident' })
  const name = '<img src=x onerror=alert(1)> O\'Neil & "Sons"\r\nBcc: x@y.example'
  const wish = '</script><script>alert(2)</script>\nSecond line'
  const { booking, token } = await bookShowing(app, makeForm(home.slug, { buyerName: name, specialRequests: wish }))
  assert.equal(booking.buyerName, '<img src=x onerror=alert(1)> O\'Neil & "Sons" Bcc: x@y.example')
  await app.runJobs()
  const messages = await app.outbox.list(
    { kind: 'account', accountId: '', role: 'admin', email: '' },
    { bookingId: booking.id, cursor: null, limit: 100 },
  )
  assert.ok(messages.messages.length >= 5)
  for (const message of messages.messages) {
    assert.doesNotMatch(message.html ?? '', /<img|<script/i, message.role)
    assert.doesNotMatch(message.subject ?? '', /[\r\n]/)
  }
  assert.ok(messages.messages.some((message) => message.html?.includes('&lt;img src=x onerror=alert(1)&gt;')))
  const file = await app.call('GET', `/api/showingbooker/public/booking/${token}/calendar.ics`)
  assert.equal(file.status, 200)
  assert.doesNotMatch(file.text, /^Bcc:/m)
})
