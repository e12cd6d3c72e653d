import { sql } from 'kysely'
import type { Database } from './connect.ts'

/** Measures one round trip to the database in milliseconds, to a tenth. */
export async function measureLatency(db: Database): Promise<number> {
  const startedAt = performance.now()
  await sql`select 1`.execute(db)
  return Math.round((performance.now() - startedAt) * 10) / 10
}
