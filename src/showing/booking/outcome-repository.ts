import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import type { ShowingOutcome } from './contract.ts'

/**
 * Stores and logs a showing's outcome in one statement, unless the showing changed since the caller read
 * it. It does not log a demo.
 * @param change if `feedback` is undefined, the former feedback stays
 * @returns `false` if the showing changed since the caller read it
 */
export async function storeOutcome(
  db: Database,
  change: {
    id: string
    from: string
    startsAt: Date
    outcome: ShowingOutcome
    feedback: string | null | undefined
    payload: string
  },
  now: string,
): Promise<boolean> {
  const { rows } = await sql`
    with marked as (
      update booking set status = ${change.outcome}, updated_at = ${now}::timestamptz
        ${change.feedback === undefined ? sql`` : sql`, feedback = ${change.feedback}`}
      where id = ${change.id} and status = ${change.from} and starts_at = ${change.startsAt.toISOString()}::timestamptz
      returning id, property_id, is_demo)
    select case when not is_demo
      then append_compliance(property_id, id, ${change.outcome}, ${now}::timestamptz, ${change.payload}) end
    from marked`.execute(db)
  return rows.length > 0
}

/**
 * Completes confirmed showings that ended before a moment, and logs each one. It leaves showings that someone else is
 * changing for the next run.
 * @returns how many it completed, at most `limit`
 */
export async function completeEndedShowings(
  db: Database,
  { endedBefore, payload, limit }: { endedBefore: string; payload: string; limit: number },
  now: string,
): Promise<number> {
  // The log locks each property's chain. A fixed order keeps two of these calls from deadlocking.
  const { rows } = await sql`
    with ended as (
      select id from booking where status = 'confirmed' and ends_at <= ${endedBefore}::timestamptz
      order by ends_at limit ${limit} for update skip locked),
    completed as (
      update booking b set status = 'completed', updated_at = ${now}::timestamptz from ended
      where b.id = ended.id returning b.id, b.property_id, b.is_demo)
    select case when not is_demo
      then append_compliance(property_id, id, 'completed', ${now}::timestamptz, ${payload}) end
    from (select * from completed order by property_id, id) in_order`.execute(db)
  return rows.length
}
