import assert from 'node:assert/strict'
import { test } from 'node:test'
import { inLanguage } from '../platform/reader-language.ts'
import { capitalized, dateName, utcDay, zoneNames } from './date-names.ts'
import { dayName, keepTime, startName } from './date-time.ts'

test("shows a start with its date's zone abbreviation, if known", () => {
  assert.equal(startName('2026-11-27', '13:30', 'PST'), 'Fri, Nov 27, 1:30 PM PST')
  assert.equal(startName('2026-11-27', '13:30', ''), 'Fri, Nov 27, 1:30 PM')
})

test('shows both zone abbreviations if the clocks change within a range', () => {
  const names = (from: string, to: string) => zoneNames('America/Los_Angeles', from, to)
  assert.equal(names('2026-10-31T16:00:00Z', '2026-10-31T20:00:00Z'), 'PDT')
  assert.equal(names('2026-10-31T16:00:00Z', '2026-11-05T20:00:00Z'), 'PDT/PST')
  assert.equal(names('2026-11-02T08:00:00Z', '2026-11-09T07:59:00Z'), 'PST')
})

test('shows a date alone, or with UTC if it belongs to no place', () => {
  assert.equal(dateName('2026-11-01'), 'November 1, 2026')
  // It is the evening before in California.
  assert.equal(utcDay('2026-11-22T03:00:00Z'), 'November 22, 2026 (UTC)')
})

test('begins a Spanish date with a capital where it stands alone', () => {
  inLanguage('es', () => assert.equal(capitalized(dayName('2026-12-01').long), 'Martes, 1 de diciembre'))
})

test('keeps a time with its half of the day and its zone, in each language', () => {
  assert.equal(keepTime('Friday, December 4 at 12:30 PM PST'), 'Friday, December 4 at 12:30\u00a0PM\u00a0PST')
  assert.equal(keepTime('4 de diciembre a la 1:00 p.m. PST'), '4 de diciembre a la 1:00\u00a0p.m.\u00a0PST')
  assert.equal(keepTime('No time chosen yet'), 'No time chosen yet')
})
