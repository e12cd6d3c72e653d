// Ten minutes of load: bookings, fresh pages, and slots in turn. The server's memory may not grow after the second minute.
import { bookOverHttp } from './support/booking-run.ts'
import { loadGets } from './support/get-load.ts'
import { makeStage, onDatabase } from './support/homes.ts'
import { startProduct } from './support/product.ts'
import { goal, table, title } from './support/report.ts'
import { isQuick } from './support/rounds.ts'

const MINUTES = isQuick ? 3 : 10
/** Length of each of the three parts of a minute. */
const SECONDS = isQuick ? 3 : 20

title('soak', `${MINUTES} minutes of load, as served`)
await using product = await startProduct()
const stage = await makeStage(product, 5_000)
const page = `${product.url}/showingbooker/book/sample-property`
const slots = `${product.url}/api/showingbooker/public/property/${stage.homes[0]}/availability`
const headers = { 'accept-encoding': 'gzip' }
const jobsLeft = () =>
  onDatabase(product.databaseUrl, async (client) => {
    const { rows } = await client.query<{ n: string }>('select count(*) as n from graphile_worker._private_jobs')
    return Number(rows[0]?.n)
  })

const rows: (string | number)[][] = []
const memory: number[] = [product.residentMegabytes() ?? Number.NaN]
const booked: number[] = []
let first = 0
for (let minute = 1; minute <= MINUTES; minute++) {
  const run = await bookOverHttp(product, { stage, clients: 8, seconds: SECONDS, first })
  first = run.next
  const left = await jobsLeft()
  const pages = await loadGets({ url: page, connections: 32, seconds: SECONDS, headers, isUnique: true })
  const days = await loadGets({ url: slots, connections: 32, seconds: SECONDS, headers, isUnique: true })
  memory.push(product.residentMegabytes() ?? Number.NaN)
  booked.push(run.rate)
  rows.push([`minute ${minute}`, run.rate, pages.perSecond, days.perSecond, left, memory.at(-1) ?? Number.NaN])
}
table(['', 'bookings/s', 'fresh pages/s', 'slots/s', 'jobs left after bookings', 'MB of the server'], rows)
const later = Math.max(...memory.slice(3))
goal(
  'peak memory after the second minute, compared with memory at the end of that minute',
  later / (memory[2] ?? Number.NaN),
  { atMost: 1.1 },
)
goal(
  'bookings/s of the last two minutes, compared with minutes 2 and 3',
  mean(booked.slice(-2)) / mean(booked.slice(1, 3)),
  {
    atLeast: 0.9,
  },
)

function mean(values: number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length
}
