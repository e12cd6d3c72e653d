import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
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
}

/** One call of the SQL function: the rows and, when something is final, its log entry. */
export async function recordDelivery(
  db: Database,
  delivery: { propertyId: string; bookingId: string; results: Result[]; payload: string | null },
  now: string,
): Promise<void> {
  await sql`select record_delivery(${delivery.propertyId}, ${delivery.bookingId}, ${JSON.stringify(delivery.results)}::jsonb,
    ${delivery.payload}, ${now}::timestamptz)`.execute(db)
}
