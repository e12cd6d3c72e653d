import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../test/dice.ts'
import { instantAt, shownIn, wallClock } from './wall-clock.ts'

const zones = fc.constantFrom('America/Los_Angeles', 'America/Phoenix', 'America/New_York', 'Asia/Kathmandu', 'UTC')
const minutes = fc.integer({ min: 0, max: 60 * 24 * 365 * 3 })
const first = Temporal.Instant.from('2025-01-01T00:00:00Z')

test('agrees with Temporal on wall times and instants, at every minute of three years', () => {
  fc.assert(
    fc.property(zones, minutes, (zone, minute) => {
      const at = first.add({ minutes: minute })
      const local = at.toZonedDateTimeISO(zone).toPlainDateTime()
      const { date, time } = wallClock(at.toString(), zone)
      assert.equal(`${date}T${time}`, local.toString({ smallestUnit: 'minute' }))
      const expected = local.toZonedDateTime(zone, { disambiguation: 'earlier' }).toInstant()
      assert.equal(Date.parse(instantAt(date, time, zone) ?? ''), expected.epochMilliseconds)
    }),
    { numRuns: 500 },
  )
})

test('takes the first of a repeated hour, and the hour after a skipped one', () => {
  assert.equal(instantAt('2026-11-01', '01:30', 'America/Los_Angeles'), '2026-11-01T08:30:00.000Z')
  assert.equal(instantAt('2026-03-08', '02:30', 'America/Los_Angeles'), '2026-03-08T10:30:00.000Z')
})

test('an invalid date or time is not an instant', () => {
  for (const [date, time] of [
    ['', ''],
    ['2026-11-27', ''],
    ['', '10:00'],
    ['2026-13-01', '10:00'],
    ['x', 'y'],
  ] as const)
    assert.equal(instantAt(date, time, 'UTC'), null)
})

test('keeps the moment that a form shows when the zone changes, until the person chooses another', () => {
  // Friday at 1 PM in Los Angeles.
  const moment = '2026-11-27T21:00:00.000Z'
  const none = { date: '', time: '' }
  const [pacific, mountain] = [
    { date: '2026-11-27', time: '13:00' },
    { date: '2026-11-27', time: '14:00' },
  ]
  const show = (shown: typeof none, from: string, to: string) => shownIn(to, { shown, moment, from })
  assert.deepEqual(show(none, '', 'America/Denver'), mountain)
  assert.deepEqual(show(mountain, 'America/Denver', 'America/Los_Angeles'), pacific)
  assert.deepEqual(show(pacific, 'America/Los_Angeles', ''), none)
  const other = { date: '2026-11-28', time: '09:00' }
  assert.deepEqual(show(other, 'America/Denver', 'America/Los_Angeles'), other)
  assert.deepEqual(shownIn('America/Denver', { shown: other, moment: '', from: '' }), other)
})
