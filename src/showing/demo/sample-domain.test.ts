import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { DEMO_HOME, demoShowings } from './sample-domain.ts'

test('the sample apartment has the facts from booking.md section 9', () => {
  const { property_type, rent_amount, bedrooms, bathrooms, square_feet, status, booking_approval } = DEMO_HOME
  assert.deepEqual(
    [property_type, rent_amount, bedrooms, bathrooms, square_feet, status, booking_approval],
    ['apartment', 3200, 2, 1, 950, 'listed', 'automatic'],
  )
  assert.deepEqual([DEMO_HOME.advance_notice_hours, DEMO_HOME.showing_duration_minutes], [24, 30])
})

test('three sample showings are upcoming, on days +2, +3, and +5, and two are past, on days -2 and -4', () => {
  // It is 23:30 on the 20th in Los Angeles, and that date counts.
  const now = Temporal.Instant.from('2026-11-21T07:30:00Z')
  assert.deepEqual(
    demoShowings(now).map(({ number, status, date }) => `${number} ${status} ${date}`),
    [
      'DEMO001 confirmed 2026-11-22',
      'DEMO002 confirmed 2026-11-23',
      'DEMO003 confirmed 2026-11-25',
      'DEMO004 completed 2026-11-18',
      'DEMO005 completed 2026-11-16',
    ],
  )
})

test('at any moment, sample showings are within hours, half an hour long, booked before they start, and never overlap', () => {
  const anyMoment = fc.date({ min: new Date('2026-01-01'), max: new Date('2028-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(anyMoment, (date) => {
      const now = Temporal.Instant.fromEpochMilliseconds(date.getTime())
      const showings = demoShowings(now)
      for (const { status, time, startsAt, endsAt, bookedAt, amountCents } of showings) {
        assert.ok(time >= '09:00' && time <= '16:30' && /:(00|30)$/.test(time))
        assert.equal(startsAt.toZonedDateTimeISO(DEMO_HOME.time_zone).toPlainTime().toString().slice(0, 5), time)
        assert.equal(endsAt.since(startsAt).total('minutes'), 30)
        assert.equal(Temporal.Instant.compare(startsAt, now) > 0, status === 'confirmed')
        assert.ok(Temporal.Instant.compare(bookedAt, now) <= 0 && Temporal.Instant.compare(bookedAt, startsAt) < 0)
        assert.equal(amountCents, 100)
      }
      assert.equal(new Set(showings.map((one) => String(one.startsAt))).size, 5)
    }),
  )
})
