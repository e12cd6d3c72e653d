import { DomainError } from '../../platform/errors.ts'
import { LEAD_TIME_HOURS } from '../../property/availability/domain.ts'
import * as t from '../text/booking.ts'
import type { ShowingRow } from './showing-domain.ts'
import type { BookingState } from './transition-domain.ts'

/** The buyer has at most this long to answer. */
const ANSWER_HOURS = 24
/** The proposal ends this long before the old start, because the buyer is then on the way. */
const HOURS_BEFORE_OLD_START = 1
/** If there is less time than this, no buyer would read the proposal in time. */
const SHORTEST_ANSWER = { hours: 1 }
/** Most proposals for one showing, so that no buyer is flooded with messages. The table has the same limit. */
const MOST_PROPOSALS = 5

const earliest = (...instants: Temporal.Instant[]) =>
  instants.reduce((one, other) => (Temporal.Instant.compare(one, other) < 0 ? one : other))

/**
 * Returns until when the buyer can agree. The rules of a move apply: at that moment, the new time is still 48 hours
 * away, so that the resident can get lawful notice.
 */
export const answerDue = (oldStart: Temporal.Instant, newStart: Temporal.Instant, now: Temporal.Instant) =>
  earliest(
    now.add({ hours: ANSWER_HOURS }),
    oldStart.subtract({ hours: HOURS_BEFORE_OLD_START }),
    newStart.subtract({ hours: LEAD_TIME_HOURS }),
  )

/** Checks whether an agent can propose a new time now. @returns why not, or `null` */
export function checkProposal(state: BookingState, now: Temporal.Instant): DomainError | null {
  const refuse = (code: string, words: string) =>
    new DomainError('conflict', code, words, { details: { status: state.status } })
  if (state.status !== 'confirmed') return refuse(`booking_${state.status}`, t.showingState({ status: state.status }))
  if (state.proposalDueAt && Temporal.Instant.compare(now, state.proposalDueAt) < 0) return proposalOpen()
  const last = state.startsAt.subtract({ hours: HOURS_BEFORE_OLD_START }).subtract(SHORTEST_ANSWER)
  return Temporal.Instant.compare(now, last) <= 0 ? null : refuse('too_late_to_propose', t.tooLateToPropose())
}

/** Checks whether a deadline leaves the buyer enough time to answer. @returns why not, or `null` */
export const checkAnswerTime = (dueAt: Temporal.Instant, now: Temporal.Instant): DomainError | null =>
  Temporal.Instant.compare(now.add(SHORTEST_ANSWER), dueAt) <= 0
    ? null
    : new DomainError('invalid', 'too_soon_to_answer', t.tooSoonToAnswer(), { field: 'showingTime' })

/**
 * Tells whether the buyer has agreed to this proposal and the showing has its time. A buyer who never got our answer
 * agrees again.
 */
export const isAgreed = (
  row: Pick<ShowingRow, 'status' | 'starts_at' | 'proposal_id' | 'proposal_answer' | 'proposed_start'>,
  proposalId: string,
): boolean =>
  ['confirmed', 'completed', 'no_show'].includes(row.status) &&
  row.proposal_id === proposalId &&
  row.proposal_answer === 'agreed' &&
  row.proposed_start?.getTime() === row.starts_at.getTime()

export const proposalOpen = () => new DomainError('conflict', 'proposal_open', t.proposalOpen())
export const proposalOver = () => new DomainError('conflict', 'proposal_over', t.proposalOver())
export const proposalAgreed = () => new DomainError('conflict', 'proposal_agreed', t.proposalAgreed())
export const noProposal = () => new DomainError('conflict', 'no_proposal', t.noProposal())
export const proposedTooOften = () =>
  new DomainError('conflict', 'proposed_too_often', t.proposedTooOften({ count: MOST_PROPOSALS }))
