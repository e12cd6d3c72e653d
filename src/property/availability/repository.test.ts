import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Kysely, PostgresDialect } from 'kysely'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { makeProperty } from '../../../test/factories.ts'
import { findBookableWithBusy } from './repository.ts'

let database: FreshDatabase
before(async () => {
  database = await freshDatabase({ hasOwnPlans: true, max: 1 })
})
after(() => database.close())

test('hides the requested time span from the planner', async () => {
  const { pool } = database
  const asked: { sql: string; parameters: readonly unknown[] }[] = []
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query: { sql, parameters } }) => void asked.push({ sql, parameters }),
  })
  const { id } = await makeProperty(db)
  const span = { from: '2026-11-22T09:00:00Z', to: '2026-12-10T09:00:00Z', now: '2026-11-21T09:00:00Z' }
  assert.equal((await findBookableWithBusy(db, id, span))?.property.id, id)
  const { sql = '', parameters = [] } = asked.at(-1) ?? {}
  const { rows } = await pool.query<{ 'QUERY PLAN': string }>(`explain ${sql}`, [...parameters])
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
  assert.match(plan, /2026-11-21/)
  assert.doesNotMatch(plan, /2026-11-22|2026-12-10/)
})
