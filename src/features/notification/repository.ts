import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import type { NotifiedMessage } from '../compliance/domain.ts'
import type { Channel, PostalAddress, Role } from './ports.ts'

export type PlannedRow = {
  id: string
  event: string
  channel: Channel
  role: Role
  recipient: string | PostalAddress
  cc: string[]
  status: 'sending' | 'not_sent'
  reason: string | null
}

/** Marks a booking's unfinished messages as being sent and returns them, with those that will not be sent but are not logged yet. */
export async function markSending(db: Database, bookingId: string): Promise<PlannedRow[]> {
  const { rows } = await sql<PlannedRow>`
    update notification set attempts = attempts + 1, status = case status when 'not_sent' then 'not_sent' else 'sending' end
    where booking_id = ${bookingId} and logged_at is null and status in ('queued', 'sending', 'not_sent')
    returning id, event, channel, role, recipient, cc, status, reason`.execute(db)
  return rows
}

export type Result = {
  id: string
  status: 'sent' | 'not_sent' | 'queued' | 'failed'
  reference: string | null
  reason: string | null
  /** What the log says of it; null: not final. */
  message: NotifiedMessage | null
}

/** One call of the SQL function: the rows and, when something is final, its log entry. */
export async function recordDelivery(
  db: Database,
  delivery: { propertyId: string; bookingId: string; results: Result[] },
  now: string,
): Promise<void> {
  await sql`select record_delivery(${delivery.propertyId}, ${delivery.bookingId}, ${JSON.stringify(delivery.results)}::jsonb,
    ${now}::timestamptz)`.execute(db)
}

/** One retry waits per booking: asking again moves it. */
export async function enqueueRetry(db: Database, bookingId: string, attempt: number, at: string): Promise<void> {
  await sql`select graphile_worker.add_job('notification.deliver', ${JSON.stringify({ bookingId, attempt })}::json,
    run_at => ${at}::timestamptz, max_attempts => 13, job_key => ${`retry:${bookingId}`})`.execute(db)
}

/** The unfinished messages of bookings for which no job is left that would send them: their process died in the last attempt. */
export async function listAbandoned(
  db: Database,
  page: { before: string; limit: number },
): Promise<{ bookingId: string; propertyId: string; rows: PlannedRow[] }[]> {
  const { rows } = await sql<PlannedRow & { booking_id: string; property_id: string }>`
    with abandoned as (
      select distinct n.booking_id from notification n
      where n.logged_at is null and n.created_at < ${page.before}
        -- "not in" is looked up in a table of hashes, however many jobs an outage leaves waiting.
        and n.booking_id::text not in (
          select j.payload ->> 'bookingId' from graphile_worker._private_jobs j
          where j.task_id = (select id from graphile_worker._private_tasks where identifier = 'notification.deliver')
            and (j.attempts < j.max_attempts or j.locked_at is not null) and j.payload ->> 'bookingId' is not null)
      order by n.booking_id limit ${page.limit})
    select n.id, n.event, n.channel, n.role, n.recipient, n.cc, n.status, n.reason, n.booking_id, b.property_id
    from abandoned join notification n using (booking_id) join booking b on b.id = n.booking_id
    where n.logged_at is null order by n.id`.execute(db)
  return [...Map.groupBy(rows, (row) => row.booking_id)].map(([bookingId, of]) => ({
    bookingId,
    propertyId: of[0]?.property_id ?? '',
    rows: of,
  }))
}
