import assert from 'node:assert/strict'
import { test } from 'node:test'
import { maySendLater, nextTry, retryPause } from './retry-domain.ts'

test('retries a message for at least 24 hours, with growing random pauses, and then stops', () => {
  const pauses = (random: number) => {
    const found: number[] = []
    for (let pause = retryPause(1, random); pause !== null; pause = retryPause(found.length + 1, random))
      found.push(pause)
    return found
  }
  const [least, most] = [pauses(0), pauses(1)]
  const hours = (all: number[]) => all.reduce((sum, pause) => sum + pause, 0) / 3600
  assert.ok(hours(least) >= 24, `${hours(least)}`)
  assert.ok(hours(most) <= 36, `${hours(most)}`)
  assert.deepEqual(
    least,
    least.toSorted((a, b) => a - b),
  )
  assert.equal(least[0], 5)
  assert.ok(least.every((pause, index) => pause < (most[index] ?? 0)))
})

const NOON = Temporal.Instant.from('2026-11-23T20:00:00Z')
const tried = { until: null }
const until = (minutes: number) => ({ until: NOON.add({ minutes }) })

test('a message may wait for up to a day after it was planned, and after its last try only until a known time', () => {
  for (const [wait, pause, hoursAgo, may] of [
    [tried, 5, 0, true],
    [tried, null, 0, false],
    [until(60), null, 0, true],
    [tried, 5, 24, false],
    [until(60), 5, 24, false],
  ] as const) {
    const plannedAt = NOON.subtract({ hours: hoursAgo })
    assert.equal(maySendLater(wait, { plannedAt, pause, now: NOON }), may, `${wait.until} ${pause} ${hoursAgo}`)
  }
})

test('a failed try counts as an attempt and comes back after its pause; a wait does not count and ends at the earliest known time', () => {
  for (const [waits, pause, attempt, after] of [
    [[tried], 5, 4, { seconds: 5 }],
    [[tried, until(60)], 5, 4, { seconds: 5 }],
    [[until(60), until(20)], 5, 3, { minutes: 20, seconds: 5 }],
    [[until(60)], null, 3, { minutes: 60, seconds: 5 }],
  ] as const) {
    const next = nextTry([...waits], { attempt: 3, pause, now: NOON, random: () => 0.5 })
    assert.deepEqual([next.attempt, next.at.toString()], [attempt, NOON.add(after).toString()])
  }
})
