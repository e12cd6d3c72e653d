import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { BlockOutForm } from './contract.ts'
import { blockOutIssues, blockOutOf, stretchOf } from './domain.ts'

const LA = 'America/Los_Angeles'
const now = Temporal.Instant.from('2026-02-20T09:00:00Z')
const form = (from_date: string, to_date: string, from_time?: string, to_time?: string, more: object = {}) =>
  BlockOutForm.parse({ from_date, to_date, from_time, to_time, ...more })

/** The clocks go forward on March 8, 2026, at 2:00, and back on November 1 at 2:00. Phoenix keeps them. */
const stretches: [name: string, form: BlockOutForm, zone: string, from: string, to: string][] = [
  ['a day', form('2026-11-27', '2026-11-27'), LA, '2026-11-27T08:00:00Z', '2026-11-28T08:00:00Z'],
  ['the day of 23 hours', form('2026-03-08', '2026-03-08'), LA, '2026-03-08T08:00:00Z', '2026-03-09T07:00:00Z'],
  ['the day of 25 hours', form('2026-11-01', '2026-11-01'), LA, '2026-11-01T07:00:00Z', '2026-11-02T08:00:00Z'],
  ['a week over the change', form('2026-10-30', '2026-11-05'), LA, '2026-10-30T07:00:00Z', '2026-11-06T08:00:00Z'],
  [
    'both of the hours that come twice',
    form('2026-11-01', '2026-11-01', '01:00', '01:30'),
    LA,
    '2026-11-01T08:00:00Z',
    '2026-11-01T09:30:00Z',
  ],
  [
    'around the hour that is skipped',
    form('2026-03-08', '2026-03-08', '02:30', '03:30'),
    LA,
    '2026-03-08T09:30:00Z',
    '2026-03-08T10:30:00Z',
  ],
  [
    'the same day without a change',
    form('2026-03-08', '2026-03-08'),
    'America/Phoenix',
    '2026-03-08T07:00:00Z',
    '2026-03-09T07:00:00Z',
  ],
  [
    'an afternoon',
    form('2026-11-27', '2026-11-27', '13:00', '15:30'),
    'America/New_York',
    '2026-11-27T18:00:00Z',
    '2026-11-27T20:30:00Z',
  ],
]
for (const [name, one, zone, from, to] of stretches)
  test(`${name} (${zone}) is one block of time`, () => {
    const stretch = stretchOf(one, zone)
    assert.deepEqual([String(stretch.from), String(stretch.to)], [from, to])
    assert.deepEqual(blockOutIssues(one, zone, now), [])
  })

const faults: [form: BlockOutForm, path: string, message: string][] = [
  [form('2026-11-27', '2026-11-26'), 'to_date', 'The end must come after the start'],
  [form('2026-11-27', '2026-11-27', '13:00', '13:00'), 'to_time', 'The end must come after the start'],
  [form('2026-11-27', '2026-11-27', '13:00'), 'to_time', 'Please enter both times, or neither for the whole day'],
  [
    form('2026-11-27', '2026-11-27', undefined, '13:00'),
    'from_time',
    'Please enter both times, or neither for the whole day',
  ],
  [form('2026-02-19', '2026-02-19'), 'to_date', 'This time has already passed'],
  [form('2026-11-27', '2027-11-28'), 'to_date', 'You can block at most 366 days at once'],
  [form('2028-02-20', '2028-02-21'), 'to_date', 'Please choose a time in the next 2 years'],
  [
    form('2026-11-27', '2026-11-27', '9:00'.padStart(5, '0'), '10:00', { time_zone: 'PST' }),
    'time_zone',
    'Please select a time zone',
  ],
  [
    form('2026-11-27', '2026-11-27', undefined, undefined, { reason: 'x'.repeat(201) }),
    'reason',
    'The reason can have up to 200 characters',
  ],
]
for (const [one, path, message] of faults)
  test(`${message}: ${path}`, () => assert.deepEqual(blockOutIssues(one, LA, now), [{ path, message }]))

test('reads a stored block as it was written, in any zone and on every date', () => {
  const date = fc
    .integer({ min: 0, max: 700 })
    .map((n) => Temporal.PlainDate.from('2026-02-21').add({ days: n }).toString())
  const time = fc.integer({ min: 0, max: 47 }).map((n) => `${String(n >> 1).padStart(2, '0')}:${n & 1 ? '30' : '00'}`)
  const zone = fc.constantFrom(LA, 'America/New_York', 'America/Phoenix', 'Australia/Lord_Howe')
  fc.assert(
    fc.property(date, date, time, time, zone, fc.boolean(), (a, b, from, to, time_zone, isAllDay) => {
      const [from_date = '', to_date = ''] = [a, b].sort()
      const written = isAllDay ? form(from_date, to_date) : form(from_date, to_date, from, to)
      if (blockOutIssues(written, time_zone, now).length > 0) return
      const stretch = stretchOf(written, time_zone)
      const row = { id: 'x', time_zone, is_all_day: isAllDay, reason: null }
      const [starts_at, ends_at] = [new Date(stretch.from.epochMilliseconds), new Date(stretch.to.epochMilliseconds)]
      const read = blockOutOf({ ...row, starts_at, ends_at })
      assert.equal(read.from_date, from_date)
      assert.equal(read.to_date, to_date)
    }),
    { numRuns: 300 },
  )
})
