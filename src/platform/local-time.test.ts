import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../test/dice.ts'
import { formatDate, formatRange, formatShortWhen, formatTime, formatWhen } from './local-time.ts'
import { inLanguage } from './reader-language.ts'

const at = (text: string) => Temporal.Instant.from(text)
const LA = 'America/Los_Angeles'
const PHOENIX = 'America/Phoenix'
const NEW_YORK = 'America/New_York'

test('a moment shows in the zone of the place, with its abbreviation', () => {
  const moment = at('2026-11-27T21:30:00Z')
  assert.equal(formatWhen(moment, LA), 'Friday, November 27, 2026 at 1:30 PM PST')
  assert.equal(formatDate(moment, LA), 'Friday, November 27, 2026')
  assert.equal(formatTime(moment, LA), '1:30 PM PST')
  assert.equal(formatShortWhen(moment, LA), 'Fri, Nov 27, 1:30 PM PST')
  assert.equal(formatRange(moment, moment.add({ minutes: 30 }), LA), '1:30 PM – 2:00 PM PST')
})

test('every zone in the states has its own abbreviation', () => {
  const winter = at('2026-01-15T18:00:00Z')
  const summer = at('2026-07-15T18:00:00Z')
  const table: [string, string, string][] = [
    ['America/Los_Angeles', '10:00 AM PST', '11:00 AM PDT'],
    ['America/Phoenix', '11:00 AM MST', '11:00 AM MST'],
    ['America/Denver', '11:00 AM MST', '12:00 PM MDT'],
    ['America/Chicago', '12:00 PM CST', '1:00 PM CDT'],
    ['America/New_York', '1:00 PM EST', '2:00 PM EDT'],
    ['America/Anchorage', '9:00 AM AKST', '10:00 AM AKDT'],
    ['Pacific/Honolulu', '8:00 AM HST', '8:00 AM HST'],
    ['America/Puerto_Rico', '2:00 PM AST', '2:00 PM AST'],
  ]
  for (const [zone, inWinter, inSummer] of table) {
    assert.equal(formatTime(winter, zone), inWinter, zone)
    assert.equal(formatTime(summer, zone), inSummer, zone)
  }
})

test('on days when the clocks change, each side has its own abbreviation', () => {
  const table: [string, string, string][] = [
    // Spring: 2:00 does not exist in Los Angeles and New York; Phoenix does not change.
    ['2026-03-08T09:59:00Z', LA, 'Sunday, March 8, 2026 at 1:59 AM PST'],
    ['2026-03-08T10:00:00Z', LA, 'Sunday, March 8, 2026 at 3:00 AM PDT'],
    ['2026-03-08T17:00:00Z', LA, 'Sunday, March 8, 2026 at 10:00 AM PDT'],
    ['2026-03-08T06:59:00Z', NEW_YORK, 'Sunday, March 8, 2026 at 1:59 AM EST'],
    ['2026-03-08T07:00:00Z', NEW_YORK, 'Sunday, March 8, 2026 at 3:00 AM EDT'],
    ['2026-03-08T13:00:00Z', NEW_YORK, 'Sunday, March 8, 2026 at 9:00 AM EDT'],
    ['2026-03-08T09:59:00Z', PHOENIX, 'Sunday, March 8, 2026 at 2:59 AM MST'],
    ['2026-03-08T17:00:00Z', PHOENIX, 'Sunday, March 8, 2026 at 10:00 AM MST'],
    // Fall: 1:30 happens twice.
    ['2026-11-01T08:30:00Z', LA, 'Sunday, November 1, 2026 at 1:30 AM PDT'],
    ['2026-11-01T09:30:00Z', LA, 'Sunday, November 1, 2026 at 1:30 AM PST'],
    ['2026-11-01T18:00:00Z', LA, 'Sunday, November 1, 2026 at 10:00 AM PST'],
    ['2026-11-01T05:30:00Z', NEW_YORK, 'Sunday, November 1, 2026 at 1:30 AM EDT'],
    ['2026-11-01T06:30:00Z', NEW_YORK, 'Sunday, November 1, 2026 at 1:30 AM EST'],
    ['2026-11-01T09:30:00Z', PHOENIX, 'Sunday, November 1, 2026 at 2:30 AM MST'],
  ]
  for (const [instant, zone, shown] of table) assert.equal(formatWhen(at(instant), zone), shown)
})

test('a range across a clock change has both abbreviations', () => {
  assert.equal(formatRange(at('2026-11-01T08:30:00Z'), at('2026-11-01T09:00:00Z'), LA), '1:30 AM PDT – 1:00 AM PST')
  assert.equal(formatRange(at('2026-03-08T09:30:00Z'), at('2026-03-08T10:00:00Z'), LA), '1:30 AM PST – 3:00 AM PDT')
  assert.equal(formatRange(at('2026-06-01T18:30:00Z'), at('2026-06-01T19:00:00Z'), LA), '11:30 AM – 12:00 PM PDT')
})

test('writes noon, midnight, and New Year correctly', () => {
  assert.equal(formatWhen(at('2027-01-01T08:00:00Z'), LA), 'Friday, January 1, 2027 at 12:00 AM PST')
  assert.equal(formatTime(at('2026-07-01T19:00:00Z'), LA), '12:00 PM PDT')
})

test('the text agrees with Temporal to the minute, and is plain ASCII', () => {
  const zones = fc.constantFrom(LA, PHOENIX, NEW_YORK, 'America/Chicago', 'Pacific/Honolulu')
  const minutes = fc.integer({ min: Date.UTC(2025, 0, 1) / 60_000, max: Date.UTC(2035, 0, 1) / 60_000 })
  fc.assert(
    fc.property(zones, minutes, (zone, minute) => {
      const moment = Temporal.Instant.fromEpochMilliseconds(minute * 60_000)
      const local = moment.toZonedDateTimeISO(zone)
      const [, hour, min, half] = /^(\d+):(\d\d) ([AP]M) [A-Z]{3,4}$/.exec(formatTime(moment, zone)) ?? []
      assert.equal((Number(hour) % 12) + (half === 'PM' ? 12 : 0), local.hour)
      assert.equal(Number(min), local.minute)
      assert.match(formatShortWhen(moment, zone), /^[\x20-\x7e]+$/)
      assert.ok(formatDate(moment, zone).endsWith(`${local.day}, ${local.year}`))
    }),
  )
})

test('writes Spanish as its readers do', () => {
  const moment = at('2026-09-26T20:30:00Z')
  inLanguage('es', () => {
    assert.equal(formatWhen(moment, LA), 'sábado, 26 de septiembre de 2026 a la 1:30 p.m. PDT')
    const later = moment.add({ hours: 1 })
    assert.equal(formatWhen(later, LA), 'sábado, 26 de septiembre de 2026 a las 2:30 p.m. PDT')
    assert.equal(formatShortWhen(moment, LA), 'sáb, 26 sep, 1:30 p.m. PDT')
    assert.equal(formatRange(moment, moment.add({ minutes: 30 }), LA), '1:30 p.m. – 2:00 p.m. PDT')
  })
})
