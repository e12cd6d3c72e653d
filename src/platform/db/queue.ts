import { sql } from 'kysely'
import type { Reading } from '../gauges.ts'
import type { Database } from './connect.ts'

type TaskState = { task: string; waiting: number; due: number; failed: number; oldest: number }

/**
 * Counts the jobs of each task that was ever queued, by the database's clock. The queue's table has only jobs that
 * wait, run, or failed for good, so it does not grow over time. A job whose named queue is busy waits its turn and is
 * not due.
 */
async function readQueue(db: Database): Promise<TaskState[]> {
  const { rows } = await sql<TaskState>`
    with jobs as (
      select j.task_id, count(*) filter (where j.is_available)::int as waiting,
        count(*) filter (where j.is_available and j.run_at <= now() and q.id is null)::int as due,
        count(*) filter (where not j.is_available and j.locked_at is null)::int as failed,
        extract(epoch from now() - min(j.run_at) filter (where j.is_available and j.run_at <= now() and q.id is null))::float8 as oldest
      from graphile_worker._private_jobs j
      left join graphile_worker._private_job_queues q on q.id = j.job_queue_id and not q.is_available
      group by j.task_id)
    select t.identifier as task, coalesce(waiting, 0) as waiting, coalesce(due, 0) as due, coalesce(failed, 0) as failed,
      coalesce(oldest, 0) as oldest
    from graphile_worker._private_tasks t left join jobs on jobs.task_id = t.id order by task`.execute(db)
  return rows
}

/** The queue as gauges. */
export const queueReading = (db: Database): Reading<'queue_jobs' | 'queue_oldest_due_seconds'> => ({
  gauges: {
    queue_jobs: {
      help: 'Jobs by task and state: waiting, due (part of waiting), or failed for good',
      labelNames: ['task', 'state'],
    },
    queue_oldest_due_seconds: { help: 'How long the oldest due job has waited, by task', labelNames: ['task'] },
  },
  async read() {
    const tasks = await readQueue(db)
    return tasks.flatMap(({ task, oldest, ...counts }) => [
      { name: 'queue_oldest_due_seconds' as const, value: oldest, labels: { task } },
      ...Object.entries(counts).map(([state, value]) => ({
        name: 'queue_jobs' as const,
        value,
        labels: { task, state },
      })),
    ])
  },
})

/** Returns how long the oldest due job has waited, in seconds, except jobs of tasks that may take long. */
export async function readQueueAge(db: Database, slowTasks: string[]): Promise<number> {
  const { rows } = await sql<{ seconds: number }>`
    select coalesce(extract(epoch from now() - min(j.run_at)), 0)::float8 as seconds
    from graphile_worker._private_jobs j
    where j.is_available = true and j.run_at <= now() and j.job_queue_id is null
      and j.task_id <> all(array(select id from graphile_worker._private_tasks where identifier = any(${slowTasks}::text[])))`.execute(
    db,
  )
  return rows[0]?.seconds ?? 0
}
