import assert from 'node:assert/strict'
import { test } from 'node:test'
import { nearInstantName } from './date-names.ts'
import { instantDay, instantName } from './date-time.ts'
import { zoneOf } from './time-zone.ts'

test("reads the browser's zone from its cookies, and uses UTC for an invalid one", () => {
  for (const [cookies, zone] of [
    [null, 'UTC'],
    ['', 'UTC'],
    ['time_zone=Asia/Tokyo', 'Asia/Tokyo'],
    ['a=b; time_zone=America/Argentina/Buenos_Aires; c=d', 'America/Buenos_Aires'],
    ['my_time_zone=Asia/Tokyo', 'UTC'],
    ['time_zone=Nowhere/City', 'UTC'],
    ['time_zone="><script>', 'UTC'],
    [`time_zone=${'a'.repeat(5000)}`, 'UTC'],
  ] as const)
    assert.equal(new Intl.DateTimeFormat('en', { timeZone: zoneOf(cookies) }).resolvedOptions().timeZone, zone)
})

test('writes a time with its zone, and the date in that zone', () => {
  const at = '2026-11-21T23:30:05Z'
  assert.equal(instantName(at, 'America/Los_Angeles'), 'Nov 21, 2026, 3:30 PM PST')
  assert.equal(instantName(at, 'Asia/Tokyo'), 'Nov 22, 2026, 8:30 AM GMT+9')
  assert.equal(instantName(at, 'UTC', { hasSeconds: true }), 'Nov 21, 2026, 11:30:05 PM UTC')
  assert.deepEqual(
    [instantDay(at, 'America/Los_Angeles'), instantDay(at, 'Asia/Tokyo')],
    ['November 21, 2026', 'November 22, 2026'],
  )
})

test('writes a time in the coming weeks with its weekday, and the right zone on both sides of a clock change', () => {
  for (const [at, zone, name] of [
    ['2026-11-21T23:30:05Z', 'America/Los_Angeles', 'Sat, Nov 21, 3:30 PM PST'],
    ['2026-11-21T23:30:05Z', 'Asia/Tokyo', 'Sun, Nov 22, 8:30 AM GMT+9'],
    ['2026-11-01T08:30:00Z', 'America/Los_Angeles', 'Sun, Nov 1, 1:30 AM PDT'],
    ['2026-11-01T09:30:00Z', 'America/Los_Angeles', 'Sun, Nov 1, 1:30 AM PST'],
    ['2026-03-08T10:30:00Z', 'America/Los_Angeles', 'Sun, Mar 8, 3:30 AM PDT'],
  ] as const)
    assert.equal(nearInstantName(at, zone), name)
})
