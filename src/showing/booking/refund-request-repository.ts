import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'

/**
 * Selects each `booking b` with a refund request that waits for a decision. There is nothing to decide once the money
 * goes back anyway: the showing was canceled, or the charge failed (`isPaid` in transition-domain.ts).
 */
export const hasOpenRefund = sql`b.refund_requested_at is not null and b.refund_decision is null and b.status <> 'cancelled'
  and exists (select from payment p where p.booking_id = b.id and p.status in ('succeeded', 'capture_due'))`

type Hours = { from: number; until: number }

/**
 * Lists showings whose refund request has waited since before a moment without a reminder, the oldest first.
 * @param hours when a phone may ring, by the property's clock
 */
export async function listUnreminded(
  db: Database,
  { before, now, hours, limit }: { before: string; now: string; hours: Hours; limit: number },
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select b.id from booking b
    where ${hasOpenRefund} and b.refund_requested_at <= ${before}::timestamptz and b.refund_reminded_at is null
      and extract(hour from ${now}::timestamptz at time zone b.time_zone)::int >= ${hours.from}::int
      and extract(hour from ${now}::timestamptz at time zone b.time_zone)::int < ${hours.until}::int
    order by b.refund_requested_at limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Plans the reminder of a refund request once. @returns whether this call did it */
export async function remindOfRefund(
  db: Database,
  bookingId: string,
  notifications: unknown[],
  now: string,
): Promise<boolean> {
  const { rows } = await sql<{ isDone: boolean }>`
    select remind_of_refund(${bookingId}, ${JSON.stringify(notifications)}::jsonb, ${now}::timestamptz) as "isDone"`.execute(
    db,
  )
  return rows[0]?.isDone ?? false
}

/** Counts the refund requests that have waited since before a moment. */
export async function countWaitingRefunds(db: Database, before: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from booking b
    where ${hasOpenRefund} and b.refund_requested_at <= ${before}::timestamptz`.execute(db)
  return rows[0]?.count ?? 0
}
