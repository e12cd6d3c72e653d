import { type RawBuilder, sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import { preciseInstant } from '../../platform/db/precise-instant.ts'
import type { PageRange } from '../../platform/paging.ts'
import type { ConversationRow, MessageRow } from './domain.ts'

const isAnswering = sql`exists (
  select from conversation_message s where s.conversation_id = c.id and s.status = 'streaming')`
const columns = (snippet: RawBuilder<unknown>) => sql`
  c.id, c.title, c.is_temporary, ${isAnswering} as is_answering, ${snippet} as snippet, c.sequence, c.created_at, c.updated_at`

/** Finds how the found message writes the words: `reunión` for `reunion`. */
const writtenWords = (words: string[]) => sql`(
  select string_agg('''' || word || '''', ' | ')::tsquery from unnest(tsvector_to_array(found.search)) word
  where word !~ '[''\\\\]' and exists (select from unnest(${words}::text[]) asked where starts_with(unmarked(word), asked)))`

/** Quotes the found message around the words. It looks at the one message that a row shows, not at all that match. */
const snippetOf = (words: string[]) => sql`ts_headline('simple', found.content, ${writtenWords(words)},
  'MaxWords=18, MinWords=8, MaxFragments=1, StartSel=\uE000, StopSel=\uE001')`

export type PlacedRow = ConversationRow & { at: string }

/** Lists conversations, newest first. @param of.words from `searchedWords`; `null` for all conversations */
export async function listConversations(
  db: Database,
  of: PageRange<{ at: string; id: string }> & {
    accountId: string
    words: string[] | null
  },
): Promise<PlacedRow[]> {
  const { accountId, words, after, limit } = of
  const query = words?.map((word) => `${word}:*`).join(' & ') ?? null
  const { rows } = await sql<PlacedRow>`
    select ${columns(query === null ? sql`null` : snippetOf(words ?? []))}, ${query === null ? sql`false` : sql`found.is_answer`} as is_answer, ${preciseInstant(sql`c.updated_at`)} as at
    from conversation c
    ${
      query === null
        ? sql``
        : sql`join lateral (
          select m.content, m.search, m.number, m.role = 'assistant' as is_answer
          from conversation_message m
          where m.conversation_id = c.id and m.search @@ to_tsquery('simple', ${query})
          union all
          select null, null, 0, false where c.search @@ to_tsquery('simple', ${query})
          order by number desc limit 1) found on true`
    }
    where c.account_id = ${accountId} and c.deleted_at is null and not c.is_temporary
      ${after ? sql`and (c.updated_at, c.id) < (${after.at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by c.updated_at desc, c.id desc limit ${limit}`.execute(db)
  return rows
}

/** Lists conversations, newest first, in an order that their use does not change. @param of.after the last id of the page before */
export async function listToExport(
  db: Database,
  of: { accountId: string; withTemporary: boolean; after: string | null; limit: number },
): Promise<ConversationRow[]> {
  const { accountId, withTemporary, after, limit } = of
  const { rows } = await sql<ConversationRow>`
    select ${columns(sql`null`)} from conversation c
    where c.account_id = ${accountId} and c.deleted_at is null and (${withTemporary} or not c.is_temporary)
      ${after ? sql`and c.id < ${after}::uuid` : sql``}
    order by c.id desc limit ${limit}`.execute(db)
  return rows
}

export async function findConversation(
  db: Database,
  accountId: string,
  id: string,
): Promise<(ConversationRow & { forgotten: number }) | null> {
  const { rows } = await sql<ConversationRow & { forgotten: number }>`
    select ${columns(sql`null`)}, c.forgotten from conversation c
    where c.id = ${id} and c.account_id = ${accountId} and c.deleted_at is null`.execute(db)
  return rows[0] ?? null
}

const messageColumns = sql`
  m.id, m.conversation_id, m.parent_id, m.role, m.status, m.urgent, m.files, m.engine, m.label, m.created_at,
  coalesce(so_far.content, m.content) as content, coalesce(so_far.citations, m.citations) as citations,
  case when m.parent_id is null
    then (select array_agg(s.id order by s.number) from conversation_message s
      where s.conversation_id = m.conversation_id and s.parent_id is null and s.role = m.role)
    else (select array_agg(s.id order by s.number) from conversation_message s
      where s.parent_id = m.parent_id and s.role = m.role)
  end as siblings`
const soFar = sql`left join lateral answer_so_far(m.id) so_far on m.status = 'streaming'`

/**
 * Lists one branch, oldest message first: down from `through` to its newest end, and up from there to the limit.
 * @param through `null` for the newest message
 */
export async function listBranch(
  db: Database,
  of: { conversationId: string; through: string | null; upFrom: string | null; limit: number },
): Promise<MessageRow[]> {
  const { conversationId, through, upFrom, limit } = of
  const leaf = upFrom
    ? sql`select id from conversation_message where id = ${upFrom} and conversation_id = ${conversationId}`
    : through
      ? sql`(with recursive down as (
          select id, 0 as depth from conversation_message where id = ${through} and conversation_id = ${conversationId}
          union all
          select n.id, d.depth + 1 from down d join lateral (
            select id from conversation_message c where c.parent_id = d.id order by c.number desc limit 1) n on true)
          select id from down order by depth desc limit 1)`
      : sql`select id from conversation_message where conversation_id = ${conversationId} order by number desc limit 1`
  const { rows } = await sql<MessageRow>`
    with recursive up as (
      select m.id, m.parent_id, 1 as depth from conversation_message m where m.id = (${leaf})
      union all
      select p.id, p.parent_id, u.depth + 1 from up u join conversation_message p on p.id = u.parent_id
      where u.depth < ${limit})
    select ${messageColumns} from up u join conversation_message m on m.id = u.id ${soFar} order by u.depth desc`.execute(
    db,
  )
  return rows
}

export type NumberedRow = MessageRow & { number: number }

/** Lists a page of all messages in the order in which they came. */
export async function listMessages(
  db: Database,
  of: { conversationId: string; after: number; limit: number },
): Promise<NumberedRow[]> {
  const { rows } = await sql<NumberedRow>`
    select ${messageColumns}, m.number from conversation_message m ${soFar}
    where m.conversation_id = ${of.conversationId} and m.number > ${of.after} order by m.number limit ${of.limit}`.execute(
    db,
  )
  return rows
}

export async function findMessage(db: Database, accountId: string, id: string): Promise<MessageRow | null> {
  const { rows } = await sql<MessageRow>`
    select ${messageColumns} from conversation_message m ${soFar}
    where m.id = ${id} and m.account_id = ${accountId}
      and exists (select from conversation c where c.id = m.conversation_id and c.deleted_at is null)`.execute(db)
  return rows[0] ?? null
}

export type EventRow = { sequence: number; message_id: string | null; kind: string; text: string }

export async function listEvents(
  db: Database,
  conversationId: string,
  after: number,
  limit: number,
): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select sequence, message_id, kind, text from conversation_event
    where conversation_id = ${conversationId} and sequence > ${after} order by sequence limit ${limit}`.execute(db)
  return rows
}

/** Finds where a new stream begins: before the answer in progress, otherwise after all events. */
export async function findBeginning(db: Database, conversationId: string): Promise<number> {
  const { rows } = await sql<{ after: number }>`
    select coalesce((
      select e.sequence - 1 from conversation_message m join conversation_event e on e.message_id = m.id and e.kind = 'message'
      where m.conversation_id = c.id and m.status = 'streaming' limit 1), c.sequence) as after
    from conversation c where c.id = ${conversationId}`.execute(db)
  return rows[0]?.after ?? 0
}

export async function setTitle(db: Database, accountId: string, id: string, title: string): Promise<boolean> {
  const { rows } = await sql`
    update conversation set title = ${title}
    where id = ${id} and account_id = ${accountId} and deleted_at is null returning id`.execute(db)
  return rows.length > 0
}

/** Marks a conversation as deleted. A temporary one cannot be restored. Returns `null` if there is none. */
export async function markDeleted(
  db: Database,
  accountId: string,
  id: string,
  now: Temporal.Instant,
): Promise<{ is_temporary: boolean } | null> {
  const { rows } = await sql<{ is_temporary: boolean }>`
    update conversation set deleted_at = ${now}
    where id = ${id} and account_id = ${accountId} and deleted_at is null returning is_temporary`.execute(db)
  return rows[0] ?? null
}

export async function restoreDeleted(
  db: Database,
  of: { accountId: string; id: string; deletedAfter: Temporal.Instant },
): Promise<boolean> {
  const { rows } = await sql`
    update conversation set deleted_at = null
    where id = ${of.id} and account_id = ${of.accountId} and deleted_at > ${of.deletedAfter} and not is_temporary
    returning id`.execute(db)
  return rows.length > 0
}

export async function findStreaming(db: Database, conversationId: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from conversation_message where conversation_id = ${conversationId} and status = 'streaming'`.execute(db)
  return rows[0]?.id ?? null
}

/** Lists conversations deleted before the one time, and temporary ones without a message since the other. */
export async function listOver(
  db: Database,
  of: { deletedBefore: Temporal.Instant; quietSince: Temporal.Instant; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    (select id from conversation where deleted_at <= ${of.deletedBefore} limit ${of.limit})
    union
    (select id from conversation where is_temporary and updated_at <= ${of.quietSince} limit ${of.limit})`.execute(db)
  return rows.map(({ id }) => id)
}

/** Deletes conversations with their messages, index and events. */
export async function deleteConversations(tx: Database, ids: string[]): Promise<void> {
  await sql`delete from conversation where id = any(${ids}::uuid[])`.execute(tx)
}

/** Deletes the events of answers that were over by then, because all listeners have received them. */
export async function forgetEvents(db: Database, overBefore: Temporal.Instant): Promise<void> {
  await sql`
    with over as (
      select c.id, max(e.sequence) as sequence
      from conversation c
      join conversation_event e on e.conversation_id = c.id and e.kind = 'finished'
      join conversation_message m on m.id = e.message_id and m.finished_at <= ${overBefore}
      where c.forgotten < c.sequence and e.sequence > c.forgotten
      group by c.id),
    marked as (
      update conversation c set forgotten = o.sequence from over o where c.id = o.id returning c.id, o.sequence)
    delete from conversation_event e using marked k where e.conversation_id = k.id and e.sequence <= k.sequence`.execute(
    db,
  )
}

export async function listIds(db: Database, accountId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from conversation where account_id = ${accountId} order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Adds an event to a conversation's log. */
export async function appendEvent(
  db: Database,
  conversationId: string,
  kind: 'renamed' | 'deleted',
  text = '',
): Promise<void> {
  await sql`select append_conversation_event(${conversationId}, null, ${kind}, ${text})`.execute(db)
}
