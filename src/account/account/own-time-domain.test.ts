import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ownTimeIssues, readOwnTime } from './own-time-domain.ts'

const stored = { travel_minutes: 30 }

test('travel time is what the agent typed, and none if they typed nothing', () => {
  for (const [travel, minutes] of [
    ['45', 45],
    ['', 0],
    ['0', 0],
  ] as const)
    assert.deepEqual(readOwnTime({ showsAlone: true, travel }, stored), { shows_alone: true, travel_minutes: minutes })
  for (const travel of ['150', '7.5', 'x'])
    assert.equal(ownTimeIssues(readOwnTime({ showsAlone: true, travel }, stored)).length, 1, travel)
})

test('a hidden travel time stays as stored, so that it cannot be wrong', () => {
  for (const travel of ['150', '7.5', 'x', '', '45']) {
    const ownTime = readOwnTime({ showsAlone: false, travel }, stored)
    assert.deepEqual(ownTime, { shows_alone: false, travel_minutes: 30 }, travel)
    assert.deepEqual(ownTimeIssues(ownTime), [], travel)
  }
})
