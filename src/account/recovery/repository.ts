import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'

export type MailedAccount = { id: string; email: string; email_verified: boolean }

/** Backoff e^n seconds: a mail that cannot leave is tried for about a day. */
const ATTEMPTS = 12

export async function enqueueMail(db: Database, payload: object): Promise<void> {
  await sql`select graphile_worker.add_job('recovery.mail', ${JSON.stringify(payload)}::json, max_attempts := ${ATTEMPTS}::int)`.execute(
    db,
  )
}

/** `email` folded. */
export async function findByEmail(db: Database, email: string): Promise<MailedAccount | null> {
  const { rows } =
    await sql<MailedAccount>`select id, email, email_verified from account where email = ${email}`.execute(db)
  return rows[0] ?? null
}

/**
 * What a new password ends: every session, and whatever else was given out for the account, such as other links. Who has
 * read the link has the mailbox, so the address is confirmed.
 * @returns the account's address; null: it is gone
 */
export async function endEverything(db: Database, accountId: string, at: Temporal.Instant): Promise<string | null> {
  await sql`delete from account_session where account_id = ${accountId}`.execute(db)
  await sql`delete from account_verification where value = ${accountId}`.execute(db)
  const { rows } = await sql<{ email: string }>`
    update account set email_verified = true, updated_at = ${at} where id = ${accountId} returning email`.execute(db)
  return rows[0]?.email ?? null
}
