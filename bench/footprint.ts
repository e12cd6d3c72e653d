// Measures the bytes that a booking adds to each table with its indexes and to the log, and the processor time that a booking
// with its messages and a booking page take. docs/scale.md computes machine sizes from these.
import type pg from 'pg'
import { bookOverHttp } from './support/booking-run.ts'
import { runGets } from './support/get-load.ts'
import { makeStage, onDatabase } from './support/homes.ts'
import { type Processor, spent } from './support/processor.ts'
import { startProduct } from './support/product.ts'
import { drain } from './support/queue.ts'
import { figure, note, table, title } from './support/report.ts'
import { plan } from './support/rounds.ts'

type Size = { rows: number; table: number; indexes: number }
type State = { sizes: Map<string, Size>; log: number; cpu: Processor }

title('footprint', 'what a booking adds to the database, and the processor time that it takes')
await using product = await startProduct()
const stage = await makeStage(product, 1_000)
const warm = await bookOverHttp(product, { stage, clients: 4, seconds: 2, first: 0 })
await drain(product)
const before = await stateOf()
const run = await bookOverHttp(product, { stage, clients: 4, seconds: plan.longSeconds, first: warm.next })
await drain(product)
const after = await stateOf()

const { booked } = run
const rows = [...after.sizes].flatMap(([name, size]) => {
  const was = before.sizes.get(name) ?? { rows: 0, table: 0, indexes: 0 }
  const more = { rows: size.rows - was.rows, table: size.table - was.table, indexes: size.indexes - was.indexes }
  return more.table + more.indexes > 0 ? [{ name, ...more }] : []
})
rows.sort((one, other) => other.table + other.indexes - one.table - one.indexes)
const each = (bytes: number) => Math.round(bytes / booked)
const sum = (of: (row: (typeof rows)[number]) => number) => each(rows.reduce((total, row) => total + of(row), 0))

note(`${booked} bookings of vacant properties, every message sent to the outbox, settled dead rows not yet vacuumed`)
table(
  ['per booking', 'rows', 'bytes of table', 'of indexes', 'together'],
  [
    ...rows.map((row) => [
      row.name,
      row.rows / booked,
      each(row.table),
      each(row.indexes),
      each(row.table + row.indexes),
    ]),
    ['all', '', sum((row) => row.table), sum((row) => row.indexes), sum((row) => row.table + row.indexes)],
  ],
)
note(`  log (WAL): ${figure(each(after.log - before.log))} bytes per booking`)

const paths = ['/showingbooker/book/sample-property']
const headers = { 'accept-encoding': 'gzip' }
const load = (isUnique: boolean) =>
  runGets(product, { paths, connections: 4, seconds: plan.seconds, headers, isUnique })
await load(true)
table(
  ['processor, ms', 'server and worker', 'database'],
  [
    ['a booking with its messages', ...sides(spent(before.cpu, after.cpu, booked))],
    ['a booking page, rendered', ...sides((await load(true)).cpu)],
    ['a booking page, from memory', ...sides((await load(false)).cpu)],
  ],
)

function sides({ server, database }: Processor): number[] {
  return [server, database]
}

async function stateOf(): Promise<State> {
  const cpu = product.cpu()
  return onDatabase(product.databaseUrl, async (client) => ({ ...(await storageOf(client)), cpu }))
}

async function storageOf(client: pg.Client): Promise<Omit<State, 'cpu'>> {
  await client.query('analyze')
  const sizes = await client.query<Size & { name: string }>(
    `select c.oid::regclass::text as name, c.reltuples::float8 as rows, pg_table_size(c.oid)::float8 as "table",
       pg_indexes_size(c.oid)::float8 as indexes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and n.nspname in ('public', 'graphile_worker')`,
  )
  const log = await client.query<{ bytes: number }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::float8 as bytes`,
  )
  return {
    sizes: new Map(sizes.rows.map(({ name, ...size }) => [name, size])),
    log: log.rows[0]?.bytes ?? 0,
  }
}
