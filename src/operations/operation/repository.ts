import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import type { PageRange } from '../../platform/paging.ts'
import type { FailedJob, Task, Webhook } from './contract.ts'

const MOST = 10_000

const iso = (at: Date | null): string | null => at?.toISOString() ?? null

/** Lists each task that has jobs, from the queue's own tables, by the database's clock. */
export async function listTasks(db: Database): Promise<Task[]> {
  const { rows } = await sql<Omit<Task, 'oldestDueAt'> & { oldestDueAt: Date | null }>`
    with jobs as (
      select t.identifier as task, j.run_at, j.attempts > 0 as was_tried, j.locked_at is not null as is_running,
        j.locked_at is null and j.attempts >= j.max_attempts as is_failed
      from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id)
    select task,
      count(*) filter (where not is_running and not is_failed)::int as waiting,
      count(*) filter (where not is_running and not is_failed and run_at <= now())::int as due,
      count(*) filter (where is_running)::int as running,
      count(*) filter (where not is_running and not is_failed and was_tried)::int as retrying,
      count(*) filter (where is_failed)::int as failed,
      min(run_at) filter (where not is_running and not is_failed and run_at <= now()) as "oldestDueAt"
    from jobs group by task order by task`.execute(db)
  return rows.map((row) => ({ ...row, oldestDueAt: iso(row.oldestDueAt) }))
}

export type DatabaseFacts = {
  size_bytes: number
  migration: string | null
  migrated_at: Date | null
  workers: number
  failed_messages: number
  failed_jobs: number
  outbox: number
}

/** @param workerLock the first key of the advisory locks that workers hold while they live */
export async function readFacts(db: Database, workerLock: number): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select pg_database_size(current_database())::float8 as size_bytes, m.name as migration, m.applied_at as migrated_at,
      (select count(distinct pid)::int from pg_locks where locktype = 'advisory' and classid = ${workerLock}
        and database = (select oid from pg_database where datname = current_database())) as workers,
      (select count(*)::int from (select from notification where has_failed limit ${MOST}) f) as failed_messages,
      (select count(*)::int from (select from graphile_worker._private_jobs where attempts >= max_attempts and locked_at is null
        limit ${MOST}) j) as failed_jobs,
      (select count(*)::int from (select from outbox_message limit ${MOST}) o) as outbox
    from (select 1) one left join (select name, applied_at from migration order by name collate "C" desc limit 1) m on true`.execute(
    db,
  )
  const [facts] = rows
  if (!facts) throw new Error('the database returned no facts about itself')
  return facts
}

/** Lists jobs that failed for good, newest first. `error` is as it was thrown, or null if the worker died. */
export async function listFailedJobs(
  db: Database,
  page: PageRange<{ id: string }>,
): Promise<(Omit<FailedJob, 'error'> & { error: string | null })[]> {
  const { rows } = await sql<Omit<FailedJob, 'failedAt' | 'error'> & { failedAt: Date; error: string | null }>`
    select j.id::text, t.identifier as task, j.last_error as error, j.attempts, j.updated_at as "failedAt",
      case when j.payload ->> 'bookingId' ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' then j.payload ->> 'bookingId' end as "bookingId"
    from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
    where j.attempts >= j.max_attempts and j.locked_at is null ${page.after ? sql`and j.id < ${page.after.id}::text::bigint` : sql``}
    order by j.id desc limit ${page.limit}`.execute(db)
  return rows.map((row) => ({ ...row, failedAt: row.failedAt.toISOString() }))
}

/**
 * Reruns or drops a job that failed for good, and records the act in the same statement.
 * @returns false if there is no such job or the queue still tries it
 */
export async function actOnJob(
  db: Database,
  { id, act, actorId }: { id: string; act: 'run' | 'drop'; actorId: string },
  now: string,
): Promise<boolean> {
  const { rows } = await sql`
    with dead as (
      select j.id, t.identifier from graphile_worker._private_jobs j join graphile_worker._private_tasks t on t.id = j.task_id
      where j.id = ${id}::text::bigint and j.attempts >= j.max_attempts and j.locked_at is null for update of j),
    done as (
      ${
        act === 'run'
          ? sql`select d.identifier, (r).id from dead d, graphile_worker.reschedule_jobs(array[d.id], run_at => now(), attempts => 0) r`
          : sql`select d.identifier, (r).id from dead d, graphile_worker.complete_jobs(array[d.id]) r`
      })
    select record_admin_act(${actorId}, ${`job.${act}`}, 'job', id::text, jsonb_build_object('task', identifier), ${now}::timestamptz)
    from done`.execute(db)
  return rows.length > 0
}

/** Lists calls from vendors, newest first. */
export async function listWebhooks(
  db: Database,
  page: PageRange<Pick<Webhook, 'receivedAt' | 'vendor' | 'id'>>,
): Promise<Webhook[]> {
  const { after, limit } = page
  const beyond = after
    ? sql`where (received_at, vendor, id) < (${after.receivedAt}::timestamptz, ${after.vendor}, ${after.id})`
    : sql``
  const some = (select: ReturnType<typeof sql>) =>
    sql`(select * from (${select}) e ${beyond} order by received_at desc, vendor desc, id desc limit ${limit})`
  const { rows } = await sql<Omit<Webhook, 'receivedAt'> & { receivedAt: Date }>`
    select id, vendor, type, received_at as "receivedAt", is_ours as "isOurs" from (
      ${some(sql`select id, provider as vendor, type, received_at, exists (select from payment p where p.intent_id = e.intent_id) as is_ours
        from payment_event e`)}
      union all ${some(sql`select id, vendor, type, received_at, true as is_ours from vendor_event`)}
      union all ${some(sql`select id, vendor, type, received_at, false as is_ours from stray_event`)}) every
    order by received_at desc, vendor desc, id desc limit ${limit}`.execute(db)
  return rows.map((row) => ({ ...row, receivedAt: row.receivedAt.toISOString() }))
}

/** Queues a comparison of all payments. A second request before it begins queues no other. */
export async function enqueueComparison(db: Database): Promise<void> {
  await sql`select graphile_worker.add_job('reconciliation.night', max_attempts => 3, job_key => 'reconciliation.now')`.execute(
    db,
  )
}
