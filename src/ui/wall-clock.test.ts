import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../test/dice.ts'
import { instantAt, wallClock } from './wall-clock.ts'

const zones = fc.constantFrom('America/Los_Angeles', 'America/Phoenix', 'America/New_York', 'Asia/Kathmandu', 'UTC')
const minutes = fc.integer({ min: 0, max: 60 * 24 * 365 * 3 })
const first = Temporal.Instant.from('2025-01-01T00:00:00Z')

test('a wall clock and its instant are what Temporal says, at every minute of three years', () => {
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

test('an hour that comes twice is the first one, one that is skipped is the hour after it', () => {
  assert.equal(instantAt('2026-11-01', '01:30', 'America/Los_Angeles'), '2026-11-01T08:30:00.000Z')
  assert.equal(instantAt('2026-03-08', '02:30', 'America/Los_Angeles'), '2026-03-08T10:30:00.000Z')
})

test('what is no date or time is no instant', () => {
  for (const [date, time] of [
    ['', ''],
    ['2026-11-27', ''],
    ['', '10:00'],
    ['2026-13-01', '10:00'],
    ['x', 'y'],
  ] as const)
    assert.equal(instantAt(date, time, 'UTC'), null)
})
