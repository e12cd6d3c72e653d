/** We try a message for this long. Then it has failed, and the agent can send it again. */
export const GIVEN_UP_AFTER = { hours: 24 }

/** A sender whose lease ends sooner than this does not begin to send. */
export const SPARE_MS = { real: 45_000, embedded: 5_000 }

const FIRST_PAUSE_SECONDS = 5
const LONGEST_PAUSE_SECONDS = 4 * 60 * 60
/** The pauses between this many attempts add up to 25.7 hours, without their jitter. */
const ATTEMPTS = 18

/**
 * Returns how many seconds to wait after a failed attempt. The wait doubles each time, up to four hours, and gets up to
 * a quarter longer at random, so that messages that failed together do not come back together. Returns null after the
 * last attempt, more than 24 hours after the first.
 * @param attempt from 1
 * @param random from 0 to 1
 */
export function retryPause(attempt: number, random: number): number | null {
  if (attempt >= ATTEMPTS) return null
  const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempt - 1), LONGEST_PAUSE_SECONDS)
  return Math.round(pause * (1 + random / 4))
}
