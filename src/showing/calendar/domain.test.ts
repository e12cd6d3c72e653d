import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import {
  type CalendarEvent,
  calendarGrid,
  calendarLinks,
  calendarStatus,
  exportedStatus,
  vtimezone,
  withoutNumbers,
} from './domain.ts'

const event: CalendarEvent = {
  id: '0199a0c0-0000-7000-8000-000000000001',
  sequence: 0,
  status: 'confirmed',
  startsAt: Temporal.Instant.from('2026-11-27T21:30:00Z'),
  endsAt: Temporal.Instant.from('2026-11-27T22:00:00Z'),
  timeZone: 'America/Los_Angeles',
  title: 'Showing: 12 Oak St, Unit 4',
  description: 'Private showing & more + 100%',
  location: '12 Oak St, Unit 4, Los Angeles, CA 90012',
  changedAt: Temporal.Instant.from('2026-11-21T10:00:00Z'),
}

test('the link to Google has the event, its half hour, and its zone', () => {
  const url = new URL(calendarLinks(event).google)
  assert.equal(url.origin + url.pathname, 'https://calendar.google.com/calendar/render')
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    action: 'TEMPLATE',
    text: event.title,
    dates: '20261127T213000Z/20261127T220000Z',
    details: event.description,
    location: event.location,
    ctz: 'America/Los_Angeles',
  })
})

test('the link to Outlook has the event and its half hour, and writes no space as a plus sign', () => {
  const { outlook } = calendarLinks(event)
  const url = new URL(outlook)
  assert.equal(url.origin + url.pathname, 'https://outlook.live.com/calendar/0/deeplink/compose')
  assert.deepEqual(Object.fromEntries(url.searchParams), {
    path: '/calendar/action/compose',
    rru: 'addevent',
    subject: event.title,
    startdt: '2026-11-27T21:30:00Z',
    enddt: '2026-11-27T22:00:00Z',
    body: event.description,
    location: event.location,
  })
  assert.doesNotMatch(outlook, /\+/)
})

type Observance = {
  kind: string
  start: Temporal.PlainDateTime
  rule: string | null
  dates: string[]
  from: string
  to: string
  name: string
}

function parse(text: string): Observance[] {
  return text
    .split(/\n(?=BEGIN:(?:STANDARD|DAYLIGHT))/)
    .slice(1)
    .map((part) => {
      const value = (name: string) => new RegExp(`^${name}:(.*)$`, 'm').exec(part)?.[1] ?? ''
      return {
        kind: value('BEGIN'),
        start: Temporal.PlainDateTime.from(value('DTSTART')),
        rule: value('RRULE') || null,
        dates: value('RDATE').split(',').filter(Boolean),
        from: value('TZOFFSETFROM'),
        to: value('TZOFFSETTO'),
        name: value('TZNAME'),
      }
    })
}

/** Finds the date of a rule such as FREQ=YEARLY;BYMONTH=3;BYDAY=2SU by checking each day of the month. */
function occurrence(rule: string, year: number): Temporal.PlainDate {
  const [, month, place, day] = /BYMONTH=(\d+);BYDAY=(-?\d)(\w\w)/.exec(rule) ?? []
  const weekday = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'].indexOf(day as string) + 1
  const all: Temporal.PlainDate[] = []
  const first = Temporal.PlainDate.from({ year, month: Number(month), day: 1 })
  for (let date = first; date.month === first.month; date = date.add({ days: 1 }))
    if (date.dayOfWeek === weekday) all.push(date)
  return all.at(Number(place) > 0 ? Number(place) - 1 : Number(place)) as Temporal.PlainDate
}

/** Reads the offset as a calendar app does: from the last observance that began by that moment. */
function offsetAt(text: string, instant: Temporal.Instant): { offset: string; name: string } {
  const begins = parse(text).flatMap((o) => {
    const years = o.rule ? Array.from({ length: 12 }, (_, i) => o.start.year + i) : []
    const dates = [
      o.start,
      ...o.dates.map((date) => Temporal.PlainDateTime.from(date)),
      ...years.map((year) => occurrence(o.rule as string, year).toPlainDateTime(o.start.toPlainTime())),
    ]
    const colon = `${o.from.slice(0, 3)}:${o.from.slice(3)}`
    return dates.map((date) => ({ at: Temporal.Instant.from(`${date}${colon}`), o }))
  })
  const past = begins.filter(({ at }) => Temporal.Instant.compare(at, instant) <= 0)
  const { o } =
    past.sort((a, b) => Temporal.Instant.compare(a.at, b.at)).at(-1) ?? assert.fail(`no rule covers ${instant}`)
  return { offset: o.to, name: o.name }
}

test("every state's zone has the right offset at any minute of the coming years", () => {
  const zones = fc.constantFrom(
    'America/Los_Angeles',
    'America/Phoenix',
    'America/Denver',
    'America/Chicago',
    'America/New_York',
    'America/Anchorage',
    'America/Boise',
    'Pacific/Honolulu',
    'America/Puerto_Rico',
    // Other zones follow other rules: the last Sunday, a start at midnight, the southern hemisphere, or no rule at all.
    'Europe/Berlin',
    'America/Santiago',
    'Australia/Lord_Howe',
    'Africa/Casablanca',
  )
  const years = fc.integer({ min: 2025, max: 2032 })
  fc.assert(
    fc.property(zones, years, fc.integer({ min: 0, max: 525_599 + 525_600 }), (zone, year, minute) => {
      const moment = Temporal.PlainDateTime.from({ year, month: 1, day: 1 })
        .toZonedDateTime(zone)
        .add({ minutes: minute })
      assert.equal(offsetAt(vtimezone(zone, year), moment.toInstant()).offset, moment.offset.replace(':', ''))
    }),
    { numRuns: 300 },
  )
})

test('on the days when the clocks change, the offset changes at exactly the right second', () => {
  const table: [string, string, string, string][] = [
    ['America/Los_Angeles', '2026-03-08T09:59:59Z', '-0800', 'PST'],
    ['America/Los_Angeles', '2026-03-08T10:00:00Z', '-0700', 'PDT'],
    ['America/Los_Angeles', '2026-11-01T08:59:59Z', '-0700', 'PDT'],
    ['America/Los_Angeles', '2026-11-01T09:00:00Z', '-0800', 'PST'],
    ['America/New_York', '2026-03-08T06:59:59Z', '-0500', 'EST'],
    ['America/New_York', '2026-03-08T07:00:00Z', '-0400', 'EDT'],
    ['America/New_York', '2026-11-01T06:00:00Z', '-0500', 'EST'],
    ['America/Phoenix', '2026-03-08T10:00:00Z', '-0700', 'MST'],
    ['America/Phoenix', '2026-11-01T09:00:00Z', '-0700', 'MST'],
  ]
  for (const [zone, moment, offset, name] of table) {
    assert.deepEqual(
      offsetAt(vtimezone(zone, 2026), Temporal.Instant.from(moment)),
      { offset, name },
      `${zone} ${moment}`,
    )
  }
})

test('a zone that follows the American rule has that rule, not a list of dates', () => {
  assert.equal(
    vtimezone('America/Los_Angeles', 2026),
    [
      'BEGIN:VTIMEZONE',
      'TZID:America/Los_Angeles',
      'BEGIN:DAYLIGHT',
      'DTSTART:20250309T020000',
      'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=2SU',
      'TZOFFSETFROM:-0800',
      'TZOFFSETTO:-0700',
      'TZNAME:PDT',
      'END:DAYLIGHT',
      'BEGIN:STANDARD',
      'DTSTART:20251102T020000',
      'RRULE:FREQ=YEARLY;BYMONTH=11;BYDAY=1SU',
      'TZOFFSETFROM:-0700',
      'TZOFFSETTO:-0800',
      'TZNAME:PST',
      'END:STANDARD',
      'END:VTIMEZONE',
    ].join('\n'),
  )
})

const dates = fc
  .integer({ min: -20_000, max: 60_000 })
  .map((days) => Temporal.PlainDate.from('2000-01-01').add({ days }).toString())

test('the grid has four whole weeks from a Monday, date by date, even across the end of a year', () => {
  fc.assert(
    fc.property(dates, fc.option(dates), (today, start) => {
      const grid = calendarGrid(today, start)
      assert.equal(grid.dates.length, 28)
      assert.deepEqual([grid.dates[0], grid.dates.at(-1)], [grid.start, grid.end])
      grid.dates.forEach((date, at) => {
        const day = Temporal.PlainDate.from(date)
        assert.equal(day.dayOfWeek, (at % 7) + 1)
        if (at > 0) assert.equal(grid.dates[at - 1], day.subtract({ days: 1 }).toString())
      })
      assert.equal(calendarGrid(today, grid.next).previous, grid.start)
      assert.equal(calendarGrid(today, grid.previous).next, grid.start)
      const days = Temporal.PlainDate.from(start ?? today).until(grid.start).days
      if (start) assert.ok(days <= 0 && days > -7, 'the Monday of the week of the start')
      else assert.ok(days >= 0 && days < 7, 'the next Monday, or a Monday itself')
    }),
  )
})

test('the grid begins with the next Monday, or with the Monday of the requested week', () => {
  const table: [today: string, start: string | null, first: string, last: string, previous: string, next: string][] = [
    ['2026-11-21', null, '2026-11-23', '2026-12-20', '2026-10-26', '2026-12-21'],
    ['2026-11-22', null, '2026-11-23', '2026-12-20', '2026-10-26', '2026-12-21'],
    ['2026-11-23', null, '2026-11-23', '2026-12-20', '2026-10-26', '2026-12-21'],
    ['2026-11-24', null, '2026-11-30', '2026-12-27', '2026-11-02', '2026-12-28'],
    ['2026-12-30', null, '2027-01-04', '2027-01-31', '2026-12-07', '2027-02-01'],
    ['2026-11-21', '2028-02-29', '2028-02-28', '2028-03-26', '2028-01-31', '2028-03-27'],
    ['2026-11-21', '2027-01-01', '2026-12-28', '2027-01-24', '2026-11-30', '2027-01-25'],
  ]
  for (const [today, start, first, last, previous, next] of table) {
    const { dates: _, ...grid } = calendarGrid(today, start)
    assert.deepEqual(grid, { start: first, end: last, previous, next }, `${today} ${start}`)
  }
})

test('an export marks only confirmed showings as certain, and a feed marks completed ones, too', () => {
  const table = [
    ['pending', 'tentative', 'tentative'],
    ['confirmed', 'confirmed', 'confirmed'],
    ['completed', 'tentative', 'confirmed'],
    ['no_show', 'tentative', 'confirmed'],
    ['cancelled', 'cancelled', 'cancelled'],
    ['declined', 'cancelled', 'cancelled'],
  ] as const
  for (const [status, exported, fed] of table)
    assert.deepEqual([exportedStatus(status), calendarStatus(status)], [exported, fed], status)
})

test('only phone numbers are removed from a name', () => {
  const table: [string, string][] = [
    ['Maria Gomez', 'Maria Gomez'],
    ['Maria (213) 555-0142 Gomez', 'Maria Gomez'],
    ['+1 213.555.0142', ''],
    ['Maria 2135550142', 'Maria'],
    ['Ludwig 14', 'Ludwig 14'],
    ['Maria ２１３５５５０１４２', 'Maria'],
    ['王芳', '王芳'],
  ]
  for (const [name, kept] of table) assert.equal(withoutNumbers(name), kept)
  fc.assert(
    fc.property(
      fc.string({ unit: 'grapheme' }),
      fc.integer({ min: 2_000_000_000, max: 9_999_999_999 }),
      (name, phone) => {
        assert.doesNotMatch(withoutNumbers(`${name} ${phone}`), /\d{5}/)
      },
    ),
  )
})
