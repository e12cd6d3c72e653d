import { sql } from 'kysely'
import type { BookingStatus } from '../../notice/entry-notice/contract.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { PageRange } from '../../platform/paging.ts'
import type { VisitorFeedback } from '../feedback/contract.ts'

/** Identifies a buyer by their email in any spelling, or by their phone if the agent has no email. */
const key = sql`coalesce(nullif(b.email_folded, ''), b.phone_key)`
const isBooked = sql`b.status not in ('held', 'lapsed') and not b.is_demo`
const ownedBy = (ownerId: string | null) => (ownerId ? sql`and b.owner_id = ${ownerId}` : sql``)

export type BuyerRow = {
  key: string
  id: string
  name: string
  email: string
  phone: string
  showings: number
  completed: number
  no_shows: number
  cancellations: number
  last_start: Date
  time_zone: string
  note: string | null
}

/** `ownerId`: whose bookings count; `null` for everyone's (admins). `accountId`: whose notes we read. */
type Reader = { ownerId: string | null; accountId: string }

/**
 * Lists buyers by their latest showing, newest first.
 * @param patterns each must match the name, email, or phone of one of the buyer's bookings
 */
export async function listBuyers(
  db: Database,
  asked: PageRange<{ lastStart: string; id: string }> & Reader & { patterns: string[]; buyer?: string },
): Promise<BuyerRow[]> {
  const { after, limit, ownerId, accountId, patterns, buyer } = asked
  const { rows } = await sql<BuyerRow>`
    select found.*, n.note from (
      select ${key} as key, (array_agg(b.id order by b.starts_at desc, b.id desc))[1] as id,
        (array_agg(b.buyer_name order by b.starts_at desc, b.id desc))[1] as name,
        (array_agg(b.buyer_email order by b.starts_at desc, b.id desc))[1] as email,
        (array_agg(b.buyer_phone order by b.starts_at desc, b.id desc))[1] as phone,
        (array_agg(b.time_zone order by b.starts_at desc, b.id desc))[1] as time_zone,
        count(*)::int as showings, (count(*) filter (where b.status = 'completed'))::int as completed,
        (count(*) filter (where b.status = 'no_show'))::int as no_shows,
        (count(*) filter (where b.status = 'cancelled' and b.cancelled_by = 'buyer'))::int as cancellations,
        max(b.starts_at) as last_start
      from booking b where ${isBooked} ${ownedBy(ownerId)} ${buyer === undefined ? sql`` : sql`and ${key} = ${buyer}`}
      group by ${key} having string_agg(b.search_text, E'\\n') ~ all (${patterns}::text[])) found
    left join buyer_note n on n.account_id = ${accountId} and n.buyer = found.key
    where found.id is not null
      ${after ? sql`and (found.last_start, found.id) < (${after.lastStart}::timestamptz, ${after.id}::uuid)` : sql``}
    order by found.last_start desc, found.id desc limit ${limit}`.execute(db)
  return rows
}

/** Finds the buyer of a showing. */
export async function findBuyerKey(db: Database, bookingId: string, ownerId: string | null): Promise<string | null> {
  const { rows } = await sql<{ key: string }>`
    select ${key} as key from booking b where b.id = ${bookingId} and ${isBooked} ${ownedBy(ownerId)}`.execute(db)
  return rows[0]?.key ?? null
}

export type HistoryRow = {
  id: string
  starts_at: Date
  time_zone: string
  status: BookingStatus
  address_line1: string
  unit_number: string | null
  city: string
  state: string
  zip_code: string
  feedback: VisitorFeedback | null
}

export async function listHistory(
  db: Database,
  {
    after,
    limit,
    ownerId,
    buyer,
  }: PageRange<{ startsAt: string; id: string }> & { ownerId: string | null; buyer: string },
): Promise<HistoryRow[]> {
  const { rows } = await sql<HistoryRow>`
    select b.id, b.starts_at, b.time_zone, b.status, p.address_line1, p.unit_number, p.city, p.state, p.zip_code,
      (select jsonb_build_object('interest', f.interest, 'price', f.price, 'condition', f.condition, 'comment', f.comment,
          'answeredAt', to_char(f.answered_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))
        from feedback f where f.booking_id = b.id and f.answered_at is not null) as feedback
    from booking b join property p on p.id = b.property_id
    where ${isBooked} ${ownedBy(ownerId)} and ${key} = ${buyer}
      ${after ? sql`and (b.starts_at, b.id) < (${after.startsAt}::timestamptz, ${after.id}::uuid)` : sql``}
    order by b.starts_at desc, b.id desc limit ${limit}`.execute(db)
  return rows
}

export async function storeNote(
  db: Database,
  { accountId, buyer, note, now }: { accountId: string; buyer: string; note: string; now: string },
): Promise<void> {
  await sql`
    insert into buyer_note (account_id, buyer, note, updated_at) values (${accountId}, ${buyer}, ${note}, ${now}::timestamptz)
    on conflict (account_id, buyer) do update set note = excluded.note, updated_at = excluded.updated_at`.execute(db)
}

export async function deleteNote(db: Database, accountId: string, buyer: string): Promise<void> {
  await sql`delete from buyer_note where account_id = ${accountId} and buyer = ${buyer}`.execute(db)
}
