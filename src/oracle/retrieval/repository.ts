import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import type { DocumentType, Overview } from '../document/contract.ts'
import { INDEX_VERSION, PLACE_BYTES, type Posting } from '../document/index-domain.ts'
import type { Unit } from './domain.ts'

export type SearchedRow = {
  id: string
  name: string
  type: DocumentType
  pages: number
  sentences: number
  overview: Overview
  isOwn: boolean
}

/**
 * Lists the files to search: all of the account, except those of deleted conversations and of other temporary ones.
 * @param isOnly only those of this conversation
 */
export async function listSearched(db: Database, of: { accountId: string; conversationId: string; isOnly: boolean }) {
  const { rows } = await sql<SearchedRow>`
    select id, name, type, pages, sentences, overview, "isOwn" from (
      select id, name, type, pages, sentences, overview, created_at, exists (
          select from conversation_document l where l.document_id = document.id and l.conversation_id = ${of.conversationId}) as "isOwn"
      from document
      where account_id = ${of.accountId} and sentences > 0 and index_version = ${INDEX_VERSION}
        and pages is not null and overview is not null
        and (conversation_id is null or exists (
          select from conversation_document l join conversation c on c.id = l.conversation_id
          where l.document_id = document.id and c.deleted_at is null
            and (not c.is_temporary or c.id = ${of.conversationId})))) found
    where ${of.isOnly ? sql`"isOwn"` : sql`true`}
    order by "isOwn" desc, created_at desc, id`.execute(db)
  return rows
}

/** Finds where terms are in these files. A term in more units than `most` is only reported as frequent. */
export async function findTerms(
  db: Database,
  { terms, fileIds, most }: { terms: string[]; fileIds: string[]; most: number },
): Promise<{ postings: Posting[]; frequent: Set<string> }> {
  const { rows } = await sql<{ term: string; fileId: string; places: Buffer | null }>`
    with found as materialized (
      select t.document_id, t.term, t.places from document_term t
      where t.document_id = any(${fileIds}::uuid[]) and t.term = any(${terms}::text[])),
    frequent as (
      select term from found group by term having sum(octet_length(places)) / ${PLACE_BYTES}::int > ${most}::int)
    select f.term, f.document_id as "fileId", case when q.term is null then f.places end as places
    from found f left join frequent q on q.term = f.term`.execute(db)
  const frequent = new Set(rows.flatMap(({ term, places }) => (places ? [] : [term])))
  return { frequent, postings: rows.flatMap(({ places, ...at }) => (places ? [{ ...at, places }] : [])) }
}

/** Lists terms of these files that may be another spelling. @param first the first letter; `null` for any */
export async function listSpellings(
  db: Database,
  of: { fileIds: string[]; first: string | null; shortest: number; longest: number; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ term: string }>`
    select distinct term from document_term
    where document_id = any(${of.fileIds}::uuid[]) and char_length(term) between ${of.shortest} and ${of.longest}
      and term !~ '[#0-9]' ${of.first ? sql`and left(ltrim(term, '~'), 1) = ${of.first}` : sql``}
    limit ${of.limit}`.execute(db)
  return rows.map(({ term }) => term)
}

const unitColumns = sql`s.document_id as "fileId", s.number, s.page, s.starts as start, s.ends as "end", s.text, s.kind, s.section,
  s.context, s.columns`

/** Lists units with those around them. @param around how many before and after */
export async function listUnits(
  db: Database,
  places: { fileId: string; number: number }[],
  around: number,
): Promise<Unit[]> {
  if (places.length === 0) return []
  const { rows } = await sql<Unit>`
    select distinct on (s.document_id, s.number) ${unitColumns}
    from unnest(${places.map(({ fileId }) => fileId)}::uuid[], ${places.map(({ number }) => number)}::int[]) as asked(id, number)
    join document_sentence s on s.document_id = asked.id and s.number between asked.number - ${around}::int and asked.number + ${around}::int
    order by s.document_id, s.number`.execute(db)
  return rows
}

/** Lists pages of several files, by file and number. */
export async function listPages(
  db: Database,
  places: { fileId: string; page: number }[],
): Promise<{ fileId: string; number: number; text: string }[]> {
  const { rows } = await sql<{ fileId: string; number: number; text: string }>`
    select distinct on (p.document_id, p.number) p.document_id as "fileId", p.number, p.text
    from unnest(${places.map(({ fileId }) => fileId)}::uuid[], ${places.map(({ page }) => page)}::int[]) as asked(id, number)
    join document_page p on p.document_id = asked.id and p.number = asked.number`.execute(db)
  return rows
}

/** Lists the units of some files. @param most how many of each file; `null` for all */
export async function listUnitsOf(db: Database, fileIds: string[], most: number | null): Promise<Unit[]> {
  const { rows } = await sql<Unit>`
    select ${unitColumns} from document_sentence s where s.document_id = any(${fileIds}::uuid[])
      ${most === null ? sql`` : sql`and s.number < ${most}`}
    order by s.document_id, s.number`.execute(db)
  return rows
}

/** Counts the UTF-16 units of text in each of these files. */
export async function countCharacters(db: Database, fileIds: string[]): Promise<Map<string, number>> {
  const { rows } = await sql<{ fileId: string; count: number }>`
    select document_id as "fileId", sum(ends - starts)::int as count from document_sentence
    where document_id = any(${fileIds}::uuid[]) group by document_id`.execute(db)
  return new Map(rows.map(({ fileId, count }) => [fileId, count]))
}
