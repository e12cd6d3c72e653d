import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { planPicture } from '../plan.ts'
import { LEXICON } from './lexicon.ts'
import { NEAREST_DRAWN } from './lexicon-missing.ts'
import { formsOf } from './reading.ts'

/** Any code points except surrogate halves. */
const anyText = fc
  .array(fc.oneof(fc.nat(0xd7ff), fc.integer({ min: 0xe000, max: 0x10ffff })), { maxLength: 1000 })
  .map((points) => String.fromCodePoint(...points))
const tagsOf = (prompt: string, negative = '') => planPicture(prompt, negative).reading.tags.join(' ')
const wordsOf = (prompt: string, negative = '') => {
  const { words } = planPicture(prompt, negative)
  const texts = (isUsed: boolean) => words.filter((word) => word.isUsed === isUsed).map(({ text }) => text)
  return { used: texts(true).join(' '), missing: texts(false).join(' ') }
}

test('knows enough words', () => {
  assert.ok(LEXICON.size >= 400, `${LEXICON.size}`)
  for (const [word, tags] of LEXICON) {
    assert.equal(word, word.toLowerCase().trim())
    assert.ok(tags.length > 0 && tags.every((tag) => /^[a-z]+:[a-z0-9-]+$/.test(tag)), `${word}: ${tags}`)
  }
})

test('the lexicon lacks every word without a figure, and has the similar word', () => {
  for (const [word, nearest] of NEAREST_DRAWN) {
    assert.ok(!LEXICON.has(word), word)
    assert.ok(LEXICON.has(nearest), nearest)
  }
})

const TABLE: [prompt: string, tags: string][] = [
  ['a quiet mountain lake at sunrise, mist', 'mood:calm place:lake place:mountain time:dawn weather:mist'],
  ['Mountains', 'place:mountain'],
  ['foxes', 'subject:fox'],
  ['three wolves', 'subject:wolf'],
  ['butterflies', 'subject:butterfly'],
  ['a misty, snowy morning', 'weather:mist weather:snow time:morning'],
  ['golden hour', 'time:golden'],
  ['a golden retriever', 'subject:dog'],
  ['polar bear', 'subject:bear color:white'],
  ['hot air balloons', 'subject:balloon'],
  ['northern lights', 'weather:aurora time:night'],
  ['close-up of a rose', 'view:close subject:rose'],
  ['an astronaut on the moon', 'subject:astronaut place:moon'],
  ['sea without clouds', 'place:sea no-weather:cloud'],
  ['a street without people or cars', 'place:street no-subject:people no-subject:car'],
  ['no rain, a city', 'place:city no-weather:rain no-weather:cloud'],
  ['a cloudless sky', 'weather:clear place:sky'],
  ['not a cat but a dog', 'subject:dog no-subject:cat'],
  ['montaña al amanecer', 'place:mountain time:dawn'],
  ['un zorro en el bosque', 'subject:fox place:forest'],
  ['una taza de café', 'subject:cup'],
  ['xyzzy', ''],
  // The reading leaves out what the scene cannot show.
  ['a cup of coffee in the rain, portrait of a lighthouse', 'subject:cup view:close'],
  ['a fox, an owl and a lighthouse in a meadow', 'subject:fox subject:owl place:meadow'],
  ['portrait of Steve Jobs', ''],
]
for (const [prompt, tags] of TABLE)
  test(`reads ${tags || 'nothing'} from “${prompt}”`, () => assert.equal(tagsOf(prompt), tags))

const MISSING: [prompt: string, used: string, missing: string][] = [
  ['Steve Jobs presenting an iPhone', '', 'Steve Jobs presenting iPhone'],
  ['logo for my bakery', '', 'logo bakery'],
  ['a bowl of ramen', 'bowl ramen', ''],
  ['sushi on a plate', 'sushi', 'plate'],
  ['children flying a kite', 'children kite', 'flying'],
  ['a wedding couple on the beach', 'wedding couple beach', ''],
  ['geometric pattern, blue', 'blue', 'geometric pattern'],
  ['a man fishing by a lake', 'man lake', 'fishing'],
  ['icing on a cake', 'cake', 'icing'],
  ['two lakes', 'lakes', 'two'],
  ['a dog and two cats', 'dog cats', 'two'],
  ['a zebra and a mermaid', '', 'zebra mermaid'],
  ['New York skyline', 'skyline', 'New York'],
  ['un pulpo en el mar', 'mar', 'pulpo'],
  ['una sirena bajo la luna', 'luna', 'sirena'],
  ['a corgi in the snow', 'snow', 'corgi'],
  ['a fox, no text, no watermark', 'fox', ''],
  ['rain in a living room', 'living room', 'rain'],
  ['a red red fox and a Red fox', 'red fox Red', ''],
]
for (const [prompt, used, missing] of MISSING)
  test(`draws ${used || 'nothing'} for “${prompt}” and reports the missing words`, () =>
    assert.deepEqual(wordsOf(prompt), { used, missing }))

test('a prompt with only unknown words draws nothing', () => {
  for (const prompt of ['Steve Jobs presenting an iPhone', 'logo for my bakery', '', 'no cats', 'the of', 'un pulpo'])
    assert.equal(planPicture(prompt, '').isEmpty, true, prompt)
  for (const prompt of ['a fox', 'blue', 'calm', 'rain', 'una manzana', 'landscape', 'sky'])
    assert.equal(planPicture(prompt, '').isEmpty, false, prompt)
  assert.equal(planPicture('a fox', 'fox').isEmpty, true)
})

test('suggests a similar word for a word that is not drawn', () => {
  const nearest = planPicture('Corgis and a helicopter over xyzzy', '').words.map(({ text, nearest }) => [
    text,
    nearest,
  ])
  assert.deepEqual(nearest, [
    ['Corgis', 'dog'],
    ['helicopter', 'plane'],
    ['xyzzy', null],
  ])
})

test('the negative prompt removes things, and an unknown word removes nothing', () => {
  assert.equal(tagsOf('a fox in the snow', 'snow'), 'subject:fox no-weather:snow')
  assert.equal(tagsOf('a fox', 'blurry, ugly, extra fingers'), 'subject:fox')
})

test('lists each word once, as written in the prompt, as either used or unused', () => {
  const prompt = 'Three FOXES in a Wood, trending on Artstation, foxes'
  assert.deepEqual(wordsOf(prompt), { used: 'Three FOXES Wood foxes', missing: 'trending Artstation' })
  assert.equal(planPicture(prompt, '').reading.count, 3)
})

test('draws several for a plural and that many for a number, but not for a number of something else', () => {
  const countOf = (prompt: string) => planPicture(prompt, '').reading.count
  assert.deepEqual(
    ['a fox', 'foxes', 'two foxes', 'five red foxes', 'a fox and two owls'].map(countOf),
    [1, 3, 2, 5, 1],
  )
})

test('reads any text, and unused words change nothing', () => {
  const words = fc.constantFrom(
    ...[...LEXICON.keys()].filter((_, at) => at % 7 === 0),
    'xyzzy',
    'no',
    'a',
    ',',
    'corgi',
  )
  fc.assert(
    fc.property(
      fc.oneof(
        anyText,
        fc.array(words, { maxLength: 12 }).map((all) => all.join(' ')),
      ),
      fc.oneof(fc.string({ unit: 'grapheme' }), words),
      (prompt, negative) => {
        const { words: read, reading } = planPicture(prompt, negative)
        for (const { text } of read) assert.ok(prompt.includes(text))
        assert.equal(new Set(read.map(({ text }) => text)).size, read.length)
        assert.ok(reading.count >= 1 && reading.count <= 9)
      },
    ),
    { seed: Number(process.env.TEST_SEED ?? 1) },
  )
})

test('every plain plural of a noun finds it', () => {
  for (const [word] of LEXICON) {
    if (!/^[a-z]{3,}$/.test(word) || /(s|x|ch|sh|y|f|fe|o|man|foot|tooth|goose|mouse)$/.test(word)) continue
    assert.ok(
      formsOf(`${word}s`).some(({ form }) => form === word),
      word,
    )
  }
})
