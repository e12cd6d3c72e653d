import { createHash } from 'node:crypto'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'

/** What a repository takes first: the database or a transaction of it. */
export type Database = Kysely<unknown>

export type OpenDatabase = { db: Database; pool: pg.Pool; url: string; close(): Promise<void> }

/** We prepare statements once per connection. Beyond this many distinct texts we send them unnamed. */
const MAX_NAMED_STATEMENTS = 500

/**
 * Opens the database. It reads int8 and numeric as number (an unsafe int8 is a RangeError), date as 'YYYY-MM-DD',
 * timestamptz as Date, and others as `pg` does. A parameter may be a Temporal.Instant.
 */
export function openDatabase(url: string, options: { max: number }): OpenDatabase {
  const pool = new pg.Pool({
    connectionString: url,
    max: options.max,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 60_000,
    keepAlive: true,
    application_name: 'showingbooker',
    Client: NamingClient,
    types: { getTypeParser } as pg.CustomTypesConfig,
  })
  // Without listeners a lost connection would end the process: the pool replaces it, and a query on it fails by itself.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => client.on('error', () => undefined))
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  return { db, pool, url, close: () => db.destroy() }
}

/** The name of the constraint that a statement broke, if it broke one. */
export const constraintOf = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.constraint : undefined

const statementNames = new Map<string, string>()

/** Names a statement by hash, not counter: behind a pooler, processes share connections and their names. */
export function statementName(text: string): string | undefined {
  const known = statementNames.get(text)
  if (known) return known
  if (statementNames.size >= MAX_NAMED_STATEMENTS) return undefined
  const name = `s${createHash('sha1').update(text).digest('hex').slice(0, 24)}`
  statementNames.set(text, name)
  return name
}

class NamingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg's query() cannot be restated in a subclass
  override query(...args: any[]): any {
    const [text, values, ...rest] = args
    // Without parameters it stays a simple query: begin, commit, and several statements in one text.
    if (typeof text !== 'string' || !Array.isArray(values)) return Reflect.apply(super.query, this, args)
    if (values.length === 0) return Reflect.apply(super.query, this, [text, ...rest])
    const named = { name: statementName(text), text, values: values.map(parameter) }
    return Reflect.apply(super.query, this, [named, ...rest])
  }
}

const parameter = (value: unknown) => (value instanceof Temporal.Instant ? value.toString() : value)

const { INT8, NUMERIC, DATE } = pg.types.builtins

function getTypeParser(oid: number, format?: 'text' | 'binary') {
  if (format === 'binary') return pg.types.getTypeParser(oid, 'binary')
  if (oid === INT8) return safeInteger
  if (oid === NUMERIC) return Number
  if (oid === DATE) return (text: string) => text
  return pg.types.getTypeParser(oid, 'text')
}

function safeInteger(text: string): number {
  const value = Number(text)
  if (!Number.isSafeInteger(value))
    throw new RangeError(`The database sent ${text}, beyond what a number holds exactly.`)
  return value
}
