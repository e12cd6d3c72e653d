import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import type { PageRange } from '../../platform/paging.ts'
import type { Entry } from './chain-domain.ts'

const at = `to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as at`

/** Reads the payload byte for byte, because the hashes cover it. */
const storedColumns = sql.raw(`property_id, sequence, booking_id, event, ${at}, payload, previous_hash, hash`)

/** Reads the payload as people may see it, without the payment intent in older entries. */
const shownColumns = sql.raw(`e.property_id, e.sequence, e.booking_id, e.event, ${at},
  without_intent(e.payload, p) as payload, e.previous_hash, e.hash`)
const shownEntries = sql.raw('compliance_entry e left join payment p on p.booking_id = e.booking_id')

export type LoggedProperty = {
  address_line1: string
  unit_number: string | null
  city: string
  state: string
  zip_code: string
  time_zone: string
  is_demo: boolean
}

/**
 * Finds a property whose log the account may see. A deleted property keeps its log.
 * @param ownerId `null` for anyone's
 */
export async function findProperty(
  db: Database,
  propertyId: string,
  ownerId: string | null,
): Promise<LoggedProperty | null> {
  const { rows } = await sql<LoggedProperty>`
    select address_line1, unit_number, city, state, zip_code, time_zone, is_demo from property
    where id = ${propertyId} ${ownerId ? sql`and owner_id = ${ownerId}` : sql``}`.execute(db)
  return rows[0] ?? null
}

/** Finds a booking's property, but not a hold's. @param ownerId `null` for anyone's */
export async function findBooking(
  db: Database,
  bookingId: string,
  ownerId: string | null,
): Promise<{ property_id: string; is_demo: boolean } | null> {
  const { rows } = await sql<{ property_id: string; is_demo: boolean }>`
    select b.property_id, b.is_demo or p.is_demo as is_demo from booking b join property p on p.id = b.property_id
    where b.id = ${bookingId} and b.status not in ('held', 'lapsed')
      ${ownerId ? sql`and b.owner_id = ${ownerId}` : sql``}`.execute(db)
  return rows[0] ?? null
}

/** Adds an entry. @returns its place in the property's chain */
export async function append(
  db: Database,
  entry: { propertyId: string; bookingId: string; event: string; payload: string; at: string },
): Promise<number> {
  const { rows } = await sql<{ sequence: number }>`
    select append_compliance(${entry.propertyId}, ${entry.bookingId}, ${entry.event}, ${entry.at}::timestamptz,
      ${entry.payload}) as sequence`.execute(db)
  return rows[0]?.sequence ?? 0
}

/** @param sequence of the `booked` event */
export type LoggedBooking = { sequence: number; events: Entry[] }

/** Lists a property's bookings by their `booked` event, newest first, each with its events in order. */
export async function listBookingEvents(
  db: Database,
  page: PageRange<{ sequence: number }> & { propertyId: string },
): Promise<LoggedBooking[]> {
  const { rows: booked } = await sql<{ booking_id: string; sequence: number }>`
    select booking_id, sequence from compliance_entry
    where property_id = ${page.propertyId} and event = 'booked' and booking_id is not null ${page.after ? sql`and sequence < ${page.after.sequence}::bigint` : sql``}
    order by sequence desc limit ${page.limit}`.execute(db)
  const ids = booked.map((row) => row.booking_id)
  const { rows } = await sql<Entry>`
    select ${shownColumns} from ${shownEntries} where e.booking_id = any(${ids}::uuid[]) order by e.sequence`.execute(
    db,
  )
  const entries = Map.groupBy(rows, (entry) => entry.booking_id)
  return booked.map((one) => ({ sequence: one.sequence, events: entries.get(one.booking_id) ?? [] }))
}

/** Counts the bookings in a property's log. */
export async function countBookings(db: Database, propertyId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from compliance_entry where property_id = ${propertyId} and event = 'booked'`.execute(db)
  return rows[0]?.count ?? 0
}

/** Reads part of a property's chain as stored, in order, to verify it. */
export async function listChain(db: Database, propertyId: string, after: number, limit: number): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select ${storedColumns} from compliance_entry where property_id = ${propertyId} and sequence > ${after}
    order by sequence limit ${limit}`.execute(db)
  return rows
}

export async function listChainedProperties(db: Database): Promise<string[]> {
  const { rows } = await sql<{
    property_id: string
  }>`select distinct property_id from compliance_entry order by property_id`.execute(db)
  return rows.map((row) => row.property_id)
}

/** Lists the log entries of one booking, in order. */
export async function listEvents(db: Database, bookingId: string): Promise<Entry[]> {
  const { rows } = await sql<Entry>`
    select ${shownColumns} from ${shownEntries} where e.booking_id = ${bookingId} order by e.sequence`.execute(db)
  return rows
}

type BundleRow = {
  code: string
  property_id: string
  booking_id: string | null
  entries: number
  head_sequence: number
  head_hash: string
  sha256: string
  made_at: Date
}

export async function insertBundle(
  db: Database,
  packet: {
    code: string
    propertyId: string
    bookingId: string | null
    entries: number
    headSequence: number
    headHash: string
    sha256: string
    madeBy: string
    madeAt: string
  },
): Promise<void> {
  const { code, propertyId, bookingId, entries, headSequence, headHash, sha256, madeBy, madeAt } = packet
  await sql`insert into packet values (${code}, ${propertyId}, ${bookingId}, ${entries}, ${headSequence}, ${headHash},
    ${sha256}, ${madeBy}, ${madeAt}::timestamptz)`.execute(db)
}

export async function findBundle(db: Database, code: string): Promise<BundleRow | null> {
  const { rows } = await sql<BundleRow>`
    select code, property_id, booking_id, entries, head_sequence, head_hash, sha256, made_at from packet
    where code = ${code}`.execute(db)
  return rows[0] ?? null
}

/** Counts evidence bundles and lists the codes of those whose newest entry the log no longer has as printed. */
export async function compareBundles(db: Database): Promise<{ bundles: number; broken: string[] }> {
  const { rows } = await sql<{ bundles: number; broken: string[] }>`
    select count(*) as bundles, coalesce(array_agg(p.code order by p.made_at) filter (
      where p.head_sequence > 0 and e.hash is distinct from p.head_hash), '{}') as broken
    from packet p left join compliance_entry e on e.property_id = p.property_id and e.sequence = p.head_sequence`.execute(
    db,
  )
  return rows[0] ?? { bundles: 0, broken: [] }
}
