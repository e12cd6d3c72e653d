import { hash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { Logger, runMigrations } from 'graphile-worker'
import pg from 'pg'
import { applyTexts } from './function-texts.ts'
import { inBriefLocks, retryWhileBusy, takeSessionLock } from './lock-retries.ts'
import { sharesSessions } from './pooler.ts'

type Migration = { name: string; sql: string; checksum: string }

/**
 * Matches the end of a statement in a file that runs outside a transaction. Such files indent every line of a statement
 * after the first.
 */
const STATEMENT_END = /;\n(?! )/

/** Lock that lets one process at a time migrate the database. */
const MIGRATION_LOCK = 7_300

export const migrationsFolder = resolve(import.meta.dirname, '../../../db/migrations')
export const functionsFolder = resolve(import.meta.dirname, '../../../db/functions')

/** The history in the database and the files disagree, so we cannot start safely. */
export class MigrationError extends Error {}

const POOLED =
  'DATABASE_URL points to a pooler in transaction mode, which breaks locks and notifications. Use the address of PostgreSQL itself, or set pool_mode = session for this database.'

/** `message` is for a person. */
export class DatabaseUnreachable extends Error {}

/**
 * Applies the migration files to the database: plain SQL, in the order of their names, only forward, each in its own
 * transaction. A file that begins with `-- concurrently` has none: its statements run one by one, and start over if
 * they were interrupted or met a lock. The queue's own schema goes first, because our functions call it. Then
 * functions, views, and triggers get their current texts.
 * @param folders if `functions` is missing, we apply only the migrations
 * @param name what a person calls the database
 * @returns the names of the files applied now
 * @throws MigrationError if a file fails, or an applied one was changed, removed, or overtaken; DatabaseUnreachable
 */
export async function migrate(
  url: string,
  folders: { migrations: string; functions?: string } = { migrations: migrationsFolder, functions: functionsFolder },
  name = 'DATABASE_URL',
): Promise<string[]> {
  const client = await connect(url, name)
  try {
    if (await sharesSessions(client, url)) throw new MigrationError(POOLED)
    const version = await requireVersion(client)
    await takeSessionLock(client, MIGRATION_LOCK)
    if (version < 180_000) await client.query(UUIDV7)
    await runMigrations({ connectionString: url, logger: silent })
    await client.query(`create table if not exists migration (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`)
    const applied = await client.query<{ name: string; checksum: string }>(
      'select name, checksum from migration order by name collate "C"',
    )
    const due = pending(await readMigrations(folders.migrations), applied.rows)
    for (const migration of due) await apply(client, migration)
    const names = due.map((migration) => migration.name)
    if (!folders.functions) return names
    // A migration may have dropped something that a function, view, or trigger needs, and the object with it.
    const texts = await applyTexts(client, folders.functions, { isAll: due.length > 0 }).catch((error: Error) => {
      throw new MigrationError(error.message, { cause: error })
    })
    return [...names, ...texts]
  } finally {
    // This ends the session, and its lock with it.
    await client.end()
  }
}

/** @throws DatabaseUnreachable */
async function connect(url: string, name: string): Promise<pg.Client> {
  let client: pg.Client | undefined
  try {
    // This reads the certificate files that the URL names.
    client = new pg.Client({ connectionString: url, application_name: 'showingbooker migrate' })
    await client.connect()
    return client
  } catch (error) {
    const { message, code } = error as NodeJS.ErrnoException
    throw new DatabaseUnreachable(`${name} does not work: ${placeOf(url, client)} says "${message || code}".`)
  }
}

/** Names the socket or the address that the client uses. A URL may have a folder of sockets beside a host and a port. */
function placeOf(url: string, client: pg.Client | undefined): string {
  if (client?.host.startsWith('/')) return `${client.host}/.s.PGSQL.${client.port}`
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

/** @returns the server's version, such as 180006 */
async function requireVersion(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ server_version: string; version: number }>(
    `select current_setting('server_version') as server_version, current_setting('server_version_num')::int as version`,
  )
  const { server_version: name = '', version = 0 } = rows[0] ?? {}
  if (version < 160_000)
    throw new MigrationError(`ShowingBooker needs PostgreSQL 16 or later; the database is ${name}.`)
  return version
}

/**
 * PostgreSQL 18 and later have this function (RFC 9562, section 5.7): 48 bits of milliseconds, the version, and random
 * bits.
 */
export const UUIDV7 = `
  create or replace function uuidv7() returns uuid language sql volatile as $$
    select encode(set_bit(set_bit(overlay(uuid_send(gen_random_uuid()) placing
      substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6), 52, 1), 53, 1), 'hex')::uuid
  $$`

/** @throws MigrationError */
function pending(files: Migration[], applied: { name: string; checksum: string }[]): Migration[] {
  const byName = new Map(files.map((file) => [file.name, file]))
  for (const { name, checksum } of applied) {
    const file = byName.get(name)
    if (!file) {
      throw new MigrationError(
        `The database has migration ${name}, which this version does not have. Start the newer version that applied it.`,
      )
    }
    if (file.checksum !== checksum) {
      throw new MigrationError(
        `Migration ${name} was changed after it was applied. Restore the file and put the change in a new migration.`,
      )
    }
    byName.delete(name)
  }
  const last = applied.at(-1)?.name ?? ''
  const due = [...byName.values()]
  const late = due.find((migration) => migration.name < last)
  if (late) {
    throw new MigrationError(
      `Migration ${late.name} comes before ${last}, which is already applied. Give it a later number.`,
    )
  }
  return due
}

async function apply(client: pg.Client, migration: Migration): Promise<void> {
  const isConcurrent = migration.sql.startsWith('-- concurrently\n')
  try {
    if (isConcurrent) {
      await retryWhileBusy(async () => {
        for (const statement of migration.sql.split(STATEMENT_END)) await client.query(statement)
      })
    }
    await inBriefLocks(client, async () => {
      if (!isConcurrent) await client.query(migration.sql)
      await client.query('insert into migration (name, checksum) values ($1, $2)', [migration.name, migration.checksum])
    })
  } catch (error) {
    throw new MigrationError(`Migration ${migration.name} failed: ${(error as Error).message}`, { cause: error })
  }
}

async function readMigrations(folder: string): Promise<Migration[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.sql')).sort()
  return Promise.all(
    names.map(async (name) => {
      // A checkout may change line ends, which does not change the history.
      const sql = (await readFile(join(folder, name), 'utf8')).replaceAll('\r\n', '\n')
      return { name, sql, checksum: hash('sha256', sql) }
    }),
  )
}

const silent = new Logger(() => () => undefined)
