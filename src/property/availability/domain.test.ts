import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { writeInstant } from '../../platform/instant.ts'
import type { HoursRules } from '../schedule/domain.ts'
import {
  blockedRange,
  busyOf,
  isMailSold,
  listDays,
  NOTHING_TAKEN,
  nearestFree,
  nextChange,
  offeredStart,
  whyClosed,
  windowBounds,
} from './domain.ts'

const standard = (timeZone: string): HoursRules => ({
  timeZone,
  availabilityType: 'standard',
  customAvailability: null,
  overrides: [],
  bufferMinutes: 0,
  entry: { rule: 'none' },
})
const at = (text: string) => Temporal.Instant.from(text)
const allDay = { enabled: true, start: '00:00', end: '24:00' }
const everyDay = Object.fromEntries(
  ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].map((day) => [day, allDay]),
)
const aroundTheClock = (timeZone: string): HoursRules => ({
  ...standard(timeZone),
  availabilityType: 'custom',
  customAvailability: everyDay,
})
const dayOf = (rules: HoursRules, now: string, date: string) =>
  listDays(rules, [], at(now)).find((day) => day.date === date)

test('offers fifteen dates from the local date in 48 hours on, 09:00 to 16:30', () => {
  const days = listDays(standard('America/Los_Angeles'), [], at('2026-11-21T09:00:00Z'))
  assert.equal(days.length, 15)
  assert.equal(days[0]?.date, '2026-11-23')
  assert.equal(days.at(-1)?.date, '2026-12-07')
  assert.deepEqual(days[0]?.slots.map((slot) => slot.time).slice(0, 2), ['09:00', '09:30'])
  assert.equal(days[0]?.slots.at(-1)?.time, '16:30')
  assert.equal(days[0]?.slots.length, 16)
})

test('offers a start exactly 48 hours ahead, and no earlier one', () => {
  const rules = standard('America/Los_Angeles')
  // 10:00 PST
  const now = at('2026-11-21T18:00:00Z')
  assert.equal(String(offeredStart(rules, '2026-11-23', '10:00', now)), '2026-11-23T18:00:00Z')
  assert.equal(offeredStart(rules, '2026-11-23', '09:30', now), null)
  assert.equal(offeredStart(rules, '2026-11-23', '10:00', now.add({ seconds: 1 })), null)
})

// The nights of the 2026 clock changes: March 8 and November 1. Phoenix has none.
const changeDays = [
  ['America/Los_Angeles', '2026-03-08', '02:00', '2026-03-08T09:30:00.000Z', '2026-03-08T10:00:00.000Z', 46],
  ['America/New_York', '2026-03-08', '02:00', '2026-03-08T06:30:00.000Z', '2026-03-08T07:00:00.000Z', 46],
  ['America/Phoenix', '2026-03-08', null, '2026-03-08T08:30:00.000Z', '2026-03-08T10:00:00.000Z', 48],
  ['America/Los_Angeles', '2026-11-01', null, '2026-11-01T08:30:00.000Z', '2026-11-01T11:00:00.000Z', 48],
  ['America/New_York', '2026-11-01', null, '2026-11-01T05:30:00.000Z', '2026-11-01T08:00:00.000Z', 48],
  ['America/Phoenix', '2026-11-01', null, '2026-11-01T08:30:00.000Z', '2026-11-01T10:00:00.000Z', 48],
] as const

for (const [zone, date, skipped, halfPastOne, three, count] of changeDays) {
  test(`${date} in ${zone}: offers every existing wall time once, at its own instant`, () => {
    const day = dayOf(
      aroundTheClock(zone),
      `${date.slice(0, 8)}01T00:00:00Z`.replace('11-01', '10-28').replace('03-01', '03-04'),
      date,
    )
    assert.ok(day)
    const startOf = (time: string) => day.slots.find((slot) => slot.time === time)?.startsAt
    assert.equal(startOf('01:30'), halfPastOne)
    assert.equal(startOf('03:00'), three)
    assert.equal(startOf('02:00') === undefined, skipped === '02:00')
    assert.equal(day.slots.length, count)
  })
}

test('a showing at 09:00 is at 09:00 on both sides of a change', () => {
  const rules = standard('America/Los_Angeles')
  const days = listDays(rules, [], at('2026-10-26T00:00:00Z'))
  const nine = (date: string) => days.find((day) => day.date === date)?.slots[0]?.startsAt
  assert.equal(nine('2026-10-31'), '2026-10-31T16:00:00.000Z')
  assert.equal(nine('2026-11-01'), '2026-11-01T17:00:00.000Z')
})

test('custom weekdays, overrides and closed days', () => {
  const rules: HoursRules = {
    ...standard('America/Los_Angeles'),
    availabilityType: 'custom',
    customAvailability: {
      tuesday: { enabled: true, start: '10:00', end: '12:00' },
      wednesday: { enabled: false, start: '09:00', end: '17:00' },
    },
    overrides: [
      { date: '2026-11-25', start: '13:00', end: '14:00' },
      { date: '2026-12-01', closed: true },
    ],
  }
  const timesOn = (date: string) => dayOf(rules, '2026-11-21T09:00:00Z', date)?.slots.map((slot) => slot.time)
  assert.deepEqual(timesOn('2026-11-24'), ['10:00', '10:30', '11:00', '11:30'])
  assert.deepEqual(timesOn('2026-11-25'), ['13:00', '13:30'])
  assert.deepEqual(timesOn('2026-11-26'), [])
  assert.deepEqual(timesOn('2026-12-01'), [])
})

test("limits a tenant's home to 08:00-18:00, or to weekdays and agreed hours where enforced", () => {
  const warn: HoursRules = { ...aroundTheClock('America/Los_Angeles'), entry: { rule: 'warn' } }
  const slots = dayOf(warn, '2026-11-21T09:00:00Z', '2026-11-24')?.slots
  assert.equal(slots?.[0]?.time, '08:00')
  assert.equal(slots?.at(-1)?.time, '17:30')

  const enforce: HoursRules = {
    ...aroundTheClock('America/Los_Angeles'),
    entry: {
      rule: 'enforce',
      consentHours: {
        saturday: { enabled: true, start: '10:00', end: '11:00' },
        friday: { enabled: true, start: '16:30', end: '18:30' },
      },
    },
  }
  const timesOn = (date: string) => dayOf(enforce, '2026-11-21T09:00:00Z', date)?.slots.map((slot) => slot.time)
  assert.equal(timesOn('2026-11-24')?.at(-1), '16:30')
  assert.equal(timesOn('2026-11-27')?.at(-1), '18:00')
  assert.deepEqual(timesOn('2026-11-28'), ['10:00', '10:30'])
  assert.deepEqual(timesOn('2026-11-29'), [])
})

test('lists a busy slot as unavailable, and a buffer blocks the times before and after it', () => {
  const now = at('2026-11-21T09:00:00Z')
  const start = at('2026-11-24T18:00:00Z')
  const busy = (bufferMinutes: number) => {
    const range = blockedRange(start, bufferMinutes)
    return [{ startMs: range.startsAt.epochMilliseconds, endMs: range.blockedUntil.epochMilliseconds }]
  }
  const taken = (bufferMinutes: number) =>
    listDays({ ...standard('America/Los_Angeles'), bufferMinutes }, busy(bufferMinutes), now)
      .flatMap((day) => day.slots)
      .filter((slot) => !slot.available)
      .map((slot) => slot.time)
  assert.deepEqual(taken(0), ['10:00'])
  assert.deepEqual(taken(30), ['09:30', '10:00', '10:30'])
})

test('finds the three free starts nearest to a lost one, in order', () => {
  const now = at('2026-11-21T09:00:00Z')
  const lost = at('2026-11-24T17:00:00Z')
  const days = listDays(
    standard('America/Los_Angeles'),
    [{ startMs: lost.epochMilliseconds, endMs: lost.epochMilliseconds + 1 }],
    now,
  )
  assert.deepEqual(
    nearestFree(days, lost, 3).map((slot) => `${slot.date} ${slot.time}`),
    ['2026-11-24 09:30', '2026-11-24 10:00', '2026-11-24 10:30'],
  )
})

const zones = fc.constantFrom(
  'America/Los_Angeles',
  'America/Phoenix',
  'America/New_York',
  'Pacific/Honolulu',
  'Australia/Lord_Howe',
)
const nows = fc
  .integer({ min: Date.UTC(2026, 0, 1), max: Date.UTC(2028, 0, 1) })
  .map((ms) => Temporal.Instant.fromEpochMilliseconds(ms))
const halfHour = fc.integer({ min: 0, max: 48 }).map((n) => `${String(n >> 1).padStart(2, '0')}:${n & 1 ? '30' : '00'}`)
const hours = fc.record({ enabled: fc.boolean(), start: halfHour, end: halfHour })
const rulesOf = fc
  .record({
    timeZone: zones,
    availabilityType: fc.constantFrom('standard' as const, 'custom' as const),
    customAvailability: fc.dictionary(fc.constantFrom('monday', 'tuesday', 'saturday', 'sunday'), hours),
    bufferMinutes: fc.constantFrom(0, 15, 30, 60),
    entry: fc.oneof(
      fc.constant({ rule: 'none' as const }),
      fc.constant({ rule: 'warn' as const }),
      fc.record({
        rule: fc.constant('enforce' as const),
        consentHours: fc.dictionary(fc.constantFrom('saturday', 'monday'), hours),
      }),
    ),
  })
  .map((rules): HoursRules => ({ ...rules, overrides: [] }))

test('no slot overlaps another, is within the lead time, or is outside the hours or the window', () => {
  fc.assert(
    fc.property(rulesOf, nows, (rules, now) => {
      const days = listDays(rules, [], now)
      const bounds = windowBounds(now)
      let previousEnd = Number.NEGATIVE_INFINITY
      for (const { date, slots } of days) {
        for (const slot of slots) {
          const start = Temporal.Instant.from(slot.startsAt)
          const wall = start.toZonedDateTimeISO(rules.timeZone)
          assert.equal(wall.toPlainDate().toString(), date)
          assert.equal(wall.toPlainTime().toString({ smallestUnit: 'minute' }), slot.time)
          assert.ok(start.epochMilliseconds >= previousEnd)
          previousEnd = start.add({ minutes: 30 }).epochMilliseconds
          assert.ok(start.epochMilliseconds >= now.epochMilliseconds + 48 * 3_600_000)
          assert.ok(Temporal.Instant.compare(start, bounds.from) > 0 && Temporal.Instant.compare(start, bounds.to) < 0)
          if (rules.availabilityType === 'standard') assert.ok(slot.time >= '09:00' && slot.time <= '16:30')
          if (rules.entry.rule === 'warn') assert.ok(slot.time >= '08:00' && slot.time <= '17:30')
          assert.equal(writeInstant(offeredStart(rules, date, slot.time, now) as Temporal.Instant), slot.startsAt)
        }
      }
    }),
    { numRuns: 300 },
  )
})

test('a slot is available exactly if its blocked range overlaps no busy one', () => {
  fc.assert(
    fc.property(
      rulesOf,
      nows,
      fc.array(fc.integer({ min: 0, max: 17 * 48 }), { maxLength: 60 }),
      (rules, now, halfHours) => {
        const origin = Math.floor(now.epochMilliseconds / 1_800_000) * 1_800_000 + 86_400_000
        const length = (30 + rules.bufferMinutes) * 60_000
        const busy: { startMs: number; endMs: number }[] = []
        for (const n of [...new Set(halfHours)].sort((a, b) => a - b)) {
          const startMs = origin + n * 1_800_000
          if (startMs >= (busy.at(-1)?.endMs ?? 0)) busy.push({ startMs, endMs: startMs + length })
        }
        for (const slot of listDays(rules, busy.toReversed(), now).flatMap((day) => day.slots)) {
          const startMs = Date.parse(slot.startsAt)
          const isMet = busy.some((range) => range.startMs < startMs + length && range.endMs > startMs)
          assert.equal(slot.available, !isMet)
        }
      },
    ),
    { numRuns: 300 },
  )
})

test("a slot is free exactly if neither of an agent's two showings begins before the other ends and the travel is over", () => {
  const minutes = fc.constantFrom(0, 10, 15, 30, 45, 60, 120)
  fc.assert(
    fc.property(
      nows,
      minutes,
      minutes,
      minutes,
      fc.array(fc.integer({ min: 0, max: 17 * 48 }), { maxLength: 40 }),
      (now, bufferMinutes, otherBuffer, travelMinutes, halfHours) => {
        const rules = { ...aroundTheClock('America/New_York'), bufferMinutes }
        const origin = Math.floor(now.epochMilliseconds / 1_800_000) * 1_800_000 + 86_400_000
        const takes = (buffer: number) => (30 + Math.max(buffer, travelMinutes)) * 60_000
        const elsewhere = halfHours.map((n) => {
          const startMs = origin + n * 1_800_000
          return { startMs, endMs: startMs + takes(otherBuffer) }
        })
        const busy = busyOf({ ...NOTHING_TAKEN, elsewhere, travelMinutes }, rules)
        for (const slot of listDays(rules, busy, now).flatMap((day) => day.slots)) {
          const startMs = Date.parse(slot.startsAt)
          const isMet = elsewhere.some((one) => one.startMs < startMs + takes(bufferMinutes) && startMs < one.endMs)
          assert.equal(slot.available, !isMet)
        }
      },
    ),
    { numRuns: 200 },
  )
})

test('a half hour has no reason to be closed exactly if it is available', () => {
  const ranges = fc.array(fc.tuple(fc.integer({ min: 0, max: 17 * 48 }), fc.integer({ min: 1, max: 6 })), {
    maxLength: 12,
  })
  fc.assert(
    fc.property(
      rulesOf,
      nows,
      ranges,
      ranges,
      ranges,
      fc.constantFrom(0, 15, 45),
      (rules, now, own, elsewhere, blocked, travelMinutes) => {
        const origin = Math.floor(now.epochMilliseconds / 1_800_000) * 1_800_000
        const busy = (list: [number, number][]) =>
          list.map(([n, length]) => ({ startMs: origin + n * 1_800_000, endMs: origin + (n + length) * 1_800_000 }))
        const taken = { own: busy(own), elsewhere: busy(elsewhere), blockedOut: busy(blocked), travelMinutes }
        const slots = listDays(rules, busyOf(taken, rules), now).flatMap((day) => day.slots)
        const open = new Set(slots.filter((slot) => slot.available).map((slot) => Date.parse(slot.startsAt)))
        for (let startMs = origin; startMs < origin + 18 * 86_400_000; startMs += 1_800_000)
          assert.equal(
            whyClosed(rules, taken, startMs, now) === null,
            open.has(startMs),
            new Date(startMs).toISOString(),
          )
      },
    ),
    { numRuns: 30 },
  )
})

test('each closed half hour has its reason', () => {
  const rules: HoursRules = { ...standard('America/Los_Angeles'), overrides: [{ date: '2026-11-26', closed: true }] }
  const range = (from: string, to: string) => [{ startMs: Date.parse(from), endMs: Date.parse(to) }]
  const taken = {
    own: range('2026-11-27T18:00:00Z', '2026-11-27T18:30:00Z'),
    elsewhere: range('2026-11-27T20:00:00Z', '2026-11-27T20:50:00Z'),
    blockedOut: range('2026-11-27T22:00:00Z', '2026-11-27T23:00:00Z'),
    travelMinutes: 20,
  }
  const why = (start: string) => whyClosed(rules, taken, Date.parse(start), at('2026-11-21T09:00:00Z'))
  for (const [start, reason] of [
    ['2026-11-21T08:30:00Z', 'past'],
    ['2026-11-21T17:00:00Z', 'notice'],
    ['2026-11-26T18:00:00Z', 'closed_day'],
    ['2026-11-27T16:30:00Z', 'outside_hours'],
    ['2026-11-27T17:30:00Z', null],
    ['2026-11-27T18:00:00Z', 'showing'],
    ['2026-11-27T19:30:00Z', 'travel'],
    ['2026-11-27T20:00:00Z', 'other_showing'],
    ['2026-11-27T20:30:00Z', 'travel'],
    ['2026-11-27T22:30:00Z', 'block_out'],
    ['2026-12-08T18:00:00Z', 'too_far'],
  ] as const)
    assert.equal(why(start), reason, start)
})

test('the list changes at the next half hour, and right after it', () => {
  assert.equal(String(nextChange(at('2026-11-21T09:00:00Z'))), '2026-11-21T09:00:00.001Z')
  assert.equal(String(nextChange(at('2026-11-21T09:00:00.001Z'))), '2026-11-21T09:30:00Z')
  assert.equal(String(nextChange(at('2026-11-21T09:29:59.999Z'))), '2026-11-21T09:30:00Z')
})

test("sells certified mail up to 7 full days ahead in the property's time, even across a clock change", () => {
  const zone = 'America/Los_Angeles'
  const local = (text: string, timeZone = zone) =>
    Temporal.PlainDateTime.from(text).toZonedDateTime(timeZone).toInstant()
  const rows: [now: string, startsAt: string, isSold: boolean, timeZone?: string][] = [
    ['2026-11-20T10:00', '2026-11-27T10:00', true],
    ['2026-11-20T10:00', '2026-11-27T09:30', false],
    ['2026-11-20T10:00:01', '2026-11-27T10:00', false],
    // The clocks go back on November 1, 2026, so these are 169 hours, and 167 in March.
    ['2026-10-28T10:00', '2026-11-04T10:00', true],
    ['2026-10-28T10:00', '2026-11-04T09:30', false],
    ['2027-03-10T10:00', '2027-03-17T10:00', true],
    ['2027-03-10T10:00', '2027-03-17T09:30', false],
    ['2027-03-10T10:00', '2027-03-17T10:00', true, 'America/Phoenix'],
    ['2026-10-28T10:00', '2026-11-04T09:30', false, 'America/New_York'],
  ]
  for (const [now, startsAt, isSold, timeZone = zone] of rows)
    assert.equal(isMailSold(local(startsAt, timeZone), timeZone, local(now, timeZone)), isSold, `${now} ${startsAt}`)
})
