import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { OpenDatabase } from '../src/platform/db/connect.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'

/** A database that the files of a process use one after another. */
type Kept = { database: FreshDatabase; cleaner: pg.Pool; state: string; size: number }

const free: Kept[] = []

/** More than any test needs at the same time. */
const CONNECTIONS = 25

/** Above this many bytes, the space of deleted rows slows a database down more than a new one costs. */
const MOST_GROWTH = 32 * 1024 * 1024

/**
 * Lends a database with the rows of a new one. If an earlier file of this process has given one back, it lends that one:
 * its connections already have their plans, and making those takes longer than the work of most tests. `close` gives it
 * back. The proofs always get a new database.
 */
export async function lendDatabase(options: { hasOwnPlans?: boolean }): Promise<OpenDatabase> {
  const fresh = () => freshDatabase({ max: CONNECTIONS, hasOwnPlans: options.hasOwnPlans })
  if (process.env.PROOFS || options.hasOwnPlans) return fresh()
  const kept = free.pop()
  if (kept && (await isEmptied(kept).catch(() => false))) return lent(kept)
  await kept?.cleaner.end()
  await kept?.database.close()
  const database = await fresh()
  // Its own connection, because turning triggers off makes a connection forget its plans. Idle connections do not keep
  // the process from ending.
  const cleaner = new pg.Pool({
    connectionString: database.url,
    max: 1,
    idleTimeoutMillis: 0,
    allowExitOnIdle: true,
  })
  // A test may end all sessions. Without a listener, that would end the process.
  cleaner.on('error', () => undefined)
  database.pool.options.allowExitOnIdle = true
  rowsOfNew ??= readRows(cleaner)
  await rowsOfNew
  return lent({ database, cleaner, ...(await stateOf(cleaner)) })
}

/** Opens the database for one file, which can no longer use it once it has given it back. */
function lent(kept: Kept): OpenDatabase {
  const { pool, url, watch } = kept.database
  let isOver = false
  const own = new Proxy(pool, {
    get(target, name) {
      if (name === 'end') return async () => undefined
      if (isOver && (name === 'connect' || name === 'query')) throw new Error('The test has given this database back.')
      const value = Reflect.get(target, name, target)
      return typeof value === 'function' ? value.bind(target) : value
    },
  })
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool: own }) })
  return {
    db,
    pool: own,
    url,
    watch,
    async close() {
      if (isOver) return
      await db.destroy()
      isOver = true
      watch(() => undefined)
      free.push(kept)
    },
  }
}

/** Puts the rows of a new database back. Returns false if a test left something else, such as a trigger. */
async function isEmptied({ database: { pool }, cleaner, ...kept }: Kept): Promise<boolean> {
  if (!(await isQuiet(pool, cleaner))) return false
  const { state, size } = await stateOf(cleaner)
  if (state !== kept.state || size > kept.size + MOST_GROWTH) return false
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  for (const client of clients) await client.query('reset all; unlisten *; select pg_advisory_unlock_all()')
  // The pool lends the last one first. The first one has the most plans.
  for (const client of clients.reverse()) client.release()
  const client = await cleaner.connect()
  try {
    await putBack(client)
    return true
  } finally {
    client.release()
  }
}

/** Waits until the database has no session but the idle ones of its pool and the cleaner's. */
async function isQuiet(pool: pg.Pool, cleaner: pg.Pool): Promise<boolean> {
  for (let tries = 0; tries < 100; tries++) {
    if (pool.idleCount === pool.totalCount) {
      const { rows } = await cleaner.query(
        'select count(*)::int as sessions from pg_stat_activity where datname = current_database()',
      )
      if (rows[0].sessions <= pool.totalCount + 1) return true
    }
    await delay(10)
  }
  return false
}

/** Tables whose rows only migrations write, or few tests. A database with other rows in these is not lent again. */
const FIXED = ['graphile_worker.migrations', 'migration', 'function_text', 'prompt_term']

const STATE = ['attribute', 'class', 'constraint', 'index', 'proc', 'rewrite', 'trigger', 'type']
  .map((catalog) => `pg_${catalog}`)
  .concat(FIXED)
  .map((table) => `(select count(*) || ' ' || max(xmin::text::bigint) from ${table})`)

/** A change of these tables leaves a row with a newer transaction, or one row less. Statistics count rows otherwise. */
async function stateOf(client: pg.Pool): Promise<{ state: string; size: number }> {
  const { rows } = await client.query(`select concat_ws(', ', ${STATE.join()}, sum(reltuples)) as state,
    pg_database_size(current_database())::float8 as size from pg_class`)
  return rows[0]
}

type Rows = { table: string; columns: string; rows: string }

/** The rows that migrations write in the other tables, the same in each new database. */
let rowsOfNew: Promise<Rows[]> | undefined

const TABLES = `select c.oid, c.oid::regclass::text as name from pg_class c
  where relkind = 'r' and relnamespace in ('public'::regnamespace, 'graphile_worker'::regnamespace)
    and pg_relation_size(c.oid) > 0 and c.oid <> all ('{${FIXED.join()}}'::regclass[])`

async function readRows(client: pg.Pool): Promise<Rows[]> {
  const { rows: tables } = await client.query<{ name: string; columns: string }>(`
    select t.name, (select string_agg(quote_ident(attname), ', ') from pg_attribute a
      where a.attrelid = t.oid and attnum > 0 and not attisdropped and attgenerated = '') as columns
    from (${TABLES}) t`)
  const found: Rows[] = []
  for (const { name, columns } of tables) {
    const { rows } = await client.query<{ rows: string | null }>(`select json_agg(t)::text as rows from ${name} t`)
    if (rows[0]?.rows) found.push({ table: name, columns, rows: rows[0].rows })
  }
  return found
}

/** Deletes all rows, without triggers and foreign keys, writes those of a new database, and restarts the sequences. */
async function putBack(client: pg.ClientBase): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(TABLES)
  const { rows: sequences } = await client.query<{ name: string }>(
    `select format('%I.%I', schemaname, sequencename) as name from pg_sequences where last_value is not null`,
  )
  const deletes = tables.map(({ name }) => `delete from ${name};`)
  await client.query(`begin; set local session_replication_role = replica; ${deletes.join('')}`)
  for (const { table, columns, rows } of (await rowsOfNew) ?? [])
    await client.query(
      `insert into ${table} (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::${table}, $1)`,
      [rows],
    )
  const restarts = sequences.map(({ name }) => `select setval('${name}', 1, false);`)
  await client.query(`${restarts.join('')} commit`)
}
