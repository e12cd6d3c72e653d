import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import type { NewProperty, PhotoColumns, PropertyRow, PublicPropertyRow } from './domain.ts'

/** Only what the public page says. With use_public_profile the contact is the agent's saved profile (decisions.md section 3). */
const publicColumns = sql.raw(`
  p.id, p.slug, p.address_line1, p.unit_number, p.city, p.state, p.zip_code, p.time_zone,
  p.photo_key, p.photo_thumbhash, p.photo_placeholder, p.photo_width, p.photo_height,
  p.property_type, p.bedrooms, p.bathrooms, p.square_feet, p.rent_amount, p.status, p.booking_approval,
  p.occupancy_status, p.is_occupied, p.availability_type, p.is_demo,
  case when p.use_public_profile then a.agent_name
    else nullif(concat_ws(' ', p.agent_first_name, p.agent_last_name), '') end as agent_name,
  case when p.use_public_profile then a.agent_email else p.agent_email end as agent_email,
  case when p.use_public_profile then a.agent_phone else p.agent_phone end as agent_phone,
  case when p.use_public_profile then a.agent_license else p.agent_license end as agent_license,
  case when p.use_public_profile then a.agent_brokerage else p.agent_brokerage end as agent_brokerage`)

/** A listed property by its slug, or by its id where no slug is the same. @param id null: is none */
export async function findListed(
  db: Database,
  { slug, id }: { slug: string; id: string | null },
): Promise<PublicPropertyRow | null> {
  const { rows } = await sql<PublicPropertyRow>`
    select ${publicColumns} from property p left join agent_profile a on a.account_id = p.owner_id
    where ${id ? sql`(p.slug = ${slug} or p.id = ${id}::uuid)` : sql`p.slug = ${slug}`}
      and p.status = 'listed' and p.deleted_at is null
    order by (p.slug = ${slug}) desc limit 1`.execute(db)
  return rows[0] ?? null
}

const ownColumns = sql.raw(`
  p.id, p.slug, p.owner_id, p.created_by, p.created_at, p.updated_at, p.status, p.is_demo,
  p.address_line1, p.unit_number, p.city, p.state, p.zip_code, p.time_zone,
  p.photo_key, p.photo_thumbhash, p.photo_placeholder, p.photo_width, p.photo_height,
  p.property_type, p.bedrooms, p.bathrooms, p.square_feet, p.rent_amount,
  p.booking_approval, p.use_public_profile, p.agent_first_name, p.agent_last_name, p.agent_email, p.agent_phone,
  p.agent_license, p.agent_brokerage, p.owner_type, p.owner_first_name, p.owner_last_name, p.owner_entity_name,
  p.owner_entity_type, p.owner_email, p.owner_phone, p.occupancy_status, p.is_occupied, p.resident_type,
  p.resident_first_name, p.resident_last_name, p.resident_email, p.resident_phone, p.resident_text_consent,
  p.resident_text_attested_by, p.resident_text_attested_at, p.resident_consent_hours, p.showing_instructions,
  p.availability_type, p.custom_availability, p.availability_overrides, p.entry_hours_rule, p.buffer_minutes,
  p.showing_duration_minutes, p.advance_notice_hours, p.view_count, p.share_count`)

/** Newest first. @param ownerId null: everybody's */
export async function listProperties(
  db: Database,
  { ownerId, beforeId, limit }: { ownerId: string | null; beforeId: string | null; limit: number },
): Promise<PropertyRow[]> {
  const { rows } = await sql<PropertyRow>`
    select ${ownColumns}, (
      select count(*)::int from booking b
      where b.property_id = p.id and b.status not in ('held', 'lapsed') and b.status not in ('cancelled', 'declined')
    ) as booking_count
    from property p where p.deleted_at is null
      ${ownerId ? sql`and p.owner_id = ${ownerId}` : sql``}
      ${beforeId ? sql`and p.id < ${beforeId}::uuid` : sql``}
    order by p.id desc limit ${limit}`.execute(db)
  return rows
}

/** Deleted ones too: their slug stays theirs. */
export async function hasSlug(db: Database, slug: string): Promise<boolean> {
  const { rows } = await sql`select from property where slug = ${slug}`.execute(db)
  return rows.length > 0
}

type Insertable = NewProperty &
  PhotoColumns & { id: string; slug: string; owner_id: string; created_by: string; time_zone: string } & {
    resident_text_attested_by: string | null
    resident_text_attested_at: Temporal.Instant | null
    created_at: Temporal.Instant
  }

/** Nothing happens where the slug is taken. */
export async function insertUnlessSlugTaken(db: Database, property: Insertable): Promise<void> {
  const { created_at, resident_text_attested_at, ...values } = property
  await db
    .insertInto('property')
    .values({
      ...values,
      resident_text_attested_at: resident_text_attested_at?.toString() ?? null,
      created_at: created_at.toString(),
      updated_at: created_at.toString(),
    })
    .onConflict((conflict) => conflict.column('slug').doNothing())
    .execute()
}
