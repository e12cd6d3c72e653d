import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuMsOf } from '../../../test/cpu-time.ts'
import { joinedLines, partsOf } from './domain.ts'
import { flaggedIn, overviewOf } from './overview-domain.ts'
import { newOutline, unitsOf } from './section-domain.ts'

const TEXT = `RIVERSIDE LABORATORY REPORT
Patient: Ana Maria Torres
Ordered by Dr. Samuel Price
Collected: 11/03/2026

LIPID PANEL
Test  Result  Flag  Reference range  Units
Cholesterol  231  H  100 - 199  mg/dL
HDL  38  L  >39  mg/dL
Potassium  4.3    3.5 - 5.2  mmol/L

FOLLOW-UP
Your visit with Dr. Price is on January 12, 2027, at 9:20 AM. Call (213) 555-0188 to change it.
`
const overview = (text: string) =>
  overviewOf(
    unitsOf(text, newOutline()).map((unit) => ({ ...unit, text: text.slice(unit.start, unit.end), page: 1 })),
    'lab.txt',
    Temporal.PlainDate.from('2026-11-21'),
  )

test('an overview has the title, people, dates, values out of range, and questions to ask', () => {
  const { title, dates, people, flagged, headings, questions, language } = overview(TEXT)
  assert.deepEqual([title, language], ['RIVERSIDE LABORATORY REPORT', 'en'])
  assert.deepEqual(
    dates.map(({ date }) => date),
    ['2026-11-03', '2027-01-12'],
  )
  assert.deepEqual(
    people.map(({ name }) => name),
    ['Ana Maria Torres', 'Dr. Samuel Price'],
  )
  assert.deepEqual(
    flagged.map(({ name, value, flag, range }) => [name, value, flag, range]),
    [
      ['Cholesterol', '231 mg/dL', 'high', '100 - 199'],
      ['HDL', '38 mg/dL', 'low', '>39'],
    ],
  )
  assert.deepEqual(headings, ['RIVERSIDE LABORATORY REPORT', 'LIPID PANEL', 'FOLLOW-UP'])
  assert.equal(questions.length, 4)
  assert.ok(questions.includes('Which values are not normal?') && questions.includes('When is my next appointment?'))
})

const ROWS: [string, 'high' | 'low' | 'abnormal' | null][] = [
  ['Glucose  118  70 - 99  mg/dL', 'high'],
  ['Glucosa  128  70 - 110', 'high'],
  ['Hemoglobina  12,1  11,8  12,0 - 16,0', 'low'],
  ['Sodium  140  134 - 144', null],
  ['eGFR  79  >59', null],
  ['PSA: 4.8 ng/mL (H)', 'high'],
  ['Hemoglobin 11.2 g/dL (12.0-15.5) L', 'low'],
  ['White blood cells: 14.8 K/uL (4.0 - 11.0) High', 'high'],
  ['Platelets 512 10^3/uL [150-400] H', 'high'],
  ['INR 3.4 (2.0-3.0) H', 'high'],
  ['Creatinine 0.9 mg/dL (0.6-1.1)', null],
  ['Apartment 4 (2-3) L', null],
  ['Take 2 tablets (1-2) high', null],
  ['Room  8  2 - 4', 'high'],
]
for (const [text, flag] of ROWS)
  test(`${text} is ${flag ?? 'within its range'}`, () =>
    assert.equal(flaggedIn({ text, context: 'LAB RESULTS', columns: 'Test | Result | Range' })?.flag ?? null, flag))

test('finds no values out of range in a table of something else', () => {
  assert.equal(flaggedIn({ text: 'Monday  8  9 - 17', context: 'HOURS', columns: 'Day | Room | Open' }), null)
})

test('suggests Spanish questions for a Spanish file, and none for an empty file', () => {
  const { questions } = overview('CONTRATO\n\nRenta\nLa renta es de 815 euros al mes y se paga por adelantado.\n')
  assert.ok(questions.some((question) => question.startsWith('¿')))
  assert.deepEqual(overview('...').dates, [])
})

/** @returns milliseconds of CPU time that summarizing a text this many times takes, in the quickest of three tries */
function summaryMs(text: string, times = 1): number {
  const outline = newOutline()
  const pieces = partsOf(text).flatMap((part, at) =>
    unitsOf(part, outline).map((unit) => ({ ...unit, text: part.slice(unit.start, unit.end), page: at + 1 })),
  )
  const today = Temporal.PlainDate.from('2026-11-29')
  const summarize = () => {
    for (let time = 0; time < times; time++) overviewOf(pieces, 'letters.txt', today)
  }
  return Math.min(...[1, 2, 3].map(() => cpuMsOf(summarize)))
}

// We look at the first 600,000 characters. Twenty milliseconds are five ticks of the CPU clock.
for (const one of ['a', 'A', 'A ', '1', '1 ', 'Dr. A', 'A. ', 'é'])
  test(`a summary of 3 MB of ${JSON.stringify(one)} takes at most three times as long as ten of 60 KB`, () => {
    const short = summaryMs(one.repeat(60_000 / one.length), 10)
    const long = summaryMs(one.repeat(3_000_000 / one.length))
    assert.ok(long < 3 * short + 20, `${long} ms, and ${short} ms for ten of 60 KB`)
    assert.ok(long < 600, `${long} ms`)
  })

test('joins a page of half a million lines', () => {
  assert.equal(joinedLines('a\n'.repeat(500_000)).length, 1_000_000)
})
