import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import type { PageRange } from '../../platform/paging.ts'
import type { ShowingRow } from '../notice/ports.ts'
import type { ReminderEvent } from './domain.ts'

/** A showing at which it is time to look. `planned`: the reminders of this start that were planned before. */
export type DueRow = ShowingRow & { remind_at: Date; planned: ReminderEvent[] }

/** In order, from a place on. */
export async function listDue(
  db: Database,
  { now, after, limit }: PageRange<Pick<DueRow, 'remind_at' | 'id'>> & { now: string },
): Promise<DueRow[]> {
  const { rows } = await sql<DueRow>`
    with due as materialized (
      select id, remind_at from booking where remind_at <= ${now}::timestamptz
        ${after ? sql`and (remind_at, id) > (${after.remind_at}::timestamptz, ${after.id}::uuid)` : sql``}
      order by remind_at, id limit ${limit})
    select s.*, due.remind_at,
      array(select r.event from reminder r where r.booking_id = s.id and r.round = s.calendar_sequence) as planned
    from due join showing s on s.id = due.id order by due.remind_at, due.id`.execute(db)
  return rows
}

/** One call of the SQL function. @returns false when the booking is not as it was read */
export async function planReminders(
  db: Database,
  row: DueRow,
  plan: { nextAt: string | null; events: ReminderEvent[]; notifications: unknown[] },
  now: string,
): Promise<boolean> {
  const { nextAt, ...what } = plan
  const request = { ...what, next_at: nextAt, round: row.calendar_sequence, remind_at: row.remind_at.toISOString() }
  const { rows } = await sql<{ isDone: boolean }>`
    select plan_reminders(${row.id}, ${JSON.stringify(request)}::jsonb, ${now}::timestamptz) as "isDone"`.execute(db)
  return rows[0]?.isDone ?? false
}
