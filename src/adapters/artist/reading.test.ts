import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { LEXICON } from './lexicon.ts'
import { formsOf, readPrompt } from './reading.ts'

const tagsOf = (prompt: string, negative = '') => readPrompt(prompt, negative).tags.join(' ')

test('there are words enough', () => {
  assert.ok(LEXICON.size >= 400, `${LEXICON.size}`)
  for (const [word, tags] of LEXICON) {
    assert.equal(word, word.toLowerCase().trim())
    assert.ok(tags.length > 0 && tags.every((tag) => /^[a-z]+:[a-z0-9-]+$/.test(tag)), `${word}: ${tags}`)
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
  ['polar bear', 'subject:bear'],
  ['hot air balloons', 'subject:balloon place:sky'],
  ['northern lights', 'weather:aurora time:night'],
  ['close-up of a rose', 'view:close subject:rose'],
  ['an astronaut on the moon', 'subject:astronaut mood:future place:moon'],
  ['sea without clouds', 'place:sea no-weather:cloud'],
  ['a street without people or cars', 'place:street no-with:people no-subject:car'],
  ['no rain, a city', 'place:city no-weather:rain no-weather:cloud'],
  ['a cloudless sky', 'weather:clear place:sky'],
  ['not a cat but a dog', 'subject:dog no-subject:cat'],
  ['montaña al amanecer', 'place:mountain time:dawn'],
  ['un zorro en el bosque', 'subject:fox place:forest'],
  ['CAFÉ', 'place:room'],
  ['xyzzy', ''],
]
for (const [prompt, tags] of TABLE)
  test(`“${prompt}” asks for ${tags || 'nothing it knows'}`, () => assert.equal(tagsOf(prompt), tags))

test('the negative prompt removes, and what it does not know removes nothing', () => {
  assert.equal(tagsOf('a fox in the snow', 'snow'), 'subject:fox no-weather:snow')
  assert.equal(tagsOf('a fox', 'blurry, ugly, extra fingers'), 'subject:fox')
})

test('words are named as they stand in the prompt, each once and on one side only', () => {
  const { usedWords, unusedWords, count } = readPrompt('Three FOXES in a Wood, trending on Artstation, foxes', '')
  assert.deepEqual(usedWords, ['Three', 'FOXES', 'Wood', 'foxes'])
  assert.deepEqual(unusedWords, ['trending', 'Artstation'])
  assert.equal(count, 3)
})

test('any text is read', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 1000 }), fc.string({ unit: 'grapheme' }), (prompt, negative) => {
      const { usedWords, unusedWords, count } = readPrompt(prompt, negative)
      for (const word of [...usedWords, ...unusedWords]) assert.ok(prompt.includes(word))
      assert.ok(usedWords.every((word) => !unusedWords.includes(word)))
      assert.ok(count >= 1 && count <= 9)
    }),
  )
})

test('every plain plural of a noun finds it', () => {
  for (const [word] of LEXICON) {
    if (!/^[a-z]{3,}$/.test(word) || /(s|x|ch|sh|y|f|fe|o|man|foot|tooth|goose|mouse)$/.test(word)) continue
    assert.ok(formsOf(`${word}s`).includes(word), word)
  }
})
