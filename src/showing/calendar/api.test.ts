import assert from 'node:assert/strict'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeProperty, makeShowing, type ShowingChoices } from '../../../test/factories.ts'
import { assertProblem } from '../../../test/problem.ts'
import { signUp } from '../../../test/scene.ts'

const START = '2026-11-25T05:00:00Z'
const now = Temporal.Instant.from(START)
let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

let made = 0
type Agent = { accountId: string; headers: Record<string, string> }
let agent: Agent
beforeEach(async () => {
  app.clock.set(START)
  agent = await newAgent()
})

/** Signs in with a cookie, because a token would expire when these tests move the clock. */
async function newAgent(email = `calendar${++made}@agents.example.com`): Promise<Agent> {
  const { accountId, cookie } = await signUp(app, email)
  return { accountId, headers: { cookie, origin: app.config.publicUrl } }
}

const get = (path: string, headers = agent.headers) => app.call('GET', path, undefined, headers)
const makeHome = (timeZone = 'America/Los_Angeles') => makeProperty(app.db, { ownerId: agent.accountId, timeZone })
const show = (propertyId: string, iso: string, more: Partial<ShowingChoices> = {}) =>
  makeShowing(app.db, { propertyId, startsAt: Temporal.Instant.from(iso), ...more })

type Day = { date: string; count: number; bookings: { id: string }[] }
const weeks = async (query = '') => (await get(`/api/showingbooker/calendar${query}`)).body

test('the four weeks start from today in the zone of most properties, and each showing is on its local date', async () => {
  assert.deepEqual([(await weeks()).timeZone, (await weeks()).today], ['America/Los_Angeles', '2026-11-24'])
  const east = await makeHome('America/New_York')
  const west = await makeHome()
  const late = await makeHome('America/New_York')
  const { start, end, previous, next, today, thisWeek, timeZone, hasShowings } = await weeks()
  assert.deepEqual([timeZone, today, start, end], ['America/New_York', '2026-11-25', '2026-11-30', '2026-12-27'])
  assert.deepEqual([previous, next, thisWeek, hasShowings], ['2026-11-02', '2026-12-28', '2026-11-23', false])

  // The same instant is Monday in New York and Sunday in Los Angeles.
  const monday = await show(east.id, '2026-12-07T05:30:00Z', { timeZone: 'America/New_York' })
  const sunday = await show(west.id, '2026-12-07T05:30:00Z')
  const cancelled = await show(late.id, '2026-12-07T15:00:00Z', { timeZone: 'America/New_York', status: 'cancelled' })
  await show(west.id, '2026-12-28T20:00:00Z')
  const shown = await weeks()
  const on = (date: string) => (shown.days as Day[]).find((day) => day.date === date)
  assert.equal(shown.days.length, 28)
  assert.deepEqual(
    on('2026-12-06')?.bookings.map(({ id }) => id),
    [sunday.id],
  )
  assert.deepEqual(
    on('2026-12-07')?.bookings.map(({ id }) => id),
    [monday.id, cancelled.id],
  )
  assert.deepEqual(on('2026-12-08'), { date: '2026-12-08', count: 0, bookings: [] })
  assert.equal(
    (shown.days as Day[]).reduce((sum, { count }) => sum + count, 0),
    3,
  )
  const later = await weeks('?start=2026-12-31')
  assert.deepEqual([later.start, later.days[0].count, later.hasShowings], ['2026-12-28', 1, true])
})

test('a busy date shows its first eight showings and their total number', async () => {
  const home = await makeHome()
  const ids: string[] = []
  for (let n = 0; n < 11; n++)
    ids.push((await show(home.id, now.add({ hours: 24 * 8 - 10, minutes: 30 * n }).toString())).id)
  const day = ((await weeks()).days as Day[]).find(({ count }) => count > 0)
  assert.equal(day?.count, 11)
  assert.deepEqual(
    day?.bookings.map(({ id }) => id),
    ids.slice(0, 8),
  )
})

test("an agent's calendar has no other agent's showings, and an admin's calendar has everyone's", async () => {
  const home = await makeHome()
  await show(home.id, '2026-12-02T20:00:00Z')
  const [stranger, boss] = [await newAgent(), await newAgent('boss@x.example.com')]
  await app.accounts.grantAdmin('boss@x.example.com')
  const countFor = async ({ headers }: Agent) => {
    const { body } = await get('/api/showingbooker/calendar', headers)
    return (body.days as Day[]).reduce((sum, { count }) => sum + count, 0)
  }
  assert.equal(await countFor(stranger), 0)
  assert.ok((await countFor(boss)) >= 1)
})

const feedPath = async (headers = agent.headers) => {
  const { body } = await get('/api/showingbooker/calendar-feed', headers)
  return new URL(body.url).pathname
}

test('the private address stays the same until the agent replaces it, and then the old one stops working', async () => {
  const home = await makeHome()
  await show(home.id, '2026-12-02T20:00:00Z')
  const path = await feedPath()
  assert.match(path, /^\/calendar\/[\w-]{32}\.ics$/)
  assert.equal(await feedPath(), path)
  const both = await Promise.all([feedPath(), feedPath()])
  assert.deepEqual(both, [path, path])

  const fed = await app.call('GET', path)
  assert.equal(fed.status, 200)
  assert.equal(fed.headers.get('content-type'), 'text/calendar; charset=utf-8')
  assert.match(fed.headers.get('cache-control') ?? '', /^private/)

  const rotated = await app.call('POST', '/api/showingbooker/calendar-feed/rotate', undefined, agent.headers)
  const fresh = new URL(rotated.body.url).pathname
  assert.notEqual(fresh, path)
  assert.equal(await feedPath(), fresh)
  assertProblem(await app.call('GET', path), 404, 'the old address')
  assert.equal((await app.call('GET', fresh)).status, 200)
  assert.equal((await app.call('HEAD', fresh)).text, '')
})

test("the feed is in its owner's language, not in that of the program that reads it", async () => {
  const home = await makeHome()
  await show(home.id, '2026-12-03T20:00:00Z')
  const path = await feedPath()
  const read = async () => (await app.call('GET', path, undefined, { 'accept-language': 'en' })).text
  assert.match(await read(), /SUMMARY:Showing: /)
  await app.call('POST', '/create-user', { username: 'Lee-the-agent' }, agent.headers)
  const chosen = await app.call('PATCH', '/user-profile', { settings: { language: 'es' } }, agent.headers)
  assert.equal(chosen.status, 200, chosen.text)
  assert.match(await read(), /X-WR-CALNAME:Visitas de ShowingBooker[\s\S]*SUMMARY:Visita: /)
  await app.call('PATCH', '/user-profile', { settings: { language: 'en' } }, agent.headers)
})

test('a nearly right address is not found, and the right one can only be read', async () => {
  const path = await feedPath()
  for (const wrong of [
    path.replace('.ics', 'x.ics'),
    path.toLowerCase().replace('/calendar', '/calendar'),
    '/calendar/.ics',
    '/calendar/%27.ics',
    '/calendar/%00.ics',
    `/calendar/${agent.accountId}.ics`,
  ].filter((one) => one !== path))
    assertProblem(await app.call('GET', wrong), 404, wrong)
  assertProblem(await app.call('POST', path, {}, agent.headers), 405, 'POST')
})

test("the feed has the account's showings since 60 days ago, half an hour each, with canceled ones but no demos", async () => {
  const home = await makeHome()
  const kept = [
    await show(home.id, now.subtract({ hours: 24 * 60 }).toString(), { status: 'completed' }),
    await show(home.id, '2026-12-02T20:00:00Z'),
    await show(home.id, '2026-12-03T20:00:00Z', { status: 'cancelled' }),
  ]
  await show(home.id, now.subtract({ hours: 24 * 62 }).toString(), { status: 'completed' })
  await show(home.id, '2026-12-04T20:00:00Z', { isDemo: true })
  const { text } = await app.call('GET', await feedPath())
  const uids = [...text.matchAll(/^UID:(.*)@showingbooker\r$/gm)].map(([, id]) => id)
  assert.deepEqual(
    uids,
    kept.map(({ id }) => id),
  )
  assert.match(
    text,
    /DTSTART;TZID=America\/Los_Angeles:20261202T120000\r\nDTEND;TZID=America\/Los_Angeles:20261202T123000/,
  )
  assert.match(text, /STATUS:CANCELLED/)
  // An ID can have any digits.
  const said = text.replaceAll('\r\n ', '').replace(/^UID:.*$|SB-\w{8}/gm, '')
  assert.doesNotMatch(said, /Lockbox|555\D?01|@buyers/)
})

test('we send the feed again only if it changed', async () => {
  const home = await makeHome()
  const { id } = await show(home.id, '2026-12-02T20:00:00Z')
  const path = await feedPath()
  let etag = (await app.call('GET', path)).headers.get('etag') ?? ''
  const ask = (header: string) => app.call('GET', path, undefined, { 'if-none-match': header })
  for (const header of [etag, `"x", ${etag}`, '*']) {
    const answer = await ask(header)
    assert.deepEqual([answer.status, answer.text, answer.headers.get('etag')], [304, '', etag], header)
  }
  assert.equal((await ask('"x"')).status, 200)
  app.clock.advance({ minutes: 30 })
  assert.equal((await ask(etag)).status, 304)
  const changes = {
    'a status': sql`update booking set status = 'cancelled', updated_at = now() where id = ${id}`,
    'an address': sql`update property set address_line1 = '1 New Street', updated_at = now() where id = ${home.id}`,
  }
  for (const [name, change] of Object.entries(changes)) {
    await change.execute(app.db)
    const answer = await ask(etag)
    assert.equal(answer.status, 200, name)
    etag = answer.headers.get('etag') ?? ''
  }
  await show(home.id, '2026-12-09T20:00:00Z')
  const added = await ask(etag)
  assert.equal(added.status, 200, 'a new showing')
  etag = added.headers.get('etag') ?? ''
  // Of two concurrent writes, the earlier one can become visible later.
  const late = sql`update booking set status = 'completed', updated_at = updated_at + interval '1 ms' where property_id = ${home.id}
    and updated_at < (select max(updated_at) from booking where property_id = ${home.id}) - interval '1 s'`
  assert.equal((await late.execute(app.db)).numAffectedRows, 1n)
  assert.equal((await ask(etag)).status, 200, 'an older change that arrives late')
  app.clock.advance({ hours: 24 })
  assert.equal((await ask(etag)).status, 200, 'another day begins elsewhere')
})

test('the number of address changes per minute is limited', async () => {
  const small = await testApp({ rateLimitScale: 1 / 10, database: app.database })
  const { headers } = agent
  const ask = async () =>
    (
      await small.call('POST', '/api/showingbooker/calendar-feed/rotate', undefined, {
        ...headers,
        'x-address': '10.1.1.1',
      })
    ).status
  try {
    assert.deepEqual([await ask(), await ask()], [200, 429])
  } finally {
    await small.close()
  }
})

test("a week names its holidays in the reader's language, and they close nothing", async () => {
  app.clock.set('2026-11-22T12:00:00Z')
  await makeHome()
  const week = (language: string) =>
    get('/api/showingbooker/calendar/week?start=2026-11-26', { ...agent.headers, 'accept-language': language })
  const { body } = await week('en')
  assert.deepEqual(body.holidays, [{ date: '2026-11-26', name: 'Thanksgiving' }])
  assert.deepEqual((await week('es')).body.holidays, [{ date: '2026-11-26', name: 'Acción de Gracias' }])
  type Part = { date: string; from: number; to: number }
  const closedOn = (date: string) =>
    (body.closed as Part[]).filter((part) => part.date === date).map(({ from, to }) => [from, to])
  assert.deepEqual(closedOn('2026-11-26'), closedOn('2026-11-27'))
})

test('a week says why no one can book one of more than 100 properties, and whether any of them is listed', async () => {
  const week = async (query = '') => (await get(`/api/showingbooker/calendar/week?start=2026-11-30${query}`)).body
  assert.deepEqual(((await week()) as { hasListed: boolean }).hasListed, false)
  const homes: { id: string }[] = []
  for (let n = 0; n < 101; n++) homes.push(await makeHome())
  const last = homes.map(({ id }) => id).sort()[100]
  for (const query of ['', `&property=${last}`]) {
    const { hasListed, closed } = await week(query)
    assert.equal(hasListed, true)
    assert.notDeepEqual(closed, [])
  }
  const { hasListed, closed } = await week(`&property=${crypto.randomUUID()}`)
  assert.deepEqual([hasListed, closed], [false, []])
})

test('a time that buyers can book at only one of more than 100 properties is not closed', async () => {
  const homes: string[] = []
  for (let n = 0; n < 101; n++) homes.push((await makeHome()).id)
  const closed = JSON.stringify([{ date: '2026-11-28', closed: true }])
  await sql`update property set availability_overrides = ${closed} where id = any(${homes.sort().slice(0, 100)}::uuid[])`.execute(
    app.db,
  )
  const { body } = await get('/api/showingbooker/calendar/week?start=2026-11-28')
  type Part = { date: string; from: number; to: number; reason: string }
  assert.deepEqual(
    (body.closed as Part[]).filter(({ date }) => date === '2026-11-28').map(({ from, to }) => [from, to]),
    [
      [0, 540],
      [1020, 1440],
    ],
  )
})

test('a week of more than 2,000 properties says that it does not know which times are closed', async () => {
  const first = await makeHome()
  const week = async (query = '') => {
    const { isClosedKnown, closed } = (await get(`/api/showingbooker/calendar/week?start=2026-11-30${query}`)).body
    return [isClosedKnown, closed.length > 0]
  }
  const add = (count: number, prefix: string) =>
    sql`
    insert into property (id, owner_id, created_by, slug, address_line1, city, state, zip_code, time_zone, status)
    select gen_random_uuid(), owner_id, created_by, slug || ${prefix}::text || n, address_line1, city, state, zip_code, time_zone, status
    from property, generate_series(1, ${count}::int) n where id = ${first.id}`.execute(app.db)
  await add(1999, '-a-')
  assert.deepEqual(await week(), [true, true])
  await add(1, '-b-')
  assert.deepEqual(await week(), [false, false])
  assert.deepEqual(await week(`&property=${first.id}`), [true, true])
})

test('a week counts the showings of a date that it leaves out, and canceled ones take no place', async () => {
  const homes = [await makeHome(), await makeHome()]
  const midnight = Temporal.Instant.from('2026-12-02T08:00:00Z')
  for (const { id } of homes) {
    for (let n = 0; n < 3; n++) await show(id, midnight.toString(), { status: 'cancelled' })
    for (let n = 0; n < 25; n++) await show(id, midnight.add({ minutes: n * 30 }).toString())
  }
  await show(homes[0]?.id ?? '', '2026-12-03T20:00:00Z')
  const { showings, left } = (await get('/api/showingbooker/calendar/week?start=2026-12-02')).body
  assert.deepEqual(
    ['2026-12-02', '2026-12-03'].map((date) => showings.filter((part: { date: string }) => part.date === date).length),
    [48, 1],
  )
  assert.deepEqual(left, [{ date: '2026-12-02', count: 2 }])
})
