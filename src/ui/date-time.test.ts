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

test('keeps a date together, and a time with its half of the day and its zone, in each language', () => {
  // `_` is a space that does not break.
  for (const kept of [
    'Friday, December_4 at 12:30_PM_PST',
    'Friday, December_4,_2026 at 12:30_PM_PST',
    'Sun,_Nov_29, 6:53_PM_PST',
    'Nov_29,_2026, 11:30:05_PM_GMT+9',
    '4_de_diciembre a la 1:00_p.m._PST',
    'viernes, 4_de_diciembre_de_2026, 12:30_p.m._PST',
    'mié,_2_dic, 9:00_a.m._PST',
    '27_nov_2026, 1:30_p.m._PST',
    'No time chosen yet',
  ])
    assert.equal(keepTime(kept.replaceAll('_', ' ')), kept.replaceAll('_', '\u00a0'))
})
