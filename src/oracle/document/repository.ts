import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import { eachPage, type PageRange } from '../../platform/paging.ts'
import type { DocumentType, Overview } from './contract.ts'
import type { DocumentRow } from './domain.ts'
import { INDEX_VERSION } from './index-domain.ts'
import type { ReadPage } from './ports.ts'

const columns = sql.raw(`
  id, account_id, conversation_id, message_id, name, type, size_bytes, status, progress, reason, pages, overview, created_at,
  (select case when bool_and(c.deleted_at is not null) then max(c.deleted_at) end from conversation_document l
    join conversation c on c.id = l.conversation_id where l.document_id = document.id) as deleted_at`)
/** Tries again after our own failures. A file that crashes its reader is not retried. */
const ATTEMPTS = 4

type NewDocument = {
  id: string
  accountId: string
  conversationId: string | null
  name: string
  type: DocumentType
  sizeBytes: number
  sha256: string
  now: Temporal.Instant
}

/** @returns 'full' if it would exceed the limits, or 'no_conversation' if the account has no such conversation */
export async function insertUpload(
  db: Database,
  of: NewDocument,
  most: { files: number; bytes: number },
): Promise<DocumentRow | 'full' | 'no_conversation'> {
  return db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('document ' || ${of.accountId}, 0))`.execute(tx)
    const { rows: held } = await sql<{ files: number; bytes: number }>`
      select count(*)::int as files, coalesce(sum(size_bytes), 0)::float8 as bytes from document
      where account_id = ${of.accountId}`.execute(tx)
    const { files = 0, bytes = 0 } = held[0] ?? {}
    if (files >= most.files || bytes + of.sizeBytes > most.bytes) return 'full'
    if (of.conversationId && !(await lockConversation(tx, of.accountId, of.conversationId))) return 'no_conversation'
    const { rows } = await sql<DocumentRow>`
      insert into document (id, account_id, conversation_id, name, type, size_bytes, sha256, created_at)
      values (${of.id}, ${of.accountId}, ${of.conversationId}, ${of.name}, ${of.type}, ${of.sizeBytes}, ${of.sha256}, ${of.now})
      returning ${columns}`.execute(tx)
    return rows[0] as DocumentRow
  })
}

/** Locks the conversation, so that it is not deleted in the meantime. */
async function lockConversation(tx: Database, accountId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from conversation where id = ${id} and account_id = ${accountId} and deleted_at is null for key share`.execute(
    tx,
  )
  return rows.length > 0
}

/**
 * We read an account's files one after another. The number of queues is fixed, because a queue stays in the database
 * after its account is gone.
 */
const LANES = 64

/**
 * Queues a file for reading once its bytes are stored. The first waiting file of each account comes before any
 * account's second, so that no one waits for another person's whole upload.
 */
export async function enqueueReading(db: Database, id: string): Promise<void> {
  await sql`
    select graphile_worker.add_job('document.read', ${JSON.stringify({ id })}::json, job_key := ${`document ${id}`},
      queue_name := 'document ' || abs(hashtext(account_id::text) % ${LANES}::int), max_attempts := ${ATTEMPTS}::int,
      priority := (select least(count(*), 32000)::int from document earlier
        where earlier.account_id = document.account_id and earlier.status = 'reading'
          and (earlier.created_at, earlier.id) < (document.created_at, document.id)))
    from document where id = ${id}`.execute(db)
}

export async function deleteDocument(db: Database, id: string, accountId: string | null): Promise<boolean> {
  const { rows } = await sql`
    delete from document where id = ${id} ${accountId ? sql`and account_id = ${accountId}` : sql``} returning id`.execute(
    db,
  )
  return rows.length > 0
}

/** @param accountId the owner; `null` for the job, which may read any document */
export async function findDocument(db: Database, id: string, accountId: string | null): Promise<DocumentRow | null> {
  const { rows } = await sql<DocumentRow>`
    select ${columns} from document where id = ${id} ${accountId ? sql`and account_id = ${accountId}` : sql``}`.execute(
    db,
  )
  return rows[0] ?? null
}

const isOf = (conversationId: string) => sql`exists (
  select from conversation_document l where l.document_id = document.id and l.conversation_id = ${conversationId})`
/** Leaves out documents whose conversations are all deleted. */
const isThere = sql`(conversation_id is null or exists (
  select from conversation_document l join conversation c on c.id = l.conversation_id
  where l.document_id = document.id and c.deleted_at is null))`

/**
 * Lists documents, newest first. @param of.inDeleted whether to list those of deleted conversations, or the others
 * @param of.after the last id of the page before
 */
export async function listDocuments(
  db: Database,
  of: PageRange<{ id: string }> & { accountId: string; conversationId: string | undefined; inDeleted: boolean },
): Promise<DocumentRow[]> {
  const { accountId, conversationId, inDeleted, after, limit } = of
  const { rows } = await sql<DocumentRow>`
    select ${columns} from document
    where account_id = ${accountId} ${conversationId ? sql`and ${isOf(conversationId)}` : sql``}
      ${after ? sql`and (created_at, id) < (select created_at, id from document where id = ${after.id} and account_id = ${accountId})` : sql``}
      and ${inDeleted ? sql`not ${isThere}` : isThere}
    order by created_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

/** Lists the documents of a conversation in the order in which they came. */
export async function listOfConversation(db: Database, accountId: string, id: string): Promise<DocumentRow[]> {
  const { rows } = await sql<DocumentRow>`
    select ${columns} from document where ${isOf(id)} and account_id = ${accountId} order by created_at, id`.execute(db)
  return rows
}

/**
 * Attaches files to a conversation. A file without one now belongs to it; a file of another conversation is linked to
 * both.
 * @returns those that exist
 */
export async function attachFiles(
  tx: Database,
  to: { accountId: string; conversationId: string; messageId: string; fileIds: string[] },
): Promise<string[]> {
  const wanted = sql`id = any(${to.fileIds}::uuid[]) and account_id = ${to.accountId}`
  await sql`
    update document set conversation_id = ${to.conversationId}, message_id = ${to.messageId}
    where ${wanted} and conversation_id is null`.execute(tx)
  const { rows } = await sql<{ id: string }>`
    select id from document where ${wanted} and ${isThere} for key share`.execute(tx)
  await sql`
    insert into conversation_document (conversation_id, document_id, account_id)
    select ${to.conversationId}, id, account_id from document
    where id = any(${rows.map(({ id }) => id)}::uuid[]) and account_id = ${to.accountId} on conflict do nothing`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}

/**
 * Deletes the documents of conversations. A file that another conversation uses moves to that one, even if that one was
 * deleted, because its owner may still restore it.
 */
export async function deleteOfConversations(tx: Database, ids: string[]): Promise<void> {
  await sql`
    update document d set message_id = null, conversation_id = other.id
    from document o join lateral (
      select c.id from conversation_document l join conversation c on c.id = l.conversation_id
      where l.document_id = o.id and c.id <> all(${ids}::uuid[])
      order by c.deleted_at is not null, c.is_temporary, c.created_at limit 1) other on true
    where o.conversation_id = any(${ids}::uuid[]) and d.id = o.id`.execute(tx)
  await sql`delete from document where conversation_id = any(${ids}::uuid[])`.execute(tx)
}

export async function isAnyBeingRead(db: Database, accountId: string, conversationId: string): Promise<boolean> {
  const { rows } = await sql`
    select from document where account_id = ${accountId}
      and ((status = 'reading' and ${isOf(conversationId)}) or (sentences > 0 and index_version < ${INDEX_VERSION}))
    limit 1`.execute(db)
  return rows.length > 0
}

export async function markProgress(db: Database, id: string, percent: number): Promise<void> {
  await sql`update document set progress = ${percent} where id = ${id} and status = 'reading' and progress < ${percent}`.execute(
    db,
  )
}

/** Marks a document as unreadable, with the reason. */
export async function markUnread(
  db: Database,
  id: string,
  {
    status,
    reason,
    now,
    pages = null,
  }: { status: 'no_text' | 'failed'; reason: string; now: Temporal.Instant; pages?: number | null },
): Promise<void> {
  await sql`
    update document set status = ${status}, reason = ${reason}, pages = ${pages}, progress = 100, read_at = ${now}
    where id = ${id} and status = 'reading'`.execute(db)
}

export async function markSeen(db: Database, id: string, now: Temporal.Instant): Promise<void> {
  await sql`
    update document set status = 'ready', pages = 0, progress = 100, read_at = ${now}
    where id = ${id} and status = 'reading'`.execute(db)
}

/** Rows per statement. */
const BATCH = 2_000

/** The text of a file and what was found in it. */
type ReadText = {
  pages: ReadPage[]
  note: string | null
  index: Map<string, Uint8Array>
  overview: Overview
  now: Temporal.Instant
}

/**
 * Writes pages, sentences and index, all or nothing, and replaces what another try wrote. It does nothing if the file
 * has been read.
 */
export async function writeText(db: Database, id: string, of: ReadText): Promise<void> {
  const { pages, note, now } = of
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`select from document where id = ${id} and status = 'reading' for update`.execute(tx)
    if (rows.length === 0) return
    for (let from = 0; from < pages.length; from += BATCH / 10) {
      const some = pages.slice(from, from + BATCH / 10)
      await sql`
        insert into document_page (document_id, number, text)
        select ${id}, ${from} + n, said from unnest(${some.map(({ text }) => text)}::text[]) with ordinality as p(said, n)`.execute(
        tx,
      )
    }
    await writeIndex(tx, id, of)
    await sql`
      update document set status = 'ready', reason = ${note}, pages = ${pages.length}, progress = 100, read_at = ${now}
      where id = ${id}`.execute(tx)
  })
}

/** Rewrites the index of a file that was read before. The text of its pages stays the same. */
export async function rewriteIndex(db: Database, id: string, of: Omit<ReadText, 'note' | 'now'>): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      select from document where id = ${id} and status = 'ready' and index_version < ${INDEX_VERSION} for update`.execute(
      tx,
    )
    if (rows.length === 0) return
    await sql`delete from document_sentence where document_id = ${id}`.execute(tx)
    await sql`delete from document_term where document_id = ${id}`.execute(tx)
    await writeIndex(tx, id, of)
  })
}

async function writeIndex(
  tx: Database,
  id: string,
  { pages, index, overview }: Omit<ReadText, 'note' | 'now'>,
): Promise<void> {
  const units = pages.flatMap(({ text, units: own }, page) =>
    own.map((unit) => ({ ...unit, page: page + 1, text: text.slice(unit.start, unit.end) })),
  )
  for (let from = 0; from < units.length; from += BATCH) {
    const some = units.slice(from, from + BATCH)
    const column = <K extends keyof (typeof some)[number]>(name: K) => some.map((one) => one[name])
    await sql`
      insert into document_sentence (document_id, number, page, starts, ends, text, kind, section, context, columns)
      select ${id}, ${from} + n - 1, page, starts, ends, said, kind, section, context, columns
      from unnest(${column('page')}::int[], ${column('start')}::int[], ${column('end')}::int[], ${column('text')}::text[],
          ${column('kind')}::text[], ${column('section')}::int[], ${column('context')}::text[], ${column('columns')}::text[])
        with ordinality as s(page, starts, ends, said, kind, section, context, columns, n)`.execute(tx)
  }
  const terms = [...index]
  for (let from = 0; from < terms.length; from += BATCH) {
    const some = terms.slice(from, from + BATCH)
    await sql`
      insert into document_term (document_id, term, places)
      select ${id}, term, places
      from unnest(${some.map(([term]) => term)}::text[], ${some.map(([, places]) => places)}::bytea[]) as t(term, places)`.execute(
      tx,
    )
  }
  await sql`
    update document set sentences = ${units.length}, index_version = ${INDEX_VERSION},
      overview = ${JSON.stringify(overview)}::jsonb where id = ${id}`.execute(tx)
}

/** Lists documents that were read before the current index version. */
export async function listToIndex(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from document where sentences > 0 and index_version < ${INDEX_VERSION} limit 100`.execute(db)
  return rows.map(({ id }) => id)
}

export async function enqueueIndexing(db: Database, ids: string[]): Promise<void> {
  await sql`
    select graphile_worker.add_job('document.index', json_build_object('id', id), queue_name := 'document index',
      job_key := 'document index ' || id)
    from unnest(${ids}::uuid[]) as d(id)`.execute(db)
}

export async function findPage(db: Database, id: string, number: number): Promise<{ text: string } | null> {
  const { rows } = await sql<{ text: string }>`
    select text from document_page where document_id = ${id} and number = ${number}`.execute(db)
  return rows[0] ?? null
}

const PAGES_AT_ONCE = 200

/** Yields all pages of a file in order, a few at a time. */
export const eachPageOf = (db: Database, id: string) =>
  eachPage(PAGES_AT_ONCE, async (last: { number: number; text: string } | null) => {
    const { rows } = await sql<{ number: number; text: string }>`
      select number, text from document_page where document_id = ${id} and number > ${last?.number ?? 0}
      order by number limit ${PAGES_AT_ONCE}`.execute(db)
    return rows
  })

/** Lists readings that no process works on because their job was lost. */
export async function listStuck(db: Database, before: Temporal.Instant): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from document where status = 'reading' and created_at < ${before} order by created_at limit 100`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}
