import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { createPast, makeOwner, NOW } from '../../../test/past.ts'

let app: TestApp
let past: ReturnType<typeof createPast>
before(async () => {
  app = await testApp()
  past = createPast(app)
})
after(() => app.close())

test("a month has its bookings and views, by each property's calendar", async () => {
  const { actor, homes } = await makeOwner(app, {}, { timeZone: 'America/New_York' }, { isDemo: true })
  const [home, eastern, demo] = homes.map(({ id }) => id) as [string, string, string]
  // It is still October in Los Angeles and already November in New York.
  const edge = '2026-11-01T05:00:00Z'
  await past.store(home, { startsAt: '2026-11-05T20:00:00Z', bookedAt: edge })
  await past.store(eastern, { startsAt: '2026-11-05T20:00:00Z', bookedAt: edge, zone: 'America/New_York' })
  const off = await past.store(home, { startsAt: '2026-11-06T20:00:00Z', bookedAt: edge })
  await past.change(off, 'cancelled', NOW)
  await past.store(demo, { startsAt: '2026-11-06T20:00:00Z', bookedAt: edge, isDemo: true })
  for (const [day, views] of [
    ['2026-10-31', 3],
    ['2026-10-31', 5],
    ['2026-11-01', 2],
    ['2026-11-20', 4],
    ['2025-11-30', 9],
  ] as const)
    await past.view(home, day, views)
  await past.view(demo, '2026-11-01', 50)
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

test('the report counts everything in the month in which it happened', async () => {
  const { actor, homes } = await makeOwner(app, {}, {}, { isDemo: true })
  const [home, other, demo] = homes.map(({ id }) => id) as [string, string, string]
  const september = '2026-09-10T18:00:00Z'
  const october = '2026-10-10T18:00:00Z'
  const one = await past.store(home, { startsAt: '2026-10-20T20:00:00Z', bookedAt: september })
  await past.pay(one, [
    ['charge', 2500, september],
    ['refund', 2500, october],
  ])
  await past.notify(one, ['sent', 'sent', 'not_sent'], september)
  await past.notify(one, ['failed', 'sent'], october)
  await past.change(one, 'cancelled', october)
  const two = await past.store(home, { startsAt: '2026-10-21T20:00:00Z', bookedAt: october })
  await past.pay(two, [
    ['authorize', 3500, october],
    ['charge', 3500, october],
  ])
  const three = await past.store(other, { startsAt: '2026-10-22T20:00:00Z', bookedAt: october })
  await past.pay(three, [
    ['authorize', 2500, october],
    ['release', 2500, october],
  ])
  const ours = await past.store(demo, { startsAt: '2026-10-22T20:00:00Z', bookedAt: october, isDemo: true })
  await past.pay(ours, [['charge', 100, october]])
  await past.notify(ours, ['sent'], october)

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
    bookings: 3,
    cancelled: 1,
    revenue: 3500,
    noticesSent: 3,
    noticesNotSent: 2,
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

test('a response time is the median by property and month, without unanswered requests', async () => {
  const { actor, homes } = await makeOwner(app, { approval: 'manual' }, { approval: 'manual' })
  const [home, other] = homes.map(({ id }) => id) as [string, string]
  let day = 0
  const request = async (propertyId: string, bookedAt: string, minutes: number, status = 'confirmed') => {
    const startsAt = Temporal.Instant.from('2026-12-01T20:00:00Z').add({ hours: 24 * day++ })
    const id = await past.store(propertyId, { startsAt: startsAt.toString(), status: 'pending', bookedAt })
    const due = Temporal.Instant.from(bookedAt).add({ hours: 48 }).toString()
    await sql`update booking set decision_due_at = ${due} where id = ${id}`.execute(app.db)
    await past.change(id, status, Temporal.Instant.from(bookedAt).add({ minutes }).toString())
    return id
  }
  for (const minutes of [10, 20, 600]) await request(home, '2026-10-10T18:00:00Z', minutes)
  await request(home, '2026-11-10T18:00:00Z', 30, 'declined')
  await request(other, '2026-11-10T18:00:00Z', 90)
  // Of these requests, the system declined one after 48 hours, and the buyer canceled the other one.
  await request(other, '2026-11-10T18:00:00Z', 48 * 60, 'declined')
  await request(other, '2026-11-10T18:00:00Z', 5, 'cancelled')
  // Later changes are not answers.
  await past.change(await request(other, '2026-09-10T18:00:00Z', 60), 'completed', NOW)
  // A decision about a move does not count, either, because it comes long after the booking.
  const moved = await request(home, '2026-08-10T18:00:00Z', 45)
  await sql`update booking set calendar_sequence = 1 where id = ${moved}`.execute(app.db)
  await past.change(moved, 'pending', '2026-11-11T18:00:00Z')
  await past.change(moved, 'confirmed', '2026-11-11T18:05:00Z')
  const report = await app.dashboard.report(actor, { from: '2026-10', limit: 10 })
  assert.deepEqual(
    report.months.map(({ responseMinutes }) => responseMinutes),
    [20, 60],
  )
  // This is the median of 10, 20, 30, 90, and 600.
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

test("the pages of the report list each of the agent's properties once, and no other agent's property", async () => {
  const { actor, homes } = await makeOwner(app, {}, {}, {}, {}, {})
  for (const [n, { id }] of homes.entries())
    for (let turn = 0; turn <= n % 3; turn++) await past.store(id, { startsAt: `2026-11-${20 + turn}T20:00:00Z` })
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

test('the file has a row for each property and month, without pages', async () => {
  const { actor, homes } = await makeOwner(app, {}, {})
  for (const { id } of homes) {
    await past.store(id, { startsAt: '2026-11-22T20:00:00Z', bookedAt: '2026-10-02T18:00:00Z' })
    const paid = await past.store(id, { startsAt: '2026-11-23T20:00:00Z', bookedAt: '2026-11-02T18:00:00Z' })
    await past.pay(paid, [['charge', 2550, '2026-11-02T18:00:00Z']])
  }
  const { name, head, batches } = await app.dashboard.reportFile(actor, {})
  assert.equal(name, 'report-2025-12-to-2026-11')
  const rows = (await Array.fromAsync(batches)).flat()
  assert.equal(rows.length, 4)
  assert.deepEqual(rows[1], ['742 Juniper Street, Unit 3, Los Angeles, CA 90012', '2026-11', 1, 0, 25.5, 0, 0, null])
  assert.equal(head.length, rows[0]?.length)
})

test('the file has a property once, even if someone books it during the download', async () => {
  const { actor, ids, ownerId } = await makeOwner(app, ...Array.from({ length: 203 }, () => ({})))
  await sql`insert into property_month (property_id, owner_id, month, booked)
    select id, ${ownerId}, '2026-11-01', 1 from unnest(${ids}::uuid[]) id`.execute(app.db)
  await sql`update property set address_line1 = 'Home ' || id where owner_id = ${ownerId}`.execute(app.db)
  const { batches } = await app.dashboard.reportFile(actor, {})
  const read: string[] = []
  for await (const batch of batches) {
    read.push(...batch.map(([address]) => /Home ([^,]+)/.exec(String(address))?.[1] ?? ''))
    const unread = ids.find((id) => !read.includes(id))
    if (unread) await sql`update property_month set booked = 9 where property_id = ${unread}`.execute(app.db)
  }
  assert.deepEqual(read.sort(), ids.sort())
})
