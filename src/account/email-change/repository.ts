import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'

type Change = { id: string; accountId: string; sessionId: string; email: string; expiresAt: Date }
const columns = sql.raw(`id, account_id as "accountId", session_id as "sessionId", email, expires_at as "expiresAt"`)

/** @returns null if no change waits */
export async function findOwnChange(db: Database, accountId: string, now: Temporal.Instant): Promise<Change | null> {
  const { rows } = await sql<Change>`
    select ${columns} from account_email_change where account_id = ${accountId} and expires_at > ${now}`.execute(db)
  return rows[0] ?? null
}

/** @returns null if the change ended */
export async function findChange(db: Database, id: string, now: Temporal.Instant): Promise<Change | null> {
  const { rows } = await sql<Change>`
    select ${columns} from account_email_change where id = ${id} and expires_at > ${now}`.execute(db)
  return rows[0] ?? null
}

/** Stores a change in place of the account's earlier one. @returns false if its session just ended */
export async function replaceChange(
  tx: Database,
  { id, accountId, sessionId, email, expiresAt }: Omit<Change, 'expiresAt'> & { expiresAt: Temporal.Instant },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into account_email_change (id, account_id, session_id, email, expires_at)
    select ${id}, ${accountId}, s.id, ${email}, ${expiresAt} from account_session s
    where s.id = ${sessionId} and s.account_id = ${accountId} for key share
    on conflict (account_id) do update
    set id = excluded.id, session_id = excluded.session_id, email = excluded.email, expires_at = excluded.expires_at`.execute(
    tx,
  )
  return numAffectedRows === 1n
}

export async function deleteOwnChange(db: Database, accountId: string): Promise<void> {
  await sql`delete from account_email_change where account_id = ${accountId}`.execute(db)
}

/** Deletes changes whose links no longer work. */
export async function deleteExpiredChanges(db: Database, now: Temporal.Instant): Promise<void> {
  await sql`delete from account_email_change where expires_at <= ${now}`.execute(db)
}

/** @returns false if the change was used or ended meanwhile */
export async function takeChange(tx: Database, id: string): Promise<boolean> {
  const { numAffectedRows } = await sql`delete from account_email_change where id = ${id}`.execute(tx)
  return numAffectedRows === 1n
}

/**
 * Locks the properties, whose contacts may follow, and then the account, as an edit of a property does, so that they don't
 * deadlock. The account comes before its sessions, so that no sign-in is missed.
 */
export async function lockAccount(tx: Database, accountId: string): Promise<void> {
  await sql`select from property where owner_id = ${accountId} and deleted_at is null order by id for no key update`.execute(
    tx,
  )
  await sql`select from account where id = ${accountId} for update`.execute(tx)
}

/**
 * Ends the account's other sessions, all emailed links, and the marks of browsers that skip the code. Someone else may
 * read the earlier mailbox and have opened them.
 */
export async function endAllBut(tx: Database, { accountId, sessionId }: Change): Promise<void> {
  await sql`delete from account_session where account_id = ${accountId} and id <> ${sessionId}`.execute(tx)
  await sql`delete from account_verification where value = ${accountId}`.execute(tx)
}

/**
 * Changes the email, which is then confirmed, and keeps the earlier one for support and for a deletion.
 * @returns the earlier email, or null if the account is gone
 * @throws a violation of `account_email_key` if another account has the email
 */
export async function updateEmail(
  tx: Database,
  { accountId, email }: Change,
  now: Temporal.Instant,
): Promise<{ email: string; isConfirmed: boolean } | null> {
  const { rows } = await sql<{ email: string; isConfirmed: boolean }>`
    update account a set email = ${email}, email_verified = true, updated_at = ${now}
    from (select id, email, email_verified from account where id = ${accountId} and deleted_at is null) old
    where a.id = old.id returning old.email, old.email_verified as "isConfirmed"`.execute(tx)
  const [old] = rows
  if (!old) return null
  await sql`
    insert into account_former_email (account_id, email, changed_at) values (${accountId}, ${old.email}, ${now})
    on conflict (account_id, email) do update set changed_at = excluded.changed_at`.execute(tx)
  return old
}

export async function isTaken(db: Database, email: string): Promise<boolean> {
  const { rows } = await sql`select from account where email = ${email}`.execute(db)
  return rows.length > 0
}

/** Queues the email with the link. The queue tries it for about a day, as long as the link works. */
export async function enqueueLink(
  tx: Database,
  payload: { changeId: string; [field: string]: unknown },
): Promise<void> {
  await sql`select graphile_worker.add_job('email-change.mail', ${JSON.stringify(payload)}::json,
    job_key := ${`email change:${payload.changeId}`}, max_attempts := 12)`.execute(tx)
}
