import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import { moneyReading } from '../src/money/reconciliation/gauge-service.ts'
import { messageReading, noticeReading } from '../src/notice/message/gauge-service.ts'
import { queueReading, readQueueAge } from '../src/platform/db/queue.ts'
import { createProbes } from '../src/server.ts'
import { refundReading } from '../src/showing/booking/refund-request-service.ts'
import { createShowings } from '../src/showing/booking/showing-repository.ts'
import { type TestApp, testApp } from './app.ts'
import { makeAgent, makeProperty, makeShowing } from './factories.ts'
import { makeLongAgo, watchedDatabase } from './past.ts'

const METRICS_TOKEN = 'a token of the tests'.replaceAll(' ', '-')

let app: TestApp
before(async () => {
  app = await testApp({ hasOwnPlans: true, env: { METRICS_TOKEN } })
})
after(() => app.close())

/** Reads /metrics after the kept values have expired. */
async function scrape(): Promise<Map<string, number>> {
  app.clock.advance({ minutes: 2 })
  const answer = await app.app.request('/metrics', { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })
  assert.equal(answer.status, 200)
  const lines = (await answer.text()).split('\n').filter((line) => line && !line.startsWith('#'))
  return new Map(
    lines.map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ') + 1))]),
  )
}

const ready = async () => (await app.app.request('/readyz')).text()

const at = () => app.clock.now().toString()

const addJob = (task: string, options: string) =>
  sql`select graphile_worker.add_job(${task}, ${sql.raw(options)})`.execute(app.db)

async function booked(startsIn: Temporal.DurationLike, occupancy: 'resident' | 'vacant' = 'vacant') {
  const ownerId = await makeAgent(app.db)
  const { id: propertyId } = await makeProperty(app.db, { ownerId, occupancy })
  const { id } = await makeShowing(app.db, { propertyId, startsAt: app.clock.now().add(startsIn) })
  return { id, ownerId }
}

test('shows waiting jobs by task, and /readyz says that the workers are behind but still serves', async () => {
  await addJob('share.draw', `run_at => now() - interval '5 minutes'`)
  await addJob('share.draw', `run_at => now() + interval '1 hour'`)
  // A job behind a busy queue waits for its turn.
  await addJob('document.index', `queue_name => 'busy', run_at => now() - interval '1 hour'`)
  await sql`update graphile_worker._private_job_queues set locked_at = now(), locked_by = 'somebody'`.execute(app.db)
  await addJob('archive.build', `max_attempts => 1`)
  await sql`update graphile_worker._private_jobs set attempts = 1 where max_attempts = 1`.execute(app.db)
  const figures = await scrape()
  const of = (task: string) =>
    ['waiting', 'due', 'failed'].map((state) => figures.get(`queue_jobs{task="${task}",state="${state}"}`))
  assert.deepEqual(of('share.draw'), [2, 1, 0])
  assert.deepEqual(of('document.index'), [1, 0, 0])
  assert.deepEqual(of('archive.build'), [0, 0, 1])
  const age = figures.get('queue_oldest_due_seconds{task="share.draw"}') ?? 0
  assert.ok(age >= 300 && age < 330, String(age))
  assert.equal(figures.get('queue_oldest_due_seconds{task="document.index"}'), 0)
  assert.match(await ready(), /^ok\njobs are behind: the oldest due job has waited 3\d\d s$/)

  await sql`delete from graphile_worker._private_jobs where not exists (
    select from graphile_worker._private_tasks t where t.id = task_id and t.identifier = 'document.index')`.execute(
    app.db,
  )
  assert.equal((await scrape()).get('queue_oldest_due_seconds{task="share.draw"}'), 0)
  assert.equal(await ready(), 'ok')
  await sql`delete from graphile_worker._private_jobs`.execute(app.db)
})

test('shows a money difference, due money, and an unsettled order', async () => {
  const before = await scrape()
  assert.equal(before.get('money_differences{kind="money_without_booking"}'), 0)
  assert.equal(before.get('money_due{what="refund"}'), 0)
  assert.equal(before.get('payments_unsettled'), 0)

  await sql`insert into money_difference (kind, subject_kind, subject_id, first_seen_at, last_seen_at)
    values ('money_without_booking', 'payment', ${randomUUIDv7()}, ${at()}, ${at()})`.execute(app.db)
  await sql`insert into reconciliation (scope, finished_at, took_ms, settled, returned, cancelled, failed, compared, differences)
    values ('recent', ${app.clock.now().subtract({ minutes: 3 }).toString()}, 1, 0, 0, 0, 0, 0, 1)`.execute(app.db)
  const due = await booked({ hours: 48 })
  const open = await booked({ hours: 50 })
  await sql`update payment set status = 'refund_due', updated_at = ${app.clock.now().subtract({ minutes: 18 }).toString()}
    where booking_id = ${due.id}`.execute(app.db)
  await sql`update payment set status = 'open' where booking_id = ${open.id}`.execute(app.db)
  await sql`insert into letter_refund (payment_id, booking_id, due_at)
    select id, booking_id, ${at()}::timestamptz from payment where booking_id = ${due.id}`.execute(app.db)

  const figures = await scrape()
  assert.equal(figures.get('money_differences{kind="money_without_booking"}'), 1)
  assert.equal(figures.get('money_differences{kind="disputed"}'), 0)
  assert.equal(figures.get('money_due{what="refund"}'), 1)
  assert.equal(figures.get('money_due_oldest_seconds{what="refund"}'), 20 * 60)
  assert.equal(figures.get('money_due{what="letter_refund"}'), 1)
  assert.equal(figures.get('money_due{what="capture"}'), 0)
  assert.equal(figures.get('payments_unsettled'), 1)
  assert.equal(figures.get('reconciliation_age_seconds{scope="recent"}'), 5 * 60)
})

test('shows due and recently failed messages by channel', async () => {
  const { id } = await booked({ hours: 60 })
  const plan = (event: string, channel: string, more: { status?: string; dueIn?: number; ageHours?: number } = {}) =>
    sql`insert into notification (id, booking_id, event, channel, role, recipient, status, created_at, due_at, logged_at)
      values (${more.ageHours ? '01900000-0000-7000-8000-000000000001' : idNow()}, ${id}, ${event}, ${channel}, 'buyer', '"x"', ${more.status ?? 'queued'},
        ${at()}, ${more.dueIn ? app.clock.now().add({ hours: more.dueIn }).toString() : null},
        ${more.status ? at() : null})`.execute(app.db)
  await plan('one', 'email')
  await plan('two', 'email', { dueIn: 3 })
  await plan('three', 'certified_mail')
  await plan('four', 'sms', { status: 'failed' })
  await plan('five', 'sms', { status: 'failed', ageHours: 1000 })
  const figures = await scrape()
  const of = (name: string) =>
    ['sms', 'email', 'certified_mail'].map((channel) => figures.get(`${name}{channel="${channel}"}`))
  assert.deepEqual(of('messages_waiting'), [0, 1, 1])
  assert.deepEqual(of('messages_oldest_due_seconds'), [0, 120, 120])
  assert.deepEqual(of('messages_failed'), [1, 0, 0])
})

/** Returns an ID with the test clock's time. Other IDs have the real time. */
const idNow = () => {
  const hex = app.clock.now().epochMilliseconds.toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}${randomUUIDv7().slice(13)}`
}

test('shows an overdue notice until someone serves it late or the showing begins', async () => {
  assert.equal((await scrape()).get('notices_overdue'), 0)
  await booked({ hours: 20 }, 'vacant')
  await booked({ hours: 30 }, 'resident')
  assert.equal((await scrape()).get('notices_overdue'), 0)
  await booked({ hours: 20 }, 'resident')
  assert.equal((await scrape()).get('notices_overdue'), 1)
  app.clock.advance({ hours: 8 })
  assert.equal((await scrape()).get('notices_overdue'), 2)
  app.clock.advance({ hours: 24 })
  assert.equal((await scrape()).get('notices_overdue'), 0)
})

test('shows a refund request that no one has decided for six days', async () => {
  const { id } = await booked({ hours: -72 })
  const ask = (hoursAgo: number) =>
    sql`update booking set refund_reason = 'Locked out',
      refund_requested_at = ${app.clock.now().subtract({ hours: hoursAgo }).toString()} where id = ${id}`.execute(
      app.db,
    )
  await ask(6 * 24 - 1)
  assert.equal((await scrape()).get('refunds_overdue'), 0)
  await ask(6 * 24)
  assert.equal((await scrape()).get('refunds_overdue'), 1)
  await sql`update booking set refund_decision = 'declined' where id = ${id}`.execute(app.db)
  assert.equal((await scrape()).get('refunds_overdue'), 0)
})

test('properties without a resident do not crowd out the others', async () => {
  const before = (await scrape()).get('notices_overdue')
  // Store more of them than we judge, each one earlier.
  const ownerId = await makeAgent(app.db)
  const { id: propertyId } = await makeProperty(app.db, { ownerId })
  const { id } = await makeShowing(app.db, { propertyId, startsAt: app.clock.now().add({ minutes: 10 }) })
  await sql`
    insert into booking (id, property_id, owner_id, status, starts_at, ends_at, during, showing_date, showing_time, time_zone,
      hold_expires_at, requester_type, buyer_name, buyer_email, buyer_phone, client_address, amount_cents,
      confirmation_number, manage_token, notice_token, created_at, booked_at, updated_at)
    select gen_random_uuid(), property_id, owner_id, status, at, at + interval '1 minute', tstzrange(at, at + interval '1 minute'),
      showing_date, showing_time, time_zone, at, requester_type, buyer_name, buyer_email, buyer_phone, '::1', 2500,
      'SB-NEAR-' || n, gen_random_uuid(), gen_random_uuid(), created_at, booked_at, updated_at
    from booking, generate_series(1, 1001) n, lateral (select ends_at + n * interval '1 minute' as at) t
    where id = ${id}`.execute(app.db)
  await booked({ hours: 20 }, 'resident')
  assert.equal((await scrape()).get('notices_overdue'), (before ?? 0) + 1)
})

test('shows the pool, the disk, and readiness, and leaves out and counts values that it cannot read', async (t) => {
  const figures = await scrape()
  assert.equal(figures.get('database_pool_connections{state="most"}'), 10)
  assert.equal(figures.get('database_pool_waiting'), 0)
  assert.ok((figures.get('data_disk_bytes{state="free"}') ?? 0) > 0)
  assert.equal(figures.get('ready'), 1)
  const failures = figures.get('gauge_failures_total') ?? Number.NaN
  await sql`alter table money_difference rename to moved`.execute(app.db)
  t.after(() => sql`alter table moved rename to money_difference`.execute(app.db))
  const without = await scrape()
  assert.equal(without.get('gauge_failures_total'), failures + 1)
  assert.ok(![...without.keys()].some((name) => name.startsWith('money_differences{')))
  assert.ok(without.has('notices_overdue'))
})

test('a worker answers only probes and the same metrics, at its own port', async () => {
  const site = createProbes(app.config, app)
  const get = async (path: string, headers = {}) =>
    (await site.fetch(new Request(`http://worker${path}`, { headers }))).status
  assert.equal(await get('/livez'), 200)
  assert.equal(await get('/readyz'), 200)
  assert.equal(await get('/metrics'), 404)
  assert.equal(await get('/metrics', { authorization: `Bearer ${METRICS_TOKEN}` }), 200)
  assert.equal(await get('/api/showingbooker/properties'), 404)
})

/** Holds a table until the end of the test, as a migration does. */
async function lock(t: TestContext, table: string) {
  const client = await app.database.pool.connect()
  const free = async () => {
    await client.query('rollback')
    client.release()
  }
  t.after(free)
  await client.query(`begin; lock table ${table} in access exclusive mode`)
}

test('without a connection, /metrics soon says that the server is not ready, without old values', async (t) => {
  assert.ok((await scrape()).has('payments_unsettled'))
  const { pool } = app.database
  const taken = await Promise.all(Array.from({ length: 10 }, () => pool.connect()))
  t.after(() => {
    for (const client of taken) client.release()
  })
  const startedAt = performance.now()
  const figures = await scrape()
  const ms = performance.now() - startedAt
  // With the pool alone, each reading would wait for five seconds.
  assert.ok(ms < 5_000, `${ms} ms`)
  assert.equal(figures.get('ready'), 0)
  assert.ok(!figures.has('payments_unsettled'))
  assert.ok(figures.has('data_disk_bytes{state="free"}'))
})

test('a locked table takes one connection and delays neither a scrape nor /readyz', async (t) => {
  const failures = (await scrape()).get('gauge_failures_total') ?? 0
  await lock(t, 'graphile_worker._private_jobs')
  const startedAt = performance.now()
  const figures = await scrape()
  assert.equal(figures.get('ready'), 1)
  assert.ok((figures.get('gauge_failures_total') ?? 0) > failures)
  assert.ok(![...figures.keys()].some((name) => name.startsWith('queue_jobs{')))
  await scrape()
  assert.equal(await ready(), 'ok')
  const ms = performance.now() - startedAt
  // Without a limit, it would wait for the lock, which stays until the end of the test.
  assert.ok(ms < 15_000, `${ms} ms`)
  const { pool } = app.database
  // These are the lock itself, one reading, and the age of the queue.
  assert.equal(pool.totalCount - pool.idleCount, 3)
})

test('/readyz says ok while the queue cannot be read', async (t) => {
  await sql`alter table graphile_worker._private_jobs rename to moved`.execute(app.db)
  t.after(() => sql`alter table graphile_worker.moved rename to _private_jobs`.execute(app.db))
  app.clock.advance({ minutes: 2 })
  assert.equal(await ready(), 'ok')
})

test('two consecutive scrapes read the tables once', async () => {
  await scrape()
  await addJob('share.draw', 'run_at => now()')
  app.clock.advance({ seconds: -110 })
  const soon = await scrape()
  assert.equal(soon.get('queue_jobs{task="share.draw",state="waiting"}'), 0)
  assert.equal((await scrape()).get('queue_jobs{task="share.draw",state="waiting"}'), 1)
})

test('reads no value by scanning a table that grows over time', async () => {
  await makeLongAgo(app, 3000)
  const { db, plans } = watchedDatabase(app)
  const { clock } = app
  for (const reading of [
    queueReading(db),
    moneyReading({ db, clock }),
    messageReading({ db, clock }),
    noticeReading(createShowings(db), clock),
    refundReading({ db, clock }),
  ])
    await reading.read()
  await readQueueAge(db, ['document.read'])
  const found = await plans()
  assert.ok(found.length >= 8)
  for (const plan of found)
    assert.doesNotMatch(plan, /Seq Scan on (booking|payment|notification|letter_refund)\b/, plan)
})
