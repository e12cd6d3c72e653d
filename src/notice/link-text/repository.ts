import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import { DELETED_AT_ONCE } from '../../platform/db/deletion.ts'
import type { Language } from '../../platform/language.ts'
import type { LinkText } from './contract.ts'
import type { LinkTextRow } from './domain.ts'

type Source = { phone: string | null; typed: string | null }

/**
 * Finds the phone in an account's profile, if the account may see the property.
 * @param ownerId `null`: anyone's property
 */
export async function findSource(
  db: Database,
  { propertyId, ownerId, accountId }: { propertyId: string; ownerId: string | null; accountId: string },
): Promise<Source | null> {
  const { rows } = await sql<Source>`
    select a.agent_phone_e164 as phone, a.agent_phone as typed
    from property p left join agent_profile a on a.account_id = ${accountId} where p.id = ${propertyId} and p.deleted_at is null
      ${ownerId ? sql`and p.owner_id = ${ownerId}` : sql``}`.execute(db)
  return rows[0] ?? null
}

export async function findLatest(
  db: Database,
  { propertyId, accountId }: { propertyId: string; accountId: string },
): Promise<LinkTextRow | null> {
  const { rows } = await sql<LinkTextRow>`
    select id, status, created_at, ended_at from link_text
    where property_id = ${propertyId} and account_id = ${accountId} order by created_at desc, id desc limit 1`.execute(
    db,
  )
  return rows[0] ?? null
}

/** Ends texts whose jobs are lost, so that the agent can ask for another one. */
export async function failLostTexts(
  db: Database,
  { propertyId, accountId, before }: { propertyId: string; accountId: string; before: Temporal.Instant },
): Promise<void> {
  await sql`
    update link_text set status = 'failed', ended_at = created_at
    where property_id = ${propertyId} and account_id = ${accountId} and status = 'queued' and created_at <= ${before}`.execute(
    db,
  )
}

/** Stores a text with its job. @returns `false` if one is already queued */
export async function planText(
  db: Database,
  text: { id: string; propertyId: string; accountId: string; language: Language; now: Temporal.Instant },
): Promise<boolean> {
  const { id, propertyId, accountId, language, now } = text
  const { rows } = await sql`
    with planned as (
      insert into link_text (id, property_id, account_id, language, created_at)
      values (${id}, ${propertyId}, ${accountId}, ${language}, ${now})
      on conflict do nothing returning id)
    select graphile_worker.add_job('link-text.send', json_build_object('id', id), max_attempts => 6) from planned`.execute(
    db,
  )
  return rows.length > 0
}

/** What we need to send a text. */
export type DueText = {
  phone: string | null
  language: Language
  attempts: number
  created_at: Date
  slug: string
  address_line1: string
  unit_number: string | null
}

/** Records one more attempt. @returns `null` if the text is already finished */
export async function takeText(db: Database, id: string): Promise<DueText | null> {
  const { rows } = await sql<DueText>`
    update link_text l set attempts = l.attempts + 1 from property p
    where l.id = ${id} and l.status = 'queued' and p.id = l.property_id
    returning (select a.agent_phone_e164 from agent_profile a where a.account_id = l.account_id) as phone, l.language,
      l.attempts, l.created_at, p.slug, p.address_line1, p.unit_number`.execute(db)
  return rows[0] ?? null
}

export async function endText(
  db: Database,
  end: { id: string; status: Exclude<LinkText['status'], 'queued'>; reference: string | null; now: Temporal.Instant },
): Promise<void> {
  await sql`
    update link_text set status = ${end.status}, reference = ${end.reference}, ended_at = ${end.now}
    where id = ${end.id} and status = 'queued'`.execute(db)
}

/** @returns how many it deleted */
export async function deleteOldTexts(db: Database, before: Temporal.Instant): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from link_text where id in (
      select id from link_text where created_at < ${before} order by created_at limit ${DELETED_AT_ONCE})`.execute(db)
  return Number(numAffectedRows)
}

/** Lists which of the vendor's references belong to other texts. */
export async function listOthers(db: Database, id: string, references: string[]): Promise<string[]> {
  const { rows } = await sql<{ reference: string }>`
    select reference from link_text where reference = any(${references}) and id <> ${id} and reference is not null`.execute(
    db,
  )
  return rows.map(({ reference }) => reference)
}
