import { sql } from 'kysely'
import type { Database } from '../src/platform/db/connect.ts'

/** Waits until statements of this database wait for a lock. Ask outside of transactions: inside, PostgreSQL keeps its first answer. */
export async function untilLockWaits(db: Database, count = 1): Promise<void> {
  for (let isWaiting = false; !isWaiting; ) {
    const { rows } = await sql`
      select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db)
    isWaiting = rows.length >= count
  }
}
