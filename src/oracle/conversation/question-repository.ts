import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import type { AttachedFile } from '../document/contract.ts'
import type { Urgent } from './contract.ts'

export async function findRequested(
  db: Database,
  accountId: string,
  key: string,
): Promise<{ id: string; hash: string } | null> {
  const { rows } = await sql<{ id: string; hash: string }>`
    select id, request_hash as hash from conversation_message
    where account_id = ${accountId} and request_key = ${key} and request_hash is not null`.execute(db)
  return rows[0] ?? null
}

/** Serializes an account's questions. @returns how many of its answers are in progress */
export async function lockAsking(tx: Database, accountId: string): Promise<number> {
  await sql`select pg_advisory_xact_lock(hashtextextended('oracle ' || ${accountId}::text, 0))`.execute(tx)
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from conversation_message
    where account_id = ${accountId} and status = 'streaming'`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function insertConversation(
  tx: Database,
  row: { id: string; accountId: string; title: string; isTemporary: boolean; now: Temporal.Instant },
): Promise<void> {
  await sql`
    insert into conversation (id, account_id, title, is_temporary, created_at, updated_at)
    values (${row.id}, ${row.accountId}, ${row.title}, ${row.isTemporary}, ${row.now}, ${row.now})`.execute(tx)
}

/** Returns the message that a new one follows, or `null` if there is no such conversation. */
export async function lockConversation(
  tx: Database,
  accountId: string,
  id: string,
): Promise<{ number: number; newest: string | null } | null> {
  const { rows } = await sql`
    select from conversation where id = ${id} and account_id = ${accountId} and deleted_at is null
    for no key update`.execute(tx)
  if (rows.length === 0) return null
  const { rows: last } = await sql<{ id: string; number: number }>`
    select id, number from conversation_message where conversation_id = ${id} order by number desc limit 1`.execute(tx)
  return { number: last[0]?.number ?? 0, newest: last[0]?.id ?? null }
}

export async function hasAnswer(tx: Database, conversationId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from conversation_message
    where id = ${id} and conversation_id = ${conversationId} and role = 'assistant'`.execute(tx)
  return rows.length > 0
}

type NewMessage = { id: string; conversationId: string; accountId: string; number: number; now: Temporal.Instant }

export async function insertQuestion(
  tx: Database,
  row: NewMessage & { parentId: string | null; content: string; files: AttachedFile[]; isOnly: boolean },
): Promise<void> {
  await sql`
    insert into conversation_message (id, conversation_id, account_id, number, parent_id, role, content, status, files,
      this_conversation_only, created_at, finished_at)
    values (${row.id}, ${row.conversationId}, ${row.accountId}, ${row.number}, ${row.parentId}, 'user', ${row.content},
      'done', ${JSON.stringify(row.files)}::jsonb, ${row.isOnly}, ${row.now}, ${row.now})`.execute(tx)
}

/**
 * Inserts an answer with the first events of its log and, if it is still to be made, the job that watches it.
 * @param lease `null` if the answer is complete @returns the event after which its stream begins
 */
export async function insertAnswer(
  tx: Database,
  row: NewMessage & {
    questionId: string
    urgent: Urgent | null
    engine: { name: string; label: string; model: string | null }
    request: { key: string; hash: string } | null
    lease: { id: string; until: Temporal.Instant } | null
  },
): Promise<number> {
  const { id, conversationId, lease, engine, now } = row
  await sql`
    with touched as (update conversation set updated_at = ${now} where id = ${conversationId})
    insert into conversation_message (id, conversation_id, account_id, number, parent_id, role, status, urgent, engine,
      label, model, request_key, request_hash, attempts, lease, leased_until, created_at, finished_at)
    values (${id}, ${conversationId}, ${row.accountId}, ${row.number}, ${row.questionId}, 'assistant',
      ${lease ? 'streaming' : 'done'}, ${row.urgent && JSON.stringify(row.urgent)}::jsonb,
      ${lease ? engine.name : null}, ${lease ? engine.label : null}, ${lease ? engine.model : null},
      ${row.request?.key ?? null}, ${row.request?.hash ?? null}, ${lease ? 1 : 0}, ${lease?.id ?? null},
      ${lease?.until ?? null}, ${now}, ${lease ? null : now})`.execute(tx)
  const event = (kind: string) => sql`append_conversation_event(${conversationId}, ${id}, ${kind}, '')`
  const { rows } = await sql<{ first: number; urgent?: number; finished?: number }>`
    select ${event('message')} as first ${row.urgent ? sql`, ${event('urgent')} as urgent` : sql``}
      ${lease ? sql`` : sql`, ${event('finished')} as finished`}`.execute(tx)
  if (lease)
    await sql`
      select graphile_worker.add_job('answer.take-over', ${JSON.stringify({ id })}::json, job_key := 'answer:' || ${id}::text,
        run_at := ${lease.until}::timestamptz, max_attempts := 25)`.execute(tx)
  return (rows[0]?.first ?? 1) - 1
}

/** Finds the event after which the stream of an answer begins. */
export async function findStart(db: Database, conversationId: string, messageId: string): Promise<number> {
  const { rows } = await sql<{ after: number }>`
    select sequence - 1 as after from conversation_event
    where conversation_id = ${conversationId} and message_id = ${messageId} order by sequence limit 1`.execute(db)
  return rows[0]?.after ?? 0
}
