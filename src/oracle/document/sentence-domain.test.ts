import assert from 'node:assert/strict'
import { test } from 'node:test'
import { character, fc } from '../../../test/dice.ts'
import { findQuote, sentencesOf } from './sentence-domain.ts'

const cutOut = (text: string) => sentencesOf(text).map(({ start, end }) => text.slice(start, end))

const TABLE: [string, string[]][] = [
  ['One. Two!  Three?', ['One.', 'Two!', 'Three?']],
  [
    'Dr. Smith saw Mrs. Jones at 3 p.m. on Monday. She left.',
    ['Dr. Smith saw Mrs. Jones at 3 p.m. on Monday.', 'She left.'],
  ],
  ['See No. 5, e.g. the U.S. Form. Then stop.', ['See No. 5, e.g. the U.S. Form.', 'Then stop.']],
  ['La Dra. López dice: tome 2.5 mg. Vuelva.', ['La Dra. López dice: tome 2.5 mg.', 'Vuelva.']],
  ['J. R. Smith lives at 5 Main St. Apt. 3 now. Yes.', ['J. R. Smith lives at 5 Main St. Apt. 3 now.', 'Yes.']],
  [
    'Dosage\nTake two tablets a day.\n\nStorage\nKeep it dry.',
    ['Dosage\nTake two tablets a day.', 'Storage\nKeep it dry.'],
  ],
  [
    '- one thing\n- another thing that is long enough to be a line of its own here\n',
    ['- one thing\n- another thing that is long enough to be a line of its own here'],
  ],
  ['... --- !!!', []],
  ['', []],
  ['no end', ['no end']],
]
for (const [text, sentences] of TABLE)
  test(`the sentences of ${JSON.stringify(text)}`, () => assert.deepEqual(cutOut(text), sentences))

test('for any page, its sentences are in order, separate, not empty, of limited length, and contain every word', () => {
  const piece = fc.oneof(
    fc.constantFrom('. ', '\n', '\n\n', 'Dr. ', ' ', '? ', '😀', '…', ', '),
    fc.string({ unit: character }),
    fc.string(),
  )
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 200 }), (pieces) => {
      const text = pieces.join('').toWellFormed()
      let at = 0
      let said = ''
      for (const { start, end } of sentencesOf(text)) {
        assert.ok(start >= at && end > start && end - start <= 600, `${start} ${end}`)
        assert.equal(text.slice(start, end), text.slice(start, end).trim())
        assert.ok(text.slice(start, end).isWellFormed())
        said += text.slice(start, end)
        at = end
      }
      const words = (one: string) => (one.match(/[\p{L}\p{N}]/gu) ?? []).join('')
      assert.equal(words(said), words(text))
    }),
  )
})

test('finds a quote with any spaces, case, dashes, and quotation marks, but not half a word', () => {
  const text = 'He said: “Take  two\ntablets – daily.” Another day. Cafe\u0301 time.'
  const found = (quote: string) => {
    const place = findQuote(text, quote)
    return place && text.slice(place.start, place.end)
  }
  assert.equal(found('take two tablets - daily."'), 'Take  two\ntablets – daily.”')
  assert.equal(found('"Take two'), '“Take  two')
  assert.equal(found('café time'), 'Cafe\u0301 time')
  assert.equal(found('other day'), null)
  assert.equal(found('three tablets'), null)
  assert.equal(found('!!'), null)
})

test('finds the quote in the passage, otherwise the nearest, if it is in several places', () => {
  const text = 'Aspirin. Take one at night. Warfarin. Take one at night. Senna. Take one at night.'
  const startNear = (passage: string, quote = 'take one at night') => {
    const start = text.indexOf(passage)
    return findQuote(text, quote, { start, end: start + passage.length })?.start
  }
  assert.equal(findQuote(text, 'take one at night')?.start, 9)
  assert.equal(startNear('Warfarin. Take one at night.'), 38)
  assert.equal(startNear('Aspirin. Take one at night. Warfarin. Take one at night.'), 9)
  assert.equal(startNear('Senna.'), 64)
  assert.equal(startNear('Warfarin.', 'Aspirin'), 0)
  assert.equal(startNear('Warfarin.', 'Codeine'), undefined)
})

test('finds every sentence of a text at its place', () => {
  fc.assert(
    fc.property(fc.array(fc.string({ minLength: 3 }), { maxLength: 20 }), (pieces) => {
      const text = pieces.join('. ')
      for (const { start, end } of sentencesOf(text)) {
        const place = findQuote(text, text.slice(start, end))
        // Fewer than three letters would be found everywhere.
        if (place) assert.ok(place.start <= start)
        else
          assert.ok(
            text
              .slice(start, end)
              .normalize('NFKD')
              .replace(/[\s\p{M}]/gu, '').length < 3,
            text.slice(start, end),
          )
      }
    }),
  )
})
