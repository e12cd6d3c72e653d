import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { makeForm } from '../../../test/factories.ts'
import { admin, createPast, makeOwner, NOW } from '../../../test/past.ts'
import { bookShowing } from '../../../test/scene.ts'

let app: TestApp
let past: ReturnType<typeof createPast>
before(async () => {
  app = await testApp()
  past = createPast(app)
})
after(() => app.close())

test('the cards count only real bookings and properties', async () => {
  const { actor, homes } = await makeOwner(app, {}, { status: 'unlisted' }, { isDemo: true }, {})
  const [home, other, demo, gone] = homes.map(({ id }) => id) as [string, string, string, string]
  const [someone] = (await makeOwner(app, {})).homes
  const statuses = ['pending', 'confirmed', 'completed', 'no_show', 'cancelled', 'declined', 'held', 'lapsed']
  for (const [n, status] of statuses.entries()) await past.store(home, { status, startsAt: `2026-11-2${n}T20:00:00Z` })
  await past.store(other, { startsAt: '2026-12-01T20:00:00Z' })
  await past.store(gone, { startsAt: '2026-10-05T20:00:00Z', status: 'completed' })
  await past.store(demo, { startsAt: '2026-11-22T20:00:00Z', isDemo: true })
  await past.store(someone?.id ?? '', { startsAt: '2026-11-22T20:00:00Z' })
  await sql`update property set view_count = case id when ${home} then 40 when ${gone} then 2 else 100 end
    where id in (${home}, ${gone}, ${demo})`.execute(app.db)
  await sql`update property set deleted_at = ${NOW} where id = ${gone}`.execute(app.db)
  assert.deepEqual(await app.dashboard.dashboard(actor), {
    properties: 2,
    // These are pending, confirmed, completed, and no_show, plus one each for the other and the deleted property.
    totalBookings: 6,
    // These are confirmed and completed, plus one each for the other and the deleted property, at half an hour each.
    hoursSaved: 2,
    monthlyBookings: 4,
    totalViews: 42,
  })
})

test('every number of a new agent is zero or null, and none is missing', async () => {
  const { actor } = await makeOwner(app)
  const nothing = { properties: 0, totalBookings: 0, hoursSaved: 0, monthlyBookings: 0, totalViews: 0 }
  assert.deepEqual(await app.dashboard.dashboard(actor), nothing)
  const { months, ...stats } = await app.dashboard.stats(actor)
  assert.deepEqual(stats, {
    properties: 0,
    bookings: 0,
    views: 0,
    conversionRate: null,
    averageBookings: null,
    estimatedRevenue: 0,
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
  // The last evening of November in Los Angeles is already December in New York.
  ['2026-12-01T06:00:00Z', 'America/Los_Angeles', '2026-11-02T17:00:00Z', true],
  ['2026-12-01T06:00:00Z', 'America/New_York', '2026-11-02T17:00:00Z', false],
  ['2026-12-01T06:00:00Z', 'America/New_York', '2026-12-15T17:00:00Z', true],
  ['2026-12-01T06:00:00Z', 'America/Los_Angeles', '2026-12-15T17:00:00Z', false],
  // 23:30 on October 31 in Los Angeles is still daylight saving time. An hour later, it is November.
  ['2026-11-15T12:00:00Z', 'America/Los_Angeles', '2026-11-01T06:30:00Z', false],
  ['2026-11-15T12:00:00Z', 'America/Los_Angeles', '2026-11-01T07:00:00Z', true],
  // The last half hour of November and the first of December are in standard time.
  ['2026-11-15T12:00:00Z', 'America/Los_Angeles', '2026-12-01T07:30:00Z', true],
  ['2026-11-15T12:00:00Z', 'America/Los_Angeles', '2026-12-01T08:00:00Z', false],
  // It is November, but in another year.
  ['2026-11-15T12:00:00Z', 'America/Los_Angeles', '2025-11-15T20:00:00Z', false],
  ['2027-01-01T12:00:00Z', 'America/Phoenix', '2026-12-31T20:00:00Z', false],
]
for (const [now, timeZone, startsAt, counts] of edges)
  test(`at ${now}, a showing in ${timeZone} at ${startsAt} ${counts ? 'counts' : 'does not count'} for this month`, async () => {
    app.clock.set(now)
    const { actor, homes } = await makeOwner(app, { timeZone })
    await past.store(homes[0]?.id ?? '', { startsAt, zone: timeZone })
    const { monthlyBookings, totalBookings } = await app.dashboard.dashboard(actor)
    app.clock.set(NOW)
    assert.deepEqual([monthlyBookings, totalBookings], [counts ? 1 : 0, 1])
  })

test('the stats have the six current properties with the most bookings, and give their formulas', async () => {
  const { actor, homes } = await makeOwner(app, ...Array.from({ length: 8 }, () => ({})), { isDemo: true })
  for (const [n, { id }] of homes.entries()) {
    // The first property has no booking, the second has one, and so on. The demo property has the most.
    for (let turn = 0; turn < n; turn++)
      await past.store(id, { startsAt: `2026-11-${String(turn + 1).padStart(2, '0')}T20:00:00Z`, isDemo: n === 8 })
  }
  const ids = homes.map(({ id }) => id)
  await past.store(ids[1] ?? '', { startsAt: '2026-10-01T20:00:00Z', status: 'cancelled' })
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
  // The sum is 0 + 1 + … + 7, including the deleted property's seven. Seven properties are left.
  assert.deepEqual([stats.properties, stats.bookings, stats.views], [7, 28, 300])
  assert.deepEqual([stats.conversionRate, stats.averageBookings], [9.3, 4])
  assert.deepEqual([stats.estimatedRevenue, stats.estimatedRevenueFormula], [28 * 7500, '$75 × total bookings'])
})

test('a booking over HTTP counts immediately, and cards, stats, report, and activity agree', async () => {
  app.clock.set('2026-11-21T18:00:00Z')
  const { actor, homes } = await makeOwner(app, { occupancy: 'resident' })
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
    bookings: 1,
    cancelled: 0,
    revenue: 3500,
    noticesSent: 6,
    noticesNotSent: 0,
    responseMinutes: null,
  })
  const [first, ...others] = activities
  assert.deepEqual(first, {
    id: first?.id,
    kind: 'booked',
    at: '2026-11-21T18:00:00.000Z',
    property_id: home?.id,
    propertyAddress: '742 Juniper Street, Unit 3, Los Angeles, CA 90012',
    time_zone: 'America/Los_Angeles',
    isPropertyDeleted: false,
    booking_id: booking.id,
    buyerName: booking.buyerName,
    confirmation_number: booking.confirmation_number,
    datetime: '2026-11-30T21:30:00.000Z',
  })
  assert.deepEqual(
    others.map(({ kind, buyerName }) => [kind, buyerName]),
    [['property_added', null]],
  )
})

test('the activity says which properties have been deleted since', async () => {
  const { actor, ids } = await makeOwner(app, {}, {})
  await sql`update property set deleted_at = ${NOW} where id = ${ids[0]}`.execute(app.db)
  const { activities } = await app.dashboard.activity(actor, { cursor: null, limit: 10 })
  assert.deepEqual(
    activities.map(({ kind, property_id, isPropertyDeleted }) => [kind, ids.indexOf(property_id), isPropertyDeleted]),
    [
      ['property_deleted', 0, true],
      ['property_added', 1, false],
      ['property_added', 0, true],
    ],
  )
})

test('the pages of the activity list everything once, newest first', async () => {
  const { actor, homes } = await makeOwner(app, {}, {}, {})
  for (const { id } of homes) await past.store(id, { startsAt: '2026-11-22T20:00:00Z' })
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

test('an admin sees the totals of all agents, and a visitor sees nothing', async () => {
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

test('the monthly counts match the rows after any order of actions', async () => {
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

test('each change of a booking records one event, with the owner once it is booked', async () => {
  const { ownerId, ids } = await makeOwner(app, {})
  const property = ids[0] ?? ''
  const id = await past.store(property, { status: 'held', startsAt: '2026-12-01T20:00:00Z' })
  const steps: [change: string, name: string, moves: boolean][] = [
    [`status = 'lapsed'`, 'lapsed', true],
    [`status = 'held'`, 'held', true],
    [`status = 'pending', confirmation_number = 'SB-1'`, 'requested', false],
    [`status = 'confirmed'`, 'approved', false],
    [`refund_reason = 'Ill', refund_requested_at = now()`, 'changed', false],
    [
      `status = 'pending', starts_at = starts_at + interval '1 hour', ends_at = ends_at + interval '1 hour',
      during = tstzrange(lower(during) + interval '1 hour', upper(during) + interval '1 hour')`,
      'rescheduled',
      true,
    ],
    [`status = 'confirmed'`, 'approved', false],
    [`status = 'completed'`, 'completed', false],
    [`status = 'no_show'`, 'no_show', false],
    [`status = 'cancelled'`, 'cancelled', true],
  ]
  for (const [change] of steps) await sql`update booking set ${sql.raw(change)} where id = ${id}`.execute(app.db)
  const { rows } = await sql`select name, data from event where subject_id = ${id} order by id`.execute(app.db)
  const told = steps.flatMap(([, name, moves_slots]) => {
    const owner = name === 'held' || name === 'lapsed' ? {} : { owner: ownerId }
    return name ? [{ name: `booking.${name}`, data: { property, moves_slots, ...owner } }] : []
  })
  assert.deepEqual(rows, [{ name: 'booking.held', data: { property, moves_slots: true } }, ...told])
})
