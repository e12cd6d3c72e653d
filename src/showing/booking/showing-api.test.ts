import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty, makeShowing } from '../../../test/factories.ts'
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

const pathOf = (token: string) => `/api/showingbooker/public/booking/${token}`
const page = (token: string) => app.call('GET', pathOf(token))

test("the buyer's page has the details and the links, but no entry code", async () => {
  const { body, headers } = await page(scene.token)
  assert.equal(headers.get('cache-control'), 'private, no-store')
  assert.deepEqual(body.booking, scene.booking)
  assert.equal(body.property.full_address, '742 Juniper Street, Unit 3, Los Angeles, CA 90012')
  assert.match(body.when, /^\w+day, \w+ \d+, \d{4} at \d+:\d\d [AP]M P[SD]T$/)
  assert.match(body.calendar.google, /^https:\/\/calendar\.google\.com\//)
  assert.match(body.calendar.outlook, /^https:\/\/outlook\.live\.com\//)
  assert.equal(body.instructionsVersion, null)
})

const PERSON = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'
/** Reads the entry instructions as the buyer's page does. */
const entry = (token: string, headers: Record<string, string> = { 'user-agent': PERSON }) =>
  app.call('POST', `${pathOf(token)}/instructions`, undefined, headers)
const views = async () =>
  (
    await sql`select from compliance_entry where booking_id = ${scene.booking.id} and event = 'instructions_viewed'`.execute(
      app.db,
    )
  ).rows.length

test("the buyer's page shows entry instructions from 60 minutes before the start until the end and logs each view", async () => {
  const startsAt = Temporal.Instant.from(scene.booking.startsAt)
  const seenAt = async (minutes: number) => {
    app.clock.set(startsAt.add({ minutes }).toString())
    const { showing_instructions } = (await entry(scene.token)).body
    const { instructionsVersion } = (await page(scene.token)).body
    assert.equal(instructionsVersion !== null, showing_instructions !== null, String(minutes))
    return showing_instructions
  }
  assert.deepEqual([await seenAt(-61), await seenAt(30), await seenAt(31), await views()], [null, null, null, 0])
  assert.deepEqual([await seenAt(-60), await seenAt(0), await seenAt(29)], Array(3).fill('Lockbox 4711'))
  assert.equal(await views(), 3)
  await sql`update booking set status = 'cancelled' where id = ${scene.booking.id}`.execute(app.db)
  assert.equal(await seenAt(0), null)
  await sql`update booking set status = 'confirmed' where id = ${scene.booking.id}`.execute(app.db)
})

test('a mail scanner, a link preview, and a prefetch get no entry instructions, and none of them counts as a view', async () => {
  app.clock.set(Temporal.Instant.from(scene.booking.startsAt).subtract({ minutes: 30 }).toString())
  const before = await views()
  for (const method of ['GET', 'HEAD'])
    assert.doesNotMatch((await app.call(method, pathOf(scene.token))).text, /Lockbox/)
  const programs: Record<string, string>[] = [
    { 'user-agent': 'facebookexternalhit/1.1 (+http://www.facebook.com/externalhit_uatext.php)' },
    { 'user-agent': PERSON, 'sec-purpose': 'prefetch;prerender' },
    {},
  ]
  for (const headers of programs) {
    const { status, body } = await entry(scene.token, headers)
    assert.deepEqual([status, body], [200, { showing_instructions: null }])
  }
  assert.equal(await views(), before)
  assertProblem(await entry('of-nobody'), 404, 'nobody')
})

test('if the agent changes the entry instructions, an open page reads them again, and only then', async () => {
  app.clock.set(Temporal.Instant.from(scene.booking.startsAt).subtract({ minutes: 30 }).toString())
  const version = async () => (await page(scene.token)).body.instructionsVersion
  const change = (text: string) =>
    sql`update property set showing_instructions = ${text} where id = ${scene.home.id}`.execute(app.db)
  const first = await version()
  app.clock.advance({ minutes: 1 })
  assert.equal(await version(), first)
  await change('Lockbox 4712')
  assert.ok(![null, first].includes(await version()))
  await change('  ')
  assert.deepEqual([await version(), (await entry(scene.token)).body.showing_instructions], [null, null])
  await change('Lockbox 4711')
  assert.equal(await version(), first)
})

test("the buyer's page says long before it shows entry instructions whether there are any", async () => {
  app.clock.set(Temporal.Now.instant().toString())
  const said = async (instructions: string | null) => {
    await sql`update property set showing_instructions = ${instructions} where id = ${scene.home.id}`.execute(app.db)
    const { has_instructions, instructionsVersion } = (await page(scene.token)).body
    return [has_instructions, instructionsVersion]
  }
  assert.deepEqual([await said(null), await said('  ')], Array(2).fill([false, null]))
  assert.deepEqual(await said('Lockbox 4711'), [true, null])
})

test("the version of the buyer's page changes whenever time or a person changes the page, and reading it logs no view", async () => {
  const version = async () => {
    const { status, body } = await app.call('GET', `/api/showingbooker/public/booking/${scene.token}/version`)
    return status === 200 ? body.version : status
  }
  const before = await views()
  const first = await version()
  assert.equal(first, (await page(scene.token)).body.version)
  app.clock.advance({ minutes: 1 })
  assert.equal(await version(), first)
  app.clock.set(Temporal.Instant.from(scene.booking.startsAt).subtract({ minutes: 10 }).toString())
  const open = await version()
  assert.notEqual(open, first)
  assert.equal(await views(), before)
  await sql`update booking set status = 'cancelled', cancelled_by = 'agent' where id = ${scene.booking.id}`.execute(
    app.db,
  )
  assert.ok(![first, open].includes(await version()))
  await sql`update booking set status = 'confirmed', cancelled_by = null where id = ${scene.booking.id}`.execute(app.db)
  assert.equal(await version(), open)
  assertProblem(await app.call('GET', '/api/showingbooker/public/booking/of-nobody/version'), 404, 'nobody')
})

test('a hold has no page, and an almost correct link finds nothing', async () => {
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

test('the calendar file follows RFC 5545, with a time zone and an alarm but without phones or entry codes', async () => {
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
  assert.doesNotMatch(text.replaceAll('\r\n ', ''), /Lockbox|213\)?[ -]?555/)
})

test("the links on a buyer's page and in emails lead to files in the reader's language", async () => {
  const links = async (language: string) => {
    const path = `/api/showingbooker/public/booking/${scene.token}`
    const { body } = await app.call('GET', path, undefined, { 'accept-language': language })
    return [body.calendar.ics, body.receiptUrl].map((url) => String(url).split('/').at(-1))
  }
  assert.deepEqual(await links('en'), ['calendar.ics', 'receipt.pdf'])
  assert.deepEqual(await links('es'), ['calendar.ics?lang=es', 'receipt.pdf?lang=es'])
  const { status, text } = await app.call(
    'GET',
    `/api/showingbooker/public/booking/${scene.token}/calendar.ics?lang=es`,
  )
  assert.equal(status, 200)
  assert.match(text, /SUMMARY:Visita/)
})

test('the link to a notice to enter opens its PDF', async () => {
  const { headers, text } = await app.call('GET', scene.noticePath)
  assert.equal(headers.get('content-type'), 'application/pdf')
  assert.ok(text.startsWith('%PDF-'))
})

test("an agent's list has pages, latest start first, without gaps or duplicates, even if starts are equal", async () => {
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

test("the agent's record of a showing has the buyer and the resident, and a hold has no record", async () => {
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

test("the name of an export has the date in the time zone of most of the agent's properties", async () => {
  // It is past midnight in New York, and the evening before in California.
  app.clock.set('2026-11-22T06:00:00Z')
  const nameOf = async (timeZone: string) => {
    const { ownerId: accountId } = await makeProperty(app.db, { timeZone })
    const actor = { kind: 'account', accountId, role: 'agent', email: 'lena@agents.example' } as const
    const files = [
      app.showings.exportSpreadsheet(actor, { sort: 'date' }),
      app.showings.exportCalendar(actor, { sort: 'date' }),
      app.showings.printReport(actor, { sort: 'date', when: 'upcoming' }),
    ]
    return (await Promise.all(files)).map(({ name }) => name)
  }
  assert.deepEqual(await nameOf('America/New_York'), [
    ...Array(2).fill('showings-2026-11-22'),
    'upcoming-showings-2026-11-22',
  ])
  assert.equal((await nameOf('America/Los_Angeles'))[0], 'showings-2026-11-21')
})

test("an agent's exports have what the list has, each in its own format", async () => {
  const { headers } = scene.owner
  const get = (path: string) => app.call('GET', `/api/showingbooker/${path}`, undefined, headers)
  const number = scene.booking.confirmation_number

  const csv = await get('bookings.csv')
  assert.equal(csv.headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.match(csv.headers.get('content-disposition') ?? '', /^attachment; filename="showings-\d{4}-\d\d-\d\d\.csv"$/)
  assert.ok(csv.text.includes(number) && csv.text.includes('"Rosa Resident"'))

  const ics = await get('bookings.ics')
  assert.equal(ics.headers.get('content-type'), 'text/calendar; charset=utf-8')
  assert.match(ics.text, /^BEGIN:VCALENDAR\r\n[\s\S]*STATUS:CONFIRMED[\s\S]*END:VCALENDAR\r\n$/)
  const plain = ics.text.replaceAll('\r\n ', '')
  assert.ok(plain.includes(number))
  assert.doesNotMatch(plain, /Lockbox|213\)?[ -]?555/)

  const one = await get(`bookings/${scene.booking.id}/calendar.ics`)
  assert.match(one.headers.get('content-disposition') ?? '', new RegExp(`filename="showing-${number}\\.ics"`))
  assert.deepEqual(one.text.match(/^UID:.*$/gm), [`UID:${scene.booking.id}@showingbooker`])

  const pdf = await get('bookings.pdf?when=upcoming&days=14')
  assert.equal(pdf.headers.get('content-type'), 'application/pdf')
  assert.match(pdf.headers.get('content-disposition') ?? '', /^inline; filename="upcoming-showings-.*\.pdf"$/)
  assert.ok(pdf.text.startsWith('%PDF-'))

  for (const kind of ['csv', 'ics', 'pdf']) {
    const none = await get(`bookings.${kind}?q=nobody+of+this+name`)
    assert.equal(none.status, 200, kind)
    assert.ok(!none.text.includes(number))
    for (const [query, field] of [
      ['status=sold', 'status'],
      ['from=2026-02-30', 'from'],
      ['from=2026-12-02&to=2026-12-01', 'to'],
      ['days=14', 'days'],
      ['property_id=x', 'property_id'],
    ]) {
      const answer = await get(`bookings.${kind}?${query}`)
      assertProblem(answer, 400, `${kind} ${query}`)
      assert.equal(answer.body.issues[0].path, field)
    }
  }
})

test('an export turns a formula into text, no matter who typed it', async () => {
  const home = await makeProperty(app.db, { ownerId: scene.stranger.accountId })
  await makeShowing(app.db, {
    propertyId: home.id,
    startsAt: app.clock.now().add({ hours: 60 }),
    buyer: { name: '=HYPERLINK("http://x","y")', phone: '+44 20 7946 0142' },
    specialRequests: '@SUM(A1)\n-2+3',
  })
  const path = `/api/showingbooker/bookings.csv?property_id=${home.id}`
  const { text } = await app.call('GET', path, undefined, scene.stranger.headers)
  assert.ok(text.includes(`"'=HYPERLINK(""http://x"",""y"")"`))
  assert.ok(text.includes(`"'+44 20 7946 0142"`))
  assert.ok(text.includes(`"'@SUM(A1)\n-2+3"`))
})

test('an export has all rows, no matter how many pages the list has', async () => {
  const home = await makeProperty(app.db, { ownerId: scene.stranger.accountId })
  const first = app.clock.now().subtract({ hours: 24 * 60 })
  const numbers: string[] = []
  for (let n = 0; n < 270; n++)
    numbers.push((await makeShowing(app.db, { propertyId: home.id, startsAt: first.add({ minutes: 30 * n }) })).number)
  const { headers } = scene.stranger
  const get = (kind: string) =>
    app.call('GET', `/api/showingbooker/bookings.${kind}?property_id=${home.id}`, undefined, headers)
  const rows = (await get('csv')).text.split('\r\n')
  assert.deepEqual(
    numbers.toReversed().map((number, at) => rows[at + 1]?.includes(`"${number}"`)),
    numbers.map(() => true),
  )
  assert.equal(rows.length, 270 + 2)
  assert.equal((await get('ics')).text.match(/^BEGIN:VEVENT\r$/gm)?.length, 270)
})

test('an agent can mark a showing with or without feedback, and each refusal says why', async () => {
  const home = await makeProperty(app.db, { ownerId: scene.stranger.accountId })
  const { id } = await makeShowing(app.db, { propertyId: home.id, startsAt: app.clock.now().subtract({ hours: 1 }) })
  const post = (path: string, body?: object) =>
    app.call('POST', `/api/showingbooker/bookings/${id}/${path}`, body, scene.stranger.headers)
  const done = await post('complete')
  assert.deepEqual([done.status, done.body.status, done.body.marks], [200, 'completed', ['no_show']])
  const again = await post('complete', {})
  assertProblem(again, 409, 'completed twice')
  assert.equal(again.body.error, 'This showing is already marked as completed.')
  const missed = await post('no-show', { reason: 'Nobody came', feedback: 'I waited 20 minutes.' })
  assert.deepEqual([missed.status, missed.body.status, missed.body.feedback], [200, 'no_show', 'I waited 20 minutes.'])
  const long = await post('complete', { feedback: 'x'.repeat(2001) })
  assertProblem(long, 400, 'too long')
  assert.equal(long.body.issues[0].path, 'feedback')
  assertProblem(
    await app.call('POST', `/api/showingbooker/bookings/${id}/complete`, {}, scene.owner.headers),
    404,
    'another agent',
  )
})
