import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { writeInstant } from '../../platform/instant.ts'
import { isState } from '../../property/property/domain.ts'
import { demoDay, demoDays, demoStart, demoTaken, nextDemoDay, STATES } from './domain.ts'
import { DEMO_HOME } from './sample-domain.ts'

const anyMoment = fc
  .date({ min: new Date('2026-01-01'), max: new Date('2030-12-31'), noInvalidDate: true })
  .map((date) => Temporal.Instant.fromEpochMilliseconds(date.getTime()))

test('a demo offers each half hour from 9:00 to 16:30 for 14 days, starting tomorrow at the property', () => {
  // It is 23:30 on the 20th in Los Angeles.
  const days = demoDays(Temporal.Instant.from('2026-11-21T07:30:00Z'))
  assert.deepEqual([days.length, days[0]?.date, days.at(-1)?.date], [14, '2026-11-21', '2026-12-04'])
  assert.deepEqual(
    [days[0]?.slots.length, days[0]?.slots[0], days[0]?.slots.at(-1)?.time],
    [16, { time: '09:00', startsAt: '2026-11-21T17:00:00.000Z' }, '16:30'],
  )
})

test('at any moment, we accept exactly the times that we offer, all of them in the future, and the list changes at midnight', () => {
  fc.assert(
    fc.property(anyMoment, (now) => {
      const days = demoDays(now)
      for (const { date, slots } of days) {
        for (const { time, startsAt } of [slots[0], slots[9], slots[15]].filter((slot) => slot !== undefined)) {
          assert.equal(writeInstant(demoStart(date, time, now) as Temporal.Instant), startsAt)
          assert.ok(Temporal.Instant.compare(Temporal.Instant.from(startsAt), now) > 0)
          const local = Temporal.Instant.from(startsAt).toZonedDateTimeISO(DEMO_HOME.time_zone)
          assert.equal(`${local.toPlainDate()} ${local.toPlainTime().toString().slice(0, 5)}`, `${date} ${time}`)
        }
      }
      const change = nextDemoDay(now)
      assert.deepEqual(demoDays(change.subtract({ milliseconds: 1 })), days)
      assert.equal(demoDays(change)[0]?.date, days[1]?.date)
    }),
    { numRuns: 50 },
  )
  const today = demoDay(Temporal.Instant.from('2026-11-21T07:30:00Z'))
  assert.equal(demoStart(today, '10:00', Temporal.Instant.from('2026-11-21T07:30:00Z')), null)
})

test("the form's states are those of properties", () => {
  assert.equal(STATES.length, 51)
  assert.deepEqual(
    STATES.filter((state) => !isState(state)),
    [],
  )
})

test('a second demo must wait until midnight in Los Angeles, even on days when the clocks change', () => {
  for (const [now, seconds] of [
    ['2026-11-22T07:59:30Z', 30],
    ['2026-11-21T08:00:00Z', 24 * 3600],
    ['2026-11-01T07:00:00Z', 25 * 3600],
    ['2026-03-08T08:00:00Z', 23 * 3600],
  ] as const)
    assert.equal(demoTaken(['email'], Temporal.Instant.from(now)).retryAfterSeconds, seconds, now)
})
