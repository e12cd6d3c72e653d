import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { test } from 'node:test'
import { freshDatabase } from './database.ts'
import { faultsOf, fillBookings, locksOf, migrateToMark, newMigrations } from './migration-locks.ts'

/** Few rows, so that the test takes seconds. A limit of 10 ms for these rows is like half a second for a million. */
const ROWS = 10_000

const planted = {
  '9001_rewrite.sql': 'alter table booking alter column amount_cents type bigint',
  '9002_index.sql': 'create index planted on booking (md5(repeat(buyer_email, 300)))',
  '9003_fill.sql': "update booking set feedback = 'x'",
  '9004_empty.sql': 'alter table thread_message add column planted integer -- brief',
}
const good = {
  '9101_column.sql': 'alter table booking add column planted integer not null default 5',
  '9102_index.sql': '-- concurrently\ncreate index concurrently planted_index on booking (lower(buyer_name));\n',
  '9103_table.sql': 'create table planted_table (id uuid primary key, name text not null)',
}

test('finds migrations that block readers or writers, or change every row in one statement, and no others', async (t) => {
  const database = await freshDatabase({ isEmpty: true })
  const folder = await mkdtemp(join(tmpdir(), 'planted-'))
  t.after(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })
  const paths: string[] = []
  for (const [name, sql] of Object.entries({ ...planted, ...good })) {
    paths.push(join(folder, name))
    await writeFile(join(folder, name), sql)
  }
  await migrateToMark(database.url)
  await fillBookings(database.url, ROWS)
  const locks = await locksOf(database.url, paths)

  const found = faultsOf(locks, 10).map((fault) => fault.replace(/ for \d+ ms$/, ''))
  for (const fault of [
    '9001_rewrite.sql has AccessExclusiveLock on booking',
    '9002_index.sql has ShareLock on booking',
    '9003_fill.sql has RowExclusiveLock on booking',
    '9004_empty.sql locks thread_message, which is empty here: fill it in test/migration-locks.ts',
  ])
    assert.ok(found.includes(fault), found.join('\n'))
  const ofGood = locks.filter(({ file }) => file in good)
  assert.deepEqual(faultsOf(ofGood, 200), [])
})

test('each new migration says whether it expands or contracts', async () => {
  const unmarked: string[] = []
  for (const path of await newMigrations()) {
    if (!/^(-- concurrently\n)?-- (Expand|Contract): /.test(await readFile(path, 'utf8'))) unmarked.push(basename(path))
  }
  assert.deepEqual(unmarked, [])
})
