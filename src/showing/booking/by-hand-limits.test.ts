import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm } from '../../../test/factories.ts'
import { payLinks, VISITOR, WHEN } from '../../../test/pay-links.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'
import { visitorLimits } from './visitor-limit-service.ts'

let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
let other: Awaited<ReturnType<typeof signUp>>
let boss: Awaited<ReturnType<typeof signUp>>
let { home, open, act, listed } = {} as ReturnType<typeof payLinks>
before(async () => {
  app = await testApp()
  agent = await signUp(app, 'agent@agents.example.com')
  other = await signUp(app, 'other@agents.example.com')
  boss = await signUp(app, 'boss@agents.example.com')
  await app.accounts.grantAdmin('boss@agents.example.com')
  ;({ home, open, act, listed } = payLinks(app, { agent, boss }))
})
after(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-11-23T18:00:00Z')
  await sql`delete from try_count`.execute(app.db)
})

const book = (propertyId: string, form: object = {}, who = agent) =>
  app.call('POST', '/api/showingbooker/bookings', { propertyId, ...WHEN, ...VISITOR, ...form }, who.headers)
const cancel = (id: string, who = agent) =>
  app.call('POST', `/api/showingbooker/bookings/${id}/cancel`, {}, who.headers)
/** Books a slot and cancels it, so that it is free again. */
async function round(propertyId: string, form: object = {}, who = agent) {
  const answer = await book(propertyId, form, who)
  if (answer.status === 201) assert.equal((await cancel(answer.body.id, who)).status, 200)
  return answer
}
const countBookings = async (propertyId: string) =>
  (
    await sql<{ count: number }>`
      select count(*)::int as count from booking where property_id = ${propertyId}`.execute(app.db)
  ).rows[0]?.count

test('one phone gets at most eight bookings and links per hour, in any spelling and from all agents together', async () => {
  const [mine, others] = [await home(), await home({ ownerId: other.accountId })]
  const spellings = ['213 555 0177', '(213) 555-0177', '+1 213 555 0177 ext. 4']
  for (const buyerPhone of spellings) {
    assert.equal((await round(mine.id, { buyerPhone })).status, 201)
    assert.equal((await round(others.id, { buyerPhone }, other)).status, 201)
  }
  const link = await open(mine.id)
  assert.equal((await act(link.body.id, 'release')).status, 204)
  assert.equal((await round(mine.id)).status, 201)
  const held = await countBookings(mine.id)
  app.clock.advance({ minutes: 20 })
  const refused = await book(mine.id, { buyerPhone: '1 (213) 555 0177' })
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.issues[0].path, refused.headers.get('retry-after')],
    [429, 'sent_too_often', 'buyerPhone', '2400'],
  )
  assert.equal(await countBookings(mine.id), held)
  const noLink = await open(mine.id)
  assert.deepEqual(
    [noLink.status, noLink.body.code, noLink.body.issues[0].path, noLink.headers.get('retry-after')],
    [429, 'sent_too_often', 'buyerPhone', '2400'],
  )
  assert.equal((await book(mine.id, { buyerPhone: '213 555 0178' })).status, 201)
  app.clock.advance({ minutes: 40 })
  assert.equal((await book(others.id, {}, other)).status, 201)
})

test("one email gets at most eight per hour, and the form says so at its field in the agent's language", async () => {
  const { id } = await home()
  const by = (buyerEmail: string) => ({ buyerPhone: '', buyerEmail })
  for (let n = 0; n < 8; n++)
    assert.equal((await round(id, by(n % 2 ? 'Paula@visitors.example.com' : 'paula@visitors.example.com'))).status, 201)
  const refused = await book(id, by('PAULA@visitors.example.com'))
  assert.deepEqual([refused.status, refused.body.issues[0].path], [429, 'buyerEmail'])
  const form = { propertyId: id, ...WHEN, ...VISITOR, ...by('paula@visitors.example.com') }
  const spanish = { ...agent.headers, 'accept-language': 'es' }
  const { body } = await app.call('POST', '/api/showingbooker/bookings', form, spanish)
  assert.match(body.error, /Inténtelo de nuevo en una hora/)
})

test('a visitor with a foreign phone gets a pay link only by email', async () => {
  const { id } = await home()
  const refused = await open(id, { buyerPhone: '+44 7911 123456' })
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.issues[0].path],
    [400, 'no_texts_wanted', 'buyerPhone'],
  )
  const { body } = await open(id, { buyerPhone: '+44 7911 123456', buyerEmail: 'paula@visitors.example.com' })
  await app.runJobs()
  const [link] = await listed()
  assert.deepEqual(
    link?.sent.map((one) => Object.values(one).slice(0, 3)),
    [
      ['sms', '+44 7911 123456', 'not_sent'],
      ['email', 'paula@visitors.example.com', 'sent'],
    ],
  )
  assert.equal((await act(body.id, 'release')).status, 204)
})

test('a booking that must reach the visitor is refused if no message can reach them', async () => {
  const { id } = await home()
  await sql`insert into text_opt_out (phone, is_out, word, changed_at) values ('+12135550178', true, 'STOP', ${app.clock.now()})`.execute(
    app.db,
  )
  for (const buyerPhone of ['+44 7911 123456', '213 555 0177 ext. 4', '213 555 0178']) {
    const refused = await book(id, { buyerPhone, mustReach: true })
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.issues?.[0]?.path],
      [400, 'no_texts_wanted', 'buyerPhone'],
      buyerPhone,
    )
    assert.equal(await countBookings(id), 0)
  }
  const byEmail = { buyerPhone: '+44 7911 123456', buyerEmail: 'paula@visitors.example.com', mustReach: true }
  assert.equal((await round(id, byEmail)).status, 201)
  assert.equal((await round(id, { mustReach: true })).status, 201)
  assert.equal((await round(id, { buyerPhone: '+44 7911 123456' })).status, 201)
})

test('a taken slot counts toward no limit', async () => {
  const { id } = await home()
  assert.equal((await book(id)).status, 201)
  for (let n = 0; n < 9; n++) assert.equal((await book(id)).body.code, 'slot_taken')
  assert.equal((await book(id, { showingTime: '15:00' })).status, 201)
})

test('one account can book 200 times per day for visitors, by hand and by link together', async () => {
  const { id } = await home()
  const visitor = (n: number) => ({ buyerPhone: `213 555 ${1000 + n}` })
  const { ofAccount } = visitorLimits({ db: app.db, clock: app.clock, secret: app.config.authSecret })
  for (let n = 0; n < 198; n++) assert.equal(await ofAccount.take(agent.accountId), null)
  assert.equal((await round(id, visitor(0))).status, 201)
  const link = await open(id, visitor(1))
  assert.equal((await act(link.body.id, 'release')).status, 204)
  app.clock.advance({ hours: 3 })
  for (const refused of [await book(id, visitor(2)), await open(id, visitor(3))])
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.issues, refused.headers.get('retry-after')],
      [429, 'booked_too_often', undefined, String(21 * 60 * 60)],
    )
  assert.equal((await book((await home({ ownerId: other.accountId })).id, visitor(4), other)).status, 201)
  app.clock.advance({ hours: 21 })
  assert.equal((await book(id, { ...visitor(5), showingTime: '15:00' })).status, 201)
})

/** Gives the contact or the resident of a property one of the test's phones. */
const setPhone = (id: string, column: 'agent_phone' | 'resident_phone', phone: string) =>
  sql`update property set ${sql.ref(column)} = ${phone} where id = ${id}`.execute(app.db)
const visitorOf = (n: number) => ({ buyerPhone: `213 555 ${2000 + n}` })

test("a property's contact gets texts about at most 60 bookings and links per hour, from all accounts together", async () => {
  const [mine, others] = [await home(), await home({ ownerId: other.accountId })]
  await setPhone(mine.id, 'agent_phone', '(213) 555-0199')
  await setPhone(others.id, 'agent_phone', '213-555-0199')
  for (let n = 0; n < 30; n++) assert.equal((await round(mine.id, visitorOf(n))).status, 201)
  for (let n = 30; n < 59; n++) assert.equal((await round(others.id, visitorOf(n), other)).status, 201)
  const link = await open(mine.id, visitorOf(59))
  assert.equal((await act(link.body.id, 'release')).status, 204)
  const kept = await countBookings(mine.id)
  app.clock.advance({ minutes: 20 })
  for (const refused of [await book(mine.id, visitorOf(60)), await open(mine.id, visitorOf(61))])
    assert.deepEqual(
      [refused.status, refused.body.code, refused.body.issues, refused.headers.get('retry-after')],
      [429, 'contact_texted_too_often', undefined, '2400'],
    )
  assert.equal(await countBookings(mine.id), kept)
  assert.equal((await bookShowing(app, makeForm(mine.slug))).booking.status, 'confirmed')
  app.clock.advance({ minutes: 40 })
  assert.equal((await book(mine.id, { ...visitorOf(60), showingTime: '15:00' })).status, 201)
})

test('a resident gets texts about at most 20 bookings by hand per hour, but about every paid one', async () => {
  const [mine, others] = [
    await home({ occupancy: 'resident' }),
    await home({ occupancy: 'resident', ownerId: other.accountId }),
  ]
  const silent = await home({ occupancy: 'resident' })
  await sql`update property set resident_text_consent = false where id = ${silent.id}`.execute(app.db)
  for (let n = 0; n < 10; n++) assert.equal((await round(mine.id, visitorOf(n))).status, 201)
  for (let n = 10; n < 20; n++) assert.equal((await round(others.id, visitorOf(n), other)).status, 201)
  const refused = await book(mine.id, visitorOf(20))
  assert.deepEqual([refused.status, refused.body.code], [429, 'resident_texted_too_often'])
  // We do not text a resident who did not agree to texts.
  assert.equal((await book(silent.id, visitorOf(21))).status, 201)
  const { booking } = await bookShowing(app, makeForm(mine.slug))
  await app.runJobs()
  const { rows } = await sql<{ status: string }>`
    select status from notification where booking_id = ${booking.id} and role = 'resident' and channel = 'sms'`.execute(
    app.db,
  )
  assert.deepEqual(rows, [{ status: 'sent' }])
})
