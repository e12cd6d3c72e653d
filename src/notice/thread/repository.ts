import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import { PRODUCT_PROPERTY } from '../../property/property/domain.ts'
import type { ListedNotification } from '../message/shown-domain.ts'

export type ThreadRow = {
  id: string
  author: 'agent' | 'buyer'
  via: 'page' | 'sms'
  words: string
  written_at: Date
  read_at: Date | null
}

/** Lists what agent and buyer wrote about a showing, oldest first. */
export async function listWritten(db: Database, bookingId: string): Promise<ThreadRow[]> {
  const { rows } = await sql<ThreadRow>`
    select id, author, via, words, written_at, read_at from thread_message where booking_id = ${bookingId} order by id`.execute(
    db,
  )
  return rows
}

export type ThreadDelivery = ListedNotification & {
  subject: string | null
  words: string | null
}

/** Lists the texts and emails of a thread: those to the buyer, and those that bring the buyer's words to the agent. */
export async function listDeliveries(db: Database, bookingId: string): Promise<ThreadDelivery[]> {
  const { rows } = await sql<ThreadDelivery>`
    select n.id, n.booking_id, n.event, n.round, n.turn, n.thread_message_id, n.channel, n.role, n.recipient, n.cc,
      n.status, n.reason, n.sent_at, n.logged_at, n.carriage, n.carried_at, n.tracking_number, n.provider_reference, n.resends, n.attempts,
      greatest(coalesce(n.queued_at, n.created_at), n.due_at) as planned_at, n.due_at, n.recall,
      b.status as booking_status, b.starts_at, b.time_zone,
      case when b.property_id <> ${PRODUCT_PROPERTY.id} then b.buyer_email end as buyer_email, n.round = b.calendar_sequence as is_current,
      n.subject, n.words
    from notification n join booking b on b.id = n.booking_id
    where n.booking_id = ${bookingId} and (n.role = 'buyer' or n.thread_message_id is not null) order by n.id`.execute(
    db,
  )
  return rows
}

/** Counts the messages that one side wrote about a showing. */
export async function countWritten(db: Database, bookingId: string, author: 'agent' | 'buyer'): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from thread_message where booking_id = ${bookingId} and author = ${author}`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}

type Written = {
  id: string
  author: 'agent' | 'buyer'
  via: 'page' | 'sms'
  words: string
  reference: string | null
  notifications: unknown[]
}

/** Calls the SQL function. @returns `false` if the message is already stored */
export async function writeMessage(db: Database, bookingId: string, written: Written, now: string): Promise<boolean> {
  const { rows } = await sql<{ isNew: boolean }>`
    select write_thread_message(${bookingId}, ${JSON.stringify(written)}::jsonb, ${now}::timestamptz) as "isNew"`.execute(
    db,
  )
  return rows[0]?.isNew ?? false
}

/** Marks the buyer's messages up to one as read by the agent. */
export async function markRead(db: Database, bookingId: string, upTo: string, now: string): Promise<void> {
  await sql`select read_thread(${bookingId}, ${upTo}, ${now}::timestamptz)`.execute(db)
}

/** Finds the booking of a buyer's link. */
export async function findOfLink(db: Database, token: string): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select id from booking where manage_token = ${token} and status not in ('held', 'lapsed')`.execute(db)
  return rows[0]?.id ?? null
}

/**
 * Lists the showings that a phone's text can be about, most likely first. It sorts them by these rules: those that are
 * on; those of agents whom the buyer paid for a showing, because any agent can book a free one for any phone; the one
 * whose text the phone got last, because people reply to that; and the latest booked.
 * @param since leaves out showings that ended before
 */
export async function listOfPhone(
  db: Database,
  phone: string,
  since: Temporal.Instant,
): Promise<{ id: string; owner_id: string }[]> {
  const { rows } = await sql<{ id: string; owner_id: string }>`
    select b.id, b.owner_id from booking b
    left join lateral (
      select max(n.sent_at) as texted_at from notification n
      where n.booking_id = b.id and n.role = 'buyer' and n.channel = 'sms' and n.status = 'sent') l on true
    where b.buyer_phone_e164 = ${phone} and b.confirmation_number is not null and not b.is_demo
      and b.ends_at > ${since}::timestamptz
    order by b.status in ('pending', 'confirmed') desc,
      bool_or(b.amount_cents > 0) over (partition by b.owner_id, b.status in ('pending', 'confirmed')) desc,
      l.texted_at desc nulls last, b.booked_at desc, b.id desc limit ${MOST_SHOWINGS}`.execute(db)
  return rows
}

/** No one has more showings at a time. */
const MOST_SHOWINGS = 20
