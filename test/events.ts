import assert from 'node:assert/strict'
import { sql } from 'kysely'
import { EVENTS } from '../src/events.ts'
import type { Database } from '../src/platform/db/connect.ts'
import { isUuid } from '../src/platform/uuid.ts'

const kindOf = (value: unknown) => (typeof value === 'boolean' ? 'flag' : isUuid(String(value)) ? 'id' : typeof value)

/** Asserts that a database has exactly the events that src/events.ts promises. */
export async function assertEventsListed(db: Database) {
  const listed: Record<string, Record<string, string>> = Object.assign({}, ...Object.values(EVENTS))
  const { rows } = await sql<{ name: string; data: Record<string, unknown> }>`select name, data from event`.execute(db)
  for (const { name, data } of rows)
    assert.deepEqual(
      Object.fromEntries(Object.entries(data).map(([key, value]) => [key, kindOf(value)])),
      listed[name],
      name,
    )
}
