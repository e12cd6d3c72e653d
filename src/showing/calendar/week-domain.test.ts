import assert from 'node:assert/strict'
import { test } from 'node:test'
import { NOTHING_TAKEN } from '../../property/availability/domain.ts'
import { rulesOf } from '../../property/schedule/domain.ts'
import { DEFAULT_HOURS } from '../../property/schedule/form-domain.ts'
import { closedParts, lanesOf, partsOf, shownHours, weekDates } from './week-domain.ts'

const LA = 'America/Los_Angeles'

test('a week is Monday to Sunday, whichever of its dates we pass', () => {
  for (const date of ['2026-11-23', '2026-11-27', '2026-11-29'])
    assert.deepEqual([weekDates(date)[0], weekDates(date)[6]], ['2026-11-23', '2026-11-29'])
})

test('a time across midnight has a part on each date, and a time outside the week has none', () => {
  const dates = weekDates('2026-11-27')
  assert.deepEqual(partsOf('2026-11-28T06:00:00Z', '2026-11-28T20:00:00Z', dates, LA), [
    { date: '2026-11-27', from: 22 * 60, to: 24 * 60 },
    { date: '2026-11-28', from: 0, to: 12 * 60 },
  ])
  assert.deepEqual(partsOf('2026-11-27T08:00:00Z', '2026-11-28T08:00:00Z', dates, LA), [
    { date: '2026-11-27', from: 0, to: 24 * 60 },
  ])
  assert.deepEqual(partsOf('2026-12-05T08:00:00Z', '2026-12-06T08:00:00Z', dates, LA), [])
})

test('on the days when the clocks change, a time covers each hour that its clock shows', () => {
  const back = weekDates('2026-11-01')
  const forward = weekDates('2026-03-08')
  for (const [dates, from, to, starts, ends] of [
    // The hour from 1:00 to 2:00 repeats, and the grid shows it once.
    [back, '08:00', '09:00', 60, 120],
    [back, '08:30', '09:00', 90, 120],
    [back, '09:00', '09:30', 60, 90],
    [back, '08:30', '09:30', 60, 120],
    [back, '07:30', '09:30', 30, 120],
    [back, '08:00', '10:00', 60, 120],
    [back, '09:30', '11:00', 90, 180],
    // The clock skips the hour from 2:00 to 3:00.
    [forward, '09:30', '10:00', 90, 120],
    [forward, '10:00', '10:30', 180, 210],
    [forward, '09:30', '10:30', 90, 210],
  ] as const) {
    const date = dates === back ? '2026-11-01' : '2026-03-08'
    const parts = partsOf(`${date}T${from}:00Z`, `${date}T${to}:00Z`, dates, LA)
    assert.deepEqual(parts, [{ date, from: starts, to: ends }], `${date} ${from} to ${to}`)
  }
  for (const [dates, from, to] of [
    [back, '2026-11-01T07:00:00Z', '2026-11-02T08:00:00Z'],
    [forward, '2026-03-08T08:00:00Z', '2026-03-09T07:00:00Z'],
  ] as const)
    assert.deepEqual(partsOf(from, to, dates, LA), [{ date: from.slice(0, 10), from: 0, to: 24 * 60 }])
})

test('a time is closed only if every property is closed, and shows the most important reason', () => {
  const now = Temporal.Instant.from('2026-11-21T09:00:00Z')
  const west = { rules: rulesOf({ ...DEFAULT_HOURS, time_zone: LA }), taken: NOTHING_TAKEN }
  const east = { rules: rulesOf({ ...DEFAULT_HOURS, time_zone: 'America/New_York' }), taken: NOTHING_TAKEN }
  const on = (homes: (typeof west)[]) => closedParts(['2026-11-27'], LA, homes, now)
  assert.deepEqual(on([west]), [
    { date: '2026-11-27', from: 0, to: 9 * 60, reason: 'outside_hours' },
    { date: '2026-11-27', from: 17 * 60, to: 24 * 60, reason: 'outside_hours' },
  ])
  assert.deepEqual(on([west, east])[0], { date: '2026-11-27', from: 0, to: 6 * 60, reason: 'outside_hours' })
})

test('overlapping showings are side by side, and others have the full width', () => {
  const date = '2026-11-27'
  const of = (from: number, to: number) => ({ date, from, to })
  assert.deepEqual(
    lanesOf([of(600, 630), of(600, 630), of(615, 645), of(700, 730), { ...of(600, 630), date: '2026-11-28' }]).map(
      ({ lane, lanes }) => `${lane}/${lanes}`,
    ),
    ['0/3', '1/3', '2/3', '0/1', '0/1'],
  )
})

test('a week shows office hours, and more if other hours are open or taken', () => {
  const dates = ['2026-11-27']
  const part = (from: number, to: number) => ({ date: '2026-11-27', from, to })
  assert.deepEqual(shownHours(dates, [], []), { from: 480, to: 1080 })
  assert.deepEqual(shownHours(dates, [part(0, 540), part(1020, 1440)], [part(390, 420), part(0, 1440)]), {
    from: 360,
    to: 1080,
  })
  assert.deepEqual(shownHours(dates, [part(0, 330), part(1170, 1440)], []), { from: 300, to: 1200 })
})
