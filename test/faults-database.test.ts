import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import { randomOf } from './crash-clients.ts'
import { SEED } from './dice.ts'
import { findFaults, marksOf } from './faults/findings.ts'
import { live, type Plan, TELLINGS } from './faults/life.ts'
import { startRestartable } from './faults/restartable.ts'
import { openWorld } from './faults/world.ts'

/** A fifth of FAULT_ROUNDS (faults.test.ts). Eight of them run at the same time. */
const LIVES = Math.max(16, Math.round(Number(process.env.FAULT_ROUNDS ?? 0) / 5))
const AT_ONCE = 8

test(`survives cut connections and restarts of the database under load: ${LIVES} lives, seed ${SEED}`, {
  timeout: 600_000,
}, async (t) => {
  const database = await startRestartable()
  const world = await openWorld({ url: database.url })
  t.after(async () => {
    await world.close()
    await database.close()
  })
  const random = randomOf(SEED)
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const since = marksOf(world.vendors)
  const homes: string[] = []
  const waiting = Array.from(
    { length: LIVES },
    (): Plan => ({
      telling: one(TELLINGS),
      decision: one([null, null, 'approve', 'decline']),
      // All of them share one clock, so none of them can wait for another day.
      ending: one(['stays', 'moved', 'agent cancels', 'buyer cancels']),
      isPatient: true,
      isParallel: true,
      isLivedIn: random() < 0.5,
      hasLetter: random() < 0.5,
      between: () => delay(random() * 150),
    }),
  )
  let running = AT_ONCE
  async function liveOn() {
    for (let plan = waiting.pop(); plan; plan = waiting.pop()) homes.push(await live(world, plan))
    running--
  }
  let cuts = 0
  let restarts = 0
  async function disturb() {
    for (let round = 1; running > 0; round++) {
      const milliseconds = Math.round(150 + random() * 350)
      await delay(milliseconds)
      // If the clock did not move, failed jobs would repeat without a pause and use up their attempts.
      world.advance({ milliseconds })
      if (round % 5 === 3) {
        await database.restart()
        restarts++
      } else cuts += await database.cutAll()
    }
  }
  await Promise.all([disturb(), ...Array.from({ length: AT_ONCE }, liveOn)])
  // The interrupted jobs belong to a dead worker (platform/jobs.ts).
  await world.restart()
  const hours = await world.drain()
  const faults = await findFaults(world.observer, world.vendors, { since, homes, kills: 1, mayGiveUp: false })
  const { found } = await world.app.reconciliations.run('whole')
  const booked = [...world.vendors.stripe.intents.values()].filter(({ status }) => status !== 'canceled').length
  t.diagnostic(
    `${homes.length} lives, ${booked} paid, ${cuts} connections cut, ${restarts} restarts; at rest after ${hours.toFixed(1)} h`,
  )
  assert.deepEqual(faults, [])
  assert.deepEqual(found, [])
  assert.ok(restarts > 0 && cuts > 0 && booked > LIVES / 3)
})
