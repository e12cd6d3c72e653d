import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'

/** The queue waits e^n seconds between attempts, so it tries an email for about a day. */
const ATTEMPTS = 12

type MailPayload = { id: string; [field: string]: unknown }

/**
 * How long a planned email waits for its change before each check. Almost every change is done before the first check,
 * but some wait for a lock or a connection.
 */
const PLANNED_WAITS = ['2 minutes', '5 minutes', '10 minutes', '15 minutes', '30 minutes']

/** Queues an email to send now. It replaces the planned email with the same ID. */
export async function enqueueMail(db: Database, payload: MailPayload): Promise<void> {
  await sql`select graphile_worker.add_job('recovery.mail', ${JSON.stringify(payload)}::json,
    job_key := ${keyOf(payload)}, max_attempts := ${ATTEMPTS}::int)`.execute(db)
}

export async function planMail(db: Database, payload: MailPayload): Promise<void> {
  await sql`select graphile_worker.add_job('recovery.planned-mail', ${JSON.stringify(payload)}::json,
    job_key := ${keyOf(payload)}, max_attempts := ${ATTEMPTS}::int,
    run_at := now() + ${PLANNED_WAITS[0]}::interval)`.execute(db)
}

/**
 * Plans the next check of an email, unless it was sent or dropped in the meantime, or this was the last check.
 * @param looks the checks so far
 */
export async function planNextLook(db: Database, payload: MailPayload, looks: number): Promise<void> {
  const wait = PLANNED_WAITS[looks]
  if (!wait) return
  await sql`select graphile_worker.add_job('recovery.planned-mail', ${JSON.stringify(payload)}::json,
    job_key := ${keyOf(payload)}, max_attempts := ${ATTEMPTS}::int, run_at := now() + ${wait}::interval)
    where exists (
      select from graphile_worker.jobs
      where key = ${keyOf(payload)} and task_identifier = 'recovery.planned-mail')`.execute(db)
}

export async function dropMail(db: Database, id: string): Promise<void> {
  await sql`select graphile_worker.remove_job(${keyOf({ id })})`.execute(db)
}

const keyOf = ({ id }: { id: string }) => `mail:${id}`

/**
 * Returns a digest of the state that a notice is about. It is a digest because jobs must not contain secrets.
 * @returns null if the account is gone
 */
export async function findNoticedState(
  db: Database,
  { kind, accountId }: { kind: string; accountId: string },
): Promise<string | null> {
  const { rows } = await sql<{ state: string }>`
    select encode(sha256(convert_to(coalesce(case ${kind}::text
      when 'password_changed' then (
        select c.password from account_credential c where c.account_id = a.id and c.provider = 'credential')
      when 'recovery_codes' then (select f.backup_codes from account_second_factor f where f.account_id = a.id)
      when 'passkey_added' then (
        select string_agg(k.id::text, ' ' order by k.id) from account_passkey k where k.account_id = a.id)
      else coalesce(a.two_factor_enabled, false)::text end, ''), 'UTF8')), 'hex') as state
    from account a where a.id = ${accountId} and a.deleted_at is null`.execute(db)
  return rows[0]?.state ?? null
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
 * Ends everything that a new password ends: all sessions and everything else that opens the account, such as other
 * links. Also confirms the email, because only the owner of the mailbox can read the link.
 * @returns the account's email, or null if the account is gone
 */
export async function endEverything(db: Database, accountId: string, at: Temporal.Instant): Promise<string | null> {
  // The account comes before its sessions, as in a sign-in and a deletion, so that nothing deadlocks.
  await sql`select from account where id = ${accountId} for update`.execute(db)
  await sql`delete from account_session where account_id = ${accountId}`.execute(db)
  await sql`delete from account_verification where value = ${accountId}`.execute(db)
  const { rows } = await sql<{ email: string }>`
    update account set email_verified = true, updated_at = ${at} where id = ${accountId} returning email`.execute(db)
  return rows[0]?.email ?? null
}
