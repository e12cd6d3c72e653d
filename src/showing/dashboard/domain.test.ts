import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import type { DomainError } from '../../platform/errors.ts'
import {
  ACTIVITIES,
  type ActivityKind,
  activityPath,
  activityWords,
  averageBookings,
  conversionRate,
  estimatedRevenue,
  hoursSaved,
  legacyTarget,
  monthsFrom,
  reportRange,
  spanWords,
  timeAgo,
} from './domain.ts'

const table: [string, string | null][] = [
  ['/showingbooker/overview', '/overview'],
  ['/showingbooker/add', '/add'],
  ['/showingbooker/properties', '/properties'],
  ['/showingbooker/calendar', '/calendar'],
  ['/showingbooker/upcoming', '/upcoming'],
  ['/showingbooker/completed', '/completed'],
  ['/showingbooker/stats/', '/stats'],
  ['/showingbooker/profile', '/profile'],
  ['/showingbooker/support', '/support'],
  ['/showingbooker/rd', '/support'],
  ['/rd', '/support'],
  ['/account/showing-profile', '/profile'],
  ['/showingbooker/dashboard', '/add'],
  ['/showingbooker/listings', '/properties'],
  ['/showingbooker/nowhere', null],
  ['/showingbooker/overview/more', null],
  ['/showingbooker/constructor', null],
]
for (const [from, to] of table) test(`${from} leads to ${to}`, () => assert.equal(legacyTarget(from), to))

const words: [ActivityKind, string][] = [
  ['booked', 'Maria Gomez booked a showing'],
  ['requested', 'Maria Gomez requested a showing'],
  ['approved', "Maria Gomez's showing was approved"],
  ['declined', "Maria Gomez's showing was declined"],
  ['moved', "Maria Gomez's showing was moved"],
  ['completed', "Maria Gomez's showing was completed"],
  ['no_show', "Maria Gomez didn't show up"],
  ['cancelled', "Maria Gomez's showing was canceled"],
  ['message_failed', "A message about Maria Gomez's showing could not be sent"],
  ['property_added', 'Property added'],
  ['property_listed', 'Property listed'],
  ['property_unlisted', 'Property unlisted'],
  ['property_deleted', 'Property deleted'],
]

test('every activity has a text', () => {
  assert.deepEqual(
    words.map(([kind]) => [kind, activityWords({ kind, buyerName: 'Maria Gomez' })]),
    words,
  )
  assert.deepEqual(words.map(([kind]) => kind).sort(), [...ACTIVITIES].sort())
})

const ratios: [what: string, number | null, number | null][] = [
  ['no showing saves no hour', hoursSaved(0), 0],
  ['one showing saves half an hour', hoursSaved(1), 0.5],
  ['25 showings save 12.5 hours', hoursSaved(25), 12.5],
  ['without views there is no conversion rate', conversionRate(3, 0), null],
  ['3 bookings of 7 views are 42.9 %', conversionRate(3, 7), 42.9],
  ['1 booking of 2000 views is 0.1 %', conversionRate(1, 2000), 0.1],
  ['more bookings than views are more than 100 %', conversionRate(3, 2), 150],
  ['without properties there is no average', averageBookings(3, 0), null],
  ['5 bookings of 3 properties are 1.7 each', averageBookings(5, 3), 1.7],
  ['3 bookings are estimated at $225', estimatedRevenue(3), 22_500],
]
for (const [what, found, expected] of ratios) test(what, () => assert.equal(found, expected))

const ranges: [asked: { from?: string; to?: string }, from: string, to: string][] = [
  [{}, '2025-12', '2026-11'],
  [{ to: '2026-02' }, '2025-03', '2026-02'],
  [{ from: '2026-09' }, '2026-09', '2026-11'],
  [{ from: '2027-01' }, '2027-01', '2027-01'],
  [{ from: '2026-01', to: '2026-01' }, '2026-01', '2026-01'],
  [{ from: '2016-12', to: '2026-11' }, '2016-12', '2026-11'],
]
for (const [asked, from, to] of ranges)
  test(`a report for ${JSON.stringify(asked)} covers ${from} to ${to}`, () => {
    assert.deepEqual(reportRange(asked, '2026-11'), { from, to })
  })

for (const asked of [
  { from: '2026-12', to: '2026-11' },
  { from: '2016-11', to: '2026-11' },
])
  test(`a report from ${asked.from} to ${asked.to} has an error at "from"`, () => {
    assert.throws(
      () => reportRange(asked, '2026-11'),
      (error: DomainError) => error.kind === 'invalid' && error.issues[0]?.path === 'from',
    )
  })

test('the list of months has every month from first to last', () => {
  const month = fc
    .record({ year: fc.integer({ min: 1950, max: 2050 }), month: fc.integer({ min: 1, max: 12 }) })
    .map((one) => Temporal.PlainYearMonth.from(one))
  fc.assert(
    fc.property(month, fc.integer({ min: 0, max: 200 }), (first, count) => {
      const months = monthsFrom(first.toString(), first.add({ months: count }).toString())
      assert.equal(months.length, count + 1)
      months.forEach((name, at) => {
        assert.equal(name, first.add({ months: at }).toString())
      })
    }),
  )
})

const leads: [booking_id: string | null, isPropertyDeleted: boolean, path: string][] = [
  ['b', false, '/overview/showings/b'],
  ['b', true, '/overview/showings/b'],
  [null, false, '/properties/p/edit'],
  [null, true, '/properties/p/logs'],
]
for (const [booking_id, isPropertyDeleted, path] of leads)
  test(`an activity ${booking_id ? 'of a showing' : 'of a property'}${isPropertyDeleted ? ', deleted since,' : ''} leads to ${path}`, () =>
    assert.equal(activityPath({ booking_id, property_id: 'p', isPropertyDeleted }), path))

const SECOND = 1000
const MINUTE = 60 * SECOND
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR
const passed: [ms: number, string | null][] = [
  [-5 * MINUTE, 'just now'],
  [0, 'just now'],
  [59 * SECOND, 'just now'],
  [MINUTE, '1 minute ago'],
  [59 * MINUTE + 59 * SECOND, '59 minutes ago'],
  [HOUR, '1 hour ago'],
  [23 * HOUR, '23 hours ago'],
  [DAY, '1 day ago'],
  [29 * DAY, '29 days ago'],
  [30 * DAY, null],
]
for (const [ms, expected] of passed)
  test(`after ${ms / SECOND} seconds, the time shows as ${expected ?? 'a date'}`, () => {
    const at = Date.parse('2026-11-01T08:30:00Z')
    assert.equal(timeAgo(new Date(at).toISOString(), new Date(at + ms).toISOString()), expected)
  })

const spans: [minutes: number, string][] = [
  [0, '0 min'],
  [0.4, '0 min'],
  [45, '45 min'],
  [59.6, '1 hr'],
  [200, '3 hr, 20 min'],
  [1440, '1 day'],
  [1500, '1 day, 1 hr'],
  [2880 + 61, '2 days, 1 hr'],
]
for (const [minutes, expected] of spans)
  test(`${minutes} minutes show as ${expected}`, () => assert.equal(spanWords(minutes), expected))
