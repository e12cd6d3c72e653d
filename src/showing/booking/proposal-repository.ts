import { sql } from 'kysely'
import { ABANDONED, MAY_HAVE_ARRIVED } from '../../notice/message/reason-domain.ts'
import type { Database } from '../../platform/db/connect.ts'

type ProposalRequest = {
  /** The showing's start as the caller read it. */
  starts_at: string
  /** The columns of the hold that keeps the new time. */
  slot: Record<string, unknown>
  due_at: string
  reason: string | null
  /** `null` to log nothing. */
  payload: string | null
  notifications: unknown[]
}

/** Calls the SQL function, which holds the new time and plans the message to the buyer. */
export async function insertProposal(db: Database, bookingId: string, request: ProposalRequest, now: string) {
  const { rows } = await sql<{ outcome: 'done' | 'changed' | 'open' | 'often' | 'taken' }>`
    select propose_move(${bookingId}, ${JSON.stringify(request)}::jsonb, ${now}::timestamptz) as outcome`.execute(db)
  return rows[0]?.outcome ?? 'changed'
}

/** Ends the proposal, so that the showing keeps its time. @returns whether this call did it */
export async function closeProposal(
  db: Database,
  slotId: string,
  request: {
    answer: 'kept' | 'withdrawn' | 'unanswered'
    event: string
    payload: string | null
    notifications: unknown[]
  },
  now: string,
): Promise<boolean> {
  const { rows } = await sql<{ closed: boolean }>`
    select close_proposal(${slotId}, ${JSON.stringify(request)}::jsonb, ${now}::timestamptz) as closed`.execute(db)
  return rows[0]?.closed ?? false
}

/** Reads the columns that a showing has at its proposed time. */
export async function findSlot(db: Database, slotId: string): Promise<Record<string, unknown> | null> {
  const { rows } = await sql<{
    starts_at: Date
    ends_at: Date
    during: string
    showing_date: string
    showing_time: string
  }>`
    select starts_at, ends_at, during::text as during, showing_date::text as showing_date,
      to_char(showing_time, 'HH24:MI') as showing_time
    from booking where id = ${slotId}`.execute(db)
  const row = rows[0]
  return row ? { ...row, starts_at: row.starts_at.toISOString(), ends_at: row.ends_at.toISOString() } : null
}

/** Lists showings whose proposal is over without an answer, the oldest first. */
export async function listUnanswered(db: Database, now: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ booking_id: string }>`
    select booking_id from move_proposal where answer is null and due_at <= ${now}::timestamptz
    order by due_at limit ${limit}`.execute(db)
  return rows.map(({ booking_id }) => booking_id)
}

/** Returns whether a proposal ended before its hold would have, because its agent was suspended (end_holds_of.sql). */
export async function isCutShort(db: Database, slotId: string): Promise<boolean> {
  const { rows } = await sql`
    select from move_proposal q join booking k on k.id = q.slot_id where k.id = ${slotId} and q.due_at < k.hold_expires_at`.execute(
    db,
  )
  return rows.length > 0
}

/**
 * Returns whether the latest proposal without an answer certainly did not reach the buyer. If its message may
 * have gone out, close_proposal planned a message about its end, but the first one may still have been dropped
 * or have failed for good.
 */
export async function isUnasked(db: Database, bookingId: string): Promise<boolean> {
  const { rows } = await sql<{ isUnasked: boolean }>`
    select not exists (
      select from notification e where e.booking_id = ${bookingId} and e.event = 'move_unanswered' and e.role = 'buyer'
        and e.turn = (select max(turn) from move_proposal where booking_id = ${bookingId} and answer = 'unanswered')
        and not exists (select from notification q
          where q.booking_id = e.booking_id and q.event = 'move_proposed' and q.turn = e.turn and q.channel = e.channel
            and (never_went_out(q) or q.resends = 0 and q.delivered = '{}'
              and (q.status = 'sent' and q.carriage in ('undelivered', 'failed')
                or q.status = 'failed' and q.reason <> ${ABANDONED} and q.reason not like ${`%${MAY_HAVE_ARRIVED}`})))) as "isUnasked"`.execute(
    db,
  )
  return rows[0]?.isUnasked ?? false
}
