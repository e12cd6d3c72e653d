import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { invalid } from '../../platform/errors.ts'
import { instantOf } from '../../platform/instant.ts'
import { isShowable } from '../../platform/plain-text.ts'
import * as faults from '../../platform/text/fault.ts'
import { withDeps } from '../../platform/use-cases.ts'
import type { ShowingOutcome, ShowingRecord } from './contract.ts'
import { COMPLETES_AFTER_HOURS, checkOutcome } from './outcome-domain.ts'
import { completeEndedShowings, storeOutcome } from './outcome-repository.ts'
import { recordOf } from './record-domain.ts'
import { adminIdOf, getListedRow } from './showing-service.ts'

type OutcomeDeps = { db: Database; clock: Clock }

/** Most showings to complete in one statement. The logs of their properties wait for it. */
const SWEEP = 100

/** Records how a showing went: the buyer came or did not. */
export const createOutcomeService = (deps: OutcomeDeps) => withDeps(deps, { recordOutcome, completeEnded })

export type OutcomeService = ReturnType<typeof createOutcomeService>

/**
 * Marks a showing completed or as a no-show, or changes one into the other.
 * @param entered if `feedback` is undefined, the former feedback stays; an empty text removes it
 * @throws DomainError unauthenticated, not_found, invalid, conflict
 */
async function recordOutcome(
  { db, clock }: OutcomeDeps,
  actor: Actor,
  id: string,
  entered: { outcome: ShowingOutcome; reason?: string; feedback?: string },
): Promise<ShowingRecord> {
  const { accountId } = requireAccount(actor)
  const unshowable = (['reason', 'feedback'] as const).filter((path) => !isShowable(entered[path] ?? ''))
  if (unshowable.length > 0) throw invalid(unshowable.map((path) => ({ path, message: faults.removeCharacters() })))
  const feedback = entered.feedback === undefined ? undefined : entered.feedback.trim() || null
  const reason = entered.reason?.trim() || null
  const { outcome } = entered
  // Two people can act at the same moment. The request that finds the showing changed decides again from its new state.
  for (let tries = 0; tries < 5; tries++) {
    const row = await getListedRow(db, actor, id)
    const now = clock.now()
    const times = { startsAt: instantOf(row.starts_at), endsAt: instantOf(row.ends_at) }
    const refusal = checkOutcome({ status: row.status, ...times }, outcome, now)
    if (refusal) throw refusal
    const payload = {
      from: row.status,
      by: row.owner_id === accountId ? 'agent' : 'admin',
      accountId,
      reason,
      feedback: feedback === undefined ? row.feedback : feedback,
    }
    const change = {
      id,
      from: row.status,
      startsAt: row.starts_at,
      outcome,
      feedback,
      payload: JSON.stringify(payload),
    }
    const isDone = await storeOutcome(db, change, now.toString())
    if (isDone) return recordOf(await getListedRow(db, actor, id), now, adminIdOf(actor))
  }
  throw new Error(`showing ${id} kept changing`)
}

/** Completes confirmed showings that no one marked, two hours after their end. @returns how many */
async function completeEnded({ db, clock }: OutcomeDeps): Promise<number> {
  const now = clock.now()
  const ended = {
    endedBefore: now.subtract({ hours: COMPLETES_AFTER_HOURS }).toString(),
    payload: JSON.stringify({ from: 'confirmed', by: 'system', accountId: null, reason: null, feedback: null }),
    limit: SWEEP,
  }
  for (let total = 0; ; ) {
    const completed = await completeEndedShowings(db, ended, now.toString())
    total += completed
    if (completed < SWEEP) return total
  }
}
