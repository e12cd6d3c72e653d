// Two servers and a worker on the database of deploy/ha, whose primary dies ten times while people book: no confirmed booking is
// lost, no time is sold twice, and writing is back within 30 seconds without help.
import { setTimeout as delay } from 'node:timers/promises'
import { addressHeader, formOf, personOf, type Stage, slotOf } from './support/buyer.ts'
import { hasCluster, startCluster } from './support/cluster.ts'
import { hasBalancer, startFleet } from './support/fleet.ts'
import { insertProperties, onDatabase, startsOf } from './support/homes.ts'
import { type Answer, type Connection, openConnection } from './support/http-connection.ts'
import { goal, note, table, title } from './support/report.ts'
import { isQuick, spreadOf } from './support/rounds.ts'

const KILLS = isQuick ? 2 : 10
const CLIENTS = 4
const PAUSE_MS = 50
const RETRY_MS = 200
/** We kill the primary after this long under load, plus up to twice as long. */
const BEFORE_KILL_MS = 2_500
const AFTER_MS = 3_000
const BACK_LIMIT_MS = 90_000
const DRAIN_LIMIT_MS = 180_000
const card = { number: '4242 4242 4242 4242', expMonth: 12, expYear: 2035, cvc: '123' }

title('failover', 'the primary of three databases dies under load, again and again')
if (!hasBalancer || !hasCluster) {
  note('  Skipped: a program is missing. deploy/ha/README.md lists what this benchmark needs.')
  process.exit(0)
}
await using cluster = await startCluster()
await using fleet = await startFleet(
  { servers: 2, workers: 1 },
  { SEED_PASSWORD: 'a password for the benchmarks', RATE_LIMIT_SCALE: '1000000' },
  cluster.url,
)
const homes = await onDatabase(cluster.url, (client) => insertProperties(client, 500))
const stage: Stage = { homes, starts: await startsOf(fleet, homes[0] as string) }

/** The answers that buyers got. */
const seen = {
  /** Bookings that we confirmed to a buyer. */
  confirmed: [] as string[],
  away: 0,
  broken: 0,
  /** Answers that are neither a success nor "try again". */
  wrong: [] as string[],
  deadSince: Number.POSITIVE_INFINITY,
  /** When a write that started after the primary's death first succeeded. */
  backAt: Number.NaN,
}
let nextBuyer = 0

/** Repeats a request until it succeeds, as a patient buyer does. @returns null if repeating cannot help */
async function insist(line: { connection: Connection }, path: string, body: object, expected: number, from: string) {
  const end = performance.now() + BACK_LIMIT_MS
  while (performance.now() < end) {
    const askedAt = performance.now()
    const answer: Answer | null = await line.connection.post(path, body, from).catch(() => null)
    if (answer?.status === expected) {
      if (askedAt > seen.deadSince && Number.isNaN(seen.backAt)) seen.backAt = performance.now()
      return JSON.parse(String(answer.body))
    }
    if (answer === null) {
      seen.broken++
      line.connection.close()
      line.connection = await openConnection(fleet.port)
    } else if (answer.status === 503) seen.away++
    else {
      seen.wrong.push(`${path} answered ${answer.status}: ${answer.body.toString('utf8', 0, 200)}`)
      return null
    }
    await delay(RETRY_MS)
  }
  seen.wrong.push(`${path} did not succeed within ${BACK_LIMIT_MS / 1000} s`)
  return null
}

async function book(line: { connection: Connection }, n: number): Promise<void> {
  const buyer = { ...slotOf(stage, n), ...personOf(n) }
  const from = addressHeader(buyer)
  const intent = await insist(line, '/api/payments/create-payment-intent', { bookingData: formOf(buyer) }, 201, from)
  if (!intent) return
  const billing = { name: buyer.name, email: buyer.email, phone: buyer.phone }
  const payment = { clientSecret: intent.clientSecret, card, billing }
  if (!(await insist(line, '/api/payments/sandbox/confirm', payment, 200, from))) return
  const settled = await insist(line, '/api/payments/process-booking', intent, 200, from)
  if (settled) seen.confirmed.push(settled.booking.id)
}

/** Books with every client until the work is done. */
async function underLoad(work: () => Promise<void>): Promise<void> {
  let isOver = false
  const clients = Array.from({ length: CLIENTS }, async () => {
    const line = { connection: await openConnection(fleet.port) }
    while (!isOver) {
      await book(line, nextBuyer++)
      await delay(PAUSE_MS)
    }
    line.connection.close()
  })
  await work().finally(() => {
    isOver = true
  })
  await Promise.all(clients)
}

const secondsSince = (at: number) => (performance.now() - at) / 1000
const count = (query: string, values: unknown[] = []) =>
  onDatabase(cluster.url, async (client) => Number((await client.query(query, values)).rows[0]?.count))

/** Tells whether both servers receive events, and the worker holds its locks, at the new primary. */
const isHeard = async () =>
  (await count(`select count(*) from pg_stat_activity where application_name = 'showingbooker listen'`)) === 2 &&
  (await count(`select count(*) from pg_locks where locktype = 'advisory' and classid = 7301`)) > 0

type Books = { lost: number; unpaid: number; doubled: number; twice: number }
async function readBooks(): Promise<Books> {
  const blocking = `status in ('pending', 'confirmed', 'completed', 'no_show')`
  const stored = await count(`select count(*) from booking where id = any($1::uuid[]) and status = 'confirmed'`, [
    seen.confirmed,
  ])
  const paid = await count(
    `select count(*) from payment p where booking_id = any($1::uuid[]) and status = 'succeeded'
      and (select count(*) from money_entry m where m.payment_id = p.id and m.kind = 'charge') = 1`,
    [seen.confirmed],
  )
  return {
    lost: seen.confirmed.length - stored,
    unpaid: seen.confirmed.length - paid,
    doubled: await count(
      `select count(*) from booking a join booking b on a.property_id = b.property_id and a.id < b.id and a.during && b.during
        where a.${blocking} and b.${blocking}`,
    ),
    twice: await count(
      `select count(*) from (select from booking where status = 'confirmed' group by buyer_email having count(*) > 1) d`,
    ),
  }
}

const worst: Books = { lost: 0, unpaid: 0, doubled: 0, twice: 0 }
const rows: (string | number)[][] = []
const backs: number[] = []
for (let kill = 1; kill <= KILLS; kill++) {
  const before = { confirmed: seen.confirmed.length, away: seen.away, broken: seen.broken }
  let node = 0
  let heard = Number.NaN
  await underLoad(async () => {
    await delay(BEFORE_KILL_MS * (1 + 2 * Math.random()))
    seen.backAt = Number.NaN
    node = await cluster.killPrimary()
    seen.deadSince = performance.now()
    const deadSince = seen.deadSince
    while (Number.isNaN(seen.backAt) && performance.now() < deadSince + BACK_LIMIT_MS) await delay(20)
    while (!(await isHeard().catch(() => false)) && performance.now() < deadSince + BACK_LIMIT_MS) await delay(50)
    heard = secondsSince(deadSince)
    await delay(AFTER_MS)
  })
  const back = (seen.backAt - seen.deadSince) / 1000
  seen.deadSince = Number.POSITIVE_INFINITY
  backs.push(Number.isNaN(back) ? Number.POSITIVE_INFINITY : back)
  const cameAt = performance.now()
  await cluster.bringBack(node)
  const books = await readBooks()
  for (const key of Object.keys(worst) as (keyof Books)[]) worst[key] = Math.max(worst[key], books[key])
  rows.push([
    `node ${node}`,
    back.toFixed(1),
    heard.toFixed(1),
    secondsSince(cameAt).toFixed(1),
    String(seen.confirmed.length - before.confirmed),
    String(seen.away - before.away),
    String(seen.broken - before.broken),
    String(books.lost),
    String(books.doubled),
  ])
  note(`  kill ${kill} of ${KILLS}: ${rows.at(-1)?.join(', ')}`)
}
note('')
table(
  ['killed', 'writes back, s', 'all listen, s', 'rejoined, s', 'confirmed', '503', 'broken', 'lost', 'doubled'],
  rows,
)
const { median, max } = spreadOf(backs)
note(
  `  ${seen.confirmed.length} bookings confirmed; writes back after ${median.toFixed(1)} s (median), ${max.toFixed(1)} s (most)`,
)
goal('longest time until writes are back', max, { atMost: 30 }, ' s')
goal('confirmed bookings that are missing', worst.lost, { atMost: 0 })
goal('confirmed bookings that are not paid exactly once', worst.unpaid, { atMost: 0 })
goal('pairs of bookings that overlap', worst.doubled, { atMost: 0 })
goal('buyers with two bookings', worst.twice, { atMost: 0 })
goal('answers that are neither a success nor a 503', seen.wrong.length, { atMost: 0 })
for (const answer of seen.wrong.slice(0, 10)) note(`    ${answer}`)
const ended = [...fleet.servers, ...fleet.workers].filter(({ child }) => child.exitCode !== null || child.signalCode)
goal('servers and workers that stopped unexpectedly', ended.length, { atMost: 0 })

const end = performance.now() + DRAIN_LIMIT_MS
const waiting = `select count(*) from graphile_worker._private_jobs where key is null or key not like 'cron:%'`
while ((await count(waiting)) > 0 && performance.now() < end) await delay(500)
goal('jobs left after the worker finished', await count(waiting), { atMost: 0 })
goal('messages that were not sent', await count(`select count(*) from notification where status <> 'sent'`), {
  atMost: 0,
})
const { code, said } = fleet.admin('reconcile')
note(`  admin reconcile: ${said.split('\n').at(-1)}`)
goal('exit code of admin reconcile', code ?? Number.NaN, { atMost: 0 })
const log = fleet.admin('verify-log')
note(`  admin verify-log: ${log.said.split('\n').at(-1)}`)
goal('exit code of admin verify-log', log.code ?? Number.NaN, { atMost: 0 })
