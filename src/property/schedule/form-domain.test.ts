import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { listDays } from '../availability/domain.ts'
import { type KeptHours, rulesOf, WEEKDAYS } from './domain.ts'
import {
  DEFAULT_HOURS,
  DEFAULT_WEEK,
  type HoursForm,
  hoursIssues,
  isTimeZone,
  overridesOf,
  weekOf,
  withHours,
} from './form-domain.ts'

const faults = (form: HoursForm) => hoursIssues(form).map(({ path, message }) => `${path}: ${message}`)
const monday = (start: string, end: string, enabled = true): HoursForm => ({
  custom_availability: { monday: { enabled, start, end } },
})
const HALF = 'Please enter a time on the hour or half hour'
const FIRST = 'The start must be before the end'

const days: [start: string, end: string, expected: string[]][] = [
  ['09:00', '17:00', []],
  ['00:00', '24:00', []],
  ['23:30', '24:00', []],
  ['09:30', '09:30', [`custom_availability.monday.start: ${FIRST}`]],
  ['17:00', '09:00', [`custom_availability.monday.start: ${FIRST}`]],
  ['09:15', '17:00', [`custom_availability.monday.start: ${HALF}`]],
  ['09:00', '17:45', [`custom_availability.monday.end: ${HALF}`]],
  ['24:00', '24:00', [`custom_availability.monday.start: ${HALF}`]],
  ['9:00', '', [`custom_availability.monday.start: ${HALF}`, `custom_availability.monday.end: ${HALF}`]],
  ['09:60', '25:00', [`custom_availability.monday.start: ${HALF}`, `custom_availability.monday.end: ${HALF}`]],
]
for (const [start, end, expected] of days) {
  test(`hours from "${start}" to "${end}"`, () => assert.deepEqual(faults(monday(start, end)), expected))
}

test('ignores the hours of a closed day, and stores the default ones', () => {
  assert.deepEqual(faults(monday('', 'never', false)), [])
  assert.deepEqual(weekOf({ monday: { enabled: false, start: '', end: 'never' } }), {
    monday: { enabled: false, start: '09:00', end: '17:00' },
  })
  assert.deepEqual(weekOf({ friday: { enabled: false, start: '10:00', end: '12:00' } }), {
    friday: { enabled: false, start: '10:00', end: '12:00' },
  })
})

test('an open day without times gets the default ones', () => {
  assert.deepEqual(faults({ custom_availability: { monday: { enabled: true } } }), [])
  assert.deepEqual(weekOf({ monday: { enabled: true, end: '12:00' } }), {
    monday: { enabled: true, start: '09:00', end: '12:00' },
  })
})

test("the resident's consented hours have the same shape and the same errors", () => {
  const form = { resident_consent_hours: { sunday: { enabled: true, start: '10:10', end: '12:00' } } }
  assert.deepEqual(faults(form), [`resident_consent_hours.sunday.start: ${HALF}`])
})

const overrides: [override: object, expected: string[]][] = [
  [{ date: '2026-12-24', closed: true }, []],
  [{ date: '2026-12-24', closed: true, start: 'x', end: 'y' }, []],
  [{ date: '2026-12-24', start: '10:00', end: '12:00' }, []],
  [{ date: '2028-02-29', closed: true }, []],
  [{ date: '2027-02-29', closed: true }, ['date: Please enter a valid date']],
  [{ date: '2026-13-01', closed: true }, ['date: Please enter a valid date']],
  [{ date: '0026-12-24', closed: true }, ['date: Please enter a valid date']],
  [{ date: 'tomorrow', closed: true }, ['date: Please enter a valid date']],
  [{ date: '2026-12-24' }, [`start: ${HALF}`, `end: ${HALF}`]],
  [{ date: '2026-12-24', closed: false, start: '12:00', end: '10:00' }, [`start: ${FIRST}`]],
]
for (const [override, expected] of overrides) {
  test(`an override ${JSON.stringify(override)}`, () => {
    const found = faults({ availability_overrides: [override as { date: string }] })
    assert.deepEqual(
      found,
      expected.map((one) => `availability_overrides.0.${one}`),
    )
  })
}

test('a date has one override', () => {
  const twice = [1, 2, 3].map(() => ({ date: '2026-12-24', closed: true }))
  assert.deepEqual(faults({ availability_overrides: twice }), [
    'availability_overrides.1.date: This date is listed twice',
    'availability_overrides.2.date: This date is listed twice',
  ])
})

test('limits overrides to a year, and stores them by date', () => {
  const many = Array.from({ length: 367 }, (_, n) => ({ date: `2${String(n).padStart(3, '0')}-01-01`, closed: true }))
  assert.deepEqual(faults({ availability_overrides: many.slice(0, 366) }), [])
  assert.deepEqual(faults({ availability_overrides: many }), ['availability_overrides: Please enter at most 366 dates'])
  assert.deepEqual(
    overridesOf([
      { date: '2026-12-26', start: '10:00', end: '12:00' },
      { date: '2026-12-24', closed: true, start: '10:00' },
    ]),
    [
      { date: '2026-12-24', closed: true },
      { date: '2026-12-26', start: '10:00', end: '12:00' },
    ],
  )
})

for (const [minutes, isFine] of [
  [0, true],
  [15, true],
  [240, true],
  [241, false],
  [-1, false],
  [7.5, false],
] as const) {
  test(`${isFine ? 'accepts' : 'refuses'} a buffer of ${minutes} minutes`, () => {
    const expected = isFine ? [] : ['buffer_minutes: Please enter the buffer in whole minutes, from 0 to 240']
    assert.deepEqual(faults({ buffer_minutes: minutes }), expected)
  })
}

test('accepts only place names as time zones', () => {
  for (const name of [
    'America/Los_Angeles',
    'America/Indiana/Indianapolis',
    'Pacific/Honolulu',
    'America/Port-au-Prince',
  ])
    assert.ok(isTimeZone(name), name)
  for (const name of [
    'PST',
    'UTC',
    '+05:00',
    'america/los_angeles',
    'America/Nowhere',
    'Etc/GMT+5',
    '../etc',
    'A/'.repeat(99),
  ])
    assert.ok(!isTimeZone(name), name)
  assert.deepEqual(faults({ time_zone: 'PST' }), ['time_zone: Please select a time zone'])
  assert.deepEqual(faults({ time_zone: '' }), [])
})

const kept: KeptHours = { ...DEFAULT_HOURS, time_zone: 'America/Los_Angeles' }

test('omitted fields stay; null removes hours; "default" means "standard"', () => {
  const before = withHours(kept, { buffer_minutes: 30, resident_consent_hours: { monday: { enabled: true } } })
  assert.equal(withHours(before, {}).buffer_minutes, 30)
  assert.deepEqual(withHours(before, {}), before)
  assert.equal(withHours(before, { resident_consent_hours: null }).resident_consent_hours, null)
  assert.equal(withHours(kept, { availability_type: 'default' }).availability_type, 'standard')
})

test('custom hours start as nine to five every day', () => {
  const custom = withHours(kept, { availability_type: 'custom' })
  assert.deepEqual(custom.custom_availability, DEFAULT_WEEK)
  const mine = { monday: { enabled: true, start: '10:00', end: '11:00' } }
  const changed = withHours(custom, { custom_availability: mine })
  assert.deepEqual(changed.custom_availability, mine)
  // Switching back and forth loses nothing.
  const back = withHours(withHours(changed, { availability_type: 'standard' }), { availability_type: 'custom' })
  assert.deepEqual(back.custom_availability, mine)
})

const anyTime = fc.oneof(
  fc.integer({ min: 0, max: 48 }).map((half) => `${String(half >> 1).padStart(2, '0')}:${half & 1 ? '30' : '00'}`),
  fc.string({ maxLength: 6 }),
)
const anyDay = fc.record({ enabled: fc.boolean(), start: anyTime, end: anyTime }, { requiredKeys: ['enabled'] })
const anyForm = fc.record(
  {
    availability_type: fc.constantFrom('standard', 'custom', 'default'),
    custom_availability: fc.oneof(
      fc.constant(null),
      fc.record(Object.fromEntries(WEEKDAYS.map((day) => [day, anyDay])), { requiredKeys: [] }),
    ),
    availability_overrides: fc.array(
      fc.record(
        {
          date: fc.oneof(fc.constantFrom('2026-11-27', '2026-12-01', '2026-02-30'), fc.string()),
          closed: fc.boolean(),
          start: anyTime,
          end: anyTime,
        },
        { requiredKeys: ['date'] },
      ),
      { maxLength: 3 },
    ),
    occupancy_status: fc.constantFrom('owner', 'resident', 'vacant'),
    entry_hours_rule: fc.constantFrom('warn', 'enforce'),
    buffer_minutes: fc.integer({ min: -10, max: 300 }),
  },
  { requiredKeys: [] },
) as fc.Arbitrary<HoursForm>

test('any valid form gives hours that can be listed, and changes nothing when it is sent again', () => {
  const now = Temporal.Instant.from('2026-11-21T09:00:00Z')
  fc.assert(
    fc.property(anyForm, (form) => {
      if (hoursIssues(form).length > 0) return
      const next = withHours(kept, form)
      for (const { slots } of listDays(rulesOf(next), [], now)) {
        assert.deepEqual(
          slots.map(({ time }) => time),
          slots.map(({ time }) => time).sort(),
        )
        assert.ok(slots.every(({ startsAt }) => !Number.isNaN(Date.parse(startsAt))))
      }
      assert.deepEqual(hoursIssues(next as HoursForm), [])
      assert.deepEqual(withHours(next, next as HoursForm), next)
    }),
  )
})
