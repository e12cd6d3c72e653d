// Three servers and two workers behind HAProxy on one database: every server sees every change, and each process restarts under
// load without a failed request or a lost message.
import { setTimeout as delay } from 'node:timers/promises'
import { addressHeader, formOf, personOf, type Stage, slotOf } from './support/buyer.ts'
import { type Fleet, hasBalancer, startFleet } from './support/fleet.ts'
import { insertProperties, onDatabase, startsOf } from './support/homes.ts'
import { type Connection, openConnection } from './support/http-connection.ts'
import { goal, note, table, title } from './support/report.ts'
import { isQuick } from './support/rounds.ts'

const CLIENTS = 4
const PAUSE_MS = 20
const SEEN_LIMIT_MS = 5_000
const DRAIN_LIMIT_MS = 180_000
const SEED_PASSWORD = 'a password for the benchmarks'
const WRONG_TRIES = 40

title('scale', 'three servers and two workers behind HAProxy on one database, each restarted under load')
if (!hasBalancer) {
  note('  Skipped: HAProxy is not installed.')
  process.exit(0)
}
await using fleet = await startFleet({ servers: 3, workers: 2 }, { SEED_PASSWORD })
const homes = await onDatabase(fleet.databaseUrl, (client) => insertProperties(client, 500))
const stage: Stage = { homes, starts: await startsOf(fleet, homes[0] as string) }
const first = slotOf(stage, 0)

await agreeOnSlots()
await agreeOnGuesses()
await restartUnderLoad()

/** A booked time is gone at every server, also where the list of times was kept. */
async function agreeOnSlots() {
  const isOffered = async (port: number) => {
    const answer = await fetch(`http://127.0.0.1:${port}/api/showingbooker/public/property/${first.home}/availability`)
    const { days } = (await answer.json()) as { days: { slots: { startsAt: string; available: boolean }[] }[] }
    return days.some(({ slots }) => slots.some((slot) => slot.startsAt === first.start.startsAt && slot.available))
  }
  const ports = fleet.servers.map(({ port }) => port)
  const before = await Promise.all(ports.map(isOffered))
  const connection = await openConnection(fleet.port)
  const tally = newTally()
  await book(connection, 0, tally)
  connection.close()
  const bookedAt = performance.now()
  while ((await Promise.all(ports.map(isOffered))).some(Boolean) && performance.now() < bookedAt + SEEN_LIMIT_MS);
  note(`\n  ${before.filter(Boolean).length} of 3 servers offered the time before it was booked`)
  goal('until all three servers stop offering a booked time', performance.now() - bookedAt, { atMost: 1_000 }, ' ms')
  for (const failure of tally.failures) note(`    ${failure}`)
}

/** Wrong passwords count together, whichever server is asked. The limit per server would allow three times as many. */
async function agreeOnGuesses() {
  let tried = 0
  for (; tried < WRONG_TRIES; tried++) {
    const { port } = fleet.servers[tried % fleet.servers.length] as { port: number }
    const answer = await fetch(`http://127.0.0.1:${port}/api/auth/sign-in/email`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: fleet.url },
      body: JSON.stringify({ email: 'agent@example.com', password: `wrong guess ${tried}` }),
    })
    await answer.arrayBuffer()
    if (answer.status === 429) break
  }
  goal('wrong passwords for one account before the refusal, at three servers in turn', tried, { atMost: 5 })
}

type Tally = { requests: number; booked: number; failures: string[]; slowestMs: number }
function newTally(): Tally {
  return { requests: 0, booked: 0, failures: [], slowestMs: 0 }
}

/** Books the n-th slot in three requests, and reads a page. Counts what fails. */
async function book(connection: Connection, n: number, tally: Tally): Promise<void> {
  const buyer = { ...slotOf(stage, n), ...personOf(n) }
  const from = addressHeader(buyer)
  const ask = async (path: string, body: object | null, expected: number) => {
    tally.requests++
    const startedAt = performance.now()
    const answer = await (body ? connection.post(path, body, from) : connection.get(path, from))
    tally.slowestMs = Math.max(tally.slowestMs, performance.now() - startedAt)
    if (answer.status !== expected)
      throw new Error(`${path} answered ${answer.status}: ${answer.body.toString('utf8', 0, 200)}`)
    return answer.body
  }
  try {
    const intent = JSON.parse(
      String(await ask('/api/payments/create-payment-intent', { bookingData: formOf(buyer) }, 201)),
    )
    const card = { number: '4242 4242 4242 4242', expMonth: 12, expYear: 2035, cvc: '123' }
    const billing = { name: buyer.name, email: buyer.email, phone: buyer.phone }
    await ask('/api/payments/sandbox/confirm', { clientSecret: intent.clientSecret, card, billing }, 200)
    await ask('/api/payments/process-booking', intent, 200)
    tally.booked++
    await ask(`/api/showingbooker/public/property/${buyer.home}/availability`, null, 200)
  } catch (error) {
    tally.failures.push((error as Error).message)
  }
}

/** Every server and worker stops and starts again, one after the other, while buyers book. */
async function restartUnderLoad() {
  const tally = newTally()
  let isOver = false
  let next = 1
  const clients = Array.from({ length: CLIENTS }, async () => {
    let connection = await openConnection(fleet.port)
    while (!isOver) {
      const failures = tally.failures.length
      await book(connection, next++, tally)
      if (tally.failures.length > failures) {
        connection.close()
        connection = await openConnection(fleet.port)
      }
      await delay(PAUSE_MS)
    }
    connection.close()
  })
  const restarts: [what: string, seconds: string, requests: string, failed: string][] = []
  const watched = async (what: string, restart: () => Promise<void>) => {
    const startedAt = performance.now()
    const before = { requests: tally.requests, failed: tally.failures.length }
    await restart()
    const seconds = ((performance.now() - startedAt) / 1000).toFixed(1)
    const requests = String(tally.requests - before.requests)
    restarts.push([what, seconds, requests, String(tally.failures.length - before.failed)])
  }
  const rounds = isQuick ? 1 : 2
  for (let round = 0; round < rounds; round++) {
    for (const at of fleet.servers.keys()) await watched(`server ${at + 1}`, () => fleet.restartServer(at))
    for (const at of [0, 1]) await watched(`worker ${at + 1}`, () => fleet.restartWorker(at))
  }
  isOver = true
  await Promise.all(clients)
  note('')
  table(['restarted under load', 'seconds', 'requests meanwhile', 'failed'], restarts)
  note(`  ${tally.requests} requests, ${tally.booked} bookings, slowest request ${tally.slowestMs.toFixed(0)} ms`)
  goal('failed requests', tally.failures.length, { atMost: 0 })
  for (const failure of tally.failures.slice(0, 5)) note(`    ${failure}`)
  await checkRows(fleet, tally.booked + 1)
}

/** Lets the workers finish, then counts what must be there once for each booking. */
async function checkRows({ databaseUrl }: Fleet, booked: number) {
  await onDatabase(databaseUrl, async (client) => {
    const count = async (query: string) => Number((await client.query(query)).rows[0]?.count)
    const waiting = `select count(*) from graphile_worker._private_jobs where key is null or key not like 'cron:%'`
    const end = performance.now() + DRAIN_LIMIT_MS
    while ((await count(waiting)) > 0 && performance.now() < end) await delay(200)
    goal('jobs left after the workers finished', await count(waiting), { atMost: 0 })
    const confirmed = await count(`select count(*) from booking where status = 'confirmed'`)
    goal('bookings that a buyer got but that are missing, or the reverse', Math.abs(confirmed - booked), {
      atMost: 0,
    })
    const doubled = `select count(*) from (select from booking where status = 'confirmed' group by property_id, starts_at having count(*) > 1) d`
    goal('times booked twice', await count(doubled), { atMost: 0 })
    const unsent = `select count(*) from notification where status <> 'sent'`
    goal('messages that were not sent', await count(unsent), { atMost: 0 })
  })
}
