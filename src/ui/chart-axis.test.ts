import assert from 'node:assert/strict'
import { test } from 'node:test'
import { axisTop } from './chart-axis.ts'

test('the axis ends at a round even number that covers every bar', () => {
  for (const [highest, top] of [
    [0, 2],
    [1, 2],
    [3, 4],
    [5, 8],
    [9, 10],
    [11, 20],
    [70500, 80000],
  ] as const)
    assert.equal(axisTop(highest), top)
  for (let highest = 0; highest < 3_000; highest++) {
    const top = axisTop(highest)
    assert.ok(top >= highest && top % 2 === 0 && top <= Math.max(2, 2.5 * highest), `${highest}: ${top}`)
  }
})
