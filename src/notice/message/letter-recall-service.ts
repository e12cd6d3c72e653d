import type { Logger } from 'pino'
import { type CircuitBreaker, CircuitOpen } from '../../platform/circuit-breaker.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { instantOf } from '../../platform/instant.ts'
import * as letters from './letter-recall-repository.ts'
import type { LetterLine } from './ports.ts'

/** No showing is booked so long ahead: an older letter was delivered. */
const LOOKED_BACK = { hours: 30 * 24 }
/** After that the letter is printed, whatever the vendor would say. */
const GIVEN_UP_AFTER = { hours: 24 }
const NEVER_REACHED = 'The post service could not be reached in time'
const BATCH = 100

/** Recalls certified letters whose showing is cancelled or has another start, as long as they are not printed. */
export function createLetterRecallService(options: {
  db: Database
  clock: Clock
  log: Logger
  letterLine: Pick<LetterLine, 'cancel'>
  breaker: Pick<CircuitBreaker, 'run'>
}) {
  const { db, clock, log, letterLine, breaker } = options

  /** @returns whether it is settled: the vendor has answered, or it is too late to ask */
  async function recallOne(letter: letters.StaleLetter): Promise<boolean> {
    const askedAt = clock.now()
    await letters.markAsked(db, letter.id, askedAt.toString())
    const outcome = await breaker
      .run(() => letterLine.cancel(letter.reference))
      .catch((error) => {
        if (!(error instanceof CircuitOpen))
          log.warn({ err: error, notificationId: letter.id }, 'a letter was not taken back')
        return null
      })
    const now = clock.now()
    const isGivenUp =
      letter.asked_at !== null && Temporal.Instant.compare(instantOf(letter.asked_at).add(GIVEN_UP_AFTER), now) <= 0
    if (outcome === null && !isGivenUp) return false
    const recall = { id: letter.id, outcome: outcome ?? 'too_late', reason: outcome ? null : NEVER_REACHED }
    await letters.recordRecall(db, recall, now.toString())
    return true
  }

  async function recallAll(stale: letters.StaleLetter[]): Promise<number> {
    let waiting = 0
    for (const letter of stale) if (!(await recallOne(letter))) waiting++
    return waiting
  }

  return {
    /** The letters of one booking, at once; any number of times. @returns how many must be tried again */
    recallLetters: async (bookingId: string): Promise<number> => recallAll(await letters.listStale(db, { bookingId })),

    /** What a job has left behind, and letters that were being sent when their showing was moved or cancelled. */
    async recallDue(): Promise<number> {
      const since = clock.now().subtract(LOOKED_BACK).toString()
      return recallAll(await letters.listStale(db, { since, limit: BATCH }))
    },
  }
}

export type LetterRecallService = ReturnType<typeof createLetterRecallService>
