import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import {
  billing,
  goodCard,
  makeForm,
  makeProperty,
  makeShowing,
  type PropertyChoices,
} from '../../../test/factories.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'

let app: TestApp
let agent: Awaited<ReturnType<typeof signUp>>
let made = 0
before(async () => {
  app = await testApp({ max: 20 })
})
after(() => app.close())
beforeEach(async () => {
  app.clock.set('2026-11-21T09:00:00Z')
  agent = await signUp(app, `alone${++made}@agents.example.com`)
})

const DATE = '2026-11-27'
const setTime = (setting: object) => app.call('PUT', '/api/showingbooker/profile', setting, agent.headers)
const home = (choices: PropertyChoices = {}) => makeProperty(app.db, { ownerId: agent.accountId, ...choices })
const at = (slug: string, showingTime: string) => makeForm(slug, { showingDate: DATE, showingTime })
const hold = (form: object) => app.call('POST', '/api/payments/create-payment-intent', { bookingData: form })
const book = async (slug: string, time: string) => bookShowing(app, at(slug, time))
const pay = (clientSecret: string) =>
  app.call('POST', '/api/payments/sandbox/confirm', { clientSecret, card: goodCard, billing })
const slotsOf = async (slug: string): Promise<{ time: string; available: boolean }[]> =>
  (await app.call('GET', `/api/showingbooker/public/property/${slug}/availability`)).body.days.find(
    (day: { date: string }) => day.date === DATE,
  ).slots
const takenAt = async (slug: string) => (await slotsOf(slug)).filter((slot) => !slot.available).map(({ time }) => time)
const overlaps = async () =>
  (
    await sql`select from booking a join booking b on a.owner_id = b.owner_id and a.property_id < b.property_id
      and tstzrange(a.starts_at, a.ends_at) && tstzrange(b.starts_at, b.ends_at)
      where a.owner_id = ${agent.accountId} and not a.is_demo and not b.is_demo
        and a.status in ('held', 'pending', 'confirmed') and b.status in ('held', 'pending', 'confirmed')`.execute(
      app.db,
    )
  ).rows.length

test('of 50 buyers who want the same time at 5 properties of one agent, one holds it and no one else is charged', async () => {
  await setTime({ shows_alone: true })
  const homes = await Promise.all(Array.from({ length: 5 }, () => home()))
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => hold(at(homes[n % 5]?.slug ?? '', '13:30'))))
  const won = answers.filter(({ status }) => status === 201)
  const lost = answers.filter(({ status }) => status === 409)
  assert.deepEqual([won.length, lost.length], [1, 49])
  for (const { body } of lost) {
    assert.deepEqual(
      [body.code, body.error],
      ['slot_taken', 'This time slot is no longer available. Please select a different time.'],
    )
    assert.equal(body.alternatives.length, 3)
    assert.ok(body.alternatives.every(({ time }: { time: string }) => time !== '13:30'))
  }
  await pay(won[0]?.body.clientSecret)
  assert.equal((await app.call('POST', '/api/payments/process-booking', won[0]?.body)).status, 200)
  assert.equal(await overlaps(), 0)
  const { rows } = await sql<{ intents: number }>`
    select count(*) as intents from payment p join booking b on b.id = p.booking_id where b.owner_id = ${agent.accountId}`.execute(
    app.db,
  )
  assert.equal(rows[0]?.intents, 1)
})

test('times that collide with a showing elsewhere or with the travel there and back are not open', async () => {
  await setTime({ shows_alone: true, travel_minutes: 20 })
  const [here, there] = [await home(), await home()]
  await book(here.slug, '13:30')
  assert.deepEqual(await takenAt(there.slug), ['13:00', '13:30', '14:00'])
  assert.deepEqual(await takenAt(here.slug), ['13:30'])
  for (const { time, available } of await slotsOf(there.slug)) {
    if (time < '12:00' || time > '15:00') continue
    const { status, body } = await hold(at(there.slug, time))
    assert.equal(status, available ? 201 : 409, time)
    if (!available)
      for (const one of body.alternatives)
        assert.ok(!['13:00', '13:30', '14:00'].includes(one.time) || one.date !== DATE)
    await sql`update booking set status = 'lapsed' where property_id = ${there.id}`.execute(app.db)
  }
})

test('without the setting, and for demos and other agents, nothing collides', async () => {
  const [here, there] = [await home(), await home()]
  await book(here.slug, '13:30')
  assert.deepEqual(await takenAt(there.slug), [])
  assert.equal((await hold(at(there.slug, '13:30'))).status, 201)
  await sql`update booking set status = 'lapsed' where property_id = ${there.id}`.execute(app.db)
  assert.equal((await setTime({ shows_alone: true })).status, 200)
  const demo = await home({ isDemo: true })
  assert.deepEqual(await takenAt(demo.slug), [])
  assert.equal((await hold(at(demo.slug, '13:30'))).status, 201)
  await makeShowing(app.db, {
    propertyId: demo.id,
    startsAt: Temporal.Instant.from('2026-11-27T20:00:00Z'),
    isDemo: true,
  })
  assert.deepEqual(await takenAt(there.slug), ['13:30'])
  assert.equal((await hold(at((await makeProperty(app.db)).slug, '13:30'))).status, 201)
})

test('the longer of buffer and travel time applies', async () => {
  await setTime({ shows_alone: true, travel_minutes: 20 })
  const [wide, other] = [await home({ bufferMinutes: 60 }), await home()]
  await book(wide.slug, '12:00')
  assert.deepEqual(await takenAt(other.slug), ['11:30', '12:00', '12:30', '13:00'])
  await book(other.slug, '15:00')
  assert.deepEqual(await takenAt(wide.slug), [
    '11:00',
    '11:30',
    '12:00',
    '12:30',
    '13:00',
    '14:00',
    '14:30',
    '15:00',
    '15:30',
  ])
})

test('a hold elsewhere takes the time until it ends, and a late payment takes it back only if it is free', async () => {
  await setTime({ shows_alone: true })
  const [first, second] = [await home(), await home()]
  const early = await hold(at(first.slug, '13:30'))
  assert.deepEqual(await takenAt(second.slug), ['13:30'])
  assert.equal((await hold(at(second.slug, '13:30'))).status, 409)
  await pay(early.body.clientSecret)
  app.clock.advance({ minutes: 11 })
  assert.deepEqual(await takenAt(second.slug), [])
  const later = await hold(at(second.slug, '13:30'))
  assert.equal(later.status, 201)
  const lost = await app.call('POST', '/api/payments/process-booking', early.body)
  assert.equal(lost.status, 409)
  const { rows } = await sql<{ status: string }>`
    select p.status from payment p join booking b on b.id = p.booking_id where b.property_id = ${first.id}`.execute(
    app.db,
  )
  assert.deepEqual(rows, [{ status: 'refunded' }])

  const third = await hold(at(first.slug, '15:00'))
  await pay(third.body.clientSecret)
  await sql`update booking set status = 'lapsed' where property_id = ${first.id}`.execute(app.db)
  assert.equal((await app.call('POST', '/api/payments/process-booking', third.body)).status, 200)
  assert.deepEqual(await takenAt(second.slug), ['13:30', '15:00'])
})

test('a showing cannot move to a time when the agent is elsewhere, and an approved request keeps its time', async () => {
  await setTime({ shows_alone: true })
  const [here, there] = [await home(), await home({ approval: 'manual' })]
  await book(here.slug, '13:30')
  const asked = await book(there.slug, '15:00')
  assert.deepEqual(await takenAt(here.slug), ['13:30', '15:00'])
  assert.equal(
    (await app.call('POST', `/api/showingbooker/bookings/${asked.booking.id}/approve`, {}, agent.headers)).status,
    200,
  )
  const move = (showingTime: string) =>
    app.call('POST', `/api/showingbooker/public/booking/${asked.token}/move`, { showingDate: DATE, showingTime })
  const taken = await move('13:30')
  assert.deepEqual([taken.status, taken.body.code, taken.body.alternatives.length], [409, 'slot_taken', 3])
  assert.equal((await move('11:00')).status, 200)
  assert.deepEqual(await takenAt(here.slug), ['11:00', '13:30'])
})

test('turning on the setting while showings overlap is refused, lists them, and changes nothing', async () => {
  const [first, second, third] = [await home(), await home(), await home()]
  await book(first.slug, '13:30')
  const other = await book(second.slug, '13:30')
  await book(third.slug, '14:00')
  const contact = { agent_name: 'Lena Listing', agent_phone: '213-555-0100' }
  const refused = await setTime({ ...contact, shows_alone: true })
  assert.deepEqual(
    [refused.status, refused.body.code, refused.body.issues[0].path],
    [409, 'showings_too_close', 'shows_alone'],
  )
  assert.deepEqual(
    refused.body.bookings.map((one: { property_id: string }) => one.property_id).sort(),
    [first.id, second.id].sort(),
  )
  assert.partialDeepStrictEqual(refused.body.bookings[0], {
    startsAt: '2026-11-27T21:30:00.000Z',
    status: 'confirmed',
    propertyAddress: '742 Juniper Street, Unit 3, Los Angeles, CA 90012',
  })
  const profile = (await app.call('GET', '/api/showingbooker/profile', undefined, agent.headers)).body
  assert.deepEqual([profile.shows_alone, profile.agent_name], [false, null])
  assert.deepEqual(await takenAt(third.slug), ['14:00'])

  await app.call('POST', `/api/showingbooker/bookings/${other.booking.id}/cancel`, {}, agent.headers)
  assert.deepEqual((await setTime({ shows_alone: true })).body.shows_alone, true)
  assert.deepEqual(await takenAt(third.slug), ['13:30', '14:00'])
  const wider = await setTime({ travel_minutes: 15 })
  assert.deepEqual([wider.status, wider.body.issues[0].path], [409, 'travel_minutes'])
  assert.equal(wider.body.bookings.length, 2)
  assert.deepEqual((await setTime({ shows_alone: false })).body.shows_alone, false)
  assert.deepEqual(await takenAt(third.slug), ['14:00'])
  assert.equal((await hold(at(second.slug, '14:00'))).status, 201)
})

test('past showings block nothing, and upcoming ones follow a changed travel time at once', async () => {
  const [first, second] = [await home(), await home()]
  for (const { id } of [first, second])
    await makeShowing(app.db, {
      propertyId: id,
      startsAt: Temporal.Instant.from('2026-11-20T20:00:00Z'),
      status: 'completed',
    })
  await book(first.slug, '13:30')
  assert.equal((await setTime({ shows_alone: true })).status, 200)
  assert.deepEqual(await takenAt(second.slug), ['13:30'])
  assert.equal((await setTime({ travel_minutes: 60 })).status, 200)
  assert.deepEqual(await takenAt(second.slug), ['12:30', '13:00', '13:30', '14:00', '14:30'])
  assert.equal((await setTime({ travel_minutes: 0 })).status, 200)
  assert.deepEqual(await takenAt(second.slug), ['13:30'])
})

test('an agent who turns on the setting while buyers make holds gets either no overlaps or a list of them', async () => {
  for (let round = 0; round < 8; round++) {
    agent = await signUp(app, `race${++made}@agents.example.com`)
    const homes = await Promise.all(Array.from({ length: 4 }, () => home()))
    const [switched] = await Promise.all([
      setTime({ shows_alone: true }),
      ...homes.map(({ slug }) => hold(at(slug, '13:30'))),
    ])
    assert.ok(switched.status === 200 || switched.status === 409, switched.text)
    if (switched.status === 200) assert.equal(await overlaps(), 0)
    else assert.ok(switched.body.bookings.length > 1)
  }
})

test('invalid values of shows_alone and travel_minutes are refused, and valid ones keep the contact', async () => {
  assert.equal((await setTime({ agent_name: 'Lena Listing', agent_phone: '213-555-0100' })).status, 200)
  assert.partialDeepStrictEqual((await setTime({ shows_alone: true, travel_minutes: 120 })).body, {
    agent_name: 'Lena Listing',
    shows_alone: true,
    travel_minutes: 120,
  })
  assert.partialDeepStrictEqual((await setTime({ agent_name: 'Lena', agent_phone: '213-555-0100' })).body, {
    agent_name: 'Lena',
    shows_alone: true,
    travel_minutes: 120,
  })
  for (const travel_minutes of [-1, 121, 1.5]) {
    const { status, body } = await setTime({ travel_minutes })
    assert.deepEqual(
      [status, body.issues],
      [400, [{ path: 'travel_minutes', message: 'Please enter whole minutes from 0 to 120' }]],
    )
  }
  for (const wrong of [{ shows_alone: 'yes' }, { travel_minutes: '20' }])
    assert.equal((await setTime(wrong)).status, 400)
})

test("a booking at one property drops the kept pages of the agent's other properties", async () => {
  await setTime({ shows_alone: true })
  const [here, there] = [await home(), await home()]
  await app.call('GET', `/api/showingbooker/public/property/${there.slug}/availability`)
  const { rows: before } = await sql`select id from event where name = 'agent.time_changed'`.execute(app.db)
  const { booking } = await book(here.slug, '13:30')
  await app.call('POST', `/api/showingbooker/bookings/${booking.id}/cancel`, {}, agent.headers)
  const { rows } = await sql<{
    subject_id: string
  }>`select subject_id from event where name = 'agent.time_changed' order by id offset ${before.length}`.execute(app.db)
  assert.deepEqual(
    rows.map(({ subject_id }) => subject_id),
    [agent.accountId, agent.accountId],
  )
})

test('a move, a proposal, and a new assignment at the same moment take turns without a deadlock', async () => {
  await setTime({ shows_alone: true })
  const assign = (id: string, name: string | null) =>
    app.call('PUT', `/api/showingbooker/bookings/${id}/shown-by`, { name }, agent.headers)
  for (let round = 0; round < 20; round++) {
    const { booking, token } = await book((await home()).slug, '13:30')
    const id = booking.id as string
    const propose = (showingTime: string) =>
      app.call(
        'POST',
        `/api/showingbooker/bookings/${id}/propose-move`,
        { showingDate: DATE, showingTime },
        agent.headers,
      )
    const move = { showingDate: DATE, showingTime: '09:00' }
    const answers = await Promise.all([
      propose('10:30'),
      app.call('POST', `/api/showingbooker/public/booking/${token}/move`, move),
      assign(id, 'Dana'),
      assign(id, null),
      propose('12:00'),
    ])
    for (const { status, text } of answers) assert.ok([200, 409].includes(status), text)
    await app.call('POST', `/api/showingbooker/bookings/${id}/cancel`, {}, agent.headers)
  }
})
