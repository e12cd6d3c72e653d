import { randomOf } from '../crash-clients.ts'
import { findFaults, marksOf } from './findings.ts'
import { DECISIONS, ENDINGS, live, type Plan, TELLINGS } from './life.ts'
import { openWorld, type World } from './world.ts'

const DAY_HOURS = 24

/** Runs one booking while vendors and the process fail. Then the failures end and time passes. */
async function run(
  world: World,
  plan: Plan,
  { weather, isStormy = false }: { weather?: () => Promise<void>; isStormy?: boolean } = {},
) {
  const since = marksOf(world.vendors)
  const restarts = world.restarts
  const homes = [await live(world, plan)]
  await weather?.()
  world.vendors.calm()
  const hours = await world.drain()
  world.process.spare()
  // The harness's own restarts count as kills.
  const kills = world.restarts - restarts
  const isLong = plan.decision === 'expire' || plan.ending.startsWith('refund')
  const scope = { since, homes, kills, mayGiveUp: isLong && isStormy }
  const faults = await findFaults(world.observer, world.vendors, scope)
  if (hours > DAY_HOURS) faults.unshift(`not at rest after ${hours.toFixed(1)} hours`)
  return { faults, kills, hours }
}

const certain = { isLivedIn: true, hasLetter: true, isPatient: true, isParallel: false } as const

/** Bookings that together run every line of code that holds, settles, moves money, and sends. */
export const CRASH_SCENES: [name: string, plan: Plan][] = [
  [
    'booked by the browser, canceled by its agent',
    { ...certain, telling: 'browser', decision: null, ending: 'agent cancels' },
  ],
  [
    'booked by the webhook, refunded',
    { ...certain, isLivedIn: false, telling: 'webhook', decision: null, ending: 'refund approved' },
  ],
  [
    'approved, moved, approved again',
    { ...certain, hasLetter: false, telling: 'webhook first', decision: 'approve', ending: 'moved' },
  ],
  ['declined', { ...certain, telling: 'doubled', decision: 'decline', ending: 'stays' }],
  ['left undecided', { ...certain, isLivedIn: false, telling: 'nobody', decision: 'expire', ending: 'stays' }],
  ['the slot lost', { ...certain, isLivedIn: false, telling: 'browser', decision: null, ending: 'slot lost' }],
]

/** Counts the boundaries of a booking without failures. */
export async function countBoundaries(world: World, plan: Plan): Promise<number> {
  const before = world.process.passed
  const { faults } = await run(world, plan)
  if (faults.length > 0) throw new Error(`wrong even without any fault: ${faults.join('\n')}`)
  return world.process.passed - before
}

/** Kills the process before its n-th boundary. Every other time, no client comes back to ask again. */
export async function crashRun(world: World, plan: Plan, n: number) {
  world.process.killAfter(n)
  return run(world, { ...plan, isPatient: n % 2 === 1 })
}

/** Chooses everything from one seed: the booking, the failures, a kill, and a wrong clock. */
export async function stormRun(world: World, seed: number) {
  const random = randomOf(seed)
  const one = <T>(of: readonly T[]): T => of[Math.floor(random() * of.length)] as T
  const plan: Plan = {
    telling: one(TELLINGS),
    ending: one(ENDINGS),
    decision: random() < 0.5 ? one(DECISIONS) : null,
    isLivedIn: random() < 0.6,
    hasLetter: random() < 0.6,
    isPatient: random() < 0.8,
    isParallel: random() < 0.6,
  }
  const share = one([0, 0.1, 0.25, 0.5])
  const isKilled = random() < 0.3
  const step = random() < 0.4 ? one([-5, -2, -1, 1, 2, 5]) : 0
  const stepAt = Math.floor(random() * 5)
  const storm = { share, random: randomOf(seed + 1_000_003) }
  if (isKilled) world.process.killAfter(1 + Math.floor(random() * 80))
  world.vendors.rage(storm)
  let steps = 0
  const between = async () => {
    if (step !== 0 && steps++ === stepAt) world.clock.advance({ hours: step })
    if (random() < 0.3) world.advance({ seconds: Math.ceil(random() * 90) })
  }
  const result = await run(
    world,
    { ...plan, between },
    {
      isStormy: share > 0,
      // The failures continue for a while after the people are done.
      async weather() {
        for (let round = Math.floor(random() * 6); round > 0; round--) {
          world.advance({ seconds: Math.ceil(random() * 900) })
          await world.minute()
          await (plan.isParallel ? world.workAtOnce() : world.work())
          if (world.process.isDead) await world.restart()
        }
        // Correct the clock.
        if (steps > stepAt && random() < 0.5) world.clock.set(world.trueClock.now().toString())
      },
    },
  )
  // The next run starts with the correct time.
  if (Temporal.Instant.compare(world.clock.now(), world.trueClock.now()) < 0)
    world.clock.set(world.trueClock.now().toString())
  else world.trueClock.set(world.clock.now().toString())
  const { decision, ending, telling } = plan
  return {
    ...result,
    words: `${decision ?? 'no approval'}, ${telling}, ${ending}; ${share * 100} % fail${isKilled ? ', a kill' : ''}${step ? `, clock ${step} h` : ''}`,
    kinds: { share, isKilled, step },
  }
}

type Outcome = { name: string; faults: string[]; kills: number }
export type Task = { name: string; run(world: World): Promise<{ faults: string[]; kills: number }> }

/** Runs the tasks in order, in parallel worlds. A world with a finding is not used again. */
export async function runAll(tasks: Task[], worlds: number) {
  const outcomes: Outcome[] = []
  const counts = new Map<string, number>()
  const waiting = [...tasks]
  let compared = 0

  async function leave(world: World) {
    for (const [kind, count] of world.vendors.counts) counts.set(kind, (counts.get(kind) ?? 0) + count)
    await world.close()
  }
  async function prove(world: World): Promise<string[]> {
    const { found, failed, unanswered, ...round } = await world.app.reconciliations.run('whole')
    compared += round.compared
    return [
      ...found.map((one) => `reconcile: ${JSON.stringify(one)}`),
      ...(failed + unanswered > 0 ? [`reconcile: ${failed} failed, ${unanswered} unanswered`] : []),
    ]
  }
  async function work() {
    let world = await openWorld()
    for (let task = waiting.shift(); task; task = waiting.shift()) {
      const { faults, kills } = await task.run(world)
      outcomes.push({ name: task.name, faults, kills })
      if (faults.length === 0) continue
      await leave(world)
      world = await openWorld()
    }
    outcomes.push({ name: 'at the end', faults: await prove(world), kills: 0 })
    await leave(world)
  }
  await Promise.all(Array.from({ length: worlds }, work))
  return {
    outcomes: outcomes.filter(({ name }) => name !== 'at the end'),
    broken: outcomes.filter(({ faults }) => faults.length > 0),
    counts,
    compared,
  }
}
