import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'
import type { PageRange } from '../../platform/paging.ts'
import { patternOf } from '../../platform/search-words.ts'
import type { User } from './contract.ts'

type Row = Omit<User, 'createdAt' | 'lastSignedInAt' | 'suspension'> & {
  createdAt: Date
  lastSignedInAt: Date | null
  suspendedAt: Date | null
  reason: string | null
}

/** Selects accounts that can sign in. The account of the product's own demo property cannot. */
const people = sql`account a left join profile p on p.account_id = a.id left join suspension s on s.account_id = a.id
  where exists (select from account_credential c where c.account_id = a.id)`

const columns = (now: Temporal.Instant) => sql`
  a.id, a.email, a.name, p.username, coalesce(p.role, 'agent') as role, a.email_verified as "emailVerified",
  coalesce(a.two_factor_enabled, false) as "hasSecondFactor", s.suspended_at as "suspendedAt", s.reason,
  a.created_at as "createdAt", a.last_signed_in_at as "lastSignedInAt",
  (select count(*)::int from account_session o where o.account_id = a.id and o.expires_at > ${now}) as sessions,
  (select count(*)::int from property h where h.owner_id = a.id and h.deleted_at is null) as homes`

const userOf = ({ createdAt, lastSignedInAt, suspendedAt, reason, ...row }: Row): User => ({
  ...row,
  createdAt: createdAt.toISOString(),
  lastSignedInAt: lastSignedInAt?.toISOString() ?? null,
  suspension: suspendedAt && { at: suspendedAt.toISOString(), reason: reason ?? '' },
})

type Wanted = PageRange<{ id: string }> & { words: string[]; now: Temporal.Instant }

/** Lists users whose emails, also earlier ones, names or id contain every one of these words, newest first. */
export async function listUsers(db: Database, { words, after, limit, now }: Wanted): Promise<User[]> {
  const patterns = words.map(patternOf)
  const holds = sql`and lower(concat_ws(' ', a.email, a.name, p.username, a.id::text,
    (select string_agg(f.email, ' ') from account_former_email f where f.account_id = a.id),
    (select g.agent_name from agent_profile g where g.account_id = a.id))) ~ all (${patterns}::text[])`
  const { rows } = await sql<Row>`
    select ${columns(now)} from ${people} ${words.length > 0 ? holds : sql``}
      ${after ? sql`and a.id < ${after.id}::uuid` : sql``} order by a.id desc limit ${limit}`.execute(db)
  return rows.map(userOf)
}

export async function findUser(db: Database, id: string, now: Temporal.Instant): Promise<User | null> {
  const { rows } = await sql<Row>`select ${columns(now)} from ${people} and a.id = ${id}::uuid`.execute(db)
  return rows[0] ? userOf(rows[0]) : null
}

/**
 * Serializes actions on accounts, so that two admins cannot demote each other. Blocks the account's sign-ins and holds
 * in the meantime. Locks the properties before the account, as an edit of a property does, so that they don't deadlock.
 */
export async function lockUser(tx: Database, id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('admins', 0))`.execute(tx)
  await sql`select stop_holds_of(${id}::uuid)`.execute(tx)
  await sql`select from property where owner_id = ${id}::uuid and deleted_at is null order by id for no key update`.execute(
    tx,
  )
  await sql`select from account where id = ${id}::uuid for update`.execute(tx)
}

/** Lists the admins who can act now. */
export async function listActiveAdmins(db: Database): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select a.id from ${people} and p.role = 'admin' and s.account_id is null`.execute(db)
  return rows.map(({ id }) => id)
}

/** Ends the account's holds, unlists its properties, and records which. @returns how many */
export async function insertSuspension(
  tx: Database,
  { id, reason, now }: { id: string; reason: string; now: Temporal.Instant },
): Promise<number> {
  await sql`select end_holds_of(${id}::uuid, ${now})`.execute(tx)
  const { rows } = await sql<{ unlisted: number }>`
    with hidden as (
      update property set status = 'unlisted', version = version + 1, updated_at = ${now}
      where owner_id = ${id}::uuid and status = 'listed' and deleted_at is null returning id)
    insert into suspension (account_id, reason, suspended_at, unlisted)
    values (${id}::uuid, ${reason}, ${now}, coalesce((select array_agg(id) from hidden), '{}'))
    returning cardinality(unlisted) as unlisted`.execute(tx)
  return rows[0]?.unlisted ?? 0
}

/** Lists those properties again, except those sold, rented, or deleted since. @returns how many */
export async function deleteSuspension(
  tx: Database,
  { id, now }: { id: string; now: Temporal.Instant },
): Promise<number> {
  // Delete the suspension first, so that the account is reachable again when we list its properties.
  const over = await sql<{ unlisted: string[] }>`
    delete from suspension where account_id = ${id}::uuid returning unlisted`.execute(tx)
  const { numAffectedRows } = await sql`
    update property set status = 'listed', version = version + 1, updated_at = ${now}
    where id = any(${over.rows[0]?.unlisted ?? []}::uuid[]) and status = 'unlisted' and deleted_at is null
      and owner_id = ${id}::uuid`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}
