/** We try to send a message for this long. Then it has failed, and the agent can resend it. */
const GIVEN_UP_AFTER = { hours: 24 }

/** A sender whose lease ends sooner than this does not start to send. */
export const SPARE_MS = { real: 45_000, embedded: 5_000 }

const FIRST_PAUSE_SECONDS = 5
const LONGEST_PAUSE_SECONDS = 4 * 60 * 60
/** The pauses between this many attempts add up to 25.7 hours, not counting their random part. */
const ATTEMPTS = 18
/** Spreads the retries of messages that wait for the same moment. */
const SPREAD_SECONDS = 10

/** A message that waits, for the end of the quiet hours or of the pause in calling its vendor. null: its try failed. */
export type Wait = { until: Temporal.Instant | null }

/**
 * Returns how many seconds to wait after a failed attempt. The wait doubles each time, up to four hours. A random part
 * makes it up to a quarter longer, so that messages that failed together do not come back together. Returns null after
 * the last attempt, more than 24 hours after the first.
 * @param attempt from 1
 * @param random from 0 to 1
 */
export function retryPause(attempt: number, random: number): number | null {
  if (attempt >= ATTEMPTS) return null
  const pause = Math.min(FIRST_PAUSE_SECONDS * 2 ** (attempt - 1), LONGEST_PAUSE_SECONDS)
  return Math.round(pause * (1 + random / 4))
}

/** Tells whether we may still send a message that waits. @param pause after this attempt; null: it was the last one */
export function maySendLater(
  { until }: Wait,
  { plannedAt, pause, now }: { plannedAt: Temporal.Instant; pause: number | null; now: Temporal.Instant },
): boolean {
  const hasTry = pause !== null || until !== null
  return hasTry && Temporal.Instant.compare(plannedAt.add(GIVEN_UP_AFTER), now) > 0
}

/**
 * Returns when to try waiting messages again, and as which attempt. Only a failed try counts as an attempt.
 * @param pause seconds after this attempt; null: it was the last one
 * @param random from 0 to 1
 */
export function nextTry(
  waits: Wait[],
  {
    attempt,
    pause,
    now,
    random,
  }: { attempt: number; pause: number | null; now: Temporal.Instant; random: () => number },
): { attempt: number; at: Temporal.Instant } {
  if (pause !== null && waits.some(({ until }) => until === null))
    return { attempt: attempt + 1, at: now.add({ seconds: pause }) }
  const soonest = waits.flatMap(({ until }) => until ?? []).sort(Temporal.Instant.compare)[0] ?? now
  return { attempt, at: soonest.add({ milliseconds: Math.round(random() * SPREAD_SECONDS * 1000) }) }
}
