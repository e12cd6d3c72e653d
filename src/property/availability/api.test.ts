import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { bookShowing, signUp } from '../../../test/scene.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())
beforeEach(() => app.clock.set('2026-11-21T09:00:00Z'))

type Day = { date: string; slots: { time: string; startsAt: string; available: boolean }[] }
const days = async (slug: string): Promise<Day[]> =>
  (await app.call('GET', `/api/showingbooker/public/property/${slug}/availability`)).body.days
const slotOf = async (slug: string, date: string, time: string) =>
  (await days(slug)).find((day) => day.date === date)?.slots.find((slot) => slot.time === time)
const blocking = async (slug: string) =>
  (await app.call('GET', `/api/showingbooker/public/property/${slug}/bookings`)).body.bookings
const hold = (form: object) => app.call('POST', '/api/payments/create-payment-intent', { bookingData: form })

test("lists 15 dates from 48 hours on, by slug or ID, in the property's time zone", async () => {
  const home = await makeProperty(app.db)
  const { body } = await app.call('GET', `/api/showingbooker/public/property/${home.slug}/availability`)
  assert.deepEqual(
    [body.time_zone, body.minimumNoticeHours, body.windowDays, body.days.length],
    ['America/Los_Angeles', 48, 15, 15],
  )
  assert.deepEqual([body.days[0].date, body.days[14].date], ['2026-11-23', '2026-12-07'])
  assert.deepEqual(body.days[1].slots[0], { time: '09:00', startsAt: '2026-11-24T17:00:00.000Z', available: true })
  assert.deepEqual(await days(home.id), body.days)
})

test('holds every start listed as free, and no other', async () => {
  const home = await makeProperty(app.db, { bufferMinutes: 30 })
  await sql`update property set availability_type = 'custom',
    custom_availability = '{"monday":{"enabled":true,"start":"10:00","end":"12:00"},"friday":{"enabled":true,"start":"20:30","end":"22:00"}}',
    availability_overrides = '[{"date":"2026-11-27","closed":true},{"date":"2026-11-26","start":"08:00","end":"09:00"}]'
    where id = ${home.id}`.execute(app.db)
  const listed = (await days(home.slug)).flatMap(({ date, slots }) => slots.map(({ time }) => `${date} ${time}`))
  assert.deepEqual(listed.slice(0, 7), [
    ...['10:00', '10:30', '11:00', '11:30'].map((time) => `2026-11-23 ${time}`),
    ...['08:00', '08:30'].map((time) => `2026-11-26 ${time}`),
    '2026-11-30 10:00',
  ])
  for (const { date } of await days(home.slug)) {
    for (let minutes = 0; minutes < 1440; minutes += 30) {
      const time = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${minutes % 60 ? '30' : '00'}`
      const isFree = (await slotOf(home.slug, date, time))?.available === true
      if (!isFree && minutes % 120 !== 0) continue
      const { status } = await hold(makeForm(home.slug, { showingDate: date, showingTime: time }))
      const isListed = listed.includes(`${date} ${time}`)
      assert.equal(status, isFree ? 201 : isListed ? 409 : 400, `${date} ${time}`)
    }
  }
})

test('a showing being rescheduled does not block neighboring times, and its own time cannot be chosen', async () => {
  const [home, other] = [await makeProperty(app.db, { bufferMinutes: 30 }), await makeProperty(app.db)]
  const { booking } = await bookShowing(app, makeForm(home.slug))
  const freeAt = async (query: string) => {
    const { body } = await app.call('GET', `/api/showingbooker/public/property/${home.slug}/availability${query}`)
    const { slots } = (body.days as Day[]).find(({ date }) => date === '2026-11-27') as Day
    return ['13:00', '13:30', '14:00', '14:30'].filter((time) => slots.find((slot) => slot.time === time)?.available)
  }
  assert.deepEqual(await freeAt(''), ['14:30'])
  assert.deepEqual(await freeAt(`?moving=${booking.id}`), ['13:00', '14:00', '14:30'])
  const elsewhere = await bookShowing(app, makeForm(other.slug, { buyerEmail: 'second@b.example' }))
  assert.deepEqual(await freeAt(`?moving=${elsewhere.booking.id}`), ['14:30'], 'a showing at another property')
  // Times that other showings block stay blocked.
  await hold(makeForm(home.slug, { showingTime: '14:30', buyerEmail: 'third@b.example', buyerPhone: '213-555-0177' }))
  assert.deepEqual(await freeAt(`?moving=${booking.id}`), ['13:00'])
})

test('while a buyer chooses another time, their own hold blocks nothing for them', async () => {
  const home = await makeProperty(app.db, { bufferMinutes: 30 })
  const held = (await hold(makeForm(home.slug))).body
  const other = (await hold(makeForm(home.slug, { showingTime: '15:00', buyerEmail: 'second@b.example' }))).body
  const elsewhere = (await hold(makeForm((await makeProperty(app.db)).slug))).body
  const freeWith = async (secret: string) => {
    const query = new URLSearchParams({ hold: secret })
    const { body } = await app.call('GET', `/api/showingbooker/public/property/${home.slug}/availability?${query}`)
    const { slots } = (body.days as Day[]).find(({ date }) => date === '2026-11-27') as Day
    return ['13:00', '13:30', '14:00', '15:00'].filter((time) => slots.find((slot) => slot.time === time)?.available)
  }
  assert.deepEqual(await freeWith(held.clientSecret), ['13:00', '13:30', '14:00'])
  assert.deepEqual(await freeWith(other.clientSecret), ['15:00'], 'the other hold stays taken')
  for (const wrong of [elsewhere.clientSecret, `${held.clientSecret}x`])
    assert.deepEqual(await freeWith(wrong), [], 'a hold at another property, or none')
  const later = { showingTime: '14:00', buyerEmail: 'second@b.example' }
  const moved = await app.call('POST', '/api/payments/create-payment-intent', {
    bookingData: makeForm(home.slug, later),
    clientSecret: held.clientSecret,
  })
  assert.equal(moved.status, 201, moved.text)
  assert.deepEqual(await freeWith(held.clientSecret), ['13:00'], 'a hold that has ended')
})

test('a hold blocks its start time and frees it when it ends, and a booking keeps it', async () => {
  const home = await makeProperty(app.db)
  const at = () => slotOf(home.slug, '2026-11-27', '13:30')
  assert.equal((await at())?.available, true)
  await hold(makeForm(home.slug))
  assert.equal((await at())?.available, false)
  assert.deepEqual(await blocking(home.slug), [{ showing_date: '2026-11-27', showing_time: '13:30', status: 'held' }])
  app.clock.advance({ minutes: 10 })
  assert.equal((await at())?.available, true)
  assert.deepEqual(await blocking(home.slug), [])
  await bookShowing(app, makeForm(home.slug))
  app.clock.advance({ minutes: 10 })
  assert.equal((await at())?.available, false)
  assert.deepEqual(await blocking(home.slug), [
    { showing_date: '2026-11-27', showing_time: '13:30', status: 'confirmed' },
  ])
})

test('canceled and declined bookings block nothing, and all others do', async () => {
  const home = await makeProperty(app.db)
  await bookShowing(app, makeForm(home.slug))
  for (const status of ['pending', 'completed', 'no_show', 'confirmed', 'declined', 'cancelled']) {
    await sql`update booking set status = ${status} where property_id = ${home.id}`.execute(app.db)
    const isFree = status === 'cancelled' || status === 'declined'
    assert.equal((await slotOf(home.slug, '2026-11-27', '13:30'))?.available, isFree, status)
  }
})

test('blocked times contain no personal data', async () => {
  const home = await makeProperty(app.db)
  await bookShowing(app, makeForm(home.slug))
  assert.deepEqual((await blocking(home.slug)).map(Object.keys), [['showing_date', 'showing_time', 'status']])
})

test('the refusal of a lost slot offers the three nearest free ones, which can be held', async () => {
  const home = await makeProperty(app.db)
  await hold(makeForm(home.slug))
  const { status, body } = await hold(makeForm(home.slug))
  assert.equal(status, 409)
  assert.deepEqual(
    body.alternatives.map(({ date, time }: { date: string; time: string }) => `${date} ${time}`),
    ['2026-11-27 12:30', '2026-11-27 13:00', '2026-11-27 14:00'],
  )
  for (const { date, time } of body.alternatives)
    assert.equal((await hold(makeForm(home.slug, { showingDate: date, showingTime: time }))).status, 201)
})

test("an agent sees when they are at another property, in this property's time", async () => {
  const agent = await signUp(app, 'elsewhere@agents.example.com')
  const ownerId = agent.accountId
  const [home, other, far] = await Promise.all(
    ['America/Los_Angeles', 'America/Los_Angeles', 'America/Denver'].map((timeZone) =>
      makeProperty(app.db, { ownerId, timeZone }),
    ),
  )
  const [strangers, colleagues] = [await makeProperty(app.db), await makeProperty(app.db, { ownerId })]
  await sql`update property set agent_phone = '(213) 555-0177', agent_email = 'ben@agents.example.com' where id = ${colleagues.id}`.execute(
    app.db,
  )
  for (const [at, street] of [
    [other, '9 Elm Street'],
    [far, '4 Aspen Court'],
  ] as const)
    await sql`update property set address_line1 = ${street}, unit_number = '3' where id = ${at?.id}`.execute(app.db)
  const book = async (at: { slug: string } | undefined, showingTime: string) =>
    (await bookShowing(app, makeForm(at?.slug ?? '', { showingDate: '2026-11-27', showingTime }))).booking
  await book(other, '10:00')
  await book(far, '13:30')
  await book(home, '15:00')
  await book(strangers, '11:00')
  await book(colleagues, '11:30')
  const assigned = await book(other, '14:00')
  const { headers } = agent
  const body = { name: 'Dana Diaz' }
  assert.equal(
    (await app.call('PUT', `/api/showingbooker/bookings/${assigned.id}/shown-by`, body, headers)).status,
    200,
  )
  const cancelled = await book(other, '16:00')
  await sql`update booking set status = 'cancelled' where id = ${cancelled.id}`.execute(app.db)

  const path = `/api/showingbooker/properties/${home?.id}/showings-elsewhere`
  const { showings } = (await app.call('GET', path, undefined, headers)).body
  assert.deepEqual(showings, [
    { date: '2026-11-27', time: '10:00', address: '9 Elm Street, Unit 3' },
    { date: '2026-11-27', time: '12:30', address: '4 Aspen Court, Unit 3' },
  ])
})
