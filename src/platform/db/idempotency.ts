import { sql } from 'kysely'
import type { Database } from './connect.ts'

export type Claim =
  | { outcome: 'claimed' }
  | { outcome: 'running' }
  | { outcome: 'other_body' }
  | { outcome: 'answered'; status: number; body: unknown }

/** Claims a key for this request. After a crash, another request can take over a claim without an answer after a minute. */
export async function claimKey(
  db: Database,
  request: { route: string; key: string; bodyHash: string; now: Temporal.Instant },
): Promise<Claim> {
  const { route, key, bodyHash, now } = request
  const claimed = await sql`
    insert into idempotency_key (route, key, body_hash, created_at) values (${route}, ${key}, ${bodyHash}, ${now.toString()})
    on conflict (route, key) do update set created_at = excluded.created_at
      where idempotency_key.status is null and idempotency_key.body_hash = excluded.body_hash
        and idempotency_key.created_at < ${now.subtract({ minutes: 1 }).toString()}
    returning key`.execute(db)
  if (claimed.rows.length > 0) return { outcome: 'claimed' }
  const { rows } = await sql<{ body_hash: string; status: number | null; body: unknown }>`
    select body_hash, status, body from idempotency_key where route = ${route} and key = ${key}`.execute(db)
  const found = rows[0]
  if (!found) return { outcome: 'running' }
  if (found.body_hash !== bodyHash) return { outcome: 'other_body' }
  return found.status === null
    ? { outcome: 'running' }
    : { outcome: 'answered', status: found.status, body: found.body }
}

export async function storeAnswer(db: Database, key: { route: string; key: string }, status: number, body: unknown) {
  await sql`update idempotency_key set status = ${status}, body = ${JSON.stringify(body)}::jsonb
    where route = ${key.route} and key = ${key.key}`.execute(db)
}

/** Releases the key, because nothing was done. */
export async function releaseKey(db: Database, key: { route: string; key: string }) {
  await sql`delete from idempotency_key where route = ${key.route} and key = ${key.key} and status is null`.execute(db)
}

export async function deleteOldKeys(db: Database, before: Temporal.Instant) {
  await sql`delete from idempotency_key where created_at < ${before.toString()}`.execute(db)
}
