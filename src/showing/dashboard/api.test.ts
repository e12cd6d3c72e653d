import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm, makeProperty } from '../../../test/factories.ts'
import { assertProblem } from '../../../test/problem.ts'
import { bookShowing, freeSlot, makeScene, type Scene, signUp } from '../../../test/scene.ts'

let app: TestApp
let scene: Scene
before(async () => {
  app = await testApp()
  scene = await makeScene(app)
  await app.startListening()
})
after(() => app.close())

const get = (path: string, headers = scene.owner.headers) =>
  app.call('GET', `/api/showingbooker/${path}`, undefined, headers)

test('the cards show each agent their own five figures from the specification', async () => {
  const thisMonth = app.clock.now().toZonedDateTimeISO('America/Los_Angeles').toPlainDate().toString().slice(0, 7)
  assert.deepEqual((await get('dashboard')).body, {
    properties: 1,
    totalBookings: 1,
    hoursSaved: 0.5,
    totalViews: 0,
    monthlyBookings: scene.booking.showingDate.startsWith(thisMonth) ? 1 : 0,
  })
  assert.deepEqual((await get('dashboard', scene.stranger.headers)).body, {
    properties: 0,
    totalBookings: 0,
    hoursSaved: 0,
    monthlyBookings: 0,
    totalViews: 0,
  })
})

test('the activity has pages by cursor', async () => {
  const first = (await get('activity?limit=1')).body
  assert.deepEqual(
    first.activities.map(({ kind, buyerName }: Record<string, string>) => [kind, buyerName]),
    [['booked', scene.booking.buyerName]],
  )
  const second = (await get(`activity?limit=1&cursor=${first.nextCursor}`)).body
  assert.deepEqual([second.activities[0].kind, second.nextCursor], ['property_added', null])
})

for (const [query, path] of [
  ['from=2026-13', 'from'],
  ['from=2026-1', 'from'],
  ['to=now', 'to'],
  ['from=2026-05&to=2026-04', 'from'],
  ['from=1990-01&to=2026-01', 'from'],
  ['cursor=1_2', 'cursor'],
  ['limit=0', 'limit'],
] as const)
  test(`a report with ${query} is refused at ${path}`, async () => {
    const answer = await get(`report?${query}`)
    assertProblem(answer, 400, query)
    assert.equal(answer.body.issues[0].path, path)
    if (path !== 'cursor' && path !== 'limit') assertProblem(await get(`report.csv?${query}`), 400, query)
  })

test('the report is also a spreadsheet file, which runs no formulas', async () => {
  const home = await makeProperty(app.db, { ownerId: scene.owner.accountId })
  await app.database.pool.query(`update property set address_line1 = '=1+1' where id = $1`, [home.id])
  await bookShowing(app, makeForm(home.slug, await freeSlot(app, home.slug)))
  const { headers, text, status } = await get('report.csv?from=2026-01')
  assert.equal(status, 200)
  assert.equal(headers.get('content-type'), 'text/csv; charset=utf-8')
  assert.match(headers.get('content-disposition') ?? '', /^attachment; filename="report-2026-01-to-\d{4}-\d\d\.csv"$/)
  const [head, ...rows] = text.trimEnd().split('\r\n')
  assert.match(head ?? '', /"Property","Month","Bookings"/)
  assert.equal(rows.length, 2)
  assert.ok(rows.some((row) => row.startsWith(`"'=1+1, Unit 3, Los Angeles, CA 90012"`) && row.includes(',1,0,25,')))
})

/** Reads events as a browser gets them. */
async function listen(headers: Record<string, string>) {
  const response = await app.app.request(
    '/api/showingbooker/events',
    { headers },
    { caller: { requestId: 'test', clientAddress: '10.9.9.9' } },
  )
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  const next = async () => (await reader?.read())?.value
  assert.equal(response.status, 200)
  assert.equal(await next(), 'retry: 2000\n\n')
  const since = Number(/^event: since\ndata: (\d+)\n\n$/.exec((await next()) ?? '')?.[1])
  return { response, since, next, leave: () => reader?.cancel() }
}

test("an open dashboard gets its agent's events, and an admin's gets all events", async () => {
  const [owner, stranger, admin] = await Promise.all([
    listen(scene.owner.headers),
    listen({ cookie: scene.stranger.cookie }),
    listen(scene.admin.headers),
  ])
  const { headers } = owner.response
  assert.equal(headers.get('content-type'), 'text/event-stream; charset=utf-8')
  assert.match(headers.get('cache-control') ?? '', /no-store, no-transform/)
  assert.equal(headers.get('x-accel-buffering'), 'no')
  await bookShowing(app, makeForm(scene.home.slug, await freeSlot(app, scene.home.slug)))
  assert.equal(await owner.next(), 'event: change\ndata: booking\n\n')
  assert.equal(await admin.next(), 'event: change\ndata: booking\n\n')
  // The first event that the other agent gets is about their own property.
  await makeProperty(app.db, { ownerId: scene.stranger.accountId })
  assert.equal(await stranger.next(), 'event: change\ndata: property\n\n')
  for (const one of [owner, stranger, admin]) await one.leave()
})

test('a stream first says how long ago the last change was, so that a page with older data reloads', async () => {
  const loadedAt = performance.now()
  const owner = await listen(scene.owner.headers)
  await makeProperty(app.db, { ownerId: scene.owner.accountId })
  assert.equal(await owner.next(), 'event: change\ndata: property\n\n')
  const [late, admin] = await Promise.all([listen(scene.owner.headers), listen(scene.admin.headers)])
  const elapsed = Math.ceil(performance.now() - loadedAt)
  for (const { since } of [late, admin]) assert.ok(since >= 0 && since <= elapsed, `${since} of ${elapsed} ms`)
  for (const one of [owner, late, admin]) await one.leave()
})

test('a hold sends no event, because it is not a booking yet', async () => {
  const { next, leave } = await listen(scene.owner.headers)
  const slot = await freeSlot(app, scene.home.slug)
  await app.call('POST', '/api/payments/create-payment-intent', { bookingData: makeForm(scene.home.slug, slot) })
  await makeProperty(app.db, { ownerId: scene.owner.accountId })
  assert.equal(await next(), 'event: change\ndata: property\n\n')
  await leave()
})

test('signing out ends the stream at its next heartbeat', async (t) => {
  const signIn = { email: 'stranger@agents.example.com', password: 'a password of the tests' }
  const answer = await app.call('POST', '/api/auth/sign-in/email', signIn)
  const cookie = answer.headers
    .getSetCookie()
    .map((one) => one.split(';')[0])
    .join('; ')
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { next } = await listen({ cookie })
  t.mock.timers.tick(25_000)
  assert.equal(await next(), ':\n\n')
  await app.call('POST', '/api/auth/sign-out', undefined, { cookie, origin: app.config.publicUrl })
  t.mock.timers.tick(25_000)
  assert.equal(await next(), undefined)
})

test("a new admin's stream ends at its next check, so that the next one gets every event", async (t) => {
  const { headers } = await signUp(app, 'rising@agents.example.com')
  t.mock.timers.enable({ apis: ['setInterval'] })
  const { next } = await listen(headers)
  await app.accounts.grantAdmin('rising@agents.example.com')
  t.mock.timers.tick(25_000)
  assert.equal(await next(), undefined)
})

test('a visitor gets no events, a HEAD request leaves nothing open, and streams are limited', async () => {
  assertProblem(await get('events', {} as never), 401, 'a visitor')
  const ask = (method: string) =>
    app.app.request(
      '/api/showingbooker/events',
      { method, headers: scene.stranger.headers },
      { caller: { requestId: 'test', clientAddress: '10.9.9.9' } },
    )
  for (let turn = 0; turn < 30; turn++) assert.equal((await ask('HEAD')).status, 200)
  const open = []
  for (let turn = 0; turn < 20; turn++) open.push(await ask('GET'))
  assert.deepEqual(new Set(open.map(({ status }) => status)), new Set([200]))
  const refused = await ask('GET')
  assert.equal(refused.status, 429)
  assert.equal(refused.headers.get('retry-after'), '60')
  for (const { body } of open) await body?.cancel()
  const again = await ask('GET')
  assert.equal(again.status, 200)
  await again.body?.cancel()
})

test('the number of report files per minute is limited', async () => {
  const small = await testApp({ rateLimitScale: 1 / 30, database: app.database })
  const { headers } = scene.owner
  const ask = async () =>
    (await small.call('GET', '/api/showingbooker/report.csv', undefined, { ...headers, 'x-address': '10.1.1.1' }))
      .status
  try {
    assert.deepEqual([await ask(), await ask()], [200, 429])
  } finally {
    await small.close()
  }
})
