import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'

/** A letter at the vendor for a canceled showing or a former start. */
export type StaleLetter = { id: string; reference: string; asked_at: Date | null }

/** Lists stale letters of one booking, or all those that the vendor got since a time, oldest first. */
export async function listStale(
  db: Database,
  of: { bookingId: string } | { since: string; limit: number },
): Promise<StaleLetter[]> {
  const which =
    'bookingId' in of
      ? sql`n.booking_id = ${of.bookingId}`
      : sql`n.sent_at > ${of.since}::timestamptz order by n.recall_asked_at nulls first, n.sent_at limit ${of.limit}`
  const { rows } = await sql<StaleLetter>`
    select n.id, n.provider_reference as reference, n.recall_asked_at as asked_at
    from notification n join booking b on b.id = n.booking_id
    where n.channel = 'certified_mail' and n.status = 'sent' and n.recall is null and n.provider_reference is not null
      and (b.status in ('cancelled', 'declined') or n.round < b.calendar_sequence) and ${which}`.execute(db)
  return rows
}

/** Stores when we first asked the vendor to cancel a letter. */
export async function markAsked(db: Database, id: string, now: string): Promise<void> {
  await sql`update notification set recall_asked_at = ${now}::timestamptz where id = ${id} and recall_asked_at is null`.execute(
    db,
  )
}

/** Changes nothing if another process has already recorded it. */
export async function recordRecall(
  db: Database,
  recall: { id: string; outcome: 'cancelled' | 'too_late'; reason: string | null },
  now: string,
): Promise<void> {
  await sql`select record_recall(${recall.id}, ${recall.outcome}, ${recall.reason}, ${now}::timestamptz)`.execute(db)
}
