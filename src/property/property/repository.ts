import { sql } from 'kysely'
import { constraintOf, type Database } from '../../platform/db/connect.ts'
import { deleteWithFiles } from '../../platform/db/deletion.ts'
import type { PageRange } from '../../platform/paging.ts'
import { phoneColumns } from '../../platform/phone.ts'
import { patternOf } from '../../platform/search-words.ts'
import {
  type KeptPhoto,
  PRODUCT_PROPERTY,
  type PropertyContent,
  type PropertyOrder,
  type PropertyRow,
  type PublicPropertyRow,
  type ShownPhoto,
} from './domain.ts'
import { amountFields, PUBLIC_COLUMNS, textFields } from './field-domain.ts'

const photos = `(
    select coalesce(json_agg(json_build_object('key', f.key, 'thumbhash', f.thumbhash, 'placeholder', f.placeholder,
      'width', f.width, 'height', f.height, 'caption', s.caption) order by s.position), '[]')
    from property_photo s join photo f on f.key = s.photo_key where s.property_id = p.id
  ) as photos`

/** The columns of the public page. The contact comes from `contact_of` (docs/decisions/0047). */
const publicColumns = sql.raw(`${PUBLIC_COLUMNS.map((name) => `p.${name}`).join(', ')},
  ${photos}, p.occupancy_status,
  c.agent_name, c.agent_email, c.agent_phone, c.agent_license, c.agent_brokerage`)

/** Finds a listed property by slug, else by ID. @param id `null` if the text is no ID */
export async function findListed(
  db: Database,
  { slug, id }: { slug: string; id: string | null },
): Promise<PublicPropertyRow | null> {
  const { rows } = await sql<PublicPropertyRow>`
    select ${publicColumns} from property p left join lateral contact_of(p) c on true
    where ${id ? sql`(p.slug = ${slug} or p.id = ${id}::uuid)` : sql`p.slug = ${slug}`}
      and p.status = 'listed' and p.deleted_at is null
    order by (p.slug = ${slug}) desc limit 1`.execute(db)
  return rows[0] ?? null
}

const storedColumns = sql.raw(`${[...textFields, ...amountFields].map((name) => `p.${name}`).join(', ')},
  p.id, p.slug, p.owner_id, p.created_by, p.created_at, p.updated_at, p.version, p.status, p.is_demo, p.time_zone,
  ${photos}, p.booking_approval, p.use_public_profile, p.owner_type, p.owner_entity_type, p.occupancy_status, p.is_occupied,
  p.resident_type, p.resident_language, p.resident_text_consent, p.resident_text_attested_by, p.resident_text_attested_at,
  p.resident_consent_hours, p.availability_type, p.custom_availability, p.availability_overrides, p.entry_hours_rule,
  p.buffer_minutes, p.showing_duration_minutes, p.advance_notice_hours, p.view_count, p.share_count,
  (select a.email from account a where a.id = p.owner_id) as agent_account,
  (select to_json(c) from contact_of(p) c) as contact,
  (
    select count(*)::int from booking b
    where b.property_id = p.id and b.status not in ('held', 'lapsed') and b.status not in ('cancelled', 'declined')
  ) as booking_count`)

/** Start of the first showing ahead. */
const nextShowing = (now: Temporal.Instant) => sql`(
    select min(b.starts_at) from booking b
    where b.property_id = p.id and b.status in ('pending', 'confirmed') and b.starts_at > ${now}::timestamptz)`

const ownColumns = (now: Temporal.Instant) => sql`${storedColumns}, ${nextShowing(now)} as next_showing`

/**
 * Owner of the properties, or `null` for everyone, without the product's demo property, which no one can list or
 * change.
 */
type Owner = { ownerId: string | null }

const isOf = ({ ownerId }: Owner) =>
  sql`p.deleted_at is null ${ownerId ? sql`and p.owner_id = ${ownerId}` : sql`and p.id <> ${PRODUCT_PROPERTY.id}`}`

/** The sort key of an order. Properties without a showing come last. */
const placeIn = (order: 'address' | 'showing', now: Temporal.Instant) =>
  order === 'address'
    ? sql`lower(concat_ws(' ', p.address_line1, p.unit_number, p.city))`
    : sql`coalesce(${nextShowing(now)}, 'infinity')`

/** Keeps properties after the one in the cursor, whose place we read again. */
const isBeyond = (order: PropertyOrder, id: string, now: Temporal.Instant) =>
  order === 'newest'
    ? sql`p.id < ${id}::uuid`
    : sql`(${placeIn(order, now)}, p.id) > (select ${placeIn(order, now)}, p.id from property p where p.id = ${id}::uuid)`

/** Keeps properties whose address and names contain all of these words. A unit counts as `unit 3`. */
function holds(words: string[]) {
  if (words.length === 0) return sql``
  const patterns = words.map(patternOf)
  return sql`and lower(concat_ws(' ', p.address_line1, 'unit ' || p.unit_number, p.city, p.state, p.zip_code,
    p.agent_first_name, p.agent_last_name, p.resident_first_name, p.resident_last_name,
    p.owner_first_name, p.owner_last_name, p.owner_entity_name)) ~ all (${patterns}::text[])`
}

export type Listed = Owner &
  PageRange<{ id: string }> & {
    words: string[]
    status: PropertyRow['status'] | undefined
    order: PropertyOrder
    now: Temporal.Instant
  }

/** Lists properties in an order. Ties, and the newest first, go by ID. */
export async function listProperties(db: Database, wanted: Listed): Promise<PropertyRow[]> {
  const { words, status, after, limit, order, now } = wanted
  const { rows } = await sql<PropertyRow>`
    select ${ownColumns(now)} from property p where ${isOf(wanted)} ${holds(words)}
      ${status === 'unlisted' ? sql`and p.status <> 'listed'` : status ? sql`and p.status = ${status}` : sql``}
      ${after ? sql`and ${isBeyond(order, after.id, now)}` : sql``}
    order by ${order === 'newest' ? sql`p.id desc` : sql`${placeIn(order, now)}, p.id`} limit ${limit}`.execute(db)
  return rows
}

/** Counts listed and unlisted properties. */
export async function countProperties(
  db: Database,
  wanted: Owner & { words: string[] },
): Promise<{ listed: number; unlisted: number }> {
  const { rows } = await sql<{ listed: number; unlisted: number }>`
    select count(*) filter (where p.status = 'listed')::int as listed,
      count(*) filter (where p.status <> 'listed')::int as unlisted
    from property p where ${isOf(wanted)} ${holds(wanted.words)}`.execute(db)
  return rows[0] ?? { listed: 0, unlisted: 0 }
}

export async function findProperty(
  db: Database,
  wanted: Owner & { id: string; now: Temporal.Instant },
): Promise<PropertyRow | null> {
  const { rows } = await sql<PropertyRow>`
    select ${ownColumns(wanted.now)} from property p where p.id = ${wanted.id} and ${isOf(wanted)}`.execute(db)
  return rows[0] ?? null
}

/** Includes deleted properties, which keep their slug. */
export async function hasSlug(db: Database, slug: string): Promise<boolean> {
  const { rows } = await sql`select from property where slug = ${slug}`.execute(db)
  return rows.length > 0
}

/** Maps content to columns. Each phone has three. Three others are JSON: the driver would write SQL arrays. */
const stored = ({ photos: _, ...content }: PropertyContent) => ({
  ...content,
  ...phoneColumns('agent_phone', content.agent_phone),
  ...phoneColumns('owner_phone', content.owner_phone),
  ...phoneColumns('resident_phone', content.resident_phone),
  custom_availability: jsonOf(content.custom_availability),
  availability_overrides: jsonOf(content.availability_overrides),
  resident_consent_hours: jsonOf(content.resident_consent_hours),
})
const jsonOf = (value: unknown) => (value === null ? null : JSON.stringify(value))

type Insertable = PropertyContent & {
  id: string
  slug: string
  owner_id: string
  created_by: string
  created_at: Temporal.Instant
  updated_at: Temporal.Instant
}

/** Needs a transaction if it has photos. @returns `null`, without a change, if the slug is taken */
export async function insertProperty(db: Database, property: Insertable): Promise<PropertyRow | null> {
  const columns = Object.entries(stored(property))
  const { rows } = await sql<PropertyRow>`
    insert into property as p (${sql.join(columns.map(([name]) => sql.ref(name)))})
    values (${sql.join(columns.map(([, value]) => value))})
    on conflict (slug) do nothing returning ${ownColumns(property.created_at)}`.execute(db)
  const [row] = rows
  if (!row) return null
  await insertShown(db, row.id, property.photos)
  return { ...row, photos: property.photos }
}

async function insertShown(db: Database, id: string, photos: ShownPhoto[]): Promise<void> {
  if (photos.length === 0) return
  const keys = photos.map(({ key }) => key)
  const captions = photos.map(({ caption }) => caption)
  await sql`
    insert into property_photo (property_id, position, photo_key, caption)
    select ${id}, f.place - 1, f.key, f.caption
    from unnest(${keys}::text[], ${captions}::text[]) with ordinality f (key, caption, place)`.execute(db)
}

/** Replaces the photos of a property that this transaction has changed. */
export async function replacePhotos(db: Database, id: string, photos: ShownPhoto[]): Promise<void> {
  await sql`delete from property_photo where property_id = ${id}`.execute(db)
  await insertShown(db, id, photos)
}

/**
 * Leaves the photos as they are.
 * @param change.version the version it is based on. Nothing happens if another one is stored
 * @returns `null` if the property is gone or was changed in the meantime
 */
export async function updateProperty(
  db: Database,
  change: { id: string; version: number; content: PropertyContent; now: Temporal.Instant },
): Promise<PropertyRow | null> {
  const values = Object.entries(stored(change.content)).map(([name, value]) => sql`${sql.ref(name)} = ${value}`)
  const { rows } = await sql<PropertyRow>`
    update property p set ${sql.join(values)}, version = p.version + 1, updated_at = ${change.now}
    where p.id = ${change.id} and p.version = ${change.version} and p.deleted_at is null
    returning ${ownColumns(change.now)}`.execute(db)
  return rows[0] ?? null
}

/** Prevents bookings and changes of this property until the end of the transaction. */
export async function lockProperty(db: Database, id: string): Promise<void> {
  await sql`select from property where id = ${id} for update`.execute(db)
}

/** Checks for upcoming showings, and for slots held while someone pays. */
export async function hasUpcoming(db: Database, id: string, now: Temporal.Instant): Promise<boolean> {
  const { rows } = await sql`
    select from booking where property_id = ${id} and ends_at > ${now}
      and (status in ('pending', 'confirmed') or status = 'held' and hold_expires_at > ${now})
    limit 1`.execute(db)
  return rows.length > 0
}

/** Checks whether a buyer pays for one of the showings that keep a property. */
export async function hasPaidUpcoming(db: Database, id: string, now: Temporal.Instant): Promise<boolean> {
  const { rows } = await sql`
    select from booking b where b.property_id = ${id} and b.ends_at > ${now} and b.amount_cents > 0
      and b.status in ('held', 'pending', 'confirmed')
      and (not b.is_demo or exists (select from payment where booking_id = b.id))
    limit 1`.execute(db)
  return rows.length > 0
}

/** Deletes a property. Its bookings, payments and log stay; its holds end. */
export async function deleteProperty(
  db: Database,
  { id, ownerId, now }: Owner & { id: string; now: Temporal.Instant },
): Promise<'deleted' | 'upcoming' | 'missing'> {
  if (id === PRODUCT_PROPERTY.id) return 'missing'
  const { rows } = await sql<{ outcome: 'deleted' | 'upcoming' | 'missing' }>`
    select delete_property(${id}, ${ownerId}, ${now}) as outcome`.execute(db)
  return rows[0]?.outcome ?? 'missing'
}

export async function insertPhoto(
  db: Database,
  photo: KeptPhoto,
  by: { accountId: string | null; at: Temporal.Instant },
): Promise<void> {
  await sql`
    insert into photo (key, thumbhash, placeholder, width, height, uploaded_by, uploaded_at)
    values (${photo.key}, ${photo.thumbhash}, ${photo.placeholder}, ${photo.width}, ${photo.height}, ${by.accountId},
      ${by.at})
    on conflict (key) do nothing`.execute(db)
}

/** Finds uploads of these accounts, and those without an owner, such as a sample property's. */
export async function findPhotos(db: Database, keys: string[], accountIds: string[]): Promise<KeptPhoto[]> {
  const { rows } = await sql<KeptPhoto>`
    select key, thumbhash, placeholder, width, height from photo
    where key = any(${keys}::text[]) and (uploaded_by = any(${accountIds}::uuid[]) or uploaded_by is null)`.execute(db)
  return rows
}

/** Puts a new photo in the place of the first. @returns the property's new version, or `null` if there is no such property */
export async function putPhoto(
  db: Database,
  property: Owner & { id: string; now: Temporal.Instant },
  key: string,
): Promise<number | null> {
  const { rows } = await sql<{ version: number }>`
    with changed as (
      update property p set version = p.version + 1, updated_at = ${property.now}
      where p.id = ${property.id} and ${isOf(property)} returning p.id, p.version
    ), shown as (
      insert into property_photo (property_id, position, photo_key) select id, 0, ${key} from changed
      on conflict (property_id, position) do update set photo_key = excluded.photo_key, caption = null
    )
    select version from changed`.execute(db)
  return rows[0]?.version ?? null
}

type PhotoUse = { is_of_property: boolean; account_id: string | null; is_private: boolean; is_suspended: boolean }

/**
 * Finds whether a property shows a photo, and how private the profile is that shows it. A photo that nothing shows is
 * as private as a private profile of its uploader.
 */
export async function findPhotoUse(db: Database, key: string): Promise<PhotoUse | null> {
  const { rows } = await sql<PhotoUse>`
    select exists (select from property_photo where photo_key = f.key) as is_of_property,
      coalesce(p.account_id, f.uploaded_by) as account_id, coalesce(p.is_private, true) as is_private,
      exists (select from suspension s where s.account_id = p.account_id) as is_suspended
    from photo f left join profile p on p.picture_key = f.key where f.key = ${key} limit 1`.execute(db)
  return rows[0] ?? null
}

const isUnused = sql`not exists (select from property_photo where photo_key = photo.key)
  and not exists (select from profile where picture_key = photo.key)`

/** Lists keys of uploads from before this time that nothing uses, oldest first. */
export async function listUnusedPhotos(db: Database, before: Temporal.Instant, limit: number): Promise<string[]> {
  const { rows } = await sql<{ key: string }>`
    select key from photo where uploaded_at < ${before} and uploaded_by is not null and ${isUnused}
    order by uploaded_at limit ${limit}`.execute(db)
  return rows.map(({ key }) => key)
}

/** @returns `false` if it is in use by now. The foreign key decides a tie */
export const deleteUnusedPhoto = (db: Database, key: string, deleteFiles: () => Promise<void>): Promise<boolean> =>
  deleteWithFiles(db, sql`delete from photo where key = ${key} and ${isUnused}`, {
    deleteFiles,
    isUse: isPhotoConflict,
  })

/** Detects the error that a listed property's agent cannot be reached. */
export const isUnreachable = (error: unknown): boolean => constraintOf(error) === 'property_listed_is_reachable'

/** Detects the error that a photo does not exist, or that a property or profile still shows it. */
export const isPhotoConflict = (error: unknown): boolean =>
  ['property_photo_is_kept', 'profile_picture_is_kept'].includes(String(constraintOf(error)))
