import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { bookShowing, letterSlot, signUp } from '../../../test/scene.ts'
import { recordCarriage } from '../message/webhook-repository.ts'

let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
before(async () => {
  app = await testApp({ max: 5 })
  agent = await signUp(app, 'agent@agents.example.com')
})
after(() => app.close())
beforeEach(() => app.clock.set('2026-11-21T18:00:00Z'))

const API = '/api/showingbooker'
const SOON = { showingDate: '2026-11-25', showingTime: '10:00' }
const LATE = { showingDate: '2026-11-30', showingTime: '10:00' }

async function announced(approval: 'automatic' | 'manual' = 'automatic', choices: object = {}) {
  const home = await makeProperty(app.db, { occupancy: 'resident', ownerId: agent.accountId, approval })
  const slot = await letterSlot(app, home.slug)
  const { booking, token } = await bookShowing(app, makeForm(home.slug, { ...slot, ...choices }))
  const one = { id: booking.id as string, homeId: home.id, token }
  if (approval === 'manual') await call('POST', `bookings/${one.id}/approve`, {})
  await app.runJobs()
  app.clock.advance({ hours: 3 })
  return one
}
type Announced = Awaited<ReturnType<typeof announced>>

async function call(method: string, path: string, body?: object) {
  const answer = await app.call(method, `${API}/${path}`, body, { cookie: agent.cookie, origin: app.config.publicUrl })
  assert.equal(answer.status, 200, answer.text)
  return answer
}

async function move({ token }: Announced, to: object) {
  await call('POST', `public/booking/${token}/move`, to)
  await app.runJobs()
  await app.runJobs()
}

/** Returns what the log and the showing's record say about the notice to the resident. */
async function toldOf({ id, homeId }: Announced) {
  const { logs } = (await call('GET', `properties/${homeId}/bookings`)).body
  const { sms, email, certifiedMail } = logs[0].notificationDetails
  const { hasCertifiedMail, hasAdvanceNotice, advanceNoticeHours } = (await call('GET', `bookings/${id}`)).body
  return {
    text: [sms.resident.status, sms.resident.sentAt, sms.resident.reason],
    email: [email.resident.status, email.resident.sentAt, email.resident.reason],
    letter: [certifiedMail.status, certifiedMail.sentAt, certifiedMail.trackingNumber, certifiedMail.reason],
    record: { hasCertifiedMail, hasAdvanceNotice, advanceNoticeHours },
  }
}

const RECALLED = ['Not sent', null, null, 'The letter was canceled before it was printed']
const OF_OLD_TIME = ['Not sent', null, 'The message sent was about the old time']

test('the log says that a recalled letter of a moved showing was not sent', async () => {
  const one = await announced('automatic', { mailUpgrade: true })
  assert.equal((await toldOf(one)).letter[0], 'Sent')
  await move(one, SOON)
  const told = await toldOf(one)
  assert.deepEqual(told.letter, RECALLED)
  assert.deepEqual([told.record.hasCertifiedMail, told.record.hasAdvanceNotice], [false, true])
  assert.deepEqual([told.text[0], told.email[0]], ['Sent', 'Sent'])
})

test('the log says that a recalled letter of a canceled showing was not sent', async () => {
  const one = await announced('automatic', { mailUpgrade: true })
  await call('POST', `public/booking/${one.token}/cancel`)
  await app.runJobs()
  const told = await toldOf(one)
  assert.deepEqual([told.letter, told.record.hasCertifiedMail], [RECALLED, false])
  const file = (await call('GET', `properties/${one.homeId}/logs.csv`)).text
  assert.match(file, /"Not sent",,,"The letter was canceled before it was printed"/)
})

test('the log says that a letter was not sent if its vendor never printed it', async () => {
  const one = await announced('automatic', { mailUpgrade: true })
  await report(one, 'rejected', 'The letter could not be printed')
  const told = await toldOf(one)
  assert.deepEqual(told.letter, ['Not sent', null, null, 'The letter could not be printed'])
  assert.equal(told.record.hasCertifiedMail, false)
})

test('a letter that went out before a move stays sent, about the old time', async () => {
  const one = await announced('automatic', { mailUpgrade: true })
  await report(one, 'mailed', null)
  await sql`update notification set recall = 'too_late' where booking_id = ${one.id} and channel = 'certified_mail'`.execute(
    app.db,
  )
  await move(one, SOON)
  const told = await toldOf(one)
  assert.deepEqual([told.letter[0], told.letter[3]], ['Sent', 'The letter was about the old time'])
  assert.equal(told.record.hasCertifiedMail, false)
})

test('in the log, messages about the old time are no notice of a moved showing', async () => {
  const one = await announced()
  await call('PUT', `properties/${one.homeId}`, { resident_phone: '', resident_email: '' })
  await move(one, LATE)
  const told = await toldOf(one)
  assert.deepEqual([told.text, told.email], [OF_OLD_TIME, OF_OLD_TIME])
  assert.equal(told.record.hasAdvanceNotice, false)
})

test('while a moved showing waits for approval, no one has notice of the new time', async () => {
  const one = await announced('manual')
  assert.equal((await toldOf(one)).record.hasAdvanceNotice, true)
  await move(one, LATE)
  const none = { hasCertifiedMail: false, hasAdvanceNotice: false, advanceNoticeHours: null }
  const waiting = await toldOf(one)
  assert.deepEqual([waiting.text, waiting.email, waiting.record], [OF_OLD_TIME, OF_OLD_TIME, none])
  await call('POST', `public/booking/${one.token}/cancel`)
  await app.runJobs()
  assert.deepEqual((await toldOf(one)).record, none)
})

test('approving a moved showing sends the notice of the new time', async () => {
  const one = await announced('manual')
  await move(one, LATE)
  await call('POST', `bookings/${one.id}/approve`, {})
  await app.runJobs()
  const told = await toldOf(one)
  assert.deepEqual([told.text[0], told.email[0], told.record.advanceNoticeHours], ['Sent', 'Sent', 213])
})

test("the post office's reports on the first letter do not affect the second", async () => {
  const one = await announced('manual', { mailUpgrade: true })
  await sql`update notification set recall = 'too_late' where booking_id = ${one.id} and channel = 'certified_mail'`.execute(
    app.db,
  )
  await move(one, LATE)
  await call('POST', `bookings/${one.id}/approve`, {})
  await app.runJobs()
  const letters = (await toldOf(one)).letter
  assert.equal(letters[0], 'Sent')
  await report(one, 'in_transit', null, '9407')
  await report(one, 'returned_to_sender', 'The letter was returned to its sender')
  const told = await toldOf(one)
  assert.deepEqual([told.letter, told.record.hasCertifiedMail], [letters, true])
  assert.equal((await call('GET', `properties/${one.homeId}/logs/verify`)).body.valid, true)
  const { body } = await call('GET', `properties/${one.homeId}/bookings`)
  assert.equal(body.logs[0].noticeStatus, 'served')
})

test('a letter about the old time that was too late to recall is no notice of the new time, even if logged after the move', async () => {
  const one = await announced()
  await call('PUT', `properties/${one.homeId}`, { resident_phone: '', resident_email: '' })
  await move(one, LATE)
  const letter = { event: 'booked', channel: 'certified_mail', role: 'resident' }
  const log = (event: string, payload: object) =>
    sql`
    select append_compliance(${one.homeId}, ${one.id}, ${event}, ${app.clock.now().toString()}, ${JSON.stringify(payload)})`.execute(
      app.db,
    )
  const sent = { status: 'Sent', sentAt: app.clock.now().toString(), to: 'Rosa', cc: [], reference: null, reason: null }
  await log('notified', { messages: [{ ...letter, ...sent, vendorReference: 'ltr_9' }] })
  await log('letter_too_late', { ...letter, reference: 'ltr_9' })
  await log('delivery', { ...letter, reference: 'ltr_9', state: 'mailed' })
  const { hasCertifiedMail, noticeStatus } = (await call('GET', `bookings/${one.id}`)).body
  assert.deepEqual([hasCertifiedMail, noticeStatus], [false, 'due'])
  assert.equal((await call('GET', `properties/${one.homeId}/bookings`)).body.logs[0].noticeStatus, 'due')
})

test('if a mailed letter comes back, we look at the reminder of the notice again', async () => {
  const one = await announced('automatic', { mailUpgrade: true })
  await sql`update booking set remind_at = starts_at where id = ${one.id}`.execute(app.db)
  const remindAt = async () => {
    const { rows } = await sql<{ at: Date }>`select remind_at as at from booking where id = ${one.id}`.execute(app.db)
    return rows[0]?.at.toISOString()
  }
  const later = await remindAt()
  await report(one, 'mailed', null)
  assert.equal(await remindAt(), later)
  await report(one, 'returned_to_sender', 'The letter was returned to its sender')
  assert.equal(await remindAt(), app.clock.now().toString({ fractionalSecondDigits: 3 }))
})

/** Reports on the first letter of a showing, as the vendor does. */
async function report({ id }: Announced, state: string, reason: string | null, trackingNumber: string | null = null) {
  const { rows } = await sql<{ reference: string }>`
    select provider_reference as reference from notification where booking_id = ${id} and channel = 'certified_mail'
    order by id limit 1`.execute(app.db)
  const by = {
    eventId: `${id} ${state}`,
    vendor: 'lob',
    type: `letter.${state}`,
    sendId: null,
    code: null,
    optedOut: null,
  }
  const reference = rows[0]?.reference ?? ''
  const isFinal = state === 'rejected' || state === 'returned_to_sender'
  const carriage = { ...by, reference, state, reason, trackingNumber, isFinal } as const
  assert.ok(await recordCarriage(app.db, carriage, app.clock.now().toString()))
}
