import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { BookingStatus } from '../../notice/entry-notice/contract.ts'
import { ShowingOutcome } from './contract.ts'
import { checkOutcome } from './outcome-domain.ts'

test('an agent can mark a showing from its start on, and change the outcome until seven days after its end', () => {
  const startsAt = Temporal.Instant.from('2026-11-27T21:30:00Z')
  const endsAt = startsAt.add({ minutes: 30 })
  const at = (minutes: number) => startsAt.add({ minutes })
  const week = 30 + 7 * 24 * 60
  const table: [status: string, mark: ShowingOutcome, minutes: number, code: string | null][] = [
    ['confirmed', 'completed', -1, 'not_started'],
    ['confirmed', 'no_show', -1, 'not_started'],
    ['confirmed', 'completed', 0, null],
    ['confirmed', 'no_show', 0, null],
    ['confirmed', 'completed', week + 1, null],
    ['completed', 'no_show', 5, null],
    ['completed', 'no_show', week, null],
    ['completed', 'no_show', week + 1, 'mark_is_final'],
    ['completed', 'completed', 60, 'already_marked'],
    ['completed', 'completed', week + 1, 'already_marked'],
    ['no_show', 'completed', week, null],
    ['no_show', 'completed', week + 1, 'mark_is_final'],
    ['no_show', 'no_show', 60, 'already_marked'],
    ['pending', 'completed', 60, 'not_confirmed'],
    ['cancelled', 'no_show', 60, 'not_confirmed'],
    ['declined', 'completed', 60, 'not_confirmed'],
    ['held', 'completed', 60, 'not_confirmed'],
    ['lapsed', 'no_show', 60, 'not_confirmed'],
  ]
  for (const [status, mark, minutes, code] of table) {
    const fault = checkOutcome({ status, startsAt, endsAt }, mark, at(minutes))
    assert.equal(fault?.code ?? null, code, `${status} to ${mark} at ${minutes}`)
    if (fault) assert.equal(fault.kind, 'conflict')
  }
})

test('an agent can mark only a confirmed or marked showing, and never with the outcome it already has', () => {
  const startsAt = Temporal.Instant.from('2026-11-27T21:30:00Z')
  const statuses = fc.constantFrom(...BookingStatus.options)
  fc.assert(
    fc.property(
      statuses,
      fc.constantFrom(...ShowingOutcome.options),
      fc.integer({ min: -20_000, max: 20_000 }),
      (...given) => {
        const [status, mark, minutes] = given
        const fault = checkOutcome(
          { status, startsAt, endsAt: startsAt.add({ minutes: 30 }) },
          mark,
          startsAt.add({ minutes }),
        )
        if (fault) return
        assert.notEqual(status, mark)
        assert.ok(status === 'confirmed' ? minutes >= 0 : status === 'completed' || status === 'no_show')
      },
    ),
  )
})
