import { DomainError } from '../../platform/errors.ts'
import * as t from '../text/booking.ts'
import type { ShowingOutcome } from './contract.ts'

/** Days after a showing's end in which its outcome can still change (decisions.md sections 4 and 11). */
const OUTCOME_DAYS = 7
/** Hours after its end when an unmarked confirmed showing counts as completed (decisions.md section 4). */
export const COMPLETES_AFTER_HOURS = 2

/**
 * Checks whether an agent can mark a showing as completed or as a no-show now (decisions.md sections 4 and
 * 11). They can mark a confirmed showing from its start on, and replace one outcome with the other until
 * seven days after the end.
 * @returns why they cannot, or `null` if they can
 */
export function checkOutcome(
  showing: { status: string; startsAt: Temporal.Instant; endsAt: Temporal.Instant },
  outcome: ShowingOutcome,
  now: Temporal.Instant,
): DomainError | null {
  const conflict = (code: string, message: string) => new DomainError('conflict', code, message)
  const { status, startsAt, endsAt } = showing
  if (status === outcome) return conflict('already_marked', t.alreadyMarked({ outcome }))
  if (status === 'completed' || status === 'no_show') {
    const isLate = Temporal.Instant.compare(now, endsAt.add({ hours: OUTCOME_DAYS * 24 })) > 0
    return isLate ? conflict('mark_is_final', t.outcomeIsFinal()) : null
  }
  if (status !== 'confirmed') return conflict('not_confirmed', t.showingState({ status }))
  const isEarly = Temporal.Instant.compare(now, startsAt) < 0
  return isEarly ? conflict('not_started', t.showingNotStarted()) : null
}
