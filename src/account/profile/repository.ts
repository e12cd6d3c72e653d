import { sql } from 'kysely'
import { constraintOf, type Database } from '../../platform/db/connect.ts'
import type { Language } from '../../platform/language.ts'
import type { ProfileSettings } from './contract.ts'
import type { ProfileRow } from './domain.ts'

export async function findProfile(db: Database, accountId: string): Promise<ProfileRow | null> {
  const { rows } = await sql<ProfileRow>`
    select p.account_id, a.email, p.username, p.bio, p.picture_key, p.role, p.settings, p.created_at,
      coalesce((select balance from credit_entry c where c.account_id = p.account_id order by sequence desc limit 1), 0)
        as credits,
      case when exists (select from subscription s where s.account_id = p.account_id and s.status <> 'ended')
        then 'monthly' else 'free' end as plan
    from profile p join account a on a.id = p.account_id where p.account_id = ${accountId}`.execute(db)
  return rows[0] ?? null
}

/** @returns 'exists' if the account has a profile, 'taken' if another account has the name */
export async function insertProfile(
  db: Database,
  profile: { accountId: string; username: string; language: Language; at: Temporal.Instant },
): Promise<'made' | 'exists' | 'taken'> {
  const { numAffectedRows } = await sql`
    insert into profile (account_id, username, settings, created_at)
    values (${profile.accountId}, ${profile.username}, jsonb_build_object('language', ${profile.language}::text), ${profile.at})
    on conflict do nothing`.execute(db)
  if (numAffectedRows === 1n) return 'made'
  // The statement above cannot see the competing row that it waited for, so we look again.
  const { rows } = await sql`select from profile where account_id = ${profile.accountId}`.execute(db)
  return rows.length > 0 ? 'exists' : 'taken'
}

/** Grants the credits for a registration once, unless a deleted account with this email had them. */
export async function grantRegistration(
  db: Database,
  grant: { id: string; accountId: string; amount: number; hash: string; at: Temporal.Instant },
): Promise<void> {
  await sql`
    select grant_registration(${grant.id}, ${grant.accountId}, ${grant.amount}, ${grant.hash}, ${grant.at})`.execute(db)
}

/** Remembers an email by its hash if the account had the credits for a registration. */
export async function insertFormerRegistration(
  tx: Database,
  of: { accountId: string; hash: string; forgetAt: Temporal.Instant },
): Promise<void> {
  await sql`
    insert into former_registration (email_hash, forget_at)
    select ${of.hash}, ${of.forgetAt}
    where exists (select from credit_entry where account_id = ${of.accountId} and kind = 'registration')
    on conflict (email_hash) do update set forget_at = greatest(former_registration.forget_at, excluded.forget_at)`.execute(
    tx,
  )
}

export async function deleteFormerRegistrations(db: Database, now: Temporal.Instant): Promise<void> {
  await sql`delete from former_registration where forget_at <= ${now}`.execute(db)
}

/** @returns false if another account has the name, or null if the account has no profile */
export async function updateUsername(db: Database, accountId: string, username: string): Promise<boolean | null> {
  try {
    const { numAffectedRows } =
      await sql`update profile set username = ${username} where account_id = ${accountId}`.execute(db)
    return numAffectedRows === 1n || null
  } catch (error) {
    if (constraintOf(error) === 'profile_username_taken') return false
    throw error
  }
}

/** Leaves undefined fields unchanged. @returns whether the account has a profile */
export async function updateProfile(
  db: Database,
  accountId: string,
  change: { bio?: string | undefined; picture?: string | null; settings?: Partial<ProfileSettings> | undefined },
): Promise<boolean> {
  const { bio, picture, settings = {} } = change
  const { numAffectedRows } = await sql`
    update profile set bio = coalesce(${bio ?? null}, bio),
      picture_key = ${picture === undefined ? sql`picture_key` : picture},
      settings = settings || ${JSON.stringify(settings)}::jsonb
    where account_id = ${accountId}`.execute(db)
  return numAffectedRows === 1n
}
