import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'

type SessionRow = {
  id: string
  token: string
  ip_address: string | null
  user_agent: string | null
  created_at: Date
  last_used_at: Date | null
}

/** Lists live sessions, last used first. */
export async function listOpenSessions(db: Database, accountId: string, now: Temporal.Instant): Promise<SessionRow[]> {
  const { rows } = await sql<SessionRow>`
    select id, token, ip_address, user_agent, created_at, last_used_at from account_session
    where account_id = ${accountId} and expires_at > ${now}
    order by coalesce(last_used_at, created_at) desc, id desc limit 100`.execute(db)
  return rows
}

/** @returns false if the session is another account's or has ended */
export async function deleteOwnSession(db: Database, accountId: string, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`
    delete from account_session where id = ${id} and account_id = ${accountId}`.execute(db)
  return numAffectedRows === 1n
}

/** Deletes the marks of browsers that skip the code. An emailed link looks the same but lasts at most an hour. */
export async function deleteTrustMarks(db: Database, accountId: string): Promise<void> {
  await sql`
    delete from account_verification where value = ${accountId} and expires_at > created_at + interval '1 day'`.execute(
    db,
  )
}

export async function deleteSessionByToken(db: Database, token: string): Promise<void> {
  await sql`delete from account_session where token = ${token}`.execute(db)
}

/** Finds whether an account's second factor is on and its email confirmed. */
export async function findFactor(db: Database, accountId: string): Promise<{ isOn: boolean; isConfirmed: boolean }> {
  const { rows } = await sql<{ two_factor_enabled: boolean | null; email_verified: boolean }>`
    select two_factor_enabled, email_verified from account where id = ${accountId}`.execute(db)
  return { isOn: rows[0]?.two_factor_enabled ?? false, isConfirmed: rows[0]?.email_verified ?? false }
}

/** Finds the session's owner if their second factor is off. @returns null if it is on or there is no such session */
export async function findOwnerWithoutFactor(
  db: Database,
  token: string,
): Promise<{ accountId: string; email: string } | null> {
  const { rows } = await sql<{ id: string; email: string }>`
    select a.id, a.email from account_session s join account a on a.id = s.account_id
    where s.token = ${token} and a.two_factor_enabled is not true`.execute(db)
  return rows[0] ? { accountId: rows[0].id, email: rows[0].email } : null
}

/** Marks a code as used. @returns false if it was already used within these minutes */
export async function takeCode(
  db: Database,
  code: { accountId: string; hash: string; now: Temporal.Instant; minutes: number },
): Promise<boolean> {
  const before = code.now.subtract({ minutes: code.minutes })
  await sql`delete from account_used_code where account_id = ${code.accountId} and used_at < ${before}`.execute(db)
  const { numAffectedRows } = await sql`
    insert into account_used_code (account_id, code_hash, used_at) values (${code.accountId}, ${code.hash}, ${code.now})
    on conflict do nothing`.execute(db)
  return numAffectedRows === 1n
}

/** Turns off two-step verification, with which the second factor goes. @returns false if it was off */
export async function deleteFactor(db: Database, { id, now }: { id: string; now: Temporal.Instant }): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update account set two_factor_enabled = false, updated_at = ${now} where id = ${id} and two_factor_enabled`.execute(
    db,
  )
  return numAffectedRows === 1n
}
