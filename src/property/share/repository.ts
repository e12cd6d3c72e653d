import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import { PRICE_COLUMNS } from '../property/field-domain.ts'
import type { ShareCounts } from './contract.ts'
import type { FlyerProperty } from './messages.ts'

/** Finds the counts of a listed property by slug, else by ID. @param id `null` if the text is not an ID */
export async function findShared(
  db: Database,
  { slug, id }: { slug: string; id: string | null },
): Promise<(ShareCounts & { id: string }) | null> {
  const { rows } = await sql<ShareCounts & { id: string }>`
    select p.id, p.view_count, p.share_count, (
      select count(*)::int from booking b
      where b.property_id = p.id and b.status not in ('held', 'lapsed') and b.status not in ('cancelled', 'declined')
    ) as booking_count
    from property p
    where ${id ? sql`(p.slug = ${slug} or p.id = ${id}::uuid)` : sql`p.slug = ${slug}`}
      and p.status = 'listed' and p.deleted_at is null
    order by (p.slug = ${slug}) desc limit 1`.execute(db)
  return rows[0] ?? null
}

/** Counts a view once per visitor and hour. If two arrive at the same moment, the key admits one. */
export async function countView(
  db: Database,
  visit: { propertyId: string; visitor: Uint8Array; hour: Temporal.Instant; now: Temporal.Instant },
): Promise<void> {
  await sql`
    with visit as (
      insert into property_visit (property_id, visitor, hour)
      values (${visit.propertyId}, ${Buffer.from(visit.visitor)}, ${visit.hour.toString()}) on conflict do nothing returning property_id
    ), changed as (
      update property p set view_count = view_count + 1 from visit v where p.id = v.property_id returning p.id, p.time_zone
    )
    insert into property_day (property_id, day, views)
    select id, (${visit.now.toString()}::timestamptz at time zone time_zone)::date, 1 from changed
    on conflict (property_id, day) do update set views = property_day.views + 1`.execute(db)
}

export async function countShare(db: Database, share: { propertyId: string; now: Temporal.Instant }): Promise<void> {
  await sql`
    with changed as (
      update property set share_count = share_count + 1 where id = ${share.propertyId} returning id, time_zone
    )
    insert into property_day (property_id, day, shares)
    select id, (${share.now.toString()}::timestamptz at time zone time_zone)::date, 1 from changed
    on conflict (property_id, day) do update set shares = property_day.shares + 1`.execute(db)
}

/** Deletes the visits of hours that began before this. */
export async function deleteVisits(db: Database, before: Temporal.Instant): Promise<void> {
  await sql`delete from property_visit where hour < ${before.toString()}`.execute(db)
}

export type OwnProperty = FlyerProperty & { slug: string; photo_key: string | null }

const priceColumns = sql.raw(PRICE_COLUMNS.map((name) => `p.${name}`).join(', '))

/** Finds a property with any status and its agent's public contact. @param ownerId `null` for any owner */
export async function findOwn(
  db: Database,
  { id, ownerId }: { id: string; ownerId: string | null },
): Promise<OwnProperty | null> {
  const { rows } = await sql<OwnProperty>`
    select p.slug, p.address_line1, p.unit_number, p.city, p.state, p.zip_code, p.bedrooms, p.bathrooms, p.square_feet,
      p.rent_amount, p.booking_approval, p.updated_at, f.photo_key, ${priceColumns},
      c.agent_name, c.agent_email, c.agent_phone, c.agent_license, c.agent_brokerage
    from property p left join lateral contact_of(p) c on true
    left join property_photo f on f.property_id = p.id and f.position = 0
    where p.id = ${id} and p.deleted_at is null ${ownerId ? sql`and p.owner_id = ${ownerId}` : sql``}`.execute(db)
  return rows[0] ?? null
}
