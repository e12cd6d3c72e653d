import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { SEED } from './dice.ts'
import { CRASH_SCENES, countBoundaries, crashRun, runAll, stormRun, type Task } from './faults/runs.ts'
import { openWorld } from './faults/world.ts'

/**
 * Number of lives under failing vendors: FAULT_ROUNDS. The proofs use 200 and kill the process at every boundary of the
 * scenes. Other runs use 12 and kill it at some. TEST_SEED repeats the random choices of an earlier run.
 */
const ROUNDS = Number(process.env.FAULT_ROUNDS ?? 12)
const IS_WHOLE = ROUNDS >= 100
const WORLDS = 3
const CRASHES_OF_A_SCENE = 4
/** The limit is generous, because after a timeout the worlds of a test keep working and disturb the next test. */
const limit = { timeout: (IS_WHOLE ? 90 : 20) * 60_000 }

function report(t: TestContext, { outcomes, broken, counts, compared }: Awaited<ReturnType<typeof runAll>>) {
  const killed = outcomes.reduce((sum, { kills }) => sum + kills, 0)
  t.diagnostic(`${outcomes.length} runs, ${killed} kills, ${broken.length} with faults; ${compared} payments compared`)
  const kinds = [...counts].sort().map(([kind, count]) => `${kind} ${count}`)
  if (kinds.length > 0) t.diagnostic(kinds.join(', '))
  assert.equal(broken.map(({ name, faults }) => `${name}\n  ${faults.join('\n  ')}`).join('\n'), '')
}

test('nothing is lost, doubled, or misreported if the process is killed at each line', limit, async (t) => {
  const tasks: Task[] = []
  const world = await openWorld()
  for (const [name, plan] of CRASH_SCENES) {
    const boundaries = await countBoundaries(world, plan)
    t.diagnostic(`${name}: ${boundaries} boundaries`)
    const stride = IS_WHOLE ? 1 : Math.ceil(boundaries / CRASHES_OF_A_SCENE)
    for (let n = 1 + (IS_WHOLE ? 0 : SEED % stride); n <= boundaries; n += stride)
      tasks.push({ name: `${name}, killed at ${n}`, run: (on) => crashRun(on, plan, n) })
  }
  await world.close()
  report(t, await runAll(tasks, WORLDS))
})

test(`survives failing vendors and a wrong clock: ${ROUNDS} lives, seed ${SEED}`, limit, async (t) => {
  const tasks = Array.from({ length: ROUNDS }, (_, n): Task => {
    const seed = SEED + n
    return {
      name: `seed ${seed}`,
      async run(world) {
        const { words, ...result } = await stormRun(world, seed)
        return { ...result, faults: result.faults.map((fault) => `${fault} (${words})`) }
      },
    }
  })
  report(t, await runAll(tasks, WORLDS))
})
