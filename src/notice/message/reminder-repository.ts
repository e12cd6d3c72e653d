import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import type { PageRange } from '../../platform/paging.ts'
import type { ReminderEvent } from './domain.ts'

/** A showing whose reminders we must check. `planned`: the reminders already planned in this round. */
export type DueRow = { id: string; remind_at: Date; round: number; planned: ReminderEvent[] }

/** Lists a page of these showings in order. */
export async function listDue(
  db: Database,
  { now, after, limit }: PageRange<Pick<DueRow, 'remind_at' | 'id'>> & { now: string },
): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    select b.id, b.remind_at, b.calendar_sequence as round,
      array(select r.event from reminder r where r.booking_id = b.id and r.round = b.calendar_sequence) as planned
    from booking b where b.remind_at <= ${now}::timestamptz
      ${after ? sql`and (b.remind_at, b.id) > (${after.remind_at}::timestamptz, ${after.id}::uuid)` : sql``}
    order by b.remind_at, b.id limit ${limit}`.execute(db)
  return rows
}

/** Calls the SQL function. @returns `false` if the booking changed since we read it */
export async function planReminders(
  db: Database,
  row: DueRow,
  plan: { nextAt: string | null; events: ReminderEvent[]; notifications: unknown[] },
  now: string,
): Promise<boolean> {
  const { nextAt, ...what } = plan
  const request = { ...what, next_at: nextAt, round: row.round, remind_at: row.remind_at.toISOString() }
  const { rows } = await sql<{ isDone: boolean }>`
    select plan_reminders(${row.id}, ${JSON.stringify(request)}::jsonb, ${now}::timestamptz) as "isDone"`.execute(db)
  return rows[0]?.isDone ?? false
}
