import { randomUUIDv7 } from 'node:crypto'
import { bookingNotFound } from '../../notice/entry-notice/domain.ts'
import { partiesOf } from '../../notice/message/domain.ts'
import type { Actor } from '../../platform/actor.ts'
import { instantOf } from '../../platform/instant.ts'
import { isLinkToken, newLinkToken } from '../../platform/link-token.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { isProductDemo } from '../../property/property/domain.ts'
import { slotTaken } from './domain.ts'
import {
  answerDue,
  checkAnswerTime,
  checkProposal,
  isAgreed,
  noProposal,
  proposalAgreed,
  proposalOpen,
  proposalOver,
  proposedTooOften,
} from './proposal-domain.ts'
import { closeProposal, findSlot, insertProposal, isCutShort, listUnanswered } from './proposal-repository.ts'
import { toShowing } from './showing-domain.ts'
import { type ProposalEvent, planProposalMessages } from './status-domain.ts'
import { demoStays, toBookingState } from './transition-domain.ts'
import { type BookingRow, findBooking, findByToken, wasDoneBy } from './transition-repository.ts'
import { asBuyer, byAccount, findOwn, newTime, readableReason, type TransitionDeps } from './transition-service.ts'

/** Most unanswered proposals in one run. */
const SWEEP = 100

/** Moves a showing for its agent: the agent proposes a time, and the buyer agrees or keeps the old one. */
export const createProposalService = (deps: TransitionDeps) =>
  withDeps(deps, { propose, withdraw, answer, closeUnanswered })

export type ProposalService = ReturnType<typeof createProposalService>

/**
 * Proposes a new time for a confirmed showing, under the same rules as the buyer's own move, and holds it for the buyer
 * until the answer is due.
 * @throws DomainError unauthenticated, not_found, invalid, conflict (with alternatives)
 */
async function propose(
  deps: TransitionDeps,
  actor: Actor,
  id: string,
  wanted: { showingDate: string; showingTime: string; reason?: string | undefined },
): Promise<void> {
  const { db, clock, availability } = deps
  const reason = readableReason(wanted.reason)
  for (let tries = 0; tries < 5; tries++) {
    const row = await findOwn(deps, actor, id)()
    if (!row) throw bookingNotFound()
    const now = clock.now()
    await endIfDue(deps, row, now)
    const state = toBookingState(row)
    const fault = checkProposal(state, now)
    if (fault) throw fault
    const { decision_due_at: _, ...time } = await newTime(deps, row, wanted, now)
    const startsAt = Temporal.Instant.from(time.starts_at)
    const dueAt = answerDue(state.startsAt, startsAt, now)
    const tooSoon = checkAnswerTime(dueAt, now)
    if (tooSoon) throw tooSoon
    const slot = { id: randomUUIDv7(), ...time, manage_token: newLinkToken(), notice_token: newLinkToken() }
    const details = {
      startedAt: row.starts_at.toISOString(),
      startsAt: time.starts_at,
      dueAt: dueAt.toString(),
      reason,
    }
    const request = {
      starts_at: row.starts_at.toISOString(),
      slot,
      due_at: dueAt.toString(),
      reason,
      ...storyOf('move_proposed', row, { ...byAccount(actor)(row), ...details }),
    }
    const outcome = await insertProposal(db, row.id, request, now.toString())
    if (outcome === 'done') return
    if (outcome === 'open') throw proposalOpen()
    if (outcome === 'often') throw proposedTooOften()
    if (outcome === 'taken') throw slotTaken(await availability.alternatives(row.property_id, startsAt))
  }
  throw new Error('a booking kept changing')
}

/** Withdraws the proposal. @throws DomainError unauthenticated, not_found, conflict (the buyer has answered it) */
async function withdraw(deps: TransitionDeps, actor: Actor, id: string): Promise<void> {
  const row = await findOwn(deps, actor, id)()
  if (!row) throw bookingNotFound()
  const who = byAccount(actor)(row)
  if (!(await close(deps, row, 'withdrawn', who))) throw noProposal()
}

/**
 * Answers the proposal for the buyer: moves the showing, with everything that follows a move, or keeps the old time.
 * @throws DomainError not_found, conflict (the proposal is answered, over, or a different one)
 */
async function answer(
  deps: TransitionDeps,
  token: string,
  { proposalId, answer: choice }: { proposalId: string; answer: 'agree' | 'keep' },
): Promise<void> {
  const row = isLinkToken(token) ? await findByToken(deps.db, token) : null
  const hasAgreed = row !== null && isAgreed(row, proposalId)
  if (choice === 'agree') {
    if (hasAgreed) return
    const isByAdmin = row !== null && (await wasDoneBy(deps.db, 'admin', row.id, 'move_proposed'))
    const payload = { proposedBy: isByAdmin ? 'admin' : 'agent' }
    const change = async (row: BookingRow, now: Temporal.Instant) => {
      const slot = openUntil(row, now) && row.proposal_id === proposalId ? await findSlot(deps.db, proposalId) : null
      if (!slot) throw proposalOver()
      return slot
    }
    return asBuyer(deps, token, 'agree', { reason: null, slot: proposalId, change, payload })
  }
  if (!row) throw bookingNotFound()
  if (isProductDemo(row)) throw demoStays()
  if (hasAgreed) throw proposalAgreed()
  const isAsked = row.proposal_id === proposalId
  if (!isAsked || !(await close(deps, row, 'kept', { by: 'buyer', accountId: null }))) throw proposalOver()
}

/**
 * Ends proposals that no buyer answered in time, or whose agent was suspended. The old time stays.
 * @returns how many
 */
async function closeUnanswered(deps: TransitionDeps): Promise<number> {
  const { db, clock, log } = deps
  let closed = 0
  const now = clock.now()
  for (const id of await listUnanswered(db, now.toString(), SWEEP)) {
    try {
      const row = await findBooking(db, { ownerId: null, id })
      if (row && (await endIfDue(deps, row, now))) closed++
    } catch (error) {
      // Go on with the others.
      log.error({ err: error, bookingId: id }, 'an unanswered question about a new time could not be ended')
    }
  }
  return closed
}

async function endIfDue(deps: TransitionDeps, row: BookingRow, now: Temporal.Instant): Promise<boolean> {
  if (row.proposal_answer !== null || !row.proposal_id || !row.proposal_due_at || openUntil(row, now)) return false
  const answered = (await isCutShort(deps.db, row.proposal_id)) ? 'withdrawn' : 'unanswered'
  return close(deps, row, answered, { by: 'system', accountId: null })
}

/** Returns until when the buyer can answer the open proposal, or `null` if there is none. */
function openUntil(row: BookingRow, now: Temporal.Instant): Temporal.Instant | null {
  const { proposalDueAt } = toBookingState(row)
  return proposalDueAt && Temporal.Instant.compare(now, proposalDueAt) < 0 ? proposalDueAt : null
}

/** @returns whether this call ended the proposal */
async function close(
  { db, clock }: TransitionDeps,
  row: BookingRow,
  answered: 'kept' | 'withdrawn' | 'unanswered',
  who: object,
): Promise<boolean> {
  if (!row.proposal_id || !row.proposed_start) return false
  const event = `move_${answered}` as const
  const details = { startsAt: row.starts_at.toISOString(), proposed: instantOf(row.proposed_start).toString() }
  const story = storyOf(event, row, { ...who, ...details })
  return closeProposal(db, row.proposal_id, { answer: answered, event, ...story }, clock.now().toString())
}

/** Returns the log entry and the messages. A demo has neither. */
function storyOf(event: ProposalEvent, row: BookingRow, payload: object) {
  if (row.is_demo || isProductDemo(row)) return { payload: null, notifications: [] }
  const planned = planProposalMessages(event, partiesOf(toShowing(row)))
  return { payload: JSON.stringify(payload), notifications: planned.map((one) => ({ id: randomUUIDv7(), ...one })) }
}
