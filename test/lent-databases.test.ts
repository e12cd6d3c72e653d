import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import pg from 'pg'
import type { OpenDatabase } from '../src/platform/db/connect.ts'
import { makeAgent, makeProperty } from './factories.ts'
import { lendDatabase } from './lent-databases.ts'

const { PROOFS } = process.env
before(() => {
  delete process.env.PROOFS
})
after(() => {
  if (PROOFS) process.env.PROOFS = PROOFS
})

/** Reads all rows of the tables that have some, and the sequences. */
async function contentOf({ pool }: OpenDatabase) {
  const { rows } = await pool.query(`
    select table_name as name, query_to_xml(format('select * from %I order by 1', table_name), false, false, '')::text as rows
    from information_schema.tables where table_schema = 'public' and table_type = 'BASE TABLE'
    union all select sequencename, last_value::text from pg_sequences order by 1`)
  return rows
}

test('a database that was given back has the rows of a new one, and its sequences start again', async () => {
  const first = await lendDatabase({ max: 3 })
  const content = await contentOf(first)
  await makeProperty(first.db, { ownerId: await makeAgent(first.db) })
  await first.pool.query(`update property set city = 'Elsewhere'`)
  await first.pool.query(`set application_name = 'left over'`)
  assert.notDeepEqual(await contentOf(first), content)
  await first.close()
  const second = await lendDatabase({ max: 3 })
  assert.equal(second.url, first.url)
  assert.deepEqual(await contentOf(second), content)
  const { rows } = await second.pool.query('show application_name')
  assert.equal(rows[0].application_name, 'showingbooker')
  await second.close()
})

test('whoever gave a database back cannot use it anymore', async () => {
  const first = await lendDatabase({ max: 3 })
  await first.close()
  await assert.rejects(async () => first.pool.query('select 1'), /given this database back/)
  await assert.rejects(makeAgent(first.db))
})

test('an open transaction or connection fails the file that left it, and the next one gets another database', async () => {
  for (const open of ['begin', 'begin; lock table account', 'begin; select 1 / 0']) {
    const first = await lendDatabase({ max: 3 })
    const client = await first.pool.connect()
    await client.query(open).catch(() => undefined)
    client.release()
    await assert.rejects(first.close(), /a transaction open/, open)
    const second = await lendDatabase({ max: 3 })
    assert.notEqual(second.url, first.url)
    await second.close()
  }
  const first = await lendDatabase({ max: 3 })
  await first.pool.connect()
  await assert.rejects(first.close(), /a connection open/)
})

test('a database with a session of its own is not lent again', async () => {
  const first = await lendDatabase({ max: 3 })
  const outside = new pg.Client({ connectionString: first.url })
  outside.on('error', () => undefined)
  await outside.connect()
  await first.close()
  const second = await lendDatabase({ max: 3 })
  assert.notEqual(second.url, first.url)
  await second.close()
})

test('a database whose sessions the server has ended is lent again or replaced', async () => {
  const first = await lendDatabase({ max: 3 })
  await first.pool.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid()`)
  await first.close()
  const second = await lendDatabase({ max: 3 })
  await makeAgent(second.db)
  await second.close()
})

for (const [left, statement] of Object.entries({
  'a trigger':
    'create trigger late before update on account for each row execute function suppress_redundant_updates_trigger()',
  'another default': "alter table account alter column name set default 'Nobody'",
  'another function': 'create function late() returns int language sql return 1',
  'a check': 'alter table account add check (true)',
  'other statistics': 'analyze account',
  'another blocked prompt': `delete from prompt_term where term = (select min(term) from prompt_term)`,
}))
  test(`a database with ${left} is not lent again`, async () => {
    const first = await lendDatabase({ max: 3 })
    await first.pool.query(statement)
    await first.close()
    const second = await lendDatabase({ max: 3 })
    assert.notEqual(second.url, first.url)
    await second.close()
  })
