import { sql } from 'kysely'
import type { Database } from '../../platform/db/connect.ts'

/** @returns the account's existing token, or this new one if there was none */
export async function keepFeedToken(db: Database, accountId: string, token: string, now: string): Promise<string> {
  await sql`
    insert into calendar_feed (account_id, token, created_at) values (${accountId}, ${token}, ${now}::timestamptz)
    on conflict (account_id) do nothing`.execute(db)
  const { rows } = await sql<{
    token: string
  }>`select token from calendar_feed where account_id = ${accountId}`.execute(db)
  return rows[0]?.token ?? token
}

export async function replaceFeedToken(db: Database, accountId: string, token: string, now: string): Promise<void> {
  await sql`
    insert into calendar_feed (account_id, token, created_at) values (${accountId}, ${token}, ${now}::timestamptz)
    on conflict (account_id) do update set token = excluded.token, created_at = excluded.created_at`.execute(db)
}

/** @returns null if no feed has this token, or its owner is suspended. `language` is null if the owner chose none. */
export async function findFeedOwner(
  db: Database,
  token: string,
): Promise<{ accountId: string; language: string | null } | null> {
  const { rows } = await sql<{ account_id: string; language: string | null }>`
    select f.account_id, p.settings ->> 'language' as language
    from calendar_feed f left join profile p on p.account_id = f.account_id
    where f.token = ${token} and not exists (select from suspension s where s.account_id = f.account_id)`.execute(db)
  const owner = rows[0]
  return owner ? { accountId: owner.account_id, language: owner.language } : null
}

/**
 * Returns a text that changes whenever one of these showings or its address changes. It is the sum of the times, not
 * the latest time, because an older change can become visible after a newer one.
 */
export async function findFeedVersion(db: Database, ownerId: string, since: string): Promise<string> {
  const { rows } = await sql<{ version: string }>`
    select concat_ws(' ', count(*), sum(extract(epoch from b.updated_at)), sum(extract(epoch from p.updated_at))) as version
    from booking b join property p on p.id = b.property_id
    where b.owner_id = ${ownerId} and b.status not in ('held', 'lapsed') and not b.is_demo and b.starts_at >= ${since}`.execute(
    db,
  )
  return rows[0]?.version ?? ''
}
