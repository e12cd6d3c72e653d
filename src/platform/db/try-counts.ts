import { sql } from 'kysely'
import type { Clock } from '../clock.ts'
import { keyedHash } from '../keyed-hash.ts'
import type { TryLimit } from '../try-limit.ts'
import type { Database } from './connect.ts'

/**
 * How many tries a key has: `tries` within `seconds` of the first one. Or `free` tries, and then after each further try
 * a wait from `delays` (in seconds, the last one repeats), until `forgetSeconds` pass without a try.
 */
export type TryRule = { tries: number; seconds: number } | { free: number; delays: number[]; forgetSeconds: number }

/** Limits that all processes on one database share. We store only keyed hashes, because keys can be personal data. */
export type TryCounts = (name: string, rule: TryRule) => TryLimit

export function createTryCounts({ db, clock, secret }: { db: Database; clock: Clock; secret: string }): TryCounts {
  return (name, rule) => {
    const [free, delays, seconds] =
      'tries' in rule ? [rule.tries, [], rule.seconds] : [rule.free, rule.delays, rule.forgetSeconds]
    const most = Math.max(1, Math.round(free))
    const hashOf = (key: string) => keyedHash(secret, 'try', name, key).toString('base64url')
    return {
      async take(key) {
        const now = clock.now()
        const { rows } = await sql<{ until: Date | null }>`
          select take_try(${hashOf(key)}, ${now}, ${most}::int, ${delays}::int[], ${seconds}::int) as until`.execute(db)
        const until = rows[0]?.until
        return until ? (until.getTime() - now.epochMilliseconds) / 1000 : null
      },
      async returnTry(key) {
        const now = clock.now()
        await sql`
          update try_count set tries = greatest(tries - 1, 0), wait_until = '-infinity'
          where key = ${hashOf(key)} and forget_at > ${now}`.execute(db)
      },
    }
  }
}

export async function deleteOldCounts(db: Database, now: Temporal.Instant): Promise<void> {
  // Another transaction may have locked several counts in a different order.
  await sql`
    delete from try_count where key in (
      select key from try_count where forget_at <= ${now} for update skip locked)`.execute(db)
}
