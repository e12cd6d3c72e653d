// Slots and bookings with few and with very many bookings stored: stored rows must not slow the product.
import { bookOverHttp, type Run } from './support/booking-run.ts'
import type { Stage } from './support/buyer.ts'
import { type GetResult, loadGets, loadName } from './support/get-load.ts'
import { insertProperties, onDatabase, startsOf } from './support/homes.ts'
import { type Product, startProduct } from './support/product.ts'
import { goal, note, ratio, spreadCells, table, title } from './support/report.ts'
import { interleave, isQuick, plan, quarters, spreadOf } from './support/rounds.ts'
import { storeBookings } from './support/stored-bookings.ts'

const HOMES = 5_000
const FEW = 10_000
const MANY = isQuick ? 100_000 : 1_000_000
const CLIENTS = 8

title(
  'flat',
  `slots and bookings at ${FEW.toLocaleString('en-US')} and at ${MANY.toLocaleString('en-US')} stored bookings`,
)
await using small = await startProduct({ WORKER: 'off' })
await using large = await startProduct({ WORKER: 'off' })
const few = await fill(small, FEW)
const many = await fill(large, MANY)

await few.slots()
await many.slots()
await few.book()
await many.book()
const slots = await interleave({ few: () => few.slots(), many: () => many.slots() })
const bookings = await interleave({ few: () => few.book(), many: () => many.book() })

const slotRates = (results: GetResult[]) => results.map(({ perSecond }) => perSecond)
const bookingRates = (runs: Run[]) => runs.map(({ rate }) => rate)
note(`\nAvailability of ${HOMES.toLocaleString('en-US')} homes in turn, 32 connections, load by ${loadName}`)
table(
  ['answers/s', 'min', 'median', 'max', 'p99'],
  [
    rowOf(
      FEW,
      slotRates(slots.few),
      slots.few.map(({ p99 }) => p99),
    ),
    rowOf(
      MANY,
      slotRates(slots.many),
      slots.many.map(({ p99 }) => p99),
    ),
  ],
)
compare('slots', slotRates(slots.many), slotRates(slots.few))
note(`\nBookings over HTTP, ${CLIENTS} clients, WORKER=off`)
table(
  ['bookings/s', 'min', 'median', 'max', 'p99 whole'],
  [
    rowOf(
      FEW,
      bookingRates(bookings.few),
      bookings.few.map((run) => run.p99()),
    ),
    rowOf(
      MANY,
      bookingRates(bookings.many),
      bookings.many.map((run) => run.p99()),
    ),
  ],
)
compare('booking', bookingRates(bookings.many), bookingRates(bookings.few))

const long = await many.book(plan.longSeconds)
const [first, , , last] = quarters(long.doneAt, plan.longSeconds)
note(
  `\n${plan.longSeconds} s of bookings at ${MANY.toLocaleString('en-US')}: first quarter ${first?.toFixed(0)}/s, last quarter ${last?.toFixed(0)}/s`,
)

/** Creates properties with a history, and the measurements on them. */
async function fill(product: Product, count: number) {
  const startedAt = performance.now()
  const homes = await onDatabase(product.databaseUrl, (client) => insertProperties(client, HOMES))
  const starts = await startsOf(product, homes[0] as string)
  // Stored bookings use the last dates, new bookings the others.
  const ahead = starts.slice(-50).map(({ startsAt }) => startsAt)
  await storeBookings(product.databaseUrl, { homes, count, ahead })
  const stage: Stage = { homes, starts: starts.slice(0, -50) }
  note(`${count.toLocaleString('en-US')} bookings stored in ${((performance.now() - startedAt) / 1000).toFixed(0)} s`)
  const paths = stage.homes.map((home) => `/api/showingbooker/public/property/${home}/availability`)
  let next = 0
  return {
    slots: () => loadGets({ url: product.url, connections: 32, seconds: plan.seconds, paths }),
    async book(seconds = plan.seconds): Promise<Run> {
      const run = await bookOverHttp(product, { stage, clients: CLIENTS, seconds, first: next })
      next = run.next
      return run
    },
  }
}

function rowOf(count: number, rates: number[], p99s: number[]) {
  return [
    `${count.toLocaleString('en-US')} stored`,
    ...spreadCells(spreadOf(rates)),
    `${spreadOf(p99s).median.toFixed(1)} ms`,
  ]
}

function compare(what: string, manyRates: number[], fewRates: number[]) {
  const { value, words } = ratio(manyRates, fewRates)
  note(`  many to few: ${words}`)
  goal(`${what} within 20 %`, value, { atLeast: 0.8 })
}
