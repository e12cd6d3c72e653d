import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ClosedPart, mondaysOf, partsToExplain, whyAllClosed } from './closed-domain.ts'

const DATE = '2026-11-26'
const part = (from: number, to: number, reason: ClosedPart['reason'], date = DATE): ClosedPart => ({
  date,
  from,
  to,
  reason,
})
const NIGHTS = [part(0, 540, 'outside_hours'), part(1020, 1440, 'outside_hours')]

test('past times and times outside the hours need no explanation', () => {
  const blocked = part(600, 660, 'block_out')
  assert.deepEqual(
    partsToExplain([part(0, 60, 'past'), ...NIGHTS, blocked, part(600, 660, 'travel', '2026-11-27')], DATE),
    [blocked],
  )
})

test('a date without an open time says why, with the longest reason first', () => {
  const closed = [...NIGHTS, part(540, 570, 'showing'), part(570, 600, 'travel'), part(600, 1020, 'block_out')]
  assert.equal(whyAllClosed(closed, DATE), 'Blocked, Showing, Travel')
  assert.equal(whyAllClosed([part(0, 1440, 'closed_day')], DATE), 'Closed day')
  assert.equal(whyAllClosed([part(0, 1440, 'outside_hours')], DATE), 'Outside hours')
  assert.equal(whyAllClosed([], DATE), '')
})

test('dates from Monday to Sunday are in one week', () => {
  assert.deepEqual(mondaysOf(['2026-11-23', '2026-11-29', '2026-11-30']), ['2026-11-23', '2026-11-30'])
  assert.deepEqual(mondaysOf([]), [])
})
