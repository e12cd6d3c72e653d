import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import type { Entry } from './domain.ts'

const columns = sql.raw(`property_id, sequence, booking_id, event,
  to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at, payload, previous_hash, hash`)

/** Whether the account may see the log of this property; a deleted property keeps its log. */
export async function isOwner(db: Database, propertyId: string, accountId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from property where id = ${propertyId} and owner_id = ${accountId}`.execute(db)
  return rows.length > 0
}

export async function exists(db: Database, propertyId: string): Promise<boolean> {
  const { rows } = await sql`select 1 from property where id = ${propertyId}`.execute(db)
  return rows.length > 0
}

export async function append(
  db: Database,
  entry: { propertyId: string; bookingId: string; event: string; payload: string; at: string },
): Promise<void> {
  await sql`select append_compliance(${entry.propertyId}, ${entry.bookingId}, ${entry.event}, ${entry.at}::timestamptz, ${entry.payload})`.execute(
    db,
  )
}

/** Bookings of a property by their `booked` event, newest first, each with all its events in order. */
export async function listBookingEvents(
  db: Database,
  page: { propertyId: string; before: number | null; limit: number },
): Promise<Entry[][]> {
  const { rows: booked } = await sql<{ booking_id: string }>`
    select booking_id from compliance_entry
    where property_id = ${page.propertyId} and event = 'booked' ${page.before ? sql`and sequence < ${page.before}::bigint` : sql``}
    order by sequence desc limit ${page.limit}`.execute(db)
  const ids = booked.map((row) => row.booking_id)
  const { rows } = await sql<Entry>`
    select ${columns} from compliance_entry where booking_id = any(${ids}::uuid[]) order by sequence`.execute(db)
  const events = new Map(ids.map((id) => [id, [] as Entry[]]))
  for (const entry of rows) events.get(entry.booking_id ?? '')?.push(entry)
  return [...events.values()]
}

/** A stretch of a property's chain, in order. */
export async function listChain(db: Database, propertyId: string, after: number, limit: number): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select ${columns} from compliance_entry where property_id = ${propertyId} and sequence > ${after}
    order by sequence limit ${limit}`.execute(db)
  return rows
}

export async function listChainedProperties(db: Database): Promise<string[]> {
  const { rows } = await sql<{
    property_id: string
  }>`select distinct property_id from compliance_entry order by property_id`.execute(db)
  return rows.map((row) => row.property_id)
}
