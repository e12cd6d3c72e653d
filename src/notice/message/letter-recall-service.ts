import type { Logger } from 'pino'
import { type CircuitBreaker, CircuitOpen } from '../../platform/circuit-breaker.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { instantOf } from '../../platform/instant.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { listStale, markAsked, recordRecall, type StaleLetter } from './letter-recall-repository.ts'
import type { LetterLine } from './ports.ts'

/** No one books a showing this far ahead, so an older letter was delivered. */
const LOOKED_BACK = { hours: 30 * 24 }
/** After this time we assume that the letter is printed, even if the vendor has not answered. */
const GIVEN_UP_AFTER = { hours: 24 }
const NEVER_REACHED = 'The mail service could not be reached in time'
const BATCH = 100

type LetterRecallDeps = {
  db: Database
  clock: Clock
  log: Logger
  letterLine: Pick<LetterLine, 'cancel'>
  breaker: Pick<CircuitBreaker, 'run'>
}

/** Recalls certified letters of canceled or moved showings, unless they are already printed. */
export const createLetterRecallService = (deps: LetterRecallDeps) => withDeps(deps, { recallLetters, recallDue })

export type LetterRecallService = ReturnType<typeof createLetterRecallService>

/** Recalls the letters of one booking now. It is safe to repeat. @returns how many we must try again */
async function recallLetters(deps: LetterRecallDeps, bookingId: string): Promise<number> {
  return recallAll(deps, await listStale(deps.db, { bookingId }))
}

/**
 * Recalls letters that a job left behind, and letters that we were sending when their showing was moved or canceled.
 */
async function recallDue(deps: LetterRecallDeps): Promise<number> {
  const { clock, db } = deps
  const since = clock.now().subtract(LOOKED_BACK).toString()
  return recallAll(deps, await listStale(db, { since, limit: BATCH }))
}

/** @returns whether it is over: the vendor has answered, or it is too late to ask */
async function recallOne(
  { clock, db, breaker, letterLine, log }: LetterRecallDeps,
  letter: StaleLetter,
): Promise<boolean> {
  const askedAt = clock.now()
  await markAsked(db, letter.id, askedAt.toString())
  const outcome = await breaker
    .run(() => letterLine.cancel(letter.reference))
    .catch((error) => {
      if (!(error instanceof CircuitOpen))
        log.warn({ err: error, notificationId: letter.id }, 'a letter was not recalled')
      return null
    })
  const now = clock.now()
  const isGivenUp =
    letter.asked_at !== null && Temporal.Instant.compare(instantOf(letter.asked_at).add(GIVEN_UP_AFTER), now) <= 0
  if (outcome === null && !isGivenUp) return false
  const recall = { id: letter.id, outcome: outcome ?? 'too_late', reason: outcome ? null : NEVER_REACHED }
  await recordRecall(db, recall, now.toString())
  return true
}

async function recallAll(deps: LetterRecallDeps, stale: StaleLetter[]): Promise<number> {
  let waiting = 0
  for (const letter of stale) if (!(await recallOne(deps, letter))) waiting++
  return waiting
}
