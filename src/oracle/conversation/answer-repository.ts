import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import type { Citation } from './contract.ts'

/** An answer that a process is making. */
export type Task = {
  id: string
  conversation_id: string
  account_id: string
  /** Id of the question. */
  parent_id: string
  attempts: number
}

type Held = { id: string; lease: string }

/** Claims an answer whose process died. Returns `null` if a process is making it, or it is over. */
export async function claimAnswer(
  db: Database,
  { id, lease, now, until }: Held & { now: Temporal.Instant; until: Temporal.Instant },
): Promise<Task | null> {
  const { rows } = await sql<Task>`
    update conversation_message set lease = ${lease}, leased_until = ${until}, attempts = attempts + 1
    where id = ${id} and status = 'streaming' and (leased_until is null or leased_until <= ${now}) and parent_id is not null
    returning id, conversation_id, account_id, parent_id, attempts`.execute(db)
  return rows[0] ?? null
}

/** Queues a job that checks the answer when its lease has expired. The job does nothing if the answer is over. */
export async function lookInLater(db: Database, id: string): Promise<void> {
  await sql`
    select graphile_worker.add_job('answer.take-over', json_build_object('id', id), job_key := 'answer:' || id,
      run_at := coalesce(leased_until, now()), max_attempts := 25)
    from conversation_message where id = ${id} and status = 'streaming'`.execute(db)
}

/** An event in the answer's log. */
export type Written = { kind: 'status' | 'delta' | 'citation' | 'restart'; text: string }

/**
 * Writes to the answer and renews the lease. @param event `null` only renews @returns false if another process has it
 * now
 */
export async function writeAnswer(
  db: Database,
  { id, lease, until }: Held & { until: Temporal.Instant },
  event: Written | null,
): Promise<boolean> {
  const { rows } = await sql<{ ours: boolean }>`
    select write_answer(${id}, ${lease}, ${until}, ${event?.kind ?? null}, ${event?.text ?? null}) as ours`.execute(db)
  return rows[0]?.ours ?? false
}

/** Ends an answer. It does nothing if the answer is over, or another process has it. */
export async function finishAnswer(
  db: Database,
  { id, lease }: Held,
  end: { status: 'done' | 'error'; content: string; citations: Citation[]; at: Temporal.Instant },
): Promise<void> {
  await sql`
    select finish_answer(${id}, ${lease}, ${end.status}, ${end.content}, ${JSON.stringify(end.citations)}::jsonb, ${end.at})`.execute(
    db,
  )
}

/** Ends an answer with its text so far, even if another process makes it. */
export async function stopAnswer(db: Database, id: string, at: Temporal.Instant): Promise<void> {
  await sql`select finish_answer(${id}, null, 'stopped', null, null, ${at})`.execute(db)
}

/** Lets another process continue at once. */
export async function releaseAnswer(db: Database, { id, lease }: Held): Promise<void> {
  await sql`update conversation_message set lease = null, leased_until = null
    where id = ${id} and lease = ${lease}`.execute(db)
  await lookInLater(db, id)
}

/** Checks whether this lease still holds the answer. */
export async function isHeld(db: Database, { id, lease }: Held): Promise<boolean> {
  const { rows } = await sql`select from conversation_message where id = ${id} and lease = ${lease}`.execute(db)
  return rows.length > 0
}

/** Checks whether a question searches only the files of its conversation. */
export async function isConversationOnly(db: Database, questionId: string): Promise<boolean> {
  const { rows } = await sql<{ isOnly: boolean }>`
    select this_conversation_only as "isOnly" from conversation_message where id = ${questionId}`.execute(db)
  return rows[0]?.isOnly ?? false
}

export type Turn = { role: 'user' | 'assistant'; content: string }

/** Lists the newest messages of the branch up to and including a question, oldest first. */
export async function listTurns(db: Database, questionId: string, limit: number): Promise<Turn[]> {
  const { rows } = await sql<Turn>`
    with recursive up as (
      select id, parent_id, role, content, status, 1 as depth from conversation_message where id = ${questionId}
      union all
      select p.id, p.parent_id, p.role, p.content, p.status, u.depth + 1
      from up u join conversation_message p on p.id = u.parent_id where u.depth < ${limit})
    select role, content from up where status <> 'error' and content <> '' order by depth desc`.execute(db)
  return rows
}
