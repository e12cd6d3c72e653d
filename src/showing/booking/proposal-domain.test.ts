import assert from 'node:assert/strict'
import { test } from 'node:test'
import { answerDue, checkAnswerTime } from './proposal-domain.ts'

const at = (text: string) => Temporal.Instant.from(text)

test('the answer is due before the buyer leaves and while the new time can still be announced', () => {
  const now = at('2026-11-23T18:00:00Z')
  const rows: [old: string, wanted: string, due: string, isEnough: boolean][] = [
    ['2026-11-27T21:30:00Z', '2026-11-28T18:00:00Z', '2026-11-24T18:00:00Z', true],
    ['2026-11-24T00:00:00Z', '2026-11-28T18:00:00Z', '2026-11-23T23:00:00Z', true],
    ['2026-11-23T20:00:00Z', '2026-11-28T18:00:00Z', '2026-11-23T19:00:00Z', true],
    ['2026-11-23T19:59:00Z', '2026-11-28T18:00:00Z', '2026-11-23T18:59:00Z', false],
    ['2026-11-27T21:30:00Z', '2026-11-25T19:00:00Z', '2026-11-23T19:00:00Z', true],
    ['2026-11-27T21:30:00Z', '2026-11-25T18:30:00Z', '2026-11-23T18:30:00Z', false],
  ]
  for (const [old, wanted, due, isEnough] of rows) {
    const found = answerDue(at(old), at(wanted), now)
    assert.equal(found.toString(), due, `${old} ${wanted}`)
    assert.equal(checkAnswerTime(found, now) === null, isEnough, `${old} ${wanted}`)
  }
})
