import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { Kysely, PostgresDialect } from 'kysely'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { makeProperty } from '../../../test/factories.ts'
import { findListed } from '../property/repository.ts'
import { findBookableWithBusy } from './repository.ts'

let database: FreshDatabase
before(async () => {
  database = await freshDatabase({ max: 1 })
})
after(() => database.close())

test('no value changes the plan of what a booking page reads, so PostgreSQL plans it five times and keeps that plan', async () => {
  const { pool } = database
  const asked: { sql: string; parameters: readonly unknown[] }[] = []
  const db = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query: { sql, parameters } }) => void asked.push({ sql, parameters }),
  })
  const { id, slug } = await makeProperty(db)
  asked.length = 0
  const span = { from: '2026-11-22T09:00:00Z', to: '2026-12-10T09:00:00Z', now: '2026-11-21T09:00:00Z' }
  for (const name of [id, slug]) assert.equal((await findBookableWithBusy(db, name, span))?.property.id, id)
  for (const name of [id, null]) assert.equal((await findListed(db, { slug, id: name }))?.id, id)
  assert.equal(asked.length, 4)
  for (const { sql, parameters } of asked) {
    const { rows: forThese } = await pool.query(`explain ${sql}`, [...parameters])
    const { rows: forAll } = await pool.query(`explain (generic_plan) ${sql}`)
    assert.deepEqual(forThese, forAll)
  }
})
