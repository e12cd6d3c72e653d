import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../test/dice.ts'
import { officeState, officeWeek, type WeeklyHours } from './office-hours.ts'

const weekdays = { from: '09:00', to: '18:00' }
const hours: WeeklyHours = [null, weekdays, weekdays, weekdays, weekdays, weekdays, { from: '10:00', to: '16:00' }]
const ZONE = 'America/Los_Angeles'
const at = (text: string) => Date.parse(text)
const stateAt = (text: string) => {
  const state = officeState(officeWeek(hours, ZONE, at(text)), at(text))
  return state && `${state.isOpen ? 'open' : 'closed'} until ${new Date(state.untilMs).toISOString()}`
}

test('opens and closes to the minute on each side of the clock change', () => {
  const table: [now: string, state: string][] = [
    // Friday, PST.
    ['2026-11-27T16:59:59Z', 'closed until 2026-11-27T17:00:00.000Z'],
    ['2026-11-27T17:00:00Z', 'open until 2026-11-28T02:00:00.000Z'],
    ['2026-11-28T01:59:59Z', 'open until 2026-11-28T02:00:00.000Z'],
    ['2026-11-28T02:00:00Z', 'closed until 2026-11-28T18:00:00.000Z'],
    // Saturday afternoon to Monday.
    ['2026-11-28T23:59:00Z', 'open until 2026-11-29T00:00:00.000Z'],
    ['2026-11-29T00:00:00Z', 'closed until 2026-11-30T17:00:00.000Z'],
    // The Saturday before daylight saving time ends: in UTC, Monday opens an hour later.
    ['2026-11-01T00:00:00Z', 'closed until 2026-11-02T17:00:00.000Z'],
    ['2026-10-31T17:30:00Z', 'open until 2026-10-31T23:00:00.000Z'],
    // Daylight saving time begins on Sunday, March 8, 2026.
    ['2026-03-08T05:00:00Z', 'closed until 2026-03-09T16:00:00.000Z'],
  ]
  for (const [now, state] of table) assert.equal(stateAt(now), state, now)
})

test('the week begins with today in the zone and has every day once', () => {
  const week = officeWeek(hours, ZONE, at('2026-11-30T07:59:00Z'))
  assert.deepEqual(
    week.map(({ date, weekday }) => `${date} ${weekday}`),
    ['2026-11-29 0', '2026-11-30 1', '2026-12-01 2', '2026-12-02 3', '2026-12-03 4', '2026-12-04 5', '2026-12-05 6'],
  )
  assert.equal(week[0]?.opening, null)
})

test('agrees with Temporal at any moment and in any zone', () => {
  const zones = ['America/Los_Angeles', 'Asia/Kolkata', 'Pacific/Apia', 'Europe/Berlin', 'America/St_Johns', 'UTC']
  fc.assert(
    fc.property(
      fc.date({ min: new Date('2020-01-01'), max: new Date('2030-01-01'), noInvalidDate: true }),
      fc.constantFrom(...zones),
      (now, zone) => {
        const today = Temporal.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).toPlainDate()
        for (const [index, { date, weekday, opening }] of officeWeek(hours, zone, now.getTime()).entries()) {
          const day = today.add({ days: index })
          assert.equal(date, day.toString())
          assert.equal(weekday, day.dayOfWeek % 7)
          const wanted = hours[weekday] ?? null
          const instant = (time: string) => day.toZonedDateTime({ timeZone: zone, plainTime: time }).epochMilliseconds
          assert.deepEqual(opening, wanted && { fromMs: instant(wanted.from), toMs: instant(wanted.to) })
        }
      },
    ),
  )
})

test('an office that never opens has no state, and one that has closed for the week opens a week later', () => {
  const never = officeWeek([null, null, null, null, null, null, null], ZONE, 0)
  assert.equal(officeState(never, 0), null)
  const friday = at('2026-11-28T03:00:00Z')
  const fridays: WeeklyHours = [null, null, null, null, null, weekdays, null]
  const state = officeState(officeWeek(fridays, ZONE, friday), friday)
  assert.deepEqual(state, { isOpen: false, untilMs: at('2026-12-04T17:00:00Z') })
})
