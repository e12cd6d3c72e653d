import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import { optionalFields } from './field-domain.ts'

/** Lists IDs of an account's properties, including deleted ones. @param after last ID of the previous page */
export async function listPropertyIds(
  db: Database,
  accountId: string,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from property where owner_id = ${accountId} ${after ? sql`and id > ${after}` : sql``}
    order by id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

const nothingSaid = sql.raw(optionalFields.map((name) => `${name} = null`).join(', '))

/** Erases these properties except the address, which records need, and deletes those that no record names. */
export async function clearProperties(
  db: Database,
  accountId: string,
  ids: string[],
  now: Temporal.Instant,
): Promise<void> {
  const ofThese = sql`id = any(${ids}::uuid[])`
  await db.transaction().execute(async (tx) => {
    // Delete photos that an admin added along with the others.
    await sql`
      update photo set uploaded_by = ${accountId} where uploaded_by is not null
        and key in (select photo_key from property_photo where property_id = any(${ids}::uuid[]))`.execute(tx)
    await sql`
      update property set ${nothingSaid}, use_public_profile = false, agent_phone_e164 = null,
        agent_phone_extension = null, owner_entity_type = null, owner_phone_e164 = null, owner_phone_extension = null,
        resident_phone_e164 = null, resident_phone_extension = null, resident_consent_hours = null,
        custom_availability = null, availability_type = 'standard', availability_overrides = '[]',
        view_count = 0, share_count = 0, version = version + 1, updated_at = ${now}
      where ${ofThese}`.execute(tx)
    for (const table of [
      'property_photo',
      'property_visit',
      'property_day',
      'property_month',
      'owner_link',
      'link_text',
    ])
      await sql`delete from ${sql.table(table)} where property_id = any(${ids}::uuid[])`.execute(tx)
    await sql`
      delete from property p where ${ofThese} and not exists (select from booking where property_id = p.id)
        and not exists (select from compliance_entry where property_id = p.id)
        and not exists (select from packet where property_id = p.id)`.execute(tx)
  })
}
