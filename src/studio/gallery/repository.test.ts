import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { listShown } from './repository.ts'

let database: FreshDatabase
before(async () => {
  database = await freshDatabase({ hasOwnPlans: true, max: 1 })
})
after(() => database.close())

test('prepares a first page like a later one, so that PostgreSQL plans it once', async () => {
  const { db } = database
  for (let turn = 0; turn < 8; turn++) await listShown(db, null, { after: null, limit: 26 })
  const { rows } = await sql`
    select custom_plans + 0 as planned, generic_plans + 0 as kept from pg_prepared_statements
    where statement like ${'%from shown_image s%'}`.execute(db)
  assert.deepEqual(rows, [{ planned: 5, kept: 3 }])
})
