// Bookings accepted per second over HTTP: hold, pay with the test card, settle. All of them are distinct slots. Two yardsticks
// run alongside them: the product's own SQL without its server, and a reference program with plain tables.
import type pg from 'pg'
import { bookOverHttp, bookWithSql, type Run } from './support/booking-run.ts'
import { makeStage, onDatabase } from './support/homes.ts'
import { type Product, startProduct } from './support/product.ts'
import { drain } from './support/queue.ts'
import { startReference } from './support/reference.ts'
import { goal, note, ratio, spreadCells, table, title } from './support/report.ts'
import { interleave, plan, quarters, spreadOf } from './support/rounds.ts'

const HOMES = 5_000

title(
  'booking',
  'bookings accepted per second over HTTP, 3 requests each, compared with the same rows written by less code',
)
await using served = await startProduct()
await using workerless = await startProduct({ WORKER: 'off' })
using reference = await startReference(workerless, 'reference-server.ts')
const servedStage = await makeStage(served, HOMES)
const stage = await makeStage(workerless, HOMES)
const next = { served: 0, workerless: 0, reference: 0 }
/** For each round, the share of its jobs (two per booking) that the worker had not done when the round ended. */
const leftToDeliver: number[] = []

const overHttp = async (clients: number, seconds = plan.seconds): Promise<Run> => {
  const run = await bookOverHttp(served, { stage: servedStage, clients, seconds, first: next.served })
  next.served = run.next
  leftToDeliver.push((await drain(served)) / (2 * run.booked))
  return run
}
const withoutWorker = async (clients: number, seconds = plan.seconds): Promise<Run> => {
  const run = await bookOverHttp(workerless, { stage, clients, seconds, first: next.workerless })
  next.workerless = run.next
  return run
}
const withSql = async (clients: number, seconds = plan.seconds): Promise<Run> => {
  const run = await bookWithSql(workerless, { stage, clients, seconds, first: next.workerless })
  next.workerless = run.next
  return run
}
const withReference = async (clients: number, seconds = plan.seconds): Promise<Run> => {
  const run = await bookOverHttp(reference, { stage, clients, seconds, first: next.reference })
  next.reference = run.next
  return run
}

await overHttp(8, 2)
await withReference(8, 2)
const rowsOverHttp = await rowsOf(workerless, () => withoutWorker(8, 2))
const rowsWithSql = await rowsOf(workerless, () => withSql(8, 2))
note(`Rows per booking, over HTTP: ${rowsOverHttp}`)
note(`Rows per booking, bare SQL:  ${rowsWithSql}`)
note('"served": as shipped. During the run, the worker in the server\'s process delivers messages and events.')
note('"WORKER=off": another process would deliver them, but none runs here. The yardsticks deliver nothing, either.')
note('"bare SQL": our statements and functions, sent straight to our database.')
note(
  '"reference": the same three calls and rows by node:http, with one SQL function per step and plain tables (support/reference.sql).',
)

for (const clients of [8, 32]) {
  const {
    ours,
    noWorker,
    sql,
    reference: plain,
  } = await interleave({
    ours: () => overHttp(clients),
    noWorker: () => withoutWorker(clients),
    sql: () => withSql(clients),
    reference: () => withReference(clients),
  })
  note(`\n${clients} clients`)
  table(
    [
      'bookings/s',
      'min',
      'median',
      'max',
      'p99 whole',
      ...['hold', 'pay', 'settle'].map((step) => `p99 ${step}`),
      'CPU ms per booking',
    ],
    [
      ['served', ...cellsOf(ours)],
      ['WORKER=off', ...cellsOf(noWorker)],
      ['bare SQL', ...cellsOf(sql)],
      ['reference', ...cellsOf(plain)],
    ],
  )
  const rates = (runs: Run[]) => runs.map(({ rate }) => rate)
  const asServed = ratio(rates(ours), rates(sql))
  const alone = ratio(rates(noWorker), rates(sql))
  note(`  served to bare SQL: ${asServed.words}`)
  note(`  WORKER=off to bare SQL: ${alone.words}`)
  goal(`floor, served, ${clients} clients`, asServed.value, { atLeast: 0.4 })
  goal(`goal, served, ${clients} clients`, asServed.value, { atLeast: 0.6 })
  goal(`floor, WORKER=off, ${clients} clients`, alone.value, { atLeast: 0.4 })
  goal(`goal, WORKER=off, ${clients} clients`, alone.value, { atLeast: 0.6 })
  const toReference = ratio(rates(ours), rates(plain))
  const aloneToReference = ratio(rates(noWorker), rates(plain))
  note(`  served to reference: ${toReference.words}`)
  note(`  WORKER=off to reference: ${aloneToReference.words}`)
  goal(`served to reference, ${clients} clients`, toReference.value, { atLeast: 0.45 })
  goal(`WORKER=off to reference, ${clients} clients`, aloneToReference.value, { atLeast: 0.6 })
  for (const [side, atMost] of [
    ['database', 2],
    ['server', 2.5],
  ] as const) {
    const { value } = ratio(
      noWorker.map(({ cpu }) => cpu[side]),
      plain.map(({ cpu }) => cpu[side]),
    )
    goal(`processor of the ${side}, WORKER=off to reference, ${clients} clients`, value, { atMost })
  }
  for (const step of ['hold', 'pay', 'settle']) {
    goal(
      `p99 of "${step}", served, ${clients} clients`,
      spreadOf(ours.map((run) => run.p99(step))).median,
      { atMost: 20 },
      ' ms',
    )
  }
}

const { median: behind } = spreadOf(leftToDeliver)
note(
  `\nWhen a round over HTTP ended, ${(behind * 100).toFixed(0)} % of its messages and events were still waiting for delivery.`,
)
const long = await overHttp(8, plan.longSeconds)
const [first, , , last] = quarters(long.doneAt, plan.longSeconds)
note(
  `\n${plan.longSeconds} s at 8 clients, served: first quarter ${first?.toFixed(0)}/s, last quarter ${last?.toFixed(0)}/s`,
)

function cellsOf(runs: Run[]): (string | number)[] {
  const p99 = (step?: string) => `${spreadOf(runs.map((run) => run.p99(step))).median.toFixed(1)} ms`
  const cpuOf = (side: keyof Run['cpu']) => spreadOf(runs.map(({ cpu: of }) => of[side])).median.toFixed(2)
  const isSql = !runs[0]?.hasStep('settle')
  const steps = isSql ? ['–', '–', '–'] : ['hold', 'pay', 'settle'].map(p99)
  const cpu = `${isSql ? '' : `server ${cpuOf('server')}, `}database ${cpuOf('database')}, load ${cpuOf('client')}`
  return [...spreadCells(spreadOf(runs.map(({ rate }) => rate))), p99(), ...steps, cpu]
}

/** Counts the rows that an accepted booking writes. */
async function rowsOf(product: Product, book: () => Promise<Run>): Promise<string> {
  const before = await onDatabase(product.databaseUrl, countRows)
  const { booked } = await book()
  const after = await onDatabase(product.databaseUrl, countRows)
  return Object.entries(after)
    .map(([table, rows]) => `${table} ${((rows - (before[table] ?? 0)) / booked).toFixed(0)}`)
    .join(', ')
}

async function countRows(client: pg.Client): Promise<Record<string, number>> {
  const counts: Record<string, number> = {}
  const tables = [
    'booking',
    'payment',
    'money_entry',
    'notification',
    'compliance_entry',
    'sandbox_intent',
    'sandbox_event',
  ]
  for (const table of [...tables, 'graphile_worker._private_jobs']) {
    const { rows } = await client.query<{ count: string }>(`select count(*) from ${table}`)
    counts[table.replace('graphile_worker._private_', '')] = Number(rows[0]?.count)
  }
  return counts
}
