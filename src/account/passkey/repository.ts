import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'

type PasskeyRow = {
  id: string
  name: string | null
  backed_up: boolean
  created_at: Date
  last_used_at: Date | null
}

/** Lists passkeys, oldest first. */
export async function listPasskeys(db: Database, accountId: string): Promise<PasskeyRow[]> {
  const { rows } = await sql<PasskeyRow>`
    select id, name, backed_up, created_at, last_used_at from account_passkey
    where account_id = ${accountId} order by created_at, id`.execute(db)
  return rows
}

/** Tells whether this token's session began after this instant. */
export async function isSessionSince(db: Database, token: string, since: Temporal.Instant): Promise<boolean> {
  const { rows } = await sql`
    select from account_session where token = ${token} and created_at > ${since}`.execute(db)
  return rows.length > 0
}

/** @returns false if the account has no such passkey */
export async function renamePasskey(
  db: Database,
  { id, accountId, name }: { id: string; accountId: string; name: string },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update account_passkey set name = ${name} where id = ${id} and account_id = ${accountId}`.execute(db)
  return numAffectedRows === 1n
}

/** @returns false if the account has no such passkey */
export async function deletePasskey(db: Database, id: string, accountId: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from account_passkey where id = ${id} and account_id = ${accountId}`.execute(db)
  return numAffectedRows === 1n
}

export async function noteUse(db: Database, credentialId: string, now: Temporal.Instant): Promise<void> {
  await sql`update account_passkey set last_used_at = ${now} where credential_id = ${credentialId}`.execute(db)
}

/** Deletes expired challenges and links. */
export async function sweepChallenges(db: Database, now: Temporal.Instant): Promise<void> {
  await sql`delete from account_verification where expires_at < ${now}`.execute(db)
}
