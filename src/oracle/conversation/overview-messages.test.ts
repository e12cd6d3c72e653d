import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dateLines } from './overview-messages.ts'

const on = (said: string, date: string, about: string) => ({ said, date, about, page: 1, unit: 0 })
const lines = (dates: Parameters<typeof dateLines>[0]) =>
  dateLines(dates).map(({ parts }) => parts.map(({ text, isDate }) => (isDate ? `[${text}]` : text)).join(''))

const LEASE = 'The lease begins on August 15, 2026 and ends on August 14, 2027, at noon.'
for (const [what, dates, expected] of [
  [
    'a date within its words',
    [on('July 22, 2026', '2026-07-22', 'Signed: July 22, 2026')],
    ['Signed: [July 22, 2026]'],
  ],
  ['a date under a heading', [on('Nov 24', '2026-11-24', 'Cardiology clinic')], ['[Nov 24 ]Cardiology clinic']],
  ['a date alone', [on('11/03/2026', '2026-11-03', '11/03/2026')], ['[11/03/2026]']],
  [
    'two dates of one sentence',
    [on('August 15, 2026', '2026-08-15', LEASE), on('August 14, 2027', '2027-08-14', LEASE)],
    ['The lease begins on [August 15, 2026] and ends on [August 14, 2027], at noon.'],
  ],
  [
    'two dates in another order than in the words',
    [on('August 14, 2027', '2027-08-14', LEASE), on('August 15, 2026', '2026-08-15', LEASE)],
    ['The lease begins on [August 15, 2026] and ends on [August 14, 2027], at noon.'],
  ],
  [
    'two dates under one heading',
    [on('May 1', '2027-05-01', 'Visits'), on('May 8', '2027-05-08', 'Visits')],
    ['[May 1 ]Visits', '[May 8 ]Visits'],
  ],
  [
    'a date that begins like another one',
    [on('May 1', '2027-05-01', 'May 1, 2027'), on('May 1, 2027', '2027-05-02', 'May 1, 2027')],
    ['[May 1, 2027]'],
  ],
] as const)
  test(`the overview lists once ${what}`, () => assert.deepEqual(lines([...dates]), expected))

test('a line says how many dates it has', () => {
  const dates = dateLines([on('August 15, 2026', '2026-08-15', LEASE), on('August 14, 2027', '2027-08-14', LEASE)])
  assert.deepEqual(
    dates.map((line) => line.dates),
    [2],
  )
})
