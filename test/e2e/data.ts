import { join } from 'node:path'
import pg from 'pg'
import { findEmbeddedPostgres } from '../../src/platform/embedded-postgres.ts'

/** Queries the database of the product under test, for states that would take time to arise. */
export async function query(text: string, values: unknown[] = []): Promise<Record<string, unknown>[]> {
  const postgres = findEmbeddedPostgres(join(process.env.E2E_DATA_DIR ?? '', 'postgres'))
  if (!postgres) throw new Error('the server under test has no database')
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  try {
    return (await client.query(text, values)).rows
  } finally {
    await client.end()
  }
}
