// Many buyers for one slot at once, slot after slot: one holds it, and the others get a refusal.
import { join } from 'node:path'
import { makeStage, onDatabase } from './support/homes.ts'
import { runLoad } from './support/load-process.ts'
import { startProduct } from './support/product.ts'
import type { RaceResult, RaceTask } from './support/race-load.ts'
import { goal, note, spreadCells, table, title } from './support/report.ts'
import { interleave, quantile, sorted, spreadOf } from './support/rounds.ts'

const CLIENTS = 32
const SLOTS = 100

title('race', `${CLIENTS} clients for one slot at once, ${SLOTS} slots per round, compared with the SQL function alone`)
await using product = await startProduct()
const stage = await makeStage(product, 50)
let first = 0
let races = 0

const race = async (way: RaceTask['way'], slots = SLOTS): Promise<RaceResult> => {
  const { port, databaseUrl } = product
  const task = { port, databaseUrl, way, stage, clients: CLIENTS, slots, first }
  first += slots
  races += slots
  return runLoad<RaceTask, RaceResult>(join(import.meta.dirname, 'support/race-load.ts'), task)
}
await race('http', 20)
await race('sql', 20)
const { ours, sql } = await interleave({ ours: () => race('http'), sql: () => race('sql') })

const p99s = (rounds: RaceResult[], which: 'lostAfter' | 'wonAfter') =>
  rounds.map((round) => quantile(sorted(round[which]), 0.99))
const medians = (rounds: RaceResult[], which: 'lostAfter' | 'wonAfter') =>
  rounds.map((round) => quantile(sorted(round[which]), 0.5))
table(
  ['ms from the start to', 'min', 'median', 'max'],
  [
    ['p99 of the refusals (409)', ...spreadCells(spreadOf(p99s(ours, 'lostAfter')))],
    ['p50 of the refusals (409)', ...spreadCells(spreadOf(medians(ours, 'lostAfter')))],
    ['p99 of the holds (201)', ...spreadCells(spreadOf(p99s(ours, 'wonAfter')))],
    ['SQL alone: p99 of "taken"', ...spreadCells(spreadOf(p99s(sql, 'lostAfter')))],
    ['SQL alone: p99 of "held"', ...spreadCells(spreadOf(p99s(sql, 'wonAfter')))],
  ],
)
const slots = ours.flatMap((round) => round.winners)
const others = ours.flatMap((round) => round.others)
note(`  ${slots.length} slots raced for over HTTP by ${CLIENTS} clients each`)
goal('share of slots with exactly one 201', slots.filter((winners) => winners === 1).length / slots.length, {
  atLeast: 1,
})
goal('answers that are neither 201 nor 409 with the specified text', others.length, { atMost: 0 })
for (const other of others.slice(0, 3)) note(`    ${other.slice(0, 300)}`)
const stored = await onDatabase(product.databaseUrl, async (client) => {
  const { rows } = await client.query(
    'select count(*)::int as bookings, (select count(*)::int from payment) as payments from booking',
  )
  return rows[0] as { bookings: number; payments: number }
})
goal('rows stored for losers (bookings and payments)', stored.bookings + stored.payments - 2 * races, { atMost: 0 })
goal('p99 of the refusals', spreadOf(p99s(ours, 'lostAfter')).median, { atMost: 20 }, ' ms')
