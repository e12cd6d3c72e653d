import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import type { PageRange } from '../../platform/paging.ts'
import type { FeedbackForm } from './contract.ts'

export type UnaskedRow = { id: string; time_zone: string; buyer_email: string; buyer_phone: string }

/**
 * Lists completed showings whose visitor we have not asked yet, by ID. It leaves out showings of deleted accounts, and
 * those whose visitor wants a refund: they may never have seen the home.
 */
export async function listUnasked(
  db: Database,
  { since, after, limit }: PageRange<{ id: string }> & { since: string },
): Promise<UnaskedRow[]> {
  const { rows } = await sql<UnaskedRow>`
    select b.id, b.time_zone, b.buyer_email, b.buyer_phone from booking b
    where b.status = 'completed' and not b.is_demo and b.starts_at >= ${since}::timestamptz
      and (b.refund_requested_at is null or b.refund_decision = 'declined')
      and not exists (select from feedback f where f.booking_id = b.id)
      and not exists (select from account a where a.id = b.owner_id and a.deleted_at is not null)
      ${after ? sql`and b.id > ${after.id}::uuid` : sql``}
    order by b.id limit ${limit}`.execute(db)
  return rows
}

/** Calls the SQL function. @returns `false` if we already asked the visitor, or must no longer ask */
export async function askFeedback(
  db: Database,
  bookingId: string,
  question: { token: string; messages: unknown[] },
  now: string,
): Promise<boolean> {
  const { rows } = await sql<{ isDone: boolean }>`
    select ask_feedback(${bookingId}, ${question.token}, ${JSON.stringify(question.messages)}::jsonb,
      ${now}::timestamptz) as "isDone"`.execute(db)
  return rows[0]?.isDone ?? false
}

export async function findToken(db: Database, bookingId: string): Promise<{ token: string; asked_at: Date } | null> {
  const { rows } = await sql<{ token: string; asked_at: Date }>`
    select token, asked_at from feedback where booking_id = ${bookingId}`.execute(db)
  return rows[0] ?? null
}

type Answered = {
  interest: 'yes' | 'maybe' | 'no' | null
  price: 'right' | 'high' | 'low' | null
  condition: 'better' | 'as_expected' | 'worse' | null
  comment: string
}

export type AskedRow = Answered & {
  asked_at: Date
  starts_at: Date
  time_zone: string
  address_line1: string
  unit_number: string | null
  city: string
  state: string
  zip_code: string
}

/** Finds the showing that a link asks about, while the link is open. The link of a no-show is never open. */
export async function findOpen(db: Database, token: string, askedAfter: string): Promise<AskedRow | null> {
  const { rows } = await sql<AskedRow>`
    select f.interest, f.price, f.condition, f.comment, f.asked_at, b.starts_at, b.time_zone,
      p.address_line1, p.unit_number, p.city, p.state, p.zip_code
    from feedback f join booking b on b.id = f.booking_id join property p on p.id = b.property_id
    where f.token = ${token} and f.asked_at > ${askedAfter}::timestamptz and b.status = 'completed'`.execute(db)
  return rows[0] ?? null
}

/** @returns `false` if the link is no longer open */
export async function storeAnswers(
  db: Database,
  token: string,
  { interest, price, condition, comment }: FeedbackForm,
  { now, askedAfter }: { now: string; askedAfter: string },
): Promise<boolean> {
  const { rows } = await sql`
    update feedback f set interest = ${interest}, price = ${price}, condition = ${condition}, comment = ${comment},
      answered_at = coalesce(f.answered_at, ${now}::timestamptz), changed_at = ${now}::timestamptz
    from booking b
    where f.token = ${token} and f.asked_at > ${askedAfter}::timestamptz and b.id = f.booking_id
      and b.status = 'completed'
    returning f.booking_id`.execute(db)
  return rows.length > 0
}

export type AskedProperty = {
  id: string
  time_zone: string
  address_line1: string
  unit_number: string | null
  city: string
  state: string
  zip_code: string
}

/** @param ownerId `null` for all owners (admins) */
export async function findAskedProperty(
  db: Database,
  id: string,
  ownerId: string | null,
): Promise<AskedProperty | null> {
  const { rows } = await sql<AskedProperty>`
    select id, time_zone, address_line1, unit_number, city, state, zip_code from property
    where id = ${id} and deleted_at is null ${ownerId ? sql`and owner_id = ${ownerId}` : sql``}`.execute(db)
  return rows[0] ?? null
}

export type CountedRow = Record<
  'asked' | 'answered' | 'yes' | 'maybe' | 'no' | 'right' | 'high' | 'low' | 'better' | 'as_expected' | 'worse',
  number
>

/**
 * Counts the answers about a property, except those about no-shows.
 * @param since counts only questions asked since then; `null` counts all
 */
export async function countAnswers(db: Database, propertyId: string, since: string | null): Promise<CountedRow> {
  const { rows } = await sql<CountedRow>`
    select count(*)::int as asked, count(f.answered_at)::int as answered,
      (count(*) filter (where f.interest = 'yes'))::int as yes,
      (count(*) filter (where f.interest = 'maybe'))::int as maybe,
      (count(*) filter (where f.interest = 'no'))::int as no,
      (count(*) filter (where f.price = 'right'))::int as right,
      (count(*) filter (where f.price = 'high'))::int as high,
      (count(*) filter (where f.price = 'low'))::int as low,
      (count(*) filter (where f.condition = 'better'))::int as better,
      (count(*) filter (where f.condition = 'as_expected'))::int as as_expected,
      (count(*) filter (where f.condition = 'worse'))::int as worse
    from feedback f join booking b on b.id = f.booking_id
    where b.property_id = ${propertyId} and b.status = 'completed' ${since ? sql`and f.asked_at >= ${since}::timestamptz` : sql``}`.execute(
    db,
  )
  return rows[0] as CountedRow
}

export type ListedFeedback = {
  id: string
  buyer_name: string
  starts_at: Date
  answered_at: Date
  interest: 'yes' | 'maybe' | 'no'
  price: 'right' | 'high' | 'low'
  condition: 'better' | 'as_expected' | 'worse'
  comment: string
}

/** Lists a property's answers, latest first, except those about no-shows. */
export async function listAnswers(
  db: Database,
  { propertyId, after, limit }: PageRange<{ answeredAt: string; id: string }> & { propertyId: string },
): Promise<ListedFeedback[]> {
  const { rows } = await sql<ListedFeedback>`
    select b.id, b.buyer_name, b.starts_at, f.answered_at, f.interest, f.price, f.condition, f.comment
    from feedback f join booking b on b.id = f.booking_id
    where b.property_id = ${propertyId} and b.status = 'completed' and f.answered_at is not null
      and f.interest is not null and f.price is not null and f.condition is not null
      ${after ? sql`and (f.answered_at, b.id) < (${after.answeredAt}::timestamptz, ${after.id}::uuid)` : sql``}
    order by f.answered_at desc, b.id desc limit ${limit}`.execute(db)
  return rows
}

/** Deletes the answers about an account's properties. */
export async function deleteOfAccount(db: Database, accountId: string): Promise<void> {
  await sql`delete from feedback where booking_id in (select id from booking where owner_id = ${accountId})`.execute(db)
}
