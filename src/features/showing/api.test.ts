import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { assertProblem } from '../../../test/problem.ts'
import { bookShowing, freeSlot, makeScene, type Scene } from '../../../test/scene.ts'

let app: TestApp
let scene: Scene
let startedAt: string
before(async () => {
  app = await testApp()
  scene = await makeScene(app)
  startedAt = app.clock.now().toString()
})
after(() => app.close())
beforeEach(() => app.clock.set(startedAt))

const page = (token: string) => app.call('GET', `/api/showingbooker/public/booking/${token}`)

test("the buyer's page has the details, the links and no entry code", async () => {
  const { body, headers } = await page(scene.token)
  assert.equal(headers.get('cache-control'), 'private, no-store')
  assert.deepEqual(body.booking, scene.booking)
  assert.equal(body.property.full_address, '742 Juniper Street, Unit 3, Los Angeles, CA 90012')
  assert.match(body.when, /^\w+day, \w+ \d+, \d{4} at \d+:\d\d [AP]M P[SD]T$/)
  assert.match(body.calendar.google, /^https:\/\/calendar\.google\.com\//)
  assert.match(body.calendar.outlook, /^https:\/\/outlook\.live\.com\//)
  assert.equal(body.showing_instructions, null)
})

test('the entry instructions are shown from 60 minutes before the start until the end, and each view is logged', async () => {
  const startsAt = Temporal.Instant.from(scene.booking.startsAt)
  const seenAt = async (minutes: number) => {
    app.clock.set(startsAt.add({ minutes }).toString())
    return (await page(scene.token)).body.showing_instructions
  }
  const views = async () =>
    (
      await sql`select from compliance_entry where booking_id = ${scene.booking.id} and event = 'instructions_viewed'`.execute(
        app.db,
      )
    ).rows.length
  assert.deepEqual([await seenAt(-61), await seenAt(30), await seenAt(31), await views()], [null, null, null, 0])
  assert.deepEqual([await seenAt(-60), await seenAt(0), await seenAt(29)], Array(3).fill('Lockbox 4711'))
  assert.equal(await views(), 3)
  await sql`update booking set status = 'cancelled' where id = ${scene.booking.id}`.execute(app.db)
  assert.equal(await seenAt(0), null)
  await sql`update booking set status = 'confirmed' where id = ${scene.booking.id}`.execute(app.db)
})

test("a hold has no page, and a link that is nearly right is nobody's", async () => {
  const home = await makeProperty(app.db)
  await app.call('POST', '/api/payments/create-payment-intent', {
    bookingData: makeForm(home.slug, await freeSlot(app, home.slug)),
  })
  const { rows } = await sql<{ manage_token: string; notice_token: string }>`
    select manage_token, notice_token from booking where property_id = ${home.id}`.execute(app.db)
  const { manage_token = '', notice_token = '' } = rows[0] ?? {}
  const { token } = scene
  for (const wrong of [
    manage_token,
    token.slice(1),
    `${token}x`,
    token.toLowerCase(),
    `${token.slice(0, -1)}%20`,
    '%25',
    scene.booking.id,
  ])
    for (const end of ['', '/calendar.ics'])
      assertProblem(await app.call('GET', `/api/showingbooker/public/booking/${wrong}${end}`), 404, wrong)
  for (const wrong of [notice_token, token, scene.noticePath.split('/').at(-1)?.slice(1)])
    assertProblem(await app.call('GET', `/api/showingbooker/public/notice/${wrong}`), 404, String(wrong))
})

test('the calendar file is RFC 5545 with a zone and an alarm, and names no phone and no entry code', async () => {
  const { headers, text } = await app.call('GET', `/api/showingbooker/public/booking/${scene.token}/calendar.ics`)
  assert.equal(headers.get('content-type'), 'text/calendar; charset=utf-8')
  for (const part of [
    'BEGIN:VTIMEZONE',
    'TZID:America/Los_Angeles',
    'METHOD:PUBLISH',
    'BEGIN:VALARM',
    'TRIGGER:-PT15M',
    'SEQUENCE:0',
  ])
    assert.ok(text.includes(part), part)
  assert.ok(text.split('\r\n').every((line) => Buffer.byteLength(line) <= 75))
  assert.doesNotMatch(text.replaceAll('\r\n ', ''), /Lockbox|213-?555|2135550/)
})

test('the notice to enter is a PDF for whoever has its link', async () => {
  const { headers, text } = await app.call('GET', scene.noticePath)
  assert.equal(headers.get('content-type'), 'application/pdf')
  assert.ok(text.startsWith('%PDF-'))
})

test("an agent's list is by page, latest start first, without a gap or a double, also where starts are equal", async () => {
  const homes = await Promise.all(
    Array.from({ length: 3 }, () => makeProperty(app.db, { ownerId: scene.stranger.accountId })),
  )
  const booked: string[] = []
  for (const home of homes)
    for (const skip of [0, 3])
      booked.push((await bookShowing(app, makeForm(home.slug, await freeSlot(app, home.slug, skip)))).booking.id)
  const { headers } = scene.stranger
  const seen: { id: string; datetime: string }[] = []
  let cursor: string | null = ''
  while (cursor !== null) {
    const { body } = await app.call(
      'GET',
      `/api/showingbooker/bookings?limit=2${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
      undefined,
      headers,
    )
    assert.ok(body.bookings.length > 0 && seen.length < 10)
    seen.push(...body.bookings)
    cursor = body.nextCursor
  }
  assert.deepEqual(seen.map(({ id }) => id).sort(), booked.sort())
  const starts = seen.map(({ datetime }) => datetime)
  assert.deepEqual(starts, starts.toSorted().reverse())
  const ofOne = await app.call('GET', `/api/showingbooker/bookings?property_id=${homes[0]?.id}`, undefined, headers)
  assert.equal(ofOne.body.bookings.length, 2)
})

test("the agent's record of a showing has the buyer and the resident, and a hold is no showing", async () => {
  const { headers } = scene.owner
  const record = (await app.call('GET', `/api/showingbooker/bookings/${scene.booking.id}`, undefined, headers)).body
  assert.deepEqual(
    [record.buyerName, record.residentName, record.agentName, record.ownerName, record.status, record.amount],
    [scene.booking.buyerName, 'Rosa Resident', 'Lena Listing', 'Olga Owner', 'confirmed', 3500],
  )
  const form = makeForm(scene.home.slug, await freeSlot(app, scene.home.slug))
  const { body } = await app.call('POST', '/api/showingbooker/public/book', form)
  assertProblem(
    await app.call('GET', `/api/showingbooker/bookings/${body.bookingId}`, undefined, headers),
    404,
    'a hold',
  )
  const { text } = await app.call('GET', '/api/showingbooker/bookings', undefined, headers)
  assert.ok(!text.includes(body.bookingId))
})
