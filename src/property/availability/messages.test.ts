import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listDays } from './domain.ts'
import { reviewTime } from './messages.ts'

const days = listDays(
  {
    timeZone: 'America/Los_Angeles',
    availabilityType: 'standard',
    customAvailability: null,
    overrides: [],
    bufferMinutes: 0,
    entry: { rule: 'none' },
  },
  [],
  Temporal.Instant.from('2026-12-20T09:00:00Z'),
)
const warnings = (date: string, time: string) => reviewTime(date, time, [], days).warnings

const WEEKEND = 'Weekend showings may have limited availability'
const HOLIDAY = 'Holiday showings may need special coordination'
const cases: [string, string, string[]][] = [
  ['2026-12-23', '10:00', []],
  ['2026-12-26', '10:00', [WEEKEND]],
  ['2026-12-25', '10:00', [HOLIDAY]],
  ['2026-12-31', '10:00', [HOLIDAY]],
  ['2027-01-01', '10:00', [HOLIDAY]],
  ['2026-07-04', '10:00', [WEEKEND, HOLIDAY]],
  ['2026-11-11', '10:00', [HOLIDAY]],
  ['2026-12-23', '08:30', ['Selected time is outside business hours (09:00-18:00)']],
  ['2026-12-23', '17:30', []],
  ['2026-12-23', '18:00', ['Selected time is outside business hours (09:00-18:00)']],
  ['2026-12-26', '09:00', [WEEKEND, 'Selected time is outside business hours (10:00-16:00)']],
  ['2026-12-26', '16:00', [WEEKEND, 'Selected time is outside business hours (10:00-16:00)']],
]
for (const [date, time, expected] of cases) {
  test(`the helper on ${date} at ${time}`, () => assert.deepEqual(warnings(date, time), expected))
}

test('a showing less than an hour away on the same date is a conflict', () => {
  const conflict = (time: string) => reviewTime('2026-12-23', time, ['13:00'], days).conflict
  assert.equal(conflict('12:30'), 'Time slot conflicts with existing showing')
  assert.equal(conflict('13:30'), 'Time slot conflicts with existing showing')
  assert.equal(conflict('12:00'), null)
  assert.equal(conflict('14:00'), null)
})

test('at most three other times that day, and three weekdays without a holiday at the same time', () => {
  const { alternatives } = reviewTime('2026-12-23', '13:00', [], days)
  assert.deepEqual(alternatives.times, ['12:30', '13:30', '12:00'].sort())
  assert.deepEqual(alternatives.dates, ['2026-12-22', '2026-12-24', '2026-12-28'])
})
