import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeAgent, makeForm, makeProperty, type PropertyChoices } from '../../../test/factories.ts'
import { bookShowing } from '../../../test/scene.ts'
import type { Actor } from '../../platform/actor.ts'

let app: TestApp
before(async () => {
  app = await testApp()
})
after(() => app.close())

const NOW = '2026-11-21T09:00:00Z'
const agent = (accountId: string): Actor => ({ kind: 'account', accountId, role: 'agent', email: '' })
const admin: Actor = { kind: 'account', accountId: randomUUIDv7(), role: 'admin', email: '' }

/** A new agent with homes. */
async function makeOwner(...homes: PropertyChoices[]) {
  const ownerId = await makeAgent(app.db)
  const made = []
  for (const choices of homes) made.push(await makeProperty(app.db, { ...choices, ownerId }))
  return { ownerId, actor: agent(ownerId), homes: made }
}

type Stored = { startsAt: string; status?: string; bookedAt?: string; isDemo?: boolean; zone?: string }

/** A booking as it lies there; its date and time are those of the zone. */
async function store(propertyId: string, { startsAt, status = 'confirmed', bookedAt = NOW, ...more }: Stored) {
  const id = randomUUIDv7()
  const zone = more.zone ?? 'America/Los_Angeles'
  await sql`insert into booking (id, property_id, status, starts_at, ends_at, during, showing_date, showing_time, time_zone,
      hold_expires_at, requester_type, buyer_name, buyer_email, buyer_phone, client_address, amount_cents, confirmation_number,
      manage_token, notice_token, is_demo, created_at, booked_at, updated_at)
    select ${id}, ${propertyId}, ${status}, at, at + interval '30 minutes', tstzrange(at, at + interval '30 minutes'),
      (at at time zone ${zone})::date, (at at time zone ${zone})::time, ${zone}, at, 'buyer', 'Maria Gomez', 'm@b.example', '2135550142', '',
      2500, case when ${status} in ('held', 'lapsed') then null else 'SB-' || ${id} end, 'm' || ${id}, 'n' || ${id},
      ${more.isDemo ?? false}, ${bookedAt}, ${bookedAt}, ${bookedAt}
    from (select ${startsAt}::timestamptz as at) start`.execute(app.db)
  return id
}

async function pay(bookingId: string, entries: [kind: string, cents: number, at: string][]) {
  const id = randomUUIDv7()
  await sql`insert into payment (id, booking_id, provider, amount_cents, capture, status, created_at, updated_at)
    values (${id}, ${bookingId}, 'sandbox', 2500, 'automatic', 'succeeded', ${NOW}, ${NOW})`.execute(app.db)
  for (const [kind, cents, at] of entries)
    await sql`insert into money_entry (payment_id, kind, amount_cents, at) values (${id}, ${kind}, ${cents}, ${at})`.execute(
      app.db,
    )
}

/** Messages that end in the log at one moment. */
async function notify(bookingId: string, statuses: ('sent' | 'not_sent' | 'failed')[], at: string) {
  for (const [n, status] of statuses.entries())
    await sql`insert into notification (id, booking_id, event, channel, role, recipient, status, created_at)
      values (${randomUUIDv7()}, ${bookingId}, ${`${at} ${n}`}, 'email', 'buyer', '"x"', ${status}, ${at})`.execute(
      app.db,
    )
  await sql`update notification set logged_at = ${at} where booking_id = ${bookingId} and logged_at is null`.execute(
    app.db,
  )
}

const change = (bookingId: string, status: string, at: string) =>
  sql`update booking set status = ${status}, updated_at = ${at} where id = ${bookingId}`.execute(app.db)
const view = (propertyId: string, day: string, views: number) =>
  sql`insert into property_day (property_id, day, views) values (${propertyId}, ${day}, ${views})
    on conflict (property_id, day) do update set views = excluded.views`.execute(app.db)

test('the cards count every real row and no other', async () => {
  const { actor, homes } = await makeOwner({}, { status: 'unlisted' }, { isDemo: true }, {})
  const [home, other, demo, gone] = homes.map(({ id }) => id) as [string, string, string, string]
  const [someone] = (await makeOwner({})).homes
  const statuses = ['pending', 'confirmed', 'completed', 'no_show', 'cancelled', 'declined', 'held', 'lapsed']
  for (const [n, status] of statuses.entries()) await store(home, { status, startsAt: `2026-11-2${n}T20:00:00Z` })
  await store(other, { startsAt: '2026-12-01T20:00:00Z' })
  await store(gone, { startsAt: '2026-10-05T20:00:00Z', status: 'completed' })
  await store(demo, { startsAt: '2026-11-22T20:00:00Z', isDemo: true })
  await store(someone?.id ?? '', { startsAt: '2026-11-22T20:00:00Z' })
  await sql`update property set view_count = case id when ${home} then 40 when ${gone} then 2 else 100 end
    where id in (${home}, ${gone}, ${demo})`.execute(app.db)
  await sql`update property set deleted_at = ${NOW} where id = ${gone}`.execute(app.db)
  assert.deepEqual(await app.dashboard.dashboard(actor), {
    properties: 2,
    // pending, confirmed, completed, no_show; the other home's; the deleted home's.
    totalBookings: 6,
    // confirmed and completed: two, one and one.
    hoursSaved: 2,
    monthlyBookings: 4,
    totalViews: 42,
  })
})

test('a new agent has nothing, and no number is missing', async () => {
  const { actor } = await makeOwner()
  const nothing = { properties: 0, totalBookings: 0, hoursSaved: 0, monthlyBookings: 0, totalViews: 0 }
  assert.deepEqual(await app.dashboard.dashboard(actor), nothing)
  const { months, ...stats } = await app.dashboard.stats(actor)
  assert.deepEqual(stats, {
    ...{ properties: 0, bookings: 0, views: 0, conversionRate: null, averageBookings: null, estimatedRevenue: 0 },
    estimatedRevenueFormula: '$75 × total bookings',
    topProperties: [],
  })
  assert.deepEqual(months.at(0), { month: '2025-12', bookings: 0, views: 0 })
  assert.deepEqual(months.at(-1), { month: '2026-11', bookings: 0, views: 0 })
  assert.equal(months.length, 12)
  assert.deepEqual(await app.dashboard.activity(actor, { cursor: null, limit: 10 }), {
    activities: [],
    nextCursor: null,
  })
  const report = await app.dashboard.report(actor, { limit: 10 })
  assert.deepEqual([report.properties, report.firstMonth, report.totals.responseMinutes], [[], '2026-11', null])
})

const edges: [now: string, zone: string, startsAt: string, counts: boolean][] = [
  // The last evening of November in Los Angeles is December already in New York.
  ['2026-12-01T06:00:00Z', 'America/Los_Angeles', '2026-11-02T17:00:00Z', true],
  ['2026-12-01T06:00:00Z', 'America/New_York', '2026-11-02T17:00:00Z', false],
  ['2026-12-01T06:00:00Z', 'America/New_York', '2026-12-15T17:00:00Z', true],
  ['2026-12-01T06:00:00Z', 'America/Los_Angeles', '2026-12-15T17:00:00Z', false],
  // 23:30 on the last of October in Los Angeles, still on summer time; an hour later it is November.
  ['2026-11-15T12:00:00Z', 'America/Los_Angeles', '2026-11-01T06:30:00Z', false],
  ['2026-11-15T12:00:00Z', 'America/Los_Angeles', '2026-11-01T07:00:00Z', true],
  // The last half hour of November, and the first of December, on winter time.
  ['2026-11-15T12:00:00Z', 'America/Los_Angeles', '2026-12-01T07:30:00Z', true],
  ['2026-11-15T12:00:00Z', 'America/Los_Angeles', '2026-12-01T08:00:00Z', false],
  // Another year's November.
  ['2026-11-15T12:00:00Z', 'America/Los_Angeles', '2025-11-15T20:00:00Z', false],
  ['2027-01-01T12:00:00Z', 'America/Phoenix', '2026-12-31T20:00:00Z', false],
]
for (const [now, timeZone, startsAt, counts] of edges)
  test(`at ${now} a showing in ${timeZone} at ${startsAt} is ${counts ? '' : 'not '}one of this month`, async () => {
    app.clock.set(now)
    const { actor, homes } = await makeOwner({ timeZone })
    await store(homes[0]?.id ?? '', { startsAt, zone: timeZone })
    const { monthlyBookings, totalBookings } = await app.dashboard.dashboard(actor)
    app.clock.set(NOW)
    assert.deepEqual([monthlyBookings, totalBookings], [counts ? 1 : 0, 1])
  })

test('the stats have the six best booked homes that are there, and say their formulas', async () => {
  const { actor, homes } = await makeOwner(...Array.from({ length: 8 }, () => ({})), { isDemo: true })
  for (const [n, { id }] of homes.entries()) {
    // The first has no booking, the second one, and so on; the demo home has the most.
    for (let turn = 0; turn < n; turn++)
      await store(id, { startsAt: `2026-11-${String(turn + 1).padStart(2, '0')}T20:00:00Z`, isDemo: n === 8 })
  }
  const ids = homes.map(({ id }) => id)
  await store(ids[1] ?? '', { startsAt: '2026-10-01T20:00:00Z', status: 'cancelled' })
  await sql`update property set deleted_at = ${NOW} where id = ${ids[7]}`.execute(app.db)
  await sql`update property set view_count = 300, status = 'sold' where id = ${ids[6]}`.execute(app.db)
  const stats = await app.dashboard.stats(actor)
  assert.deepEqual(
    stats.topProperties.map(({ rank, property_id, bookings, status }) => [
      rank,
      ids.indexOf(property_id),
      bookings,
      status,
    ]),
    [
      [1, 6, 6, 'sold'],
      [2, 5, 5, 'listed'],
      [3, 4, 4, 'listed'],
      [4, 3, 3, 'listed'],
      [5, 2, 2, 'listed'],
      [6, 1, 1, 'listed'],
    ],
  )
  assert.deepEqual(
    [stats.topProperties[0]?.address, stats.topProperties[0]?.city],
    ['742 Juniper Street, Unit 3, Los Angeles, CA 90012', 'Los Angeles'],
  )
  // 0 + 1 + … + 7, the deleted home's seven too; 7 homes are left.
  assert.deepEqual([stats.properties, stats.bookings, stats.views], [7, 28, 300])
  assert.deepEqual([stats.conversionRate, stats.averageBookings], [9.3, 4])
  assert.deepEqual([stats.estimatedRevenue, stats.estimatedRevenueFormula], [28 * 7500, '$75 × total bookings'])
})

test('the months have what was booked and looked at in them, by the calendar of the home', async () => {
  const { actor, homes } = await makeOwner({}, { timeZone: 'America/New_York' }, { isDemo: true })
  const [home, eastern, demo] = homes.map(({ id }) => id) as [string, string, string]
  // In Los Angeles it is still October, in New York it is November.
  const edge = '2026-11-01T05:00:00Z'
  await store(home, { startsAt: '2026-11-05T20:00:00Z', bookedAt: edge })
  await store(eastern, { startsAt: '2026-11-05T20:00:00Z', bookedAt: edge, zone: 'America/New_York' })
  const off = await store(home, { startsAt: '2026-11-06T20:00:00Z', bookedAt: edge })
  await change(off, 'cancelled', NOW)
  await store(demo, { startsAt: '2026-11-06T20:00:00Z', bookedAt: edge, isDemo: true })
  for (const [day, views] of [
    ['2026-10-31', 3],
    ['2026-10-31', 5],
    ['2026-11-01', 2],
    ['2026-11-20', 4],
    ['2025-11-30', 9],
  ] as const)
    await view(home, day, views)
  await view(demo, '2026-11-01', 50)
  const { months } = await app.dashboard.stats(actor)
  assert.deepEqual(months.slice(-2), [
    { month: '2026-10', bookings: 1, views: 5 },
    { month: '2026-11', bookings: 1, views: 6 },
  ])
  assert.equal(
    months.slice(0, -2).reduce((sum, { views }) => sum + views, 0),
    0,
  )
})

test('the report has each thing in the month in which it happened', async () => {
  const { actor, homes } = await makeOwner({}, {}, { isDemo: true })
  const [home, other, demo] = homes.map(({ id }) => id) as [string, string, string]
  const september = '2026-09-10T18:00:00Z'
  const october = '2026-10-10T18:00:00Z'
  const one = await store(home, { startsAt: '2026-10-20T20:00:00Z', bookedAt: september })
  await pay(one, [
    ['charge', 2500, september],
    ['refund', 2500, october],
  ])
  await notify(one, ['sent', 'sent', 'not_sent'], september)
  await notify(one, ['failed', 'sent'], october)
  await change(one, 'cancelled', october)
  const two = await store(home, { startsAt: '2026-10-21T20:00:00Z', bookedAt: october })
  await pay(two, [
    ['authorize', 3500, october],
    ['charge', 3500, october],
  ])
  const three = await store(other, { startsAt: '2026-10-22T20:00:00Z', bookedAt: october })
  await pay(three, [
    ['authorize', 2500, october],
    ['release', 2500, october],
  ])
  const ours = await store(demo, { startsAt: '2026-10-22T20:00:00Z', bookedAt: october, isDemo: true })
  await pay(ours, [['charge', 100, october]])
  await notify(ours, ['sent'], october)

  const report = await app.dashboard.report(actor, { from: '2026-09', to: '2026-11', limit: 10 })
  const figures = { bookings: 0, cancelled: 0, revenue: 0, noticesSent: 0, noticesNotSent: 0, responseMinutes: null }
  const inSeptember = {
    month: '2026-09',
    ...figures,
    bookings: 1,
    cancelled: 1,
    revenue: 2500,
    noticesSent: 2,
    noticesNotSent: 1,
  }
  assert.deepEqual(report.months, [
    inSeptember,
    { month: '2026-10', ...figures, bookings: 2, revenue: 1000, noticesSent: 1, noticesNotSent: 1 },
    { month: '2026-11', ...figures },
  ])
  assert.deepEqual(report.totals, {
    ...figures,
    ...{ bookings: 3, cancelled: 1, revenue: 3500, noticesSent: 3, noticesNotSent: 2 },
  })
  assert.deepEqual(
    report.properties.map(({ property_id, bookings, revenue }) => [property_id, bookings, revenue]),
    [
      [home, 2, 3500],
      [other, 1, 0],
    ],
  )
  assert.deepEqual(report.properties[0]?.months, [
    inSeptember,
    { month: '2026-10', ...figures, bookings: 1, revenue: 1000, noticesSent: 1, noticesNotSent: 1 },
  ])
  assert.deepEqual([report.firstMonth, report.lastMonth, report.nextCursor], ['2026-09', '2026-11', null])
  const only = await app.dashboard.report(actor, { from: '2026-11', limit: 10 })
  assert.deepEqual([only.from, only.to, only.properties, only.totals], ['2026-11', '2026-11', [], figures])
})

test('a response time is the middle one of the answers, by home and month; what nobody answered is none', async () => {
  const { actor, homes } = await makeOwner({ approval: 'manual' }, { approval: 'manual' })
  const [home, other] = homes.map(({ id }) => id) as [string, string]
  let day = 0
  const request = async (propertyId: string, bookedAt: string, minutes: number, status = 'confirmed') => {
    const startsAt = Temporal.Instant.from('2026-12-01T20:00:00Z').add({ hours: 24 * day++ })
    const id = await store(propertyId, { startsAt: startsAt.toString(), status: 'pending', bookedAt })
    const due = Temporal.Instant.from(bookedAt).add({ hours: 48 }).toString()
    await sql`update booking set decision_due_at = ${due} where id = ${id}`.execute(app.db)
    await change(id, status, Temporal.Instant.from(bookedAt).add({ minutes }).toString())
    return id
  }
  for (const minutes of [10, 20, 600]) await request(home, '2026-10-10T18:00:00Z', minutes)
  await request(home, '2026-11-10T18:00:00Z', 30, 'declined')
  await request(other, '2026-11-10T18:00:00Z', 90)
  // The system's own word after 48 hours, and a buyer who did not wait.
  await request(other, '2026-11-10T18:00:00Z', 48 * 60, 'declined')
  await request(other, '2026-11-10T18:00:00Z', 5, 'cancelled')
  // Later moves are no answers.
  await change(await request(other, '2026-09-10T18:00:00Z', 60), 'completed', NOW)
  const report = await app.dashboard.report(actor, { from: '2026-10', limit: 10 })
  assert.deepEqual(
    report.months.map(({ responseMinutes }) => responseMinutes),
    [20, 60],
  )
  // 10, 20, 30, 90 and 600.
  assert.equal(report.totals.responseMinutes, 30)
  const of = (id: string) => report.properties.find(({ property_id }) => property_id === id)
  assert.deepEqual([of(home)?.responseMinutes, of(other)?.responseMinutes], [25, 90])
  assert.deepEqual(
    of(home)?.months.map(({ month, responseMinutes }) => [month, responseMinutes]),
    [
      ['2026-10', 20],
      ['2026-11', 30],
    ],
  )
})

test("pages of the report meet, and no other agent's home is on them", async () => {
  const { actor, homes } = await makeOwner({}, {}, {}, {}, {})
  for (const [n, { id }] of homes.entries())
    for (let turn = 0; turn <= n % 3; turn++) await store(id, { startsAt: `2026-11-${20 + turn}T20:00:00Z` })
  const seen: [string, number][] = []
  let cursor: string | undefined
  do {
    const page = await app.dashboard.report(actor, { limit: 2, cursor })
    assert.ok(page.properties.length <= 2)
    seen.push(...page.properties.map(({ property_id, bookings }): [string, number] => [property_id, bookings]))
    cursor = page.nextCursor ?? undefined
  } while (cursor)
  assert.deepEqual(
    seen.map(([, bookings]) => bookings),
    [3, 2, 2, 1, 1],
  )
  assert.deepEqual(seen.map(([id]) => id).sort(), homes.map(({ id }) => id).sort())
})

test('the file has a row for each home and month, whatever the pages', async () => {
  const { actor, homes } = await makeOwner({}, {})
  for (const { id } of homes) {
    await store(id, { startsAt: '2026-11-22T20:00:00Z', bookedAt: '2026-10-02T18:00:00Z' })
    const paid = await store(id, { startsAt: '2026-11-23T20:00:00Z', bookedAt: '2026-11-02T18:00:00Z' })
    await pay(paid, [['charge', 2550, '2026-11-02T18:00:00Z']])
  }
  const { name, head, batches } = await app.dashboard.reportFile(actor, {})
  assert.equal(name, 'report-2025-12-to-2026-11')
  const rows = (await Array.fromAsync(batches)).flat()
  assert.equal(rows.length, 4)
  assert.deepEqual(rows[1], ['742 Juniper Street, Unit 3, Los Angeles, CA 90012', '2026-11', 1, 0, 25.5, 0, 0, null])
  assert.equal(head.length, rows[0]?.length)
})

test('what is booked over HTTP is counted at once: cards, stats, report and activity agree', async () => {
  app.clock.set(NOW)
  const { actor, homes } = await makeOwner({ occupancy: 'resident' })
  const [home] = homes
  const { booking } = await bookShowing(app, makeForm(home?.slug ?? '', { mailUpgrade: true }))
  await app.runJobs()
  const [cards, stats, report, { activities }] = await Promise.all([
    app.dashboard.dashboard(actor),
    app.dashboard.stats(actor),
    app.dashboard.report(actor, { limit: 10 }),
    app.dashboard.activity(actor, { cursor: null, limit: 10 }),
  ])
  assert.deepEqual(cards, { properties: 1, totalBookings: 1, hoursSaved: 0.5, monthlyBookings: 1, totalViews: 0 })
  assert.deepEqual(stats.months.at(-1), { month: '2026-11', bookings: 1, views: 0 })
  assert.deepEqual(report.totals, {
    ...{ bookings: 1, cancelled: 0, revenue: 3500, noticesSent: 6, noticesNotSent: 0, responseMinutes: null },
  })
  const [first, ...others] = activities
  assert.deepEqual(first, {
    id: first?.id,
    kind: 'booked',
    at: '2026-11-21T09:00:00.000Z',
    property_id: home?.id,
    propertyAddress: '742 Juniper Street, Unit 3, Los Angeles, CA 90012',
    time_zone: 'America/Los_Angeles',
    booking_id: booking.id,
    buyerName: booking.buyerName,
    confirmation_number: booking.confirmation_number,
    datetime: '2026-11-27T21:30:00.000Z',
  })
  assert.deepEqual(
    others.map(({ kind, buyerName }) => [kind, buyerName]),
    [['property_added', null]],
  )
})

test('pages of the activity meet, newest first, and end', async () => {
  const { actor, homes } = await makeOwner({}, {}, {})
  for (const { id } of homes) await store(id, { startsAt: '2026-11-22T20:00:00Z' })
  const seen: string[] = []
  let cursor: number | null = null
  do {
    const page = await app.dashboard.activity(actor, { cursor, limit: 4 })
    seen.push(...page.activities.map(({ id }) => id))
    cursor = page.nextCursor === null ? null : Number(page.nextCursor)
  } while (cursor !== null)
  assert.equal(seen.length, 6)
  assert.deepEqual(
    seen,
    seen.toSorted((a, b) => Number(b) - Number(a)),
  )
})

test('an admin sees what all agents have together; a visitor nothing', async () => {
  const cards = await app.dashboard.dashboard(admin)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from booking where status in ('pending', 'confirmed', 'completed', 'no_show') and not is_demo`.execute(
    app.db,
  )
  assert.equal(cards.totalBookings, rows[0]?.count)
  assert.ok(cards.totalBookings > 30)
  assert.equal((await app.dashboard.stats(admin)).bookings, cards.totalBookings)
  const report = await app.dashboard.report(admin, { from: '2020-01', limit: 1 })
  assert.equal(report.totals.bookings - report.totals.cancelled, cards.totalBookings)
  for (const ask of ['dashboard', 'stats'] as const)
    await assert.rejects(app.dashboard[ask]({ kind: 'visitor' }), { kind: 'unauthenticated' })
})

test('what the months say is what the rows say, whatever was done in whatever order', async () => {
  const { rows } = await sql`
    with counted as (
      select b.property_id, date_trunc('month', b.booked_at at time zone b.time_zone)::date as month, count(*)::int as booked,
        count(*) filter (where b.status in ('cancelled', 'declined'))::int as cancelled
      from booking b where b.status not in ('held', 'lapsed') and not b.is_demo group by 1, 2)
    select * from counted c full join property_month m using (property_id, month)
    where (c.booked, c.cancelled) is distinct from (m.booked, m.cancelled) and coalesce(m.booked, 1) <> 0`.execute(
    app.db,
  )
  assert.deepEqual(rows, [])
})
