import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'

type Address = { address_line1: string; unit_number: string | null; city: string; state: string; zip_code: string }
export type LinkRow = Address & { id: string; time_zone: string; token: string | null; created_at: Date | null }

/** Finds a property with its link. @param ownerId `null` for all owners (admins) */
export async function findLink(db: Database, propertyId: string, ownerId: string | null): Promise<LinkRow | null> {
  const { rows } = await sql<LinkRow>`
    select p.id, p.time_zone, p.address_line1, p.unit_number, p.city, p.state, p.zip_code, l.token, l.created_at
    from property p left join owner_link l on l.property_id = p.id
    where p.id = ${propertyId} and p.deleted_at is null ${ownerId ? sql`and p.owner_id = ${ownerId}` : sql``}`.execute(
    db,
  )
  return rows[0] ?? null
}

type NewLink = { propertyId: string; token: string; now: string }

/** Stores a link and replaces any earlier one. */
export async function replaceLink(db: Database, { propertyId, token, now }: NewLink): Promise<void> {
  await sql`
    insert into owner_link (property_id, token, created_at) values (${propertyId}, ${token}, ${now}::timestamptz)
    on conflict (property_id) do update set token = excluded.token, created_at = excluded.created_at`.execute(db)
}

/** Stores a link if there is none. @returns whether there was none */
export async function insertLink(db: Database, { propertyId, token, now }: NewLink): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into owner_link (property_id, token, created_at) values (${propertyId}, ${token}, ${now}::timestamptz)
    on conflict (property_id) do nothing`.execute(db)
  return numAffectedRows === 1n
}

/** Replaces the link that was created at this moment, to the millisecond. @returns whether it was still there */
export async function replaceSeen(db: Database, seen: string, { propertyId, token, now }: NewLink): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update owner_link set token = ${token}, created_at = ${now}::timestamptz
    where property_id = ${propertyId} and date_trunc('milliseconds', created_at) = ${seen}::timestamptz`.execute(db)
  return numAffectedRows === 1n
}

/** Deletes a link. @param seen deletes it only if it was created at this moment, to the millisecond */
export async function deleteLink(db: Database, propertyId: string, seen?: string): Promise<void> {
  await sql`
    delete from owner_link where property_id = ${propertyId}
      ${seen ? sql`and date_trunc('milliseconds', created_at) = ${seen}::timestamptz` : sql``}`.execute(db)
}

/** Deletes the owner's links of all properties of an account. */
export async function deleteOfAccount(db: Database, accountId: string): Promise<void> {
  await sql`
    delete from owner_link where property_id in (select id from property where owner_id = ${accountId})`.execute(db)
}

export type ReportedProperty = Address & { id: string; time_zone: string; views: number }

/** Finds the property of a link with its views since a date. Finds nothing if the agent is suspended. */
export async function findByToken(db: Database, token: string, sinceDay: string): Promise<ReportedProperty | null> {
  const { rows } = await sql<ReportedProperty>`
    select p.id, p.time_zone, p.address_line1, p.unit_number, p.city, p.state, p.zip_code,
      (select coalesce(sum(d.views), 0)::int from property_day d
        where d.property_id = p.id and d.day >= ${sinceDay}::date) as views
    from owner_link l join property p on p.id = l.property_id
    where l.token = ${token} and p.deleted_at is null
      and not exists (select from suspension s where s.account_id = p.owner_id)`.execute(db)
  return rows[0] ?? null
}

export type ReportCounts = { booked: number; shown: number; no_shows: number }

export async function countShowings(db: Database, propertyId: string, since: string): Promise<ReportCounts> {
  const { rows } = await sql<ReportCounts>`
    select (count(*) filter (where status in ('pending', 'confirmed', 'completed', 'no_show')))::int as booked,
      (count(*) filter (where status = 'completed'))::int as shown,
      (count(*) filter (where status = 'no_show'))::int as no_shows
    from booking where property_id = ${propertyId} and starts_at >= ${since}::timestamptz and not is_demo`.execute(db)
  return rows[0] as ReportCounts
}
