import { setTimeout as delay } from 'node:timers/promises'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import type { OpenDatabase } from '../src/platform/db/connect.ts'
import { type FreshDatabase, freshDatabase } from './database.ts'

/** A database that the files of a process use one after another. */
type Kept = { database: FreshDatabase; max: number; cleaner: pg.Pool; state: string; size: number }

const free: Kept[] = []

/** Above this many bytes, the space of deleted rows slows a database down more than a new one costs. */
const MOST_GROWTH = 32 * 1024 * 1024

/**
 * Lends a database with the rows of a new one. If an earlier file of this process has given one back, it lends that one,
 * because its connections have already planned the statements. `close` gives it back, and fails if the test has left a
 * transaction or a connection open. The proofs always get a new database.
 */
export async function lendDatabase(options: { max: number; hasOwnPlans?: boolean }): Promise<OpenDatabase> {
  if (process.env.PROOFS || options.hasOwnPlans) return freshDatabase(options)
  const index = free.findIndex(({ max }) => max === options.max)
  const [kept] = index < 0 ? [] : free.splice(index, 1)
  if (kept && (await isEmptied(kept))) return lent(kept)
  if (kept) await drop(kept)
  return lent(await makeNew(options.max))
}

async function makeNew(max: number): Promise<Kept> {
  const database = await freshDatabase({ max })
  // Its own connection, because turning triggers off makes a connection forget its plans. Idle connections do not keep
  // the process from ending.
  const cleaner = new pg.Pool({ connectionString: database.url, max: 1, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // A test may end all sessions. Without a listener, that would end the process.
  cleaner.on('error', () => undefined)
  cleaner.on('connect', (client) => client.on('error', () => undefined))
  database.pool.options.allowExitOnIdle = true
  rowsOfNew ??= await readRows(cleaner)
  return { database, max, cleaner, ...(await stateOf(cleaner)) }
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
      const left = await whatIsLeft(kept)
      if (!left) return void free.push(kept)
      await drop(kept)
      if (left !== 'session') throw new Error(`The test has left a ${left} open.`)
    },
  }
}

type Left = 'transaction' | 'connection' | 'session'

/**
 * Waits a second until nothing uses the database, and resets the connections of its pool.
 * @returns what still uses it: a connection that the test has not released, a transaction that it has not ended, or a
 * session outside the pool
 */
async function whatIsLeft({ database: { pool }, cleaner }: Kept): Promise<Left | undefined> {
  for (let tries = 0; tries < 100 && pool.idleCount < pool.totalCount; tries++) await delay(10)
  if (pool.idleCount < pool.totalCount) return 'connection'
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()))
  let fault: Error | undefined
  try {
    const others = [await pidOf(cleaner)]
    for (const client of clients) others.push(await pidOf(client))
    for (let tries = 0; tries < 100; tries++) {
      const { rows } = await cleaner.query<{ pid: number; state: string }>(
        `select pid, state from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()`,
      )
      if (rows.some(({ pid, state }) => others.includes(pid) && state !== 'idle')) return 'transaction'
      if (rows.every(({ pid }) => others.includes(pid))) break
      if (tries === 99) return 'session'
      await delay(10)
    }
    for (const client of clients)
      await client.query('reset all; reset role; discard temp; unlisten *; select pg_advisory_unlock_all()')
    return undefined
  } catch (error) {
    // The server has ended one of them, or its transaction has failed.
    fault = error as Error
    return (error as pg.DatabaseError).code === '25P02' ? 'transaction' : 'session'
  } finally {
    // The pool lends the last one first. The first one has the most plans.
    for (const client of clients.reverse()) client.release(fault)
  }
}

const pidOf = async (client: pg.Pool | pg.ClientBase): Promise<number> =>
  (await client.query('select pg_backend_pid() as pid')).rows[0].pid

/** Puts the rows of a new database back. Returns false if a test has changed something else, such as a trigger. */
async function isEmptied({ cleaner, ...kept }: Kept): Promise<boolean> {
  const client = await cleaner.connect()
  try {
    const { state, size } = await stateOf(client)
    const isSame = state === kept.state && size <= kept.size + MOST_GROWTH
    if (isSame) await putBack(client)
    client.release()
    return isSame
  } catch {
    // Ends its transaction, too.
    client.release(true)
    return false
  }
}

async function drop({ database, cleaner }: Kept): Promise<void> {
  await cleaner
    .query(
      `select pg_terminate_backend(pid) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid()`,
    )
    .catch(() => undefined)
  await cleaner.end()
  // The pool would wait for a connection that a test has not released. The end of the server drops such a database.
  if (database.pool.idleCount === database.pool.totalCount) await database.close()
}

/** Tables that only migrations and a few tests write. A database whose rows here differ is not lent again. */
const FIXED = ['graphile_worker.migrations', 'migration', 'function_text', 'prompt_term']

const STATE = ['attribute', 'class', 'constraint', 'enum', 'index', 'proc', 'rewrite', 'sequence', 'trigger', 'type']
  .map((catalog) => `pg_${catalog}`)
  .concat(FIXED)
  .map((table) => `(select count(*) || ' ' || max(xmin::text::bigint) from ${table})`)

/** A change of these tables leaves a row with a newer transaction, or one row fewer. ANALYZE changes `reltuples`. */
async function stateOf(client: pg.Pool | pg.ClientBase): Promise<{ state: string; size: number }> {
  const { rows } = await client.query(`select concat_ws(', ', ${STATE.join()}, sum(reltuples)) as state,
    pg_database_size(current_database())::float8 as size from pg_class`)
  return rows[0]
}

type Rows = { table: string; columns: string; rows: string }

/** The rows that migrations write in the other tables, the same in each new database. */
let rowsOfNew: Rows[] | undefined

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
  await client.query(`begin; set local session_replication_role = replica; set local lock_timeout = '5s';
    ${deletes.join('')}`)
  for (const { table, columns, rows } of rowsOfNew ?? [])
    await client.query(
      `insert into ${table} (${columns}) overriding system value
       select ${columns} from json_populate_recordset(null::${table}, $1)`,
      [rows],
    )
  const restarts = sequences.map(({ name }) => `select setval('${name}', 1, false);`)
  await client.query(`${restarts.join('')} commit`)
}
