import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { assertProblem } from '../../../test/problem.ts'
import { makeScene, type Scene } from '../../../test/scene.ts'
import { writeInstant } from '../../platform/instant.ts'
import { VERSION } from '../../platform/version.ts'

const BASE = '/api/showingbooker/admin/operations'
let app: TestApp
let scene: Scene
before(async () => {
  app = await testApp()
  scene = await makeScene(app)
})
after(() => app.close())

const get = async (path = '') => (await app.call('GET', `${BASE}${path}`, undefined, scene.admin.headers)).body
const post = (path: string) => app.call('POST', `${BASE}${path}`, undefined, scene.admin.headers)
const acts = async () =>
  (await app.call('GET', '/api/showingbooker/admin/acts', undefined, scene.admin.headers)).body.acts

/** Adds a job that failed for good, as the queue stores it. */
async function failedJob(task: string, payload: object, error: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`
    select (graphile_worker.add_job(${task}, ${JSON.stringify(payload)}::json, max_attempts => 1)).id::text as id`.execute(
    app.db,
  )
  const id = rows[0]?.id ?? ''
  await sql`select graphile_worker.permanently_fail_jobs(array[${id}::bigint], ${error})`.execute(app.db)
  return id
}

test('the overview shows the queue by task, the vendors, the database, and when it was read', async () => {
  await sql`select graphile_worker.add_job('share.draw', run_at => now() + interval '1 hour')`.execute(app.db)
  await sql`select graphile_worker.add_job('share.draw', run_at => now() - interval '1 minute')`.execute(app.db)
  await failedJob('share.draw', {}, 'away')
  const told = await get()
  assert.equal(told.readAt, writeInstant(app.clock.now()))
  const { oldestDueAt, ...task } = told.tasks.find((one: { task: string }) => one.task === 'share.draw')
  assert.deepEqual(task, { task: 'share.draw', waiting: 2, due: 1, running: 0, retrying: 0, failed: 1 })
  assert.ok(Math.abs(Date.parse(oldestDueAt) - Date.now() + 60_000) < 20_000, oldestDueAt)
  assert.deepEqual(
    told.vendors.map(({ channel, vendor, mode, state }: Record<string, string>) => [channel, vendor, mode, state]),
    [
      ['payments', 'sandbox', 'embedded', 'well'],
      ['sms', 'outbox', 'embedded', 'well'],
      ['email', 'outbox', 'embedded', 'well'],
      ['certified_mail', 'outbox', 'embedded', 'well'],
      ['images', 'local', 'embedded', 'unknown'],
    ],
  )
  assert.match(told.database.lastMigration, /^\d{4}_\w+\.sql$/)
  assert.ok(told.database.sizeBytes > 1_000_000 && told.version === VERSION && told.outboxMessages > 0)
  assert.equal(told.workers, 0)
  await sql`delete from graphile_worker._private_jobs`.execute(app.db)
})

test('stores the health of a vendor in the database, so that another process reports the same', async () => {
  const other = await app.call('GET', BASE, undefined, scene.admin.headers)
  const { rows } = await sql<{ channel: string }>`select channel from vendor_health order by channel`.execute(app.db)
  assert.deepEqual(
    rows.map(({ channel }) => channel),
    ['certified_mail', 'email', 'payments', 'sms'],
  )
  await sql`update vendor_health set last_failure_at = ${app.clock.now().add({ hours: 1 }).toString()}, last_failure_kind = '503'
    where channel = 'email'`.execute(app.db)
  const email = (await get()).vendors.find((one: { channel: string }) => one.channel === 'email')
  assert.deepEqual([email.state, email.lastFailureKind], ['failing', '503'])
  assert.equal(other.headers.get('cache-control'), 'no-store')
})

test('shows a permanently failed message without personal data, and lets an admin resend it', async () => {
  const { rows } = await sql<{ id: string }>`
    update notification set status = 'failed', reason = 'The text message could not be delivered'
    where booking_id = ${scene.booking.id} and channel = 'sms' and role = 'buyer' and event = 'booked' returning id`.execute(
    app.db,
  )
  const id = rows[0]?.id
  const { messages, nextCursor } = await get('/messages')
  const message = messages.find((one: { id: string }) => one.id === id)
  assert.deepEqual(
    [message.channel, message.role, message.confirmationNumber, message.canResend, nextCursor],
    ['sms', 'buyer', scene.booking.confirmation_number, true, null],
  )
  assert.ok(!JSON.stringify(messages).includes(scene.booking.buyerPhone))
  assert.equal((await post(`/messages/${id}/resend`)).status, 200)
  assert.equal((await get('/messages')).messages.length, 0)
  assertProblem(await post(`/messages/${id}/resend`), 429, 'within a minute')
  const [act] = await acts()
  assert.deepEqual(
    [act.act, act.subjectId, act.actor, act.details.role],
    ['message.resend', id, 'boss@agents.example.com', 'buyer'],
  )
  await app.runJobs()
})

test('does nothing that it cannot record', async () => {
  const { rows } = await sql<{ id: string }>`
    update notification set status = 'failed', reason = 'The email could not be delivered'
    where booking_id = ${scene.booking.id} and channel = 'email' and role = 'buyer' and event = 'booked' returning id`.execute(
    app.db,
  )
  const id = rows[0]?.id
  await sql`alter table admin_act add constraint is_away check (false) not valid`.execute(app.db)
  for (const path of [`/messages/${id}/resend`, '/reconcile']) assert.equal((await post(path)).status, 500, path)
  await sql`alter table admin_act drop constraint is_away`.execute(app.db)
  const { messages } = await get('/messages')
  assert.deepEqual(
    messages.map((one: { id: string; canResend: boolean }) => [one.id, one.canResend]),
    [[id, true]],
  )
  const { rows: jobs } = await sql`select from graphile_worker.jobs where key = 'reconciliation.now'`.execute(app.db)
  assert.equal(jobs.length, 0)
  assert.equal((await post(`/messages/${id}/resend`)).status, 200)
  await app.runJobs()
})

test('reruns or drops a permanently failed job once, and records who did it', async () => {
  const error = `no mailbox ${scene.booking.buyerEmail}\n    at somewhere`
  const again = await failedJob('notification.deliver', { bookingId: scene.booking.id }, error)
  const gone = await failedJob('share.draw', {}, 'away')
  const { jobs } = await get('/jobs')
  assert.deepEqual(
    jobs.map((job: Record<string, string>) => [job.id, job.task, job.error, job.bookingId]),
    [
      [gone, 'share.draw', 'away', null],
      [again, 'notification.deliver', 'no mailbox [email]', scene.booking.id],
    ],
  )
  assert.equal((await post(`/jobs/${again}/run`)).status, 200)
  assert.equal((await post(`/jobs/${gone}/drop`)).status, 200)
  for (const path of [
    `/jobs/${again}/run`,
    `/jobs/${again}/drop`,
    `/jobs/${gone}/drop`,
    '/jobs/0/run',
    '/jobs/abc/run',
  ])
    assertProblem(await post(path), 404, path)
  assert.deepEqual((await get('/jobs')).jobs, [])
  const { rows } = await sql`select task_identifier, attempts from graphile_worker.jobs`.execute(app.db)
  assert.deepEqual(rows, [{ task_identifier: 'notification.deliver', attempts: 0 }])
  assert.deepEqual(
    (await acts()).slice(0, 2).map((one: Record<string, unknown>) => [one.act, one.subjectId, one.details]),
    [
      ['job.drop', gone, { task: 'share.draw' }],
      ['job.run', again, { task: 'notification.deliver' }],
    ],
  )
  await assert.rejects(sql`update admin_act set act = 'nothing'`.execute(app.db), /append-only/)
  await assert.rejects(sql`delete from admin_act`.execute(app.db), /append-only/)
  await app.runJobs()
})

test('lists webhooks newest first, page by page, and says whether each is about one of our objects', async () => {
  await sql`truncate payment_event, vendor_event, stray_event`.execute(app.db)
  const { rows } = await sql<{ intent_id: string }>`select intent_id from payment limit 1`.execute(app.db)
  await sql`insert into payment_event (id, provider, type, intent_id, received_at) values
    ('evt_1', 'stripe', 'payment_intent.succeeded', ${rows[0]?.intent_id}, '2026-11-21T09:00:00.001234Z'),
    ('evt_2', 'stripe', 'charge.refunded', 'pi_of_others', '2026-11-21T09:00:00.001999Z')`.execute(app.db)
  await sql`insert into vendor_event values ('SM1:delivered', 'twilio', 'delivered', '2026-11-21T09:00:02Z')`.execute(
    app.db,
  )
  await sql`insert into stray_event values ('lob', 'evt_3', 'letter.mailed', '2026-11-21T09:00:01Z')`.execute(app.db)
  const seen: [string, string, boolean][] = []
  for (let cursor: string | null = ''; cursor !== null; ) {
    const page: { webhooks: { vendor: string; id: string; isOurs: boolean }[]; nextCursor: string | null } = await get(
      `/webhooks?limit=1${cursor && `&cursor=${encodeURIComponent(cursor)}`}`,
    )
    for (const { vendor, id, isOurs } of page.webhooks) seen.push([vendor, id, isOurs])
    cursor = page.nextCursor
  }
  assert.deepEqual(seen, [
    ['twilio', 'SM1:delivered', true],
    ['lob', 'evt_3', false],
    ['stripe', 'evt_2', false],
    ['stripe', 'evt_1', true],
  ])
  assertProblem(await app.call('GET', `${BASE}/webhooks?cursor=x`, undefined, scene.admin.headers), 400, 'cursor')
})

test('deletes webhooks after 180 days, not before, however many there are', async () => {
  const left = async () => {
    for (const job of ['payment-webhook.forget', 'message-webhook.forget'])
      await app.jobs[job]?.({}, { isLastAttempt: false })
    return (await get('/webhooks')).webhooks.map(({ id }: { id: string }) => id)
  }
  await sql`truncate payment_event, vendor_event, stray_event`.execute(app.db)
  const now = app.clock.now()
  const young = now.subtract({ hours: 24 * 180 }).toString()
  const old = now.subtract({ hours: 24 * 180, milliseconds: 1 }).toString()
  await sql`insert into payment_event (id, provider, type, intent_id, received_at) values
    ('evt_young', 'stripe', 'charge.refunded', 'pi_1', ${young}), ('evt_old', 'stripe', 'charge.refunded', 'pi_1', ${old})`.execute(
    app.db,
  )
  await sql`insert into vendor_event values ('young', 'twilio', 'delivered', ${young}), ('old', 'twilio', 'delivered', ${old})`.execute(
    app.db,
  )
  await sql`insert into stray_event values ('lob', 'stray', 'letter.mailed', ${young}), ('lob', 'older', 'letter.mailed', ${old})`.execute(
    app.db,
  )
  await sql`insert into vendor_event select 'many' || n, 'twilio', 'delivered', ${old} from generate_series(1, 20001) n`.execute(
    app.db,
  )
  assert.deepEqual((await left()).toSorted(), ['evt_young', 'stray', 'young'])
})

test('lists differences in plain words, and compares everything when an admin requests it', async () => {
  await sql`update payment set amount_cents = 9900 where booking_id = ${scene.booking.id}`.execute(app.db)
  assert.equal((await post('/reconcile')).status, 202)
  assert.equal((await post('/reconcile')).status, 202)
  await app.runJobs()
  const first = await get('/differences?limit=1')
  const rest = await get(`/differences?cursor=${encodeURIComponent(first.nextCursor)}`)
  const all = [...first.differences, ...rest.differences]
  assert.deepEqual(all.map(({ kind }) => kind).toSorted(), ['amount_differs', 'provider_amount_differs'])
  assert.match(
    all.find(({ kind }) => kind === 'amount_differs').what,
    /^\$99\.00 on the payment, but \$35\.00 in the ledger$/,
  )
  for (const { bookingId, confirmationNumber, intentId } of all)
    assert.deepEqual(
      [bookingId, confirmationNumber, intentId],
      [scene.booking.id, scene.booking.confirmation_number, scene.paymentIntentId],
    )
  const { reconciliation } = await get()
  assert.equal(reconciliation.differences, 2)
  assert.ok(reconciliation.whole.compared >= 1)
  await sql`update payment set amount_cents = 3500 where booking_id = ${scene.booking.id}`.execute(app.db)
})
