import type pg from 'pg'
import { openDatabase } from '../src/platform/db/connect.ts'
import { type Known, type Plan, planReader } from './sql-nulls.ts'

/** The JavaScript type to which the driver converts a database value. */
export type Received = 'number' | 'string' | 'boolean' | 'Date' | 'Buffer' | 'json' | 'other' | { arrayOf: Received }

/** `name` is PostgreSQL's name of the type; `element` is that of an array's elements. */
export type Type = { name: string; element: Type | null; received: Received }

export type Column = { name: string; type: Type } & Known
export type Description = { parameters: Type[]; columns: Column[] } | { error: string }

const NOTHING: Known = { canBeNull: undefined, texts: null }

type Field = { name: string; dataTypeID: number }
type TypeRow = { oid: number; name: string; element: number; category: string }

/** A sample text of each type, from which the driver's own parser shows the JavaScript type. */
const SAMPLES: Record<string, string> = {
  B: 't',
  N: '1',
  D: '2028-02-29',
  T: '01:00:00',
  json: '{"a":1}',
  jsonb: '{"a":1}',
  bytea: '\\x00',
  time: '12:00:00',
  timetz: '12:00:00+00',
  point: '(1,2)',
  timestamp: '2028-02-29 12:00:00',
  timestamptz: '2028-02-29 12:00:00+00',
}

/** Asks a migrated database for the parameters and columns of statements. It executes nothing. */
export async function describeAll(
  url: string,
  texts: { text: string; hasRows: boolean }[],
): Promise<Map<string, Description>> {
  const { pool, close } = openDatabase(url, { max: 1 })
  const client = await pool.connect()
  try {
    const types = await readTypes(client, pool.options.types as pg.CustomTypesConfig)
    const typeOf = (oid: number): Type => types.get(oid) ?? { name: `type ${oid}`, element: null, received: 'other' }
    const described = new Map<string, Description>()
    const readPlan = await planReader(client)
    for (const { text, hasRows } of texts) {
      const statement = new PreparedStatement(text)
      ;(client.query as unknown as (query: PreparedStatement) => void)(statement)
      const { parameters, fields, error } = await statement.done
      if (error) {
        described.set(text, { error })
        continue
      }
      const known = hasRows && fields.length > 0 ? readPlan(await planOf(client, text)) : []
      const columns = fields.map(({ name, dataTypeID }, at) => ({
        name,
        type: typeOf(dataTypeID),
        ...(known[at] ?? NOTHING),
      }))
      described.set(text, { parameters: parameters.map(typeOf), columns })
    }
    return described
  } finally {
    client.release()
    await close()
  }
}

/** @returns null if only a superuser may run the statement */
async function planOf(client: pg.PoolClient, text: string): Promise<Plan | null> {
  try {
    const { rows } = await client.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
      `explain (generic_plan, verbose, costs off, format json) ${text}`,
    )
    return rows[0]?.['QUERY PLAN'][0].Plan ?? null
  } catch (error) {
    if ((error as pg.DatabaseError).code === '42501') return null
    throw error
  }
}

async function readTypes(client: pg.PoolClient, driver: pg.CustomTypesConfig): Promise<Map<number, Type>> {
  const { rows } = await client.query<TypeRow>(
    `select oid::int as oid, typname as name, case typcategory when 'A' then typelem::int else 0 end as element,
      typcategory as category from pg_type`,
  )
  const byOid = new Map(rows.map((row) => [row.oid, row]))
  const sampleOf = (row: TypeRow): string => {
    const element = byOid.get(row.element)
    return element
      ? `{"${sampleOf(element).replaceAll(/["\\]/g, '\\$&')}"}`
      : (SAMPLES[row.name] ?? SAMPLES[row.category] ?? 'x')
  }
  const receivedOf = (row: TypeRow): Received => {
    const isJson = ({ name }: TypeRow) => name === 'json' || name === 'jsonb'
    const element = byOid.get(row.element)
    const parse = driver.getTypeParser(row.oid, 'text') as (text: string) => unknown
    const value = isJson(row) ? {} : parse(sampleOf(row))
    if (!Array.isArray(value)) return isJson(row) ? 'json' : kindOf(value)
    return { arrayOf: element && isJson(element) ? 'json' : kindOf(value[0]) }
  }
  const types = new Map<number, Type>()
  for (const row of rows) types.set(row.oid, { name: row.name, element: null, received: receivedOf(row) })
  for (const row of rows) {
    const type = types.get(row.oid)
    if (type) type.element = types.get(row.element) ?? null
  }
  return types
}

function kindOf(value: unknown): Received {
  if (value instanceof Date) return 'Date'
  if (Buffer.isBuffer(value)) return 'Buffer'
  const kind = typeof value
  return kind === 'number' || kind === 'string' || kind === 'boolean' ? kind : 'other'
}

type Wire = NodeJS.EventEmitter & {
  parse(query: { name: string; text: string; types: number[] }): void
  describe(of: { type: 'S'; name: string }): void
  sync(): void
}

/** Lets the server parse and describe a statement, as the driver would before running it, and never runs it. */
class PreparedStatement {
  readonly text: string
  readonly done: Promise<{ parameters: number[]; fields: Field[]; error: string | null }>
  #finish: () => void = () => undefined
  #parameters: number[] = []
  #fields: Field[] = []
  #error: string | null = null
  #onParameters = ({ dataTypeIDs }: { dataTypeIDs: number[] }) => {
    this.#parameters = dataTypeIDs
  }

  constructor(text: string) {
    this.text = text
    this.done = new Promise((resolve) => {
      this.#finish = () => resolve({ parameters: this.#parameters, fields: this.#fields, error: this.#error })
    })
  }

  submit(wire: Wire) {
    wire.on('parameterDescription', this.#onParameters)
    wire.parse({ name: '', text: this.text, types: [] })
    wire.describe({ type: 'S', name: '' })
    wire.sync()
  }
  handleRowDescription({ fields }: { fields: Field[] }) {
    this.#fields = fields
  }
  handleError(error: Error & { position?: string }, wire: Wire) {
    const near = error.position
      ? ` near "${this.text
          .slice(Number(error.position) - 1)
          .slice(0, 40)
          .trim()}"`
      : ''
    this.#error = `${error.message}${near}`
    // The driver sends nothing more after a failure.
    this.#end(wire)
  }
  handleReadyForQuery(wire: Wire) {
    this.#end(wire)
  }
  #end(wire: Wire) {
    wire.off('parameterDescription', this.#onParameters)
    this.#finish()
  }
}
