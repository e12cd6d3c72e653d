import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'

/** Counts attempts by key. */
export type TryLimit = {
  /** Takes one attempt. @returns seconds to wait if none is left, else `null` */
  take(key: string): Promise<number | null>
  /** Returns one attempt that was not wrong. */
  returnTry(key: string): Promise<void>
}

/** `tries` by key in a window of `seconds`, which starts with the first one; in this process only (compare db/try-counts.ts). */
export function createTryLimit({ tries, seconds }: { tries: number; seconds: number }): TryLimit {
  const limiter = new RateLimiterMemory({ points: Math.max(1, Math.round(tries)), duration: seconds })
  return {
    async take(key) {
      try {
        await limiter.consume(key)
        return null
      } catch (refusal) {
        if (refusal instanceof RateLimiterRes) return refusal.msBeforeNext / 1000
        throw refusal
      }
    },
    async returnTry(key) {
      await limiter.reward(key)
    },
  }
}

/**
 * Attempts something while every limit has a try left. It takes the tries first, so that parallel guesses cannot slip
 * through, and returns them unless the attempt was wrong.
 */
export async function withinTries<T>(
  limits: { limit: TryLimit; key: string }[],
  attempt: () => Promise<T>,
  decide: { isWrong(error: unknown): boolean; refuse(waitSeconds: number): Error },
): Promise<T> {
  const taken: typeof limits = []
  let isWrong = false
  try {
    for (const one of limits) {
      const waitSeconds = await one.limit.take(one.key)
      if (waitSeconds !== null) throw decide.refuse(waitSeconds)
      taken.push(one)
    }
    return await attempt()
  } catch (error) {
    isWrong = decide.isWrong(error)
    throw error
  } finally {
    if (!isWrong) for (const { limit, key } of taken) await limit.returnTry(key)
  }
}
