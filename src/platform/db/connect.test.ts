import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { isDatabaseAway } from '../problem.ts'
import { openDatabase } from './connect.ts'
import { statementName } from './statements.ts'

let database: FreshDatabase
before(async () => {
  database = await freshDatabase({ max: 2 })
})
after(() => database.close())

const prepared = async () => {
  const { rows } = await database.pool.query<{ statement: string }>('select statement from pg_prepared_statements')
  return rows.map((row) => row.statement)
}

test('prepares a statement with parameters once, and sends one without parameters as a simple query', async () => {
  await database.db.connection().execute(async (db) => {
    for (const n of [1, 2, 3]) await sql`select ${n}::int as named_statement`.execute(db)
    await sql`select 1 as simple_statement`.execute(db)
  })
  const statements = await prepared()
  assert.equal(statements.filter((text) => text.includes('as named_statement')).length, 1)
  assert.equal(statements.filter((text) => text.includes('as simple_statement')).length, 0)
})

test('equal texts have equal names, and after 500 texts new ones stay unnamed', () => {
  assert.equal(statementName('select $1'), statementName('select $1'))
  assert.notEqual(statementName('select $1'), statementName('select $2'))
  for (let n = 0; n < 500; n++) statementName(`select $1, ${n}`)
  assert.equal(statementName('select $1, 1000'), undefined)
  assert.ok(statementName('select $1'))
})

test('reads whole numbers and decimals as numbers, a date as text, and an instant as a Date', async () => {
  const { rows } = await sql<Record<string, unknown>>`
    select count(*) as count, 2.5::numeric as rooms, date '2028-02-29' as day, timestamptz '2028-02-29 12:00Z' as at
    from generate_series(1, ${3}::int)`.execute(database.db)
  assert.deepEqual(rows[0], { count: 3, rooms: 2.5, day: '2028-02-29', at: new Date('2028-02-29T12:00:00Z') })
})

test('refuses a whole number that is too large to be exact, instead of rounding it', async () => {
  await assert.rejects(sql`select ${'9007199254740993'}::int8`.execute(database.db), /9007199254740993/)
})

test('accepts a Temporal.Instant as a parameter', async () => {
  const instant = Temporal.Instant.from('2028-02-29T12:00:00.123456Z')
  const { rows } = await sql<{ same: boolean }>`
    select ${instant}::timestamptz = '2028-02-29 12:00:00.123456Z' as same`.execute(database.db)
  assert.equal(rows[0]?.same, true)
})

test('a lost connection fails the running query, and the next query works', async () => {
  const failing = assert.rejects(sql`select pg_sleep(${60})`.execute(database.db))
  const other = await freshDatabase({ max: 1 })
  try {
    let ended = 0
    while (ended === 0) {
      const { rows } = await other.pool.query<{ ended: number }>(
        `select count(pg_terminate_backend(pid))::int as ended from pg_stat_activity where query like $1 and datname = $2`,
        ['%pg_sleep($1)%', new URL(database.url).pathname.slice(1)],
      )
      ended = rows[0]?.ended ?? 0
    }
    await failing
  } finally {
    await other.close()
  }
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(database.db)
  assert.equal(rows[0]?.one, 1)
})

test('the pool refuses a read-only server, and finds the one that accepts writes automatically', async (t) => {
  const name = new URL(database.url).pathname.slice(1)
  const { db, close } = openDatabase(database.url, { max: 2 })
  t.after(close)
  // A former primary that is now a replica does this.
  await sql.raw(`alter database "${name}" set default_transaction_read_only = on`).execute(database.db)
  const error = await sql`select 1`.execute(db).catch((reason: unknown) => reason)
  assert.ok(isDatabaseAway(error), String(error))
  await sql.raw(`alter database "${name}" reset default_transaction_read_only`).execute(database.db)
  const { rows } = await sql<{ one: number }>`select 1 as one`.execute(db)
  assert.equal(rows[0]?.one, 1)
})

test('if a read-only server refuses a write, the database counts as unavailable', async () => {
  const write = database.db.transaction().execute(async (tx) => {
    await sql`set transaction read only`.execute(tx)
    await sql`create table written (n int)`.execute(tx)
  })
  assert.ok(isDatabaseAway(await write.catch((reason: unknown) => reason)))
})
