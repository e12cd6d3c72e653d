import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import pg from 'pg'
import { freshDatabase } from '../../../test/database.ts'
import { DatabaseUnreachable, MigrationError, migrate, UUIDV7 } from './migrate.ts'

/** An empty database, and a folder of migrations to change. */
async function workbench(t: TestContext, files: Record<string, string>) {
  const database = await freshDatabase({ isEmpty: true })
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  t.after(async () => {
    await database.close()
    await rm(folder, { recursive: true })
  })
  const write = (name: string, sql: string) => writeFile(join(folder, name), sql)
  for (const [name, sql] of Object.entries(files)) await write(name, sql)
  return { ...database, folder, write, run: () => migrate(database.url, { migrations: folder }) }
}

test('applies each file once, in the order of their names', async (t) => {
  const bench = await workbench(t, {
    '0002_more.sql': 'alter table thing add column size int',
    '0001_thing.sql': 'create table thing (id int); create index thing_id on thing (id)',
  })
  assert.deepEqual(await bench.run(), ['0001_thing.sql', '0002_more.sql'])
  assert.deepEqual(await bench.run(), [])
  await bench.write('0003_last.sql', 'insert into thing values (1, 2)')
  assert.deepEqual(await bench.run(), ['0003_last.sql'])
})

test('installs the queue before our own files, which may call it', async (t) => {
  const bench = await workbench(t, { '0001_job.sql': `select graphile_worker.add_job('test')` })
  assert.deepEqual(await bench.run(), ['0001_job.sql'])
})

test('a file outside a transaction builds its indexes while others write, even if two processes migrate at once', async (t) => {
  const bench = await workbench(t, {
    '0001_thing.sql': 'create table thing (id int)',
    '0002_index.sql':
      '-- concurrently\ndrop index concurrently if exists thing_id;\ncreate index concurrently thing_id on thing (id);\n',
  })
  const runs = await Promise.all([bench.run(), bench.run()])
  assert.deepEqual(runs.flat(), ['0001_thing.sql', '0002_index.sql'])
  const { rows } = await bench.pool.query(`select indisvalid from pg_index where indexrelid = 'thing_id'::regclass`)
  assert.deepEqual(rows, [{ indisvalid: true }])
})

test('a statement outside a transaction can change rows in batches and commit each batch', async (t) => {
  const bench = await workbench(t, {
    '0001_thing.sql': 'create table thing (id int, made xid8 default pg_current_xact_id())',
    '0002_parts.sql':
      '-- concurrently\ndo $$ begin\n  for n in 1..3 loop\n    insert into thing values (n);\n    commit;\n  end loop;\n  end $$;\ninsert into thing values (4);\n',
  })
  await bench.run()
  const { rows } = await bench.pool.query('select count(*)::int as rows, count(distinct made)::int as parts from thing')
  assert.deepEqual(rows, [{ rows: 4, parts: 4 }])
})

test('a file outside a transaction that failed halfway starts over and leaves no broken index', async (t) => {
  const bench = await workbench(t, {
    '0001_thing.sql': 'create table thing (id int); insert into thing values (1), (1)',
    '0002_index.sql':
      '-- concurrently\ndrop index concurrently if exists thing_id;\ncreate unique index concurrently thing_id on thing (id);\n',
  })
  await assert.rejects(bench.run(), /0002_index\.sql failed: could not create unique index/)
  const valid = `select indisvalid from pg_index where indexrelid = 'thing_id'::regclass`
  assert.deepEqual((await bench.pool.query(valid)).rows, [{ indisvalid: false }])
  await bench.pool.query('delete from thing')
  assert.deepEqual(await bench.run(), ['0002_index.sql'])
  assert.deepEqual((await bench.pool.query(valid)).rows, [{ indisvalid: true }])
})

test('a migration that waits for a lock lets others pass, and continues once it is free', async (t) => {
  const bench = await workbench(t, { '0001_thing.sql': 'create table thing (id int)' })
  await bench.run()
  await bench.write('0002_more.sql', 'alter table thing add column size int')
  const reader = await bench.pool.connect()
  await reader.query('begin; select from thing')
  const migrated = bench.run()
  const waiting = `select from pg_locks l join pg_database d on d.oid = l.database
    where d.datname = current_database() and not l.granted`
  let isWaiting = false
  for (let tries = 0; tries < 1000 && !isWaiting; tries++) isWaiting = (await bench.pool.query(waiting)).rowCount === 1
  assert.ok(isWaiting)
  // It queues behind the migration, which gives up long before the reader ends.
  await bench.pool.query('insert into thing values (1)')
  await reader.query('commit')
  reader.release()
  assert.deepEqual(await migrated, ['0002_more.sql'])
})

test('a file that fails leaves nothing behind, and the error names it', async (t) => {
  const bench = await workbench(t, {
    '0001_thing.sql': 'create table thing (id int)',
    '0002_broken.sql': 'create table half (id int); select nonsense',
  })
  await assert.rejects(
    bench.run(),
    (error: Error) => error instanceof MigrationError && /0002_broken/.test(error.message),
  )
  const { rows } = await bench.pool.query(`select to_regclass('half') as half, to_regclass('thing') as thing`)
  assert.deepEqual(rows, [{ half: null, thing: 'thing' }])
})

const refused: [string, RegExp, (bench: Awaited<ReturnType<typeof workbench>>) => Promise<unknown>][] = [
  ['an applied file that was changed', /0001_a\.sql was changed/, (bench) => bench.write('0001_a.sql', 'select 2')],
  [
    'an applied file that is gone',
    /0003_c\.sql, which this version does not have/,
    ({ folder }) => rm(join(folder, '0003_c.sql')),
  ],
  [
    'a file numbered before an applied one',
    /0002_b\.sql comes before 0003_c\.sql/,
    (bench) => bench.write('0002_b.sql', 'select 1'),
  ],
]
for (const [what, message, change] of refused) {
  test(`${what} is refused`, async (t) => {
    const bench = await workbench(t, { '0001_a.sql': 'select 1', '0003_c.sql': 'select 1' })
    await bench.run()
    await change(bench)
    await assert.rejects(bench.run(), (error: Error) => error instanceof MigrationError && message.test(error.message))
  })
}

test("ignores another system's line endings", async (t) => {
  const bench = await workbench(t, { '0001_a.sql': 'select 1;\nselect 2;\n' })
  await bench.run()
  await bench.write('0001_a.sql', 'select 1;\r\nselect 2;\r\n')
  assert.deepEqual(await bench.run(), [])
})

test('if many processes start at once, one migrates and all continue', async (t) => {
  const bench = await workbench(t, { '0001_a.sql': 'create table once (id int)', '0002_b.sql': 'select pg_sleep(0.1)' })
  const applied = await Promise.all(Array.from({ length: 8 }, bench.run))
  assert.deepEqual(applied.flat().sort(), ['0001_a.sql', '0002_b.sql'])
})

test("a fresh test database already has the product's migrations and functions", async (t) => {
  const database = await freshDatabase()
  t.after(database.close)
  assert.deepEqual(await migrate(database.url), [])
})

test('names a missing database, without its password', async () => {
  await assert.rejects(migrate('postgres://someone:sesame@127.0.0.1:1/nowhere'), (error: Error) => {
    assert.ok(error instanceof DatabaseUnreachable)
    assert.match(error.message, /DATABASE_URL.*127\.0\.0\.1:1\/nowhere/)
    assert.doesNotMatch(error.message, /sesame/)
    return true
  })
})

test('names the socket of the embedded database, not its port', async () => {
  const url = 'postgres://someone:sesame@127.0.0.1:5433/nowhere?sslmode=disable&host=%2Fnowhere%2Fsocket'
  await assert.rejects(migrate(url, undefined, 'The embedded database'), (error: Error) => {
    assert.ok(error instanceof DatabaseUnreachable)
    const socket = '/nowhere/socket/.s.PGSQL.5433'
    assert.equal(error.message, `The embedded database does not work: ${socket} says "connect ENOENT ${socket}".`)
    return true
  })
})

test('names a missing certificate', async () => {
  await assert.rejects(migrate('postgres://a:sesame@127.0.0.1:1/b?sslrootcert=/nowhere/root.pem'), (error: Error) => {
    assert.ok(error instanceof DatabaseUnreachable)
    assert.match(error.message, /DATABASE_URL.*127\.0\.0\.1:1\/b.*\/nowhere\/root\.pem/)
    assert.doesNotMatch(error.message, /sesame/)
    return true
  })
})

test('on an older PostgreSQL, creates our uuidv7() under the lock', async (t) => {
  const bench = await workbench(t, {})
  const asked: string[] = []
  const { query } = pg.Client.prototype
  t.mock.method(pg.Client.prototype, 'query', function older(this: pg.Client, ...args: Parameters<typeof query>) {
    const text = String(args[0])
    asked.push(text)
    const older = text.replace("current_setting('server_version_num')::int", '170000')
    return Reflect.apply(query, this, text.includes('::int as version') ? [older] : args)
  })
  await bench.run()
  const placeOf = (words: string) => asked.findIndex((text) => text.includes(words))
  assert.ok(placeOf('pg_try_advisory_lock') < placeOf('function uuidv7()'), asked.join('\n'))
  assert.ok(placeOf('pg_try_advisory_lock') >= 0)
})

test('our uuidv7() for an older PostgreSQL makes UUIDv7 values in order of time', async (t) => {
  const { pool } = await workbench(t, {})
  await pool.query(UUIDV7)
  const { rows } = await pool.query<{ own: string; real: string }>(
    `select public.uuidv7()::text as own, pg_catalog.uuidv7()::text as real from generate_series(1, 200)`,
  )
  for (const { own, real } of rows) {
    assert.match(own, /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
    const milliseconds = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
    assert.ok(Math.abs(milliseconds(own) - milliseconds(real)) < 1_000, `${own} ${real}`)
  }
  assert.equal(new Set(rows.map(({ own }) => own)).size, 200)
})
