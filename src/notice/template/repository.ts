import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import type { TemplateForm } from './domain.ts'
import { MOST_TEMPLATES } from './limits-domain.ts'

export type Template = TemplateForm & { id: string }

export async function listTemplates(db: Database, accountId: string): Promise<Template[]> {
  const { rows } = await sql<Template>`
    select id, name, words from message_template where account_id = ${accountId} order by lower(name), id`.execute(db)
  return rows
}

/** Stores a template at the first free place. @returns `false` if none is free, or if another tab just took it */
export async function insertTemplate(db: Database, accountId: string, { id, name, words }: Template): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into message_template (id, account_id, place, name, words)
    select ${id}, ${accountId}, p, ${name}, ${words} from generate_series(1, ${MOST_TEMPLATES}::int) p
    where not exists (select from message_template m where m.account_id = ${accountId} and m.place = p)
    order by p limit 1
    on conflict (account_id, place) do nothing`.execute(db)
  return numAffectedRows === 1n
}

export async function findTemplate(db: Database, accountId: string, id: string): Promise<Template | null> {
  const { rows } = await sql<Template>`
    select id, name, words from message_template where id = ${id} and account_id = ${accountId}`.execute(db)
  return rows[0] ?? null
}

/**
 * Changes a template if no one has changed it since the person saw it. If it already has the new text, that counts,
 * too, because the first answer was lost.
 * @returns `false` if someone else changed it, or the account has no such template
 */
export async function updateTemplate(
  db: Database,
  accountId: string,
  { id, name, words }: Template,
  seen?: TemplateForm,
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update message_template set name = ${name}, words = ${words}
    where id = ${id} and account_id = ${accountId}
      ${seen ? sql`and (name, words) in ((${seen.name}, ${seen.words}), (${name}, ${words}))` : sql``}`.execute(db)
  return numAffectedRows === 1n
}

/** @returns `false` if the account has no such template */
export async function deleteTemplate(db: Database, accountId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from message_template where id = ${id} and account_id = ${accountId}`.execute(db)
  return numAffectedRows === 1n
}
