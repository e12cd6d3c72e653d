import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { isTracing, traced } from '../tracing.ts'
import { nameOf, type StatementListener, statementName, summaryOf } from './statements.ts'

/** The database, or a transaction in it. Repositories take it first. */
export type Database = Kysely<unknown>

export type OpenDatabase = {
  db: Database
  pool: pg.Pool
  url: string
  /** Reports each statement to the listener from now on. */
  watch(listener: StatementListener): void
  close(): Promise<void>
}

/**
 * Opens the database. It reads int8 and numeric as number (an unsafe int8 is a RangeError), date as 'YYYY-MM-DD',
 * timestamptz as Date, and others as `pg` does. A parameter may be a Temporal.Instant.
 */
export function openDatabase(url: string, options: { max: number }): OpenDatabase {
  let listener: StatementListener | null = null
  const pool = openPool(url, {
    max: options.max,
    idleTimeoutMillis: 60_000,
    application_name: 'showingbooker',
    Client: measuredClient(() => listener),
    types: { getTypeParser } as pg.CustomTypesConfig,
  })
  // Without a listener a lost connection would end the process. The pool replaces it, and a query on it fails anyway.
  pool.on('error', () => undefined)
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  return {
    db,
    pool,
    url,
    watch(next) {
      listener = next
    },
    async close() {
      await db.destroy()
      // Kysely does not close a pool that it has never used itself.
      if (!pool.ended) await pool.end()
    },
  }
}

/** Connects only to a server that accepts writes. After a failover, a replica can answer at the same address for a moment. */
export function openPool(url: string, options: pg.PoolConfig): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    verify: (client, done) => void requireWriter(client).then(() => done(), done),
    ...options,
  })
  pool.on('connect', (client) => client.on('error', () => undefined))
  return pool
}

/** PostgreSQL's code for a write that it refuses as read-only (read_only_sql_transaction). */
const READ_ONLY = '25006'

async function requireWriter(client: pg.ClientBase): Promise<void> {
  const { rows } = await client.query<{ reads_only: boolean }>(
    `select current_setting('transaction_read_only') = 'on' as reads_only`,
  )
  if (rows[0]?.reads_only)
    throw Object.assign(new Error('The database is read-only: it is not the primary.'), { code: READ_ONLY })
}

/** Returns the name of the constraint that a statement violated, if any. */
export const constraintOf = (error: unknown): string | undefined =>
  error instanceof pg.DatabaseError ? error.constraint : undefined

/** Names statements so that each connection prepares them once, and measures them. */
function measuredClient(listenerOf: () => StatementListener | null) {
  return class extends pg.Client {
    // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg's query() cannot be restated in a subclass
    override query(...args: any[]): any {
      const [text, values, ...rest] = args
      // Without parameters it stays a simple query: begin, commit, and several statements in one text.
      if (typeof text !== 'string' || !Array.isArray(values)) return Reflect.apply(super.query, this, args)
      const query = values.length > 0 ? { name: statementName(text), text, values: values.map(parameter) } : text
      const send = () => Reflect.apply(super.query, this, [query, ...rest])
      // With a callback, there is no promise to wait for.
      return rest.length > 0
        ? send()
        : measured(text, listenerOf(), isTracing() ? () => tracedStatement(text, send) : send)
    }
  }
}

/** The text contains no personal data, because values are parameters. */
const tracedStatement = <T>(text: string, send: () => Promise<T>): Promise<T> => {
  const attributes = {
    'db.system.name': 'postgresql',
    'db.query.summary': summaryOf(text),
    'db.query.text': text,
    'db.statement.name': statementName(text) ?? nameOf(text),
  }
  return traced({ name: attributes['db.query.summary'], kind: 'client', attributes }, send)
}

function measured<T>(text: string, listener: StatementListener | null, send: () => Promise<T>): Promise<T> {
  if (!listener) return send()
  const startedAt = performance.now()
  const answer = send()
  const done = () => listener(text, performance.now() - startedAt)
  answer.then(done, done)
  return answer
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
    throw new RangeError(`The database sent ${text}, which a JavaScript number cannot hold exactly.`)
  return value
}
