import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import { DELETED_AT_ONCE } from '../../platform/db/deletion.ts'
import { phoneColumns } from '../../platform/phone.ts'
import { isUuid } from '../../platform/uuid.ts'
import type { Account, AgentContact, AgentProfile } from './contract.ts'
import type { OwnTime, ShowingInTheWay } from './own-time-domain.ts'

type Row = {
  id: string
  email: string
  name: string
  email_verified: boolean
  role: 'agent' | 'admin' | null
  username: string | null
  showing_name: string
}

/** Accounts from earlier registrations have the anonymous username as their name, which showings do not show. */
const columns = sql.raw(`a.id, a.email, a.name, a.email_verified, p.role, p.username,
  coalesce((select nullif(g.agent_name, '') from agent_profile g where g.account_id = a.id),
    case when not a.has_stand_in_name then nullif(a.name, '') end, a.email) as showing_name`)
const accountOf = (row: Row | undefined): Account | null => {
  if (!row) return null
  const { id, email, name, username, showing_name: showingName } = row
  return { id, email, name, showingName, username, emailVerified: row.email_verified, role: row.role ?? 'agent' }
}

export async function findAccount(db: Database, id: string): Promise<Account | null> {
  const { rows } = await sql<Row>`
    select ${columns} from account a left join profile p on p.account_id = a.id where a.id = ${id}`.execute(db)
  return accountOf(rows[0])
}

/** @param email folded */
export async function findAccountByEmail(db: Database, email: string): Promise<Account | null> {
  const { rows } = await sql<Row>`
    select ${columns} from account a left join profile p on p.account_id = a.id where a.email = ${email}`.execute(db)
  return accountOf(rows[0])
}

/**
 * Finds the account of a live session with one indexed query, so that a session that ended anywhere ends here at once.
 * `isFresh` says that we noted a use of the session in the last few minutes.
 */
export async function findAccountBySession(
  db: Database,
  token: string,
  now: Temporal.Instant,
): Promise<{ account: Account; isFresh: boolean } | null> {
  const { rows } = await sql<Row & { is_fresh: boolean }>`
    select ${columns}, coalesce(s.last_used_at > ${now.subtract(NOTED)}, false) as is_fresh from account_session s
    join account a on a.id = s.account_id
    left join profile p on p.account_id = a.id
    where s.token = ${token} and s.expires_at > ${now}`.execute(db)
  const account = accountOf(rows[0])
  return account && { account, isFresh: rows[0]?.is_fresh ?? false }
}

export async function findSession(
  db: Database,
  token: string,
  now: Temporal.Instant,
): Promise<{ accountId: string; sessionId: string } | null> {
  const { rows } = await sql<{ accountId: string; sessionId: string }>`
    select account_id as "accountId", id as "sessionId" from account_session
    where token = ${token} and expires_at > ${now}`.execute(db)
  return rows[0] ?? null
}

const NOTED = { minutes: 5 }

/** Records the use of a session, often enough to show its owner and rarely enough to cost nothing. */
export async function noteUse(db: Database, token: string, now: Temporal.Instant): Promise<void> {
  await sql`update account_session set last_used_at = ${now} where token = ${token}`.execute(db)
}

/** Finds the account of a bearer token while its session is live. */
export async function findAccountByToken(
  db: Database,
  { accountId, sessionId }: { accountId: string; sessionId: string },
  now: Temporal.Instant,
): Promise<Account | null> {
  if (!isUuid(sessionId) || !isUuid(accountId)) return null
  const { rows } = await sql<Row>`
    select ${columns} from account_session s
    join account a on a.id = s.account_id
    left join profile p on p.account_id = a.id
    where s.id = ${sessionId} and s.account_id = ${accountId} and s.expires_at > ${now}`.execute(db)
  return accountOf(rows[0])
}

export async function deleteSession(db: Database, token: string): Promise<void> {
  await sql`delete from account_session where token = ${token}`.execute(db)
}

/** @returns how many sessions there were */
export async function deleteSessions(db: Database, accountId: string): Promise<number> {
  const { numAffectedRows } = await sql`delete from account_session where account_id = ${accountId}`.execute(db)
  return Number(numAffectedRows ?? 0n)
}

/** Deletes expired sessions, at most DELETED_AT_ONCE. @returns how many */
export async function deleteExpiredSessions(db: Database, now: Temporal.Instant): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from account_session where id in (
      select id from account_session where expires_at <= ${now} order by expires_at limit ${DELETED_AT_ONCE})`.execute(
    db,
  )
  return Number(numAffectedRows ?? 0n)
}

/** Also deletes emailed links and the marks of browsers that skip the code. @returns how many sessions there were */
export async function deleteSessionsAndLinks(tx: Database, accountId: string): Promise<number> {
  // Sessions go before links everywhere, so that no two transactions deadlock.
  const sessions = await deleteSessions(tx, accountId)
  await sql`delete from account_verification where value = ${accountId}`.execute(tx)
  return sessions
}

/** Inserts an account whose email needs no confirmation. @returns false if another account has this email */
export async function insertAccount(
  db: Database,
  account: { id: string; email: string; name: string; at: Temporal.Instant },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into account (id, email, name, email_verified, created_at, updated_at)
    values (${account.id}, ${account.email}, ${account.name}, true, ${account.at}, ${account.at})
    on conflict (email) do nothing`.execute(db)
  return numAffectedRows === 1n
}

/** Stores the password as the identity provider does: a credential with the account's own id. */
export async function upsertPassword(
  db: Database,
  password: { id: string; accountId: string; hash: string; at: Temporal.Instant },
): Promise<void> {
  await sql`
    insert into account_credential (id, account_id, provider, provider_account_id, password, created_at, updated_at)
    values (${password.id}, ${password.accountId}, 'credential', ${password.accountId}, ${password.hash}, ${password.at}, ${password.at})
    on conflict (provider, provider_account_id) do update set password = excluded.password, updated_at = excluded.updated_at
  `.execute(db)
}

export async function findPasswordHash(db: Database, accountId: string): Promise<string | null> {
  const { rows } = await sql<{ password: string | null }>`
    select password from account_credential
    where provider = 'credential' and provider_account_id = ${accountId}::text`.execute(db)
  return rows[0]?.password ?? null
}

/** @param email folded */
export async function findHashByEmail(db: Database, email: string): Promise<string | null> {
  const { rows } = await sql<{ password: string | null }>`
    select c.password from account a join account_credential c on c.account_id = a.id and c.provider = 'credential'
    where a.email = ${email}`.execute(db)
  return rows[0]?.password ?? null
}

/** Does nothing if the password changed in the meantime. */
export async function replaceHash(
  db: Database,
  { email, oldHash, hash }: { email: string; oldHash: string; hash: string },
): Promise<void> {
  await sql`
    update account_credential c set password = ${hash} from account a
    where a.email = ${email} and c.account_id = a.id and c.provider = 'credential' and c.password = ${oldHash}`.execute(
    db,
  )
}

/** @returns false if the account has a profile or another account has the name */
export async function insertProfile(
  db: Database,
  profile: { accountId: string; username: string; role: 'agent' | 'admin'; at: Temporal.Instant },
): Promise<boolean> {
  const { numAffectedRows } = await sql`
    insert into profile (account_id, username, role, created_at)
    values (${profile.accountId}, ${profile.username}, ${profile.role}, ${profile.at})
    on conflict do nothing`.execute(db)
  return numAffectedRows === 1n
}

/** @returns false if the account has no profile */
export async function updateRole(db: Database, accountId: string, role: 'agent' | 'admin'): Promise<boolean> {
  const { numAffectedRows } = await sql`update profile set role = ${role} where account_id = ${accountId}`.execute(db)
  return numAffectedRows === 1n
}

/** Stops every key from signing. We still verify tokens that they signed until those expire. */
export async function retireKeys(db: Database, now: Temporal.Instant): Promise<void> {
  await sql`update account_key set expires_at = ${now} where expires_at is null or expires_at > ${now}`.execute(db)
}

export async function findAgentProfile(db: Database, accountId: string): Promise<AgentProfile | null> {
  const { rows } = await sql<AgentProfile>`
    select agent_name, agent_phone, agent_email, agent_license, agent_brokerage, shows_alone, travel_minutes
    from agent_profile where account_id = ${accountId}`.execute(db)
  return rows[0] ?? null
}

/** Does not write an unchanged contact, so that kept pages that show it stay. */
export async function upsertAgentContact(
  db: Database,
  accountId: string,
  profile: AgentContact,
  at: Temporal.Instant,
): Promise<void> {
  const phone = phoneColumns('agent_phone', profile.agent_phone)
  await sql`
    insert into agent_profile as p (account_id, agent_name, agent_phone, agent_phone_e164, agent_phone_extension, agent_email,
      agent_license, agent_brokerage, updated_at)
    values (${accountId}, ${profile.agent_name}, ${phone.agent_phone}, ${phone.agent_phone_e164},
      ${phone.agent_phone_extension}, ${profile.agent_email}, ${profile.agent_license}, ${profile.agent_brokerage}, ${at})
    on conflict (account_id) do update set agent_name = excluded.agent_name, agent_phone = excluded.agent_phone,
      agent_phone_e164 = excluded.agent_phone_e164, agent_phone_extension = excluded.agent_phone_extension,
      agent_email = excluded.agent_email, agent_license = excluded.agent_license,
      agent_brokerage = excluded.agent_brokerage, updated_at = excluded.updated_at
    where (p.agent_name, p.agent_phone, p.agent_email, p.agent_license, p.agent_brokerage) is distinct from
      (excluded.agent_name, excluded.agent_phone, excluded.agent_email, excluded.agent_license, excluded.agent_brokerage)
  `.execute(db)
}

/**
 * Stores an agent's schedule settings and applies them to every upcoming showing.
 * @returns the showings that are too close for them, in which case nothing changed
 */
export async function setOwnTime(
  db: Database,
  accountId: string,
  { shows_alone, travel_minutes }: OwnTime,
  at: Temporal.Instant,
): Promise<ShowingInTheWay[]> {
  const { rows } = await sql<ShowingInTheWay>`
    select * from set_own_time(${accountId}, ${shows_alone ?? null}::boolean, ${travel_minutes ?? null}::smallint, ${at})`.execute(
    db,
  )
  return rows
}

/** Grants the credits for a registration once. */
export async function grantCredits(
  tx: Database,
  grant: { id: string; accountId: string; amount: number; at: Temporal.Instant },
): Promise<void> {
  await sql`
    select move_credits(${grant.id}, ${grant.accountId}, ${grant.amount}, 'registration', 'registration', ${grant.at})`.execute(
    tx,
  )
}
