import assert from 'node:assert/strict'
import { cp, glob, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import pg from 'pg'
import { type FreshDatabase, freshDatabase } from '../../../test/database.ts'
import { applyTexts } from './function-texts.ts'
import { functionsFolder, MigrationError, migrate, migrationsFolder } from './migrate.ts'

/** An empty database, and folders of migrations and functions to change. */
async function workbench(t: TestContext, files: Record<string, string>) {
  const database = await freshDatabase({ max: 1, isEmpty: true })
  const root = await mkdtemp(join(tmpdir(), 'functions-'))
  const folders = { migrations: join(root, 'migrations'), functions: join(root, 'functions') }
  t.after(async () => {
    await database.close()
    await rm(root, { recursive: true })
  })
  const write = async (path: string, sql: string) => {
    await mkdir(dirname(join(root, path)), { recursive: true })
    await writeFile(join(root, path), sql)
  }
  await write('migrations/0001_thing.sql', 'create table thing (size int)')
  await write('functions/area/size.sql', says(1))
  for (const [path, sql] of Object.entries(files)) await write(path, sql)
  const size = async () => (await database.pool.query<{ size: number }>('select size()')).rows[0]?.size
  return { ...database, folders, write, size, run: () => migrate(database.url, folders) }
}

const says = (size: number) => `create or replace function size() returns int language sql as 'select ${size}'`

test("a function gets its file's text at first, and again when the file changes", async (t) => {
  const bench = await workbench(t, {})
  assert.deepEqual(await bench.run(), ['0001_thing.sql', 'area/size.sql'])
  assert.equal(await bench.size(), 1)
  assert.deepEqual(await bench.run(), [])
  await bench.write('functions/area/size.sql', says(2))
  assert.deepEqual(await bench.run(), ['area/size.sql'])
  assert.equal(await bench.size(), 2)
})

test("ignores another system's line endings", async (t) => {
  const bench = await workbench(t, { 'functions/area/size.sql': `${says(1)};\n-- the end\n` })
  await bench.run()
  await bench.write('functions/area/size.sql', `${says(1)};\r\n-- the end\r\n`)
  assert.deepEqual(await bench.run(), [])
})

test('a file that needs another one waits for it', async (t) => {
  const bench = await workbench(t, {
    'functions/area/a_view.sql': 'create or replace view a_view as select size() from b_view',
    'functions/area/b_view.sql': 'create or replace view b_view as select size() from thing',
  })
  assert.deepEqual((await bench.run()).slice(1), ['area/size.sql', 'area/b_view.sql', 'area/a_view.sql'])
})

test('after a migration all functions exist again, even those it dropped', async (t) => {
  const bench = await workbench(t, {
    'functions/area/shown.sql': 'create or replace view shown as select size from thing',
  })
  await bench.run()
  await bench.write(
    'migrations/0002_large.sql',
    'drop view shown; drop function size(); alter table thing alter column size type bigint',
  )
  assert.deepEqual(await bench.run(), ['0002_large.sql', 'area/shown.sql', 'area/size.sql'])
  assert.equal(await bench.size(), 1)
})

test('names an invalid SQL file, and leaves nothing of it behind', async (t) => {
  const bench = await workbench(t, {})
  await bench.run()
  await bench.write('functions/area/size.sql', `${says(2)}; select nonsense`)
  await assert.rejects(
    bench.run(),
    (error: Error) => error instanceof MigrationError && /area\/size\.sql failed: .*nonsense/.test(error.message),
  )
  assert.equal(await bench.size(), 1)
})

test('an older version does not restore its text over that of a newer one', async (t) => {
  const bench = await workbench(t, {})
  await bench.run()
  const start = async (version: string, size: number) => {
    await bench.write('functions/area/size.sql', says(size))
    const client = new pg.Client({ connectionString: bench.url })
    await client.connect()
    return applyTexts(client, bench.folders.functions, { isAll: false, version }).finally(() => client.end())
  }
  assert.deepEqual(await start('9.10.0', 2), ['area/size.sql'])
  await assert.rejects(
    start('9.9.9', 1),
    /area\/size\.sql from version 9\.10\.0, but this is 9\.9\.9\. Start the newer version\./,
  )
  assert.equal(await bench.size(), 2)
  assert.deepEqual(await start('9.9.9', 2), [])
  assert.deepEqual(await start('9.10.0', 3), ['area/size.sql'])
})

/** Reads every function, view, and trigger of the product with its text. */
async function textsOf({ pool }: Pick<FreshDatabase, 'pool'>) {
  const { rows } = await pool.query<{ name: string; text: string }>(`
    select 'function ' || proname as name, pg_get_functiondef(p.oid) as text from pg_proc p
    where pronamespace = 'public'::regnamespace and not exists (select from pg_depend e where e.objid = p.oid and e.deptype = 'e')
    union all
    select 'view ' || relname, pg_get_viewdef(oid) from pg_class where relkind = 'v' and relnamespace = 'public'::regnamespace
    union all
    select 'trigger ' || tgname, pg_get_triggerdef(t.oid) from pg_trigger t join pg_class c on c.oid = tgrelid
    where not tgisinternal and tgconstraint = 0 and relnamespace = 'public'::regnamespace
    order by 1`)
  return rows
}

test('a database of version 0.2.0 gets what a fresh one has', async (t) => {
  const [old, fresh] = [await freshDatabase({ max: 1, isEmpty: true }), await freshDatabase({ max: 1 })]
  const folder = await mkdtemp(join(tmpdir(), 'migrations-'))
  t.after(async () => {
    await Promise.all([old.close(), fresh.close()])
    await rm(folder, { recursive: true })
  })
  const isOfThen = (path: string) => (/\/(\d{4})_[^/]*$/.exec(path)?.[1] ?? '') <= '0064'
  await cp(migrationsFolder, folder, { recursive: true, filter: isOfThen })
  await migrate(old.url, { migrations: folder })
  // Some version in between dropped it.
  await old.pool.query('drop view generation_queue')
  assert.ok((await migrate(old.url)).includes('studio/generation_queue.sql'))
  assert.deepEqual(await textsOf(old), await textsOf(fresh))
})

test('each function, view, and trigger has one file, except functions whose values columns store and former names', async (t) => {
  const database = await freshDatabase({ max: 1 })
  t.after(database.close)
  const named: string[] = []
  for await (const path of glob('*/*.sql', { cwd: functionsFolder })) {
    const sql = await readFile(join(functionsFolder, path), 'utf8')
    for (const [, kind, name] of sql.matchAll(/^create or replace (function|view|trigger) (\w+)/gm))
      named.push(`${kind} ${name}`)
  }
  const inMigrations = [
    'function agent_range',
    'function folded_text',
    'function prompt_words',
    'function searched_words',
    'function unmarked',
    'function uuidv7',
    'function word_bits',
  ]
  // Servers of 0.3.0 call these by their old names (0121).
  const former = ['function move_booking', 'function settle_due']
  const there = (await textsOf(database))
    .map(({ name }) => name)
    .filter((name) => ![...inMigrations, ...former].includes(name))
  assert.deepEqual(named.sort(), there.sort())
})
