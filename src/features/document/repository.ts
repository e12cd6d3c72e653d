import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import { PLACE_BYTES, type Posting, type Span, weightFormula } from '../passage/domain.ts'
import type { DocumentType } from './contract.ts'
import type { DocumentRow } from './domain.ts'

const columns = sql.raw(
  'id, account_id, conversation_id, message_id, name, type, size_bytes, status, progress, reason, pages, created_at',
)
/** Once more for a fault of ours; what a file does to its reader is no fault. */
const ATTEMPTS = 4

export type NewDocument = {
  id: string
  accountId: string
  conversationId: string | null
  name: string
  type: DocumentType
  sizeBytes: number
  sha256: string
  now: Temporal.Instant
}

/** @returns 'full': with it there would be more than there may be; 'no_conversation': it is not theirs */
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

/** Nobody deletes it meanwhile. */
async function lockConversation(tx: Database, accountId: string, id: string): Promise<boolean> {
  const { rows } = await sql`
    select from conversation where id = ${id} and account_id = ${accountId} and deleted_at is null for key share`.execute(
    tx,
  )
  return rows.length > 0
}

/** So many files are read at a time; one account's are always read one after the other. */
const LANES = 2

/** Its bytes are kept: now it can be read. Files that take long never hold more of the worker than the lanes. */
export async function enqueueReading(db: Database, id: string): Promise<void> {
  await sql`
    select graphile_worker.add_job('document.read', ${JSON.stringify({ id })}::json, job_key := ${`document ${id}`},
      queue_name := 'document ' || abs(hashtext(account_id::text) % ${LANES}::int), max_attempts := ${ATTEMPTS}::int)
    from document where id = ${id}`.execute(db)
}

export async function deleteDocument(db: Database, id: string, accountId: string | null): Promise<boolean> {
  const { rows } = await sql`
    delete from document where id = ${id} ${accountId ? sql`and account_id = ${accountId}` : sql``} returning id`.execute(
    db,
  )
  return rows.length > 0
}

/** @param accountId whose; null: anybody's, for the job */
export async function findDocument(db: Database, id: string, accountId: string | null): Promise<DocumentRow | null> {
  const { rows } = await sql<DocumentRow>`
    select ${columns} from document where id = ${id} ${accountId ? sql`and account_id = ${accountId}` : sql``}`.execute(
    db,
  )
  return rows[0] ?? null
}

/** The newest first, but those of a conversation that was deleted. @param after the last id of the page before */
export async function listDocuments(
  db: Database,
  of: { accountId: string; conversationId?: string; after?: string; limit: number },
): Promise<DocumentRow[]> {
  const { accountId, conversationId, after, limit } = of
  const { rows } = await sql<DocumentRow>`
    select ${columns} from document
    where account_id = ${accountId} ${conversationId ? sql`and conversation_id = ${conversationId}` : sql``}
      ${after ? sql`and (created_at, id) < (select created_at, id from document where id = ${after} and account_id = ${accountId})` : sql``}
      and not exists (select from conversation c where c.id = document.conversation_id and c.deleted_at is not null)
    order by created_at desc, id desc limit ${limit}`.execute(db)
  return rows
}

/** In the order in which they came. */
export async function listOfConversation(db: Database, accountId: string, id: string): Promise<DocumentRow[]> {
  const { rows } = await sql<DocumentRow>`
    select ${columns} from document where conversation_id = ${id} and account_id = ${accountId}
    order by created_at, id`.execute(db)
  return rows
}

/** @returns those that are there, and of no other conversation */
export async function attach(
  tx: Database,
  to: { accountId: string; conversationId: string; messageId: string; fileIds: string[] },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    update document set conversation_id = ${to.conversationId}, message_id = ${to.messageId}
    where id = any(${to.fileIds}::uuid[]) and account_id = ${to.accountId}
      and (conversation_id is null or conversation_id = ${to.conversationId})
    returning id`.execute(tx)
  return rows.map(({ id }) => id)
}

export async function deleteOfConversations(tx: Database, ids: string[]): Promise<void> {
  await sql`delete from document where conversation_id = any(${ids}::uuid[])`.execute(tx)
}

export async function isAnyBeingRead(db: Database, accountId: string, conversationId: string): Promise<boolean> {
  const { rows } = await sql`
    select from document where conversation_id = ${conversationId} and account_id = ${accountId} and status = 'reading'
    limit 1`.execute(db)
  return rows.length > 0
}

export async function markProgress(db: Database, id: string, percent: number): Promise<void> {
  await sql`update document set progress = ${percent} where id = ${id} and status = 'reading' and progress < ${percent}`.execute(
    db,
  )
}

/** What cannot be read, and why. */
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

/** Rows of one statement. */
const BATCH = 2_000

/** Pages, sentences and index, all or nothing; whatever another try wrote goes. Nothing happens once it has been read. */
export async function writeText(
  db: Database,
  id: string,
  of: { pages: { text: string; sentences: Span[] }[]; note: string | null; now: Temporal.Instant },
): Promise<void> {
  const { pages, note, now } = of
  const sentences = pages.flatMap(({ text, sentences: spans }, page) =>
    spans.map(({ start, end }) => ({ page: page + 1, start, end, text: text.slice(start, end) })),
  )
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
    for (let from = 0; from < sentences.length; from += BATCH) {
      const some = sentences.slice(from, from + BATCH)
      const column = <K extends keyof (typeof some)[number]>(name: K) => some.map((one) => one[name])
      await sql`
        insert into document_sentence (document_id, number, page, starts, ends, text)
        select ${id}, ${from} + n - 1, page, starts, ends, said
        from unnest(${column('page')}::int[], ${column('start')}::int[], ${column('end')}::int[], ${column('text')}::text[])
          with ordinality as s(page, starts, ends, said, n)`.execute(tx)
    }
    const { saturation, lengthCounts, usualLength } = weightFormula
    await sql`
      insert into document_term (document_id, term, places)
      select ${id}, t.term, string_agg(int4send(s.number) || int2send(round(1000 * t.times * (${saturation}::float8 + 1) /
        (t.times + ${saturation}::float8 * (1 - ${lengthCounts}::float8 + ${lengthCounts}::float8 * t.length / ${usualLength}::float8)))::int2), ''
        order by s.number)
      from document_sentence s, terms_of(plain_words(s.text)) t where s.document_id = ${id} group by t.term`.execute(tx)
    await sql`
      update document set status = 'ready', reason = ${note}, pages = ${pages.length}, sentences = ${sentences.length},
        progress = 100, read_at = ${now} where id = ${id}`.execute(tx)
  })
}

export async function findPage(db: Database, id: string, number: number): Promise<{ text: string } | null> {
  const { rows } = await sql<{ text: string }>`
    select text from document_page where document_id = ${id} and number = ${number}`.execute(db)
  return rows[0] ?? null
}

/** Some pages, in order. */
export async function listPages(
  db: Database,
  of: { id: string; after: number; limit: number },
): Promise<{ number: number; text: string }[]> {
  const { rows } = await sql<{ number: number; text: string }>`
    select number, text from document_page where document_id = ${of.id} and number > ${of.after}
    order by number limit ${of.limit}`.execute(db)
  return rows
}

/** The files that are searched. `fileIds`: only these of the conversation's. */
export async function listSearched(
  db: Database,
  of: { accountId: string; conversationId: string; fileIds?: string[] },
) {
  const { rows } = await sql<{ id: string; name: string; type: DocumentType; pages: number; sentences: number }>`
    select id, name, type, pages, sentences from document
    where conversation_id = ${of.conversationId} and account_id = ${of.accountId} and sentences > 0
      ${of.fileIds ? sql`and id = any(${of.fileIds}::uuid[])` : sql``}
    order by created_at, id`.execute(db)
  return rows
}

/**
 * Of the words asked for their terms, and where each is in these files. Words that are in more sentences than `most` tell
 * nothing: of them only the rarest counts, where there is no other.
 */
export async function findTerms(
  db: Database,
  { words, fileIds, most }: { words: string; fileIds: string[]; most: number },
): Promise<{ terms: string[]; postings: Posting[] }> {
  const { rows } = await sql<{ term: string; fileId: string | null; places: Buffer | null; isFrequent: boolean }>`
    with asked as materialized (select distinct term from terms_of(plain_words(${words}))),
    found as materialized (
      select t.document_id, t.term, t.places from asked a join document_term t on t.term = a.term
      where t.document_id = any(${fileIds}::uuid[])),
    counted as (
      select term, sum(octet_length(places)) / ${PLACE_BYTES}::int as sentences from found group by term),
    frequent as (
      select term from counted where sentences > greatest(${most}::int, (select min(sentences) from counted)))
    select a.term, f.document_id as "fileId", f.places, a.term in (table frequent) as "isFrequent"
    from asked a left join found f on f.term = a.term and a.term not in (table frequent)`.execute(db)
  const telling = rows.filter(({ isFrequent }) => !isFrequent)
  const terms = [...new Set(telling.map(({ term }) => term))]
  const postings = telling.flatMap(({ term, fileId, places }) => (fileId && places ? [{ term, fileId, places }] : []))
  return { terms, postings }
}

export type SentenceRow = { fileId: string; number: number; page: number; starts: number; ends: number; text: string }

/** With those around them. @param around how many before and after */
export async function listSentences(
  db: Database,
  places: { fileId: string; number: number }[],
  around: number,
): Promise<SentenceRow[]> {
  if (places.length === 0) return []
  const { rows } = await sql<SentenceRow>`
    select distinct on (s.document_id, s.number) s.document_id as "fileId", s.number, s.page, s.starts, s.ends, s.text
    from unnest(${places.map(({ fileId }) => fileId)}::uuid[], ${places.map(({ number }) => number)}::int[]) as asked(id, number)
    join document_sentence s on s.document_id = asked.id and s.number between asked.number - ${around}::int and asked.number + ${around}::int
    order by s.document_id, s.number`.execute(db)
  return rows
}

/** Readings whose job is lost; nobody is at them. */
export async function listStuck(db: Database, before: Temporal.Instant): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from document where status = 'reading' and created_at < ${before} order by created_at limit 100`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** What was never sent with a message. @returns how many */
export async function deleteLoose(db: Database, before: Temporal.Instant): Promise<number> {
  const { rows } = await sql`
    delete from document where conversation_id is null and created_at < ${before} returning id`.execute(db)
  return rows.length
}
