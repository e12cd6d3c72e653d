import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { before, test } from 'node:test'
import fc from 'fast-check'
import sharp from 'sharp'
import { drawPicture } from './draw.ts'
import { STYLES, type Style } from './style.ts'

/** Side of a picture in pixels: for one that we compare, and for those of all styles. */
const [SMALL, LARGER] = [48, 96]
/** Set TEST_SEED to test other prompts. */
const testSeed = Number(process.env.TEST_SEED ?? 1)
/** More pictures that only the proofs draw. */
const OTHER_PROMPTS = process.env.PROOFS
  ? ['a mountain lake at sunrise', 'a red car in the desert', 'neon street at night']
  : []
const RANDOM_REQUESTS = process.env.PROOFS ? 60 : 20
/** Any code points except surrogate halves. */
const anyText = fc
  .array(fc.oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff })), { maxLength: 1000 })
  .map((points) => String.fromCodePoint(...points))
const draw = (prompt: string, { negative = '', style = 'Cinematic' as Style, seed = 1, size = SMALL } = {}) =>
  drawPicture({ prompt, negativePrompt: negative, style, seed, size })
const hashOf = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex').slice(0, 16)

/** Lightness and color on a coarse grid, as seen when squinting. */
async function glance(png: Uint8Array): Promise<number[]> {
  const { data } = await sharp(png).resize(12, 12).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return [...data]
}
/** Mean difference of two pictures, 0 to 255. */
const difference = (a: readonly number[], b: readonly number[]) =>
  a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] as number)), 0) / a.length

/** Fine structure: the mean step from one pixel to the next, which brush, fur, ink and lens change most. */
async function texture(png: Uint8Array): Promise<number> {
  const { data } = await sharp(png).greyscale().raw().toBuffer({ resolveWithObject: true })
  let sum = 0
  for (let at = 1; at < data.length; at++) sum += Math.abs((data[at] as number) - (data[at - 1] as number))
  return sum / data.length
}

test('the same request gives the same bytes, and any other seed different ones', () => {
  const first = draw('a fox in a forest, mist')
  assert.deepEqual(draw('a fox in a forest, mist').png, first.png)
  const others = [2, 3, 4_294_967_295, 0].map((seed) => hashOf(draw('a fox in a forest, mist', { seed }).png))
  assert.equal(new Set([...others, hashOf(first.png)]).size, 5)
})

test('every request gives a picture of the requested size', async () => {
  const words = fc.constantFrom(
    'sea',
    'city',
    'cat',
    'no',
    'rain',
    'purple',
    'close-up',
    'three',
    'table',
    'space',
    '🦊',
    'λίμνη',
  )
  const prompt = fc.oneof(
    anyText,
    fc.array(words, { maxLength: 9 }).map((some) => some.join(' ')),
  )
  await fc.assert(
    fc.asyncProperty(
      prompt,
      prompt,
      fc.constantFrom(...STYLES),
      fc.nat(4_294_967_295),
      async (asked, negative, style, seed) => {
        const { png } = draw(asked, { negative, style, seed })
        const { format, width, height, channels } = await sharp(png).metadata()
        assert.deepEqual(
          { format, width, height, channels },
          { format: 'png', width: SMALL, height: SMALL, channels: 3 },
        )
      },
    ),
    { numRuns: RANDOM_REQUESTS, seed: testSeed },
  )
})

test('words change the picture', async () => {
  const pairs = [
    ['a lake at night', 'a lake at noon'],
    ['a lake', 'a lake, purple'],
    ['a meadow', 'a meadow in the snow'],
    ['a fox', 'a lighthouse'],
    ['a city skyline', 'a bowl of cherries'],
  ] as const
  for (const [one, other] of pairs) {
    const apart = difference(await glance(draw(one).png), await glance(draw(other).png))
    assert.ok(apart > 12, `${one} / ${other}: ${apart.toFixed(1)}`)
  }
})

test('the negative prompt removes the things that it names', async () => {
  const withFox = draw('a fox in a meadow')
  const without = draw('a fox in a meadow', { negative: 'fox' })
  const nowhere = draw('a fox in a meadow', { negative: 'blurry, low quality' })
  assert.notEqual(hashOf(withFox.png), hashOf(without.png))
  assert.deepEqual(nowhere.png, withFox.png)
  assert.deepEqual(without.unusedWords, ['fox'])
})

test('draws a second subject, and reports a third as unused', () => {
  const prompt = 'a fox, an owl and a lighthouse in a meadow'
  assert.notDeepEqual(draw('a fox and an owl in a meadow').png, draw('a fox in a meadow').png)
  assert.deepEqual(draw(prompt).usedWords, ['fox', 'owl', 'meadow'])
  assert.deepEqual(draw(prompt).unusedWords, ['lighthouse'])
})

/** If you change what is drawn, change MODEL in draw.ts and these hashes. The failing test shows the new ones. */
const GOLDEN: Record<string, string> = {
  Cinematic: '2fda497bdd0f2560',
  Anime: 'fa0df31875c55c62',
  'Anime XL': 'a7a8e171249a145b',
  'Anime XL+': '3fcc8292811f6239',
  'Cinematic XL': '42bd52301f50ffa2',
  Fur: '231e7c98d7a6410c',
  Furtoon: '317258f00a2676bd',
  'Hardcore XL': 'deeca0cb364f4c2f',
  Hyperanime: '5ee6a25d0f6cff4d',
  Hyperreal: 'a4d6339f53b5e254',
  'Hyperreal XL+': 'ac435969e90a6866',
  'Illustration XL+': '30199b23ff0b3748',
  'K-Pop': 'aa0e3b4209fbf428',
  'Photo XL+': '018eece60c639b33',
  'Render XL+': '686308afc9c80db2',
}

/** Each style's picture of the same words. */
const inEachStyle = (prompt: string, seed: number) =>
  STYLES.map((style) => ({ words: prompt, style, ...draw(prompt, { style, seed, size: LARGER }) }))
let pinned: ReturnType<typeof inEachStyle>
before(() => {
  pinned = inEachStyle('a lighthouse by the sea, storm', 7)
})

test('draws the same bytes as procedural/3', () => {
  assert.deepEqual(Object.fromEntries(pinned.map(({ style, png }) => [style, hashOf(png)])), GOLDEN)
  assert.equal(draw('', { size: 16 }).model, 'procedural/3')
})

test('every style draws the same words differently', async () => {
  for (const pictures of [pinned, ...OTHER_PROMPTS.map((prompt) => inEachStyle(prompt, 1))]) {
    const seen: { words: string; style: Style; grid: number[]; fine: number }[] = []
    for (const { words, style, png } of pictures)
      seen.push({ words, style, grid: await glance(png), fine: await texture(png) })
    for (const [index, one] of seen.entries())
      for (const other of seen.slice(index + 1)) {
        const apart = difference(one.grid, other.grid) + 2 * Math.abs(one.fine - other.fine)
        assert.ok(apart > 10, `${one.words}: ${one.style} and ${other.style} are only ${apart.toFixed(1)} apart`)
      }
  }
})
