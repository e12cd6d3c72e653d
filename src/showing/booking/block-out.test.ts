import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { billing, goodCard, makeForm, makeProperty, type PropertyChoices } from '../../../test/factories.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'

// Block-outs belong to the property area. These tests show what they do to bookings.
let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
let made = 0
before(async () => {
  app = await testApp({ max: 20 })
})
after(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-11-21T09:00:00Z')
  agent = await signUp(app, `blocks${++made}@agents.example.com`)
})

const DATE = '2026-11-27'
const PATH = '/api/showingbooker/block-outs'
const home = (choices: PropertyChoices = {}) => makeProperty(app.db, { ownerId: agent.accountId, ...choices })
const at = (slug: string, showingTime: string) => makeForm(slug, { showingDate: DATE, showingTime })
const hold = (form: object) => app.call('POST', '/api/payments/create-payment-intent', { bookingData: form })
const book = (slug: string, time: string) => bookShowing(app, at(slug, time))
const block = (from_time: string | null, to_time: string | null, more: object = {}) =>
  app.call('POST', PATH, { from_date: DATE, to_date: DATE, from_time, to_time, ...more }, agent.headers)
const takenAt = async (slug: string): Promise<string[]> =>
  (await app.call('GET', `/api/showingbooker/public/property/${slug}/availability`)).body.days
    .find((day: { date: string }) => day.date === DATE)
    .slots.filter((slot: { available: boolean }) => !slot.available)
    .map(({ time }: { time: string }) => time)

test("a blocked time is closed at every property, by that property's clock, until the agent deletes it", async () => {
  const [here, east] = [await home(), await home({ timeZone: 'America/New_York', bufferMinutes: 30 })]
  const stranger = await makeProperty(app.db)
  await home()
  const closed = await block('13:00', '14:00', { reason: ' Dentist ' })
  assert.equal(closed.status, 201, closed.text)
  assert.partialDeepStrictEqual(closed.body, {
    starts_at: '2026-11-27T21:00:00.000Z',
    ends_at: '2026-11-27T22:00:00.000Z',
    time_zone: 'America/Los_Angeles',
    from_date: DATE,
    from_time: '13:00',
    to_time: '14:00',
    reason: 'Dentist',
  })
  assert.deepEqual(await takenAt(here.slug), ['13:00', '13:30'])
  assert.deepEqual(await takenAt(east.slug), ['16:00', '16:30'])
  assert.deepEqual(await takenAt(stranger.slug), [])
  for (const [time, status] of [
    ['12:30', 201],
    ['13:00', 409],
    ['13:30', 409],
    ['14:00', 201],
  ] as const) {
    const answer = await hold(at(here.slug, time))
    assert.equal(answer.status, status, time)
    if (status === 409) assert.deepEqual([answer.body.code, answer.body.alternatives.length], ['slot_taken', 3])
  }
  const { body } = await app.call('GET', PATH, undefined, agent.headers)
  assert.deepEqual(body, { block_outs: [closed.body], nextCursor: null })
  assert.equal((await app.call('DELETE', `${PATH}/${closed.body.id}`, undefined, agent.headers)).status, 204)
  assert.equal((await app.call('DELETE', `${PATH}/${closed.body.id}`, undefined, agent.headers)).status, 404)
  assert.deepEqual(await takenAt(here.slug), ['12:30', '14:00'])
})

test('blocking a time lists its showings, requests, and holds first; the agent can keep them and close the rest', async () => {
  const [here, asks] = [await home(), await home({ approval: 'manual' })]
  const kept = await book(here.slug, '13:00')
  await book(asks.slug, '13:30')
  await hold(at(here.slug, '15:00'))
  await book(here.slug, '17:00').catch(() => undefined)
  const cancelled = await book(here.slug, '14:00')
  await app.call('POST', `/api/showingbooker/bookings/${cancelled.booking.id}/cancel`, {}, agent.headers)
  const asked = await block(null, null)
  assert.deepEqual([asked.status, asked.body.code], [409, 'showings_in_block_out'])
  assert.deepEqual(
    asked.body.bookings.map((one: { status: string; startsAt: string }) => `${one.status} ${one.startsAt}`),
    ['confirmed 2026-11-27T21:00:00.000Z', 'pending 2026-11-27T21:30:00.000Z', 'held 2026-11-27T23:00:00.000Z'],
  )
  assert.equal(asked.body.error, '3 showings are booked during this time. You can keep them and block the rest.')
  assert.deepEqual((await app.call('GET', PATH, undefined, agent.headers)).body.block_outs, [])
  assert.equal((await block(null, null, { keep: true })).status, 201)
  const { status } = (await app.call('GET', `/api/showingbooker/bookings/${kept.booking.id}`, undefined, agent.headers))
    .body
  assert.equal(status, 'confirmed')
  assert.equal((await takenAt(here.slug)).length, 16)
  await app.call('POST', `/api/showingbooker/bookings/${kept.booking.id}/cancel`, {}, agent.headers)
  assert.equal((await hold(at(here.slug, '13:00'))).status, 409)
})

test('no showing can move into a blocked time, and no late payment can take one', async () => {
  const here = await home()
  const { token } = await book(here.slug, '11:00')
  const late = await hold(at(here.slug, '13:30'))
  await app.call('POST', '/api/payments/sandbox/confirm', {
    clientSecret: late.body.clientSecret,
    card: goodCard,
    billing,
  })
  app.clock.advance({ minutes: 11 })
  assert.equal((await block('13:00', '15:00')).status, 201)
  const moved = await app.call('POST', `/api/showingbooker/public/booking/${token}/move`, {
    showingDate: DATE,
    showingTime: '14:00',
  })
  assert.deepEqual([moved.status, moved.body.code], [409, 'slot_taken'])
  assert.equal((await app.call('POST', '/api/payments/process-booking', late.body)).status, 409)
  const { rows } = await sql<{ status: string }>`
    select p.status from payment p join booking b on b.id = p.booking_id where b.property_id = ${here.id} and b.status = 'lapsed'`.execute(
    app.db,
  )
  assert.deepEqual(rows, [{ status: 'refunded' }])
})

test('blocking a time while buyers try to hold it either lists their holds or keeps them out', async () => {
  for (let round = 0; round < 8; round++) {
    agent = await signUp(app, `closing${++made}@agents.example.com`)
    const homes = await Promise.all(Array.from({ length: 4 }, () => home()))
    const [closed] = await Promise.all([block('13:00', '15:00'), ...homes.map(({ slug }) => hold(at(slug, '13:30')))])
    const { rows } = await sql<{ held: number }>`
      select count(*) as held from booking where owner_id = ${agent.accountId} and status = 'held'`.execute(app.db)
    if (closed.status === 201) assert.equal(rows[0]?.held, 0)
    else assert.deepEqual([closed.status, closed.body.bookings.length > 0], [409, true])
  }
})

test('blocking ignores demos, other agents, and ended showings, and tells the public nothing about anyone', async () => {
  const [here, demo] = [await home(), await home({ isDemo: true })]
  await hold(at(demo.slug, '13:30'))
  assert.equal((await block(null, null, { reason: 'Surgery' })).status, 201)
  assert.deepEqual(await takenAt(demo.slug), ['13:30'])
  const page = await app.call('GET', `/api/showingbooker/public/property/${here.slug}/availability`)
  assert.doesNotMatch(page.text, /Surgery/)
  const other = await signUp(app, `other${made}@agents.example.com`)
  assert.deepEqual((await app.call('GET', PATH, undefined, other.headers)).body.block_outs, [])
  const listed = async () => (await app.call('GET', PATH, undefined, { cookie: agent.cookie })).body.block_outs.length
  app.clock.set('2026-11-28T07:59:00Z')
  assert.equal(await listed(), 1)
  app.clock.set('2026-11-28T08:00:00Z')
  assert.equal(await listed(), 0)
})

test('a repeated request with the same key blocks a time once, even if showings in it refused it before', async () => {
  const { slug } = await home()
  await book(slug, '13:30')
  const headers = { ...agent.headers, 'idempotency-key': 'block-1' }
  const form = { from_date: DATE, to_date: DATE, from_time: '13:00', to_time: '15:00' }
  const send = (keep: boolean) => app.call('POST', PATH, { ...form, keep }, headers)
  for (let round = 0; round < 2; round++) assert.equal((await send(false)).body.code, 'showings_in_block_out')
  const first = await send(true)
  const again = await send(true)
  assert.deepEqual([first.status, again.status, again.body], [201, 201, first.body])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual((await app.call('GET', PATH, undefined, agent.headers)).body.block_outs, [first.body])
})
