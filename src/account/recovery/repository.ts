import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'

/** The queue waits e^n seconds between attempts, so it tries an email for about a day. */
const ATTEMPTS = 12

export async function enqueueMail(db: Database, payload: object): Promise<void> {
  await sql`select graphile_worker.add_job('recovery.mail', ${JSON.stringify(payload)}::json, max_attempts := ${ATTEMPTS}::int)`.execute(
    db,
  )
}

export async function isEmailConfirmed(db: Database, accountId: string): Promise<boolean> {
  const { rows } = await sql`select from account where id = ${accountId} and email_verified`.execute(db)
  return rows.length > 0
}

/** @returns null if there is no such account or it has not chosen a language */
export async function findLanguage(db: Database, email: string): Promise<string | null> {
  const { rows } = await sql<{ language: string | null }>`
    select p.settings ->> 'language' as language
    from account a join profile p on p.account_id = a.id where a.email = ${email}`.execute(db)
  return rows[0]?.language ?? null
}

/**
 * Ends what a new password ends: every session and everything else that opens the account, such as other links. Also
 * confirms the email, since only the owner of the mailbox can read the link.
 * @returns the account's email, or null if the account is gone
 */
export async function endEverything(db: Database, accountId: string, at: Temporal.Instant): Promise<string | null> {
  await sql`delete from account_session where account_id = ${accountId}`.execute(db)
  await sql`delete from account_verification where value = ${accountId}`.execute(db)
  const { rows } = await sql<{ email: string }>`
    update account set email_verified = true, updated_at = ${at} where id = ${accountId} returning email`.execute(db)
  return rows[0]?.email ?? null
}
