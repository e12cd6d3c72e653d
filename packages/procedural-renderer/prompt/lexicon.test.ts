import assert from 'node:assert/strict'
import { test } from 'node:test'
import { FIRST_SOLID, THING } from '../canvas/frame.ts'
import { drawPlan } from '../draw.ts'
import { type Plan, planPicture } from '../plan.ts'
import { LEXICON } from './lexicon.ts'
import { isShown } from './shown.ts'

/** Large enough to see both of two figures. */
const PAIR_SIZE = 48
/** Width and height in pixels, large enough to see a difference. The proofs look more closely. */
const SIZE = process.env.PROOFS ? PAIR_SIZE : 32
const SEEDS = [1, 2, 3]
/** What is tested holds for each seed. A usual run tests only one. */
const EACH_SEED = process.env.PROOFS ? SEEDS : SEEDS.slice(0, 1)
/** Smallest visible difference, of 255. */
const SEEN = 9

const draw = (plan: Pick<Plan, 'reading' | 'scene'>, seed: number, size = SIZE) =>
  drawPlan(plan, { style: 'Cinematic', size, seed })

/** Returns the largest difference of the three values for each pixel. */
function differences(one: Uint8Array, other: Uint8Array): number[] {
  const step = one.length / (SIZE * SIZE)
  return Array.from({ length: SIZE * SIZE }, (_, at) =>
    Math.max(...[0, 1, 2].map((c) => Math.abs((one[at * step + c] as number) - (other[at * step + c] as number)))),
  )
}
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length)

/** One word for each thing that words can ask for. */
const TERMS = new Map<string, string>()
for (const [word, tags] of LEXICON) if (!TERMS.has(tags.join(' '))) TERMS.set(tags.join(' '), word)
const ofKind = (pattern: RegExp) => [...TERMS].filter(([tags]) => pattern.test(tags))

const empty = new Map<string, Uint8Array>()
/** Draws a scene without its figure, and only once for all figures in the same scene. */
function withoutFigure({ reading, scene }: Plan, seed: number): Uint8Array {
  const rest = { ...scene, subject: null }
  const key = JSON.stringify([
    rest,
    { ...reading, tags: reading.tags.filter((tag) => !tag.startsWith('subject:')) },
    seed,
  ])
  const pixels = empty.get(key) ?? draw({ reading, scene: rest }, seed).pixels
  empty.set(key, pixels)
  return pixels
}

for (const [tags, word] of ofKind(/^subject:/))
  test(`${word}: the figure is visible at its place`, () => {
    const plan = planPicture(`${word}`, '')
    assert.equal(plan.scene.subject, tags.slice(8).split(' ')[0])
    const [seed = 1] = SEEDS
    const { pixels, frame } = draw(plan, seed)
    const where = [...frame.thing.keys()].filter((at) => (frame.thing[at] as number) >= FIRST_SOLID)
    const share = where.length / (SIZE * SIZE)
    assert.ok(share > 0.012 && share < 0.8, `it covers ${(share * 100).toFixed(1)} %`)
    const change = differences(pixels, withoutFigure(plan, seed))
    const there = mean(where.map((at) => change[at] as number))
    assert.ok(there > 2 * SEEN, `it changes its own pixels by only ${there.toFixed(1)}`)
    const [x, y] = [mean(where.map((at) => at % SIZE)) / SIZE, mean(where.map((at) => Math.floor(at / SIZE))) / SIZE]
    assert.ok(x > 0.12 && x < 0.88 && y > 0.1 && y < 0.92, `its middle is at ${x.toFixed(2)}, ${y.toFixed(2)}`)
  })

const BASES = [
  'landscape',
  'forest',
  'sea',
  'mountain',
  'city',
  'street',
  'space',
  'sky',
  'table',
  'living room',
  'a cat',
  'underwater',
  'abstract',
].map((base) => ({ base, plan: planPicture(base, ''), drawn: new Map<number, Uint8Array>() }))
/** How many of the pictures that list a word are checked; more with PROOFS. */
const MOST = process.env.PROOFS ? 5 : 1
/** Colors and moods are mixed in one place for all scenes. */
const FEW = BASES.filter(({ base }) => ['landscape', 'space', 'living room', 'underwater'].includes(base))
/** Things that are in the picture anyway, so that naming them changes nothing. */
const isThere = (tag: string, { scene, reading }: Plan) =>
  /^(place:|with:water)/.test(tag)
    ? isShown(tag, scene, reading)
    : tag === 'with:trees' && ['forest', 'mountain'].includes(scene.land)

function before({ plan, drawn }: (typeof BASES)[number], seed: number): Uint8Array {
  const pixels = drawn.get(seed) ?? draw(plan, seed).pixels
  drawn.set(seed, pixels)
  return pixels
}

for (const [tags, word] of ofKind(/^(place|weather|time|season|color|mood|view|with):/))
  test(`${word}: changes every picture that lists it`, () => {
    const first = tags.split(' ')[0] as string
    let listed = 0
    let looked = 0
    for (const one of /^(color|mood):/.test(tags) ? FEW : BASES) {
      const plan = planPicture(`${one.base}, ${word}`, '')
      if (!plan.reading.has(first)) continue
      listed++
      if (looked >= MOST || isThere(first, one.plan)) continue
      looked++
      // With some seeds, chance may already have chosen the requested thing.
      const differs = SEEDS.some((seed) => {
        const change = differences(draw(plan, seed).pixels, before(one, seed))
        return change.filter((value) => value > SEEN).length / change.length > 0.004
      })
      assert.ok(differs, `${one.base}, ${word}`)
    }
    assert.ok(listed > 0, 'it is never listed')
  })

test('unused words do not change a byte', () => {
  for (const [prompt, same] of [
    ['a fox in a meadow', 'a zebra and a fox in a meadow, trending, iPhone'],
    ['a cup of coffee', 'a cup of coffee in the rain, by a lighthouse, autumn'],
    ['a fox and an owl in the snow', 'a fox and an owl in the snow, a lighthouse, corgi'],
    ['abstract, blue', 'abstract, blue, snow, mandala'],
  ] as const)
    for (const seed of EACH_SEED)
      assert.deepEqual(draw(planPicture(same, ''), seed).pixels, draw(planPicture(prompt, ''), seed).pixels, same)
})

test('both of two figures show', () => {
  const pairs = [
    'a fox and an owl in a meadow',
    'a dragon over a castle',
    'a lighthouse and a sailboat',
    'a castle and a knight',
    'a house and a cat',
    'a child with a kite',
    'a man and a dog at the beach',
    'a pizza and a glass of wine',
    'a church by a lake, a bicycle',
    'a boat and a bridge',
    'a campfire and a tent at night',
  ]
  for (const prompt of pairs) {
    const plan = planPicture(prompt, '')
    assert.ok(plan.scene.companion, prompt)
    for (const seed of EACH_SEED) {
      const shares = Map.groupBy(draw(plan, seed, PAIR_SIZE).frame.thing, (thing) => thing)
      const bodies = [...shares].filter(([thing]) => thing >= FIRST_SOLID).map(([, pixels]) => pixels.length)
      assert.ok(bodies.length >= 2 && Math.min(...bodies) >= 10, `${prompt}, seed ${seed}: ${bodies} pixels`)
    }
  }
})

test('water shows behind figures that stand by it', () => {
  for (const place of ['sea', 'lake', 'river'])
    for (const who of ['a house', 'a modern house', 'a castle', 'a tent', 'a man', 'a pizza'])
      for (const seed of EACH_SEED) {
        const { frame } = draw(planPicture(`${who} by a ${place}`, ''), seed)
        const share = frame.thing.filter((thing) => thing === THING.water).length / frame.thing.length
        assert.ok(share > 0.015, `${who} by a ${place}, seed ${seed}: ${(share * 100).toFixed(1)} %`)
      }
})
