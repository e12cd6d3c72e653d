import assert from 'node:assert/strict'
import { test } from 'node:test'
import { retryPause } from './retry-domain.ts'

test('a message is tried for 24 hours at least, in growing pauses that differ, and then no more', () => {
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
