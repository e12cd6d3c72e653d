import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import { dialable } from '../../platform/phone.ts'

/** Returns which of these phones (E.164) opted out. */
export async function listOptedOut(db: Database, phones: string[]): Promise<Set<string>> {
  const { rows } = await sql<{ phone: string }>`
    select phone from text_opt_out where is_out and phone = any(${phones})`.execute(db)
  return new Set(rows.map(({ phone }) => phone))
}

/**
 * Records an opt-out or opt-in. The owner's own request counts at once, and a carrier's report never overrules a later
 * request. A sender without a phone number, such as a short code, cannot opt out.
 */
export async function setOptedOut(
  db: Database,
  { phone, isOut, word, reference }: { phone: string; isOut: boolean; word: string; reference: string | null },
  now: string,
): Promise<void> {
  const e164 = dialable(phone)
  if (!e164) return
  await sql`
    insert into text_opt_out (phone, is_out, word, reference, changed_at)
    values (${e164}, ${isOut}, ${word}, ${reference}, ${now})
    on conflict (phone) do update set is_out = excluded.is_out, word = excluded.word, reference = excluded.reference,
      changed_at = excluded.changed_at where text_opt_out.changed_at <= excluded.changed_at`.execute(db)
}
