import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import type { LastUpdate } from './invitation-domain.ts'

/** Reads the last calendar update of a booking to each mailbox. The keys are mailboxes in lowercase. */
export async function listLastUpdates(db: Database, bookingId: string): Promise<Map<string, LastUpdate>> {
  const { rows } = await sql<LastUpdate & { mailbox: string }>`
    select mailbox, method, sequence from calendar_update where booking_id = ${bookingId}`.execute(db)
  return new Map(rows.map(({ mailbox, method, sequence }) => [mailbox, { method, sequence }]))
}

/** A calendar update to a mailbox, which is in lowercase. `at`: RFC 3339. */
export type SentUpdate = LastUpdate & { booking_id: string; mailbox: string; at: string }

/** Stores updates before we send them, because an unnecessary cancellation is harmless, but a missing one is not. */
export async function storeLastUpdates(db: Database, updates: SentUpdate[]): Promise<void> {
  await sql`
    insert into calendar_update (booking_id, mailbox, method, sequence, told_at)
    select distinct on (booking_id, mailbox) booking_id, mailbox, method, sequence, at
    from jsonb_to_recordset(${JSON.stringify(updates)}::jsonb)
      as t(booking_id uuid, mailbox text, method text, sequence integer, at timestamptz)
    order by booking_id, mailbox, sequence desc
    on conflict (booking_id, mailbox) do update
      set method = excluded.method, sequence = excluded.sequence, told_at = excluded.told_at
      where calendar_update.sequence <= excluded.sequence`.execute(db)
}
