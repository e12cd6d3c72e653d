import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import { buildPages } from '../scripts/build.ts'
import { type OpenDatabase, openDatabase } from '../src/platform/db/connect.ts'
import { type Home, newMemory, randomOf, settle, startClients } from './crash-clients.ts'
import { countAll, countJobs, findFaults } from './crash-findings.ts'
import { crashServer } from './crash-server.ts'
import { SEED } from './dice.ts'
import { makeAgent, makeForm, makeProperty, morningZone } from './factories.ts'

/** Number of kills: CRASH_ROUNDS (20 in the proofs). TEST_SEED repeats the moments of an earlier run. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 3)
const HOMES = 40

const dataDir = mkdtempSync(join(tmpdir(), 'showingbooker-crash-'))
let server: Awaited<ReturnType<typeof crashServer>>
let database: OpenDatabase | undefined

before(async () => {
  await buildPages()
  server = await crashServer(dataDir)
})
after(async () => {
  await database?.close()
  await server.kill()
  rmSync(dataDir, { recursive: true, force: true })
})

/** Opens the database of this start. Each start has another port. */
function reopen() {
  database = openDatabase(server.databaseUrl(), { max: 2 })
  return database.db
}

async function leave() {
  await database?.close()
  database = undefined
}

async function makeHomes(): Promise<Home[]> {
  const db = reopen()
  const ownerId = await makeAgent(db)
  const homes: Home[] = []
  const timeZone = morningZone()
  for (let n = 0; n < HOMES; n++) {
    const { slug } = await makeProperty(db, { ownerId, occupancy: n % 2 ? 'resident' : 'vacant', timeZone })
    homes.push({ slug, isLivedIn: n % 2 === 1 })
  }
  return homes
}

async function offeredSlots(slug: string) {
  const answer = await fetch(`${server.origin}/api/showingbooker/public/property/${slug}/availability`)
  const { days } = (await answer.json()) as { days: { date: string; slots: { time: string }[] }[] }
  // Skip the first day, because its slots fall within the lead time while this runs.
  return days.slice(1).flatMap(({ date, slots }) => slots.map(({ time }) => ({ showingDate: date, showingTime: time })))
}

/** Leaves a payment without a webhook, and an abandoned hold. Only the scheduled sweep can find them. */
async function leaveBehind(slug: string, slots: Awaited<ReturnType<typeof offeredSlots>>) {
  const db = reopen()
  const intents: string[] = []
  for (const slot of slots.slice(0, 2)) {
    const body = JSON.stringify({ bookingData: makeForm(slug, slot) })
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`${server.origin}/api/payments/create-payment-intent`, { method: 'POST', headers, body })
    intents.push(((await answer.json()) as { paymentIntentId: string }).paymentIntentId)
  }
  const [paid, abandoned] = intents
  await sql`update sandbox_intent set status = 'succeeded' where id = ${paid}`.execute(db)
  await age(abandoned)
  await sql`update payment set updated_at = now() - interval '1 minute' where intent_id = ${paid}`.execute(db)
  const statuses = async () => {
    const { rows } = await sql<{ status: string }>`
      select b.status from booking b join payment p on p.booking_id = b.id where p.intent_id in (${paid}, ${abandoned})
      order by 1`.execute(reopenOnce())
    return rows.map(({ status }) => status).join()
  }
  return { paid, statuses }
}

const reopenOnce = () => database?.db ?? reopen()

/** Makes all holds ten minutes older. @param intent if given, only the hold with this intent */
async function age(intent?: string) {
  const db = reopenOnce()
  const which = intent ? sql`and intent_id = ${intent}` : sql``
  await sql`update booking set hold_expires_at = now() - interval '1 second'
    where status = 'held' and id in (select booking_id from payment where true ${which})`.execute(db)
  await sql`update payment set updated_at = now() - interval '1 minute' where status in ('opening', 'open') ${which}`.execute(
    db,
  )
  await sql`update sandbox_intent set expires_at = now() - interval '1 second'
    where status <> 'succeeded' ${intent ? sql`and id = ${intent}` : sql``}`.execute(db)
}

async function drained(): Promise<void> {
  const end = performance.now() + 60_000
  while ((await countJobs(reopenOnce())) > 0) {
    assert.ok(performance.now() < end, 'some jobs are left')
    await delay(50)
  }
}

test(`after kill -9 of everything at ${ROUNDS} random moments, nothing is lost, doubled, or left unpaid`, {
  timeout: (2 + ROUNDS * 1.5) * 60_000,
}, async (t) => {
  const random = randomOf(SEED)
  // The buyers have their own generator, so that the moments are the same each time.
  const buyersRandom = randomOf(SEED + 1)
  const memory = newMemory()
  t.diagnostic(`seed ${SEED}, ${ROUNDS} kills`)
  await server.start()
  const homes = await makeHomes()
  const slots = await offeredSlots(homes[0]?.slug ?? '')
  const behind = await leaveBehind(homes.pop()?.slug ?? '', slots)
  await leave()
  const starts: number[] = []
  let startedDead = 0

  for (let round = 1; round <= ROUNDS; round++) {
    const clients = startClients({ origin: server.origin, count: 8, homes, slots, random: buyersRandom, memory })
    const moment = Math.round(300 + random() * 4700)
    await delay(moment)
    const victims = await server.kill()
    await clients.stop()
    // Sometimes it dies again while it starts.
    if (random() < 0.3) {
      server.launch()
      await delay(Math.round(100 + random() * 3000))
      await server.kill()
      startedDead++
    }
    starts.push(await server.start())
    reopen()
    // Some browsers come back and ask. The webhook settles the other payments.
    const open = [...memory.paid].filter((intent) => !memory.booked.has(intent) && buyersRandom() < 0.5)
    await Promise.all(open.map((intent) => settle(server.origin, intent, memory)))
    await drained()
    const found = await findFaults(reopenOnce(), memory, behind.paid)
    const all = await countAll(reopenOnce())
    t.diagnostic(
      `kill ${round}: after ${moment} ms, ${victims} processes, up again in ${starts.at(-1)} ms: ${JSON.stringify(all)}, ${memory.booked.size} bookings acknowledged, ${found.length} faults`,
    )
    assert.deepEqual(found, [])
    assert.deepEqual(memory.odd, [])
    await leave()
  }

  // The scheduled sweep runs once a minute. A short run does not wait for it.
  const clocked = sql`select from graphile_worker._private_known_crontabs where identifier = 'reconciliation.minute'`
  assert.equal((await clocked.execute(reopenOnce())).rows.length, 1)
  if (ROUNDS < 10) await sql`select graphile_worker.add_job('reconciliation.minute')`.execute(reopenOnce())
  const end = performance.now() + 90_000
  while ((await behind.statuses()) !== 'confirmed,lapsed') {
    assert.ok(performance.now() < end, `left behind: ${await behind.statuses()}`)
    await delay(200)
  }
  await age()
  const swept = await server.admin('reconcile')
  assert.equal(swept.code, 0, swept.output)
  await drained()
  const { rows } = await sql`select b.status, p.status as payment from booking b join payment p on p.booking_id = b.id
    where (b.status = 'held' and b.hold_expires_at < now()) or p.status in ('opening', 'open', 'refund_due')`.execute(
    reopenOnce(),
  )
  assert.deepEqual(rows, [])
  assert.deepEqual(await findFaults(reopenOnce(), memory), [])
  const proved = await server.admin('verify-log')
  assert.equal(proved.code, 0, proved.output)
  const sorted = starts.toSorted((one, other) => one - other)
  t.diagnostic(
    `${memory.held.size} holds, ${memory.paid.size} payments and ${memory.booked.size} bookings acknowledged and kept; ${memory.counts.taken} slots taken, ${memory.counts.broken} calls broken off, ${startedDead} starts killed`,
  )
  t.diagnostic(
    `up again in ${sorted[0]} / ${sorted[Math.floor(sorted.length / 2)]} / ${sorted.at(-1)} ms (minimum, median, maximum)`,
  )
  t.diagnostic(
    `reconcile: ${swept.output}; log: ${proved.output}; all: ${JSON.stringify(await countAll(reopenOnce()))}`,
  )
  await leave()
  assert.equal(await server.stop(), 0)
})
