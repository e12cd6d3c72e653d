import { sql } from 'kysely'
import type { Channel, Role } from '../../notice/area.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { PostalAddress } from '../../platform/postal-address.ts'

export type MessageRow = {
  id: string
  event: string
  channel: Channel
  role: Role
  recipient: string | PostalAddress
  cc: string[]
  status: string
  reason: string | null
  sent_at: Date | null
  carriage: string | null
  carried_at: Date | null
  provider_reference: string | null
  tracking_number: string | null
  resends: number
}

/** Lists every message of a booking in the order in which they were planned. */
export async function listMessages(db: Database, bookingId: string): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select id, event, channel, role, recipient, cc, status, reason, sent_at, carriage, carried_at, provider_reference,
      tracking_number, resends
    from notification where booking_id = ${bookingId} order by created_at, round, event, channel, role, id`.execute(db)
  return rows
}
