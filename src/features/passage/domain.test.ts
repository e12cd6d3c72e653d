import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { askedWords, findQuote, openingOf, type Posting, rank, sentencesOf, withoutRepetition } from './domain.ts'

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

test('whatever a page holds, its sentences are in order, apart, not empty, of a bounded length, and hold every word', () => {
  const piece = fc.oneof(
    fc.constantFrom('. ', '\n', '\n\n', 'Dr. ', ' ', '? ', '😀', '…', ', '),
    fc.string({ unit: 'binary' }),
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

test('what is asked about are the words of the matter', () => {
  assert.equal(askedWords('Please tell me: how much Ibuprofen does the document say?'), 'me how Ibuprofen does the')
  assert.equal(askedWords('Summarize this file please!'), 'this')
  assert.equal(askedWords('"2.5 mg/day" & <covid-19>'), '2.5 mg/day covid-19')
  assert.equal(askedWords('...'), '')
})

/** Places as the database has them: [sentence, thousandths]. */
function posting(fileId: string, term: string, places: [number, number][]): Posting {
  const bytes = Buffer.alloc(places.length * 6)
  for (const [at, [number, weight]] of places.entries()) {
    bytes.writeUInt32BE(number, at * 6)
    bytes.writeUInt16BE(weight, at * 6 + 4)
  }
  return { fileId, term, places: bytes }
}

test('the sentence with the rarer words comes first, and one that stands beside another one gains', () => {
  const postings = [
    posting('a', 'dose', [
      [1, 1000],
      [2, 1000],
      [3, 1000],
      [9, 1000],
    ]),
    posting('a', 'ramipril', [[2, 1000]]),
    posting('b', 'dose', [[7, 1000]]),
  ]
  const ranked = rank({ terms: ['dose', 'ramipril'], sentences: 100, postings }, 10)
  assert.deepEqual([ranked[0]?.fileId, ranked[0]?.number, ranked[0]?.score], ['a', 2, 1])
  assert.deepEqual(new Set(ranked.slice(1, 3).map(({ number }) => number)), new Set([1, 3]))
  assert.ok(ranked.every(({ score }) => score > 0 && score <= 1))
})

test('a word that stands nowhere makes every answer a worse one', () => {
  const postings = [posting('a', 'dose', [[1, 1000]])]
  const score = (terms: string[]) => rank({ terms, sentences: 100, postings }, 1)[0]?.score ?? 0
  assert.equal(score(['dose']), 1)
  assert.ok(score(['dose', 'mongolia']) < 0.5)
  assert.deepEqual(rank({ terms: ['mongolia'], sentences: 100, postings: [] }, 5), [])
})

test('the very word counts more than its stem alone', () => {
  const postings = [
    posting('a', 'dose', [
      [1, 1000],
      [5, 1000],
    ]),
    posting('a', '=doses', [[5, 1000]]),
  ]
  assert.equal(rank({ terms: ['dose', '=doses'], sentences: 50, postings }, 1)[0]?.number, 5)
})

test('what was said already is not said again', () => {
  const one = (quote: string, weight: number) => ({ quote, weight })
  const ranked = [one('Take two tablets a day.', 9), one('Take two tablets a day!', 8), one('Keep it dry.', 2)]
  assert.deepEqual(
    withoutRepetition(ranked, 3).map(({ quote }) => quote),
    ['Take two tablets a day.', 'Keep it dry.'],
  )
  assert.deepEqual(withoutRepetition([], 3), [])
  assert.equal(openingOf('a', 3).length, 3)
})

test('a quote is found whatever its spaces, case, dashes and kinds of quotes; half a word is not', () => {
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

test('every sentence of a text is found in it, where it is', () => {
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
