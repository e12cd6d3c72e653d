import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import type { PageRange } from '../../platform/paging.ts'
import type { PostalAddress } from '../../platform/postal-address.ts'
import { PRODUCT_PROPERTY } from '../../property/property/domain.ts'
import type { ListedNotification } from './shown-domain.ts'

const listed = sql`
  select n.id, n.booking_id, n.event, n.round, n.turn, n.thread_message_id, n.channel, n.role, n.recipient, n.cc, n.status,
    n.reason, n.sent_at, n.logged_at, n.carriage, n.carried_at, n.tracking_number, n.provider_reference, n.resends,
    n.attempts, coalesce(n.queued_at, n.created_at) as planned_at, n.due_at, n.recall, b.status as booking_status, b.starts_at, b.time_zone,
    case when b.property_id <> ${PRODUCT_PROPERTY.id} then b.buyer_email end as buyer_email, n.round = b.calendar_sequence as is_current
  from notification n join booking b on b.id = n.booking_id
  where b.status not in ('held', 'lapsed')`

/** @param ownerId `null` for everyone's (admins) */
export async function listNotifications(
  db: Database,
  { ownerId, bookingId }: { ownerId: string | null; bookingId: string },
): Promise<ListedNotification[]> {
  const { rows } = await sql<ListedNotification>`
    ${listed} and n.booking_id = ${bookingId} ${ownerId ? sql`and b.owner_id = ${ownerId}` : sql``} order by n.id`.execute(
    db,
  )
  return rows
}

/** Lists all messages that failed for good, the latest planned first. */
export async function listFailed(
  db: Database,
  page: PageRange<{ id: string }>,
): Promise<(ListedNotification & { confirmation_number: string | null })[]> {
  const { rows } = await sql<ListedNotification & { confirmation_number: string | null }>`
    select f.*, k.confirmation_number from (
      ${listed} and n.has_failed ${page.after ? sql`and n.id < ${page.after.id}` : sql``} order by n.id desc limit ${page.limit}) f
    join booking k on k.id = f.booking_id order by f.id desc`.execute(db)
  return rows
}

/** @param ownerId `null` for everyone's (admins) */
export async function findNotification(
  db: Database,
  { ownerId, id }: { ownerId: string | null; id: string },
): Promise<ListedNotification | null> {
  const { rows } = await sql<ListedNotification>`
    ${listed} and n.id = ${id} ${ownerId ? sql`and b.owner_id = ${ownerId}` : sql``}`.execute(db)
  return rows[0] ?? null
}

type Again = { id: string; send_id: string; recipient: string | PostalAddress | null; cc: string[] }

/** Plans finished messages again, with the job and the log entry. @returns how many; it skips messages in progress */
export async function planAgain(
  db: Database,
  again: { bookingId: string; messages: Again[]; by: string },
  now: string,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select resend_notifications(${again.bookingId}, ${JSON.stringify(again.messages)}::jsonb, ${again.by}, ${now}::timestamptz) as count`.execute(
    db,
  )
  return rows[0]?.count ?? 0
}
