/** Counts attempts by key (`db/try-counts.ts`). */
export type TryLimit = {
  /** Takes one attempt. @returns seconds to wait if none is left, else `null` */
  take(key: string): Promise<number | null>
  /** Returns one attempt that was not wrong. */
  returnTry(key: string): Promise<void>
}

/** One try that an act takes, and what to throw if none is left. */
export type Count = { limit: TryLimit; key: string; refuse(waitSeconds: number): Error }

/**
 * Attempts something while every limit has a try left. It takes the tries first, so that parallel guesses cannot slip
 * through, and returns them unless the attempt was wrong.
 */
export const withinTries = <T>(
  limits: { limit: TryLimit; key: string }[],
  attempt: () => Promise<T>,
  { isWrong, refuse }: { isWrong(error: unknown): boolean; refuse(waitSeconds: number): Error },
): Promise<T> =>
  spendTries(
    limits.map((one) => ({ ...one, refuse })),
    attempt,
    { isSpentBy: () => false, isSpentByFailure: isWrong },
  )

/**
 * Counts an act before it begins, so that parallel ones cannot slip through. An act that fails or is refused counts nowhere.
 * @param isDone tells by its result whether the act counts
 * @throws what `refuse` returns, and what `act` throws
 */
export const countingTries = <T>(counts: Count[], act: () => Promise<T>, isDone: (result: T) => boolean = () => true) =>
  spendTries(counts, act, { isSpentBy: isDone, isSpentByFailure: () => false })

async function spendTries<T>(
  counts: Count[],
  act: () => Promise<T>,
  decide: { isSpentBy(result: T): boolean; isSpentByFailure(error: unknown): boolean },
): Promise<T> {
  const taken: Count[] = []
  let isSpent = false
  try {
    for (const one of counts) {
      const waitSeconds = await one.limit.take(one.key)
      if (waitSeconds !== null) throw one.refuse(waitSeconds)
      taken.push(one)
    }
    const result = await act()
    isSpent = decide.isSpentBy(result)
    return result
  } catch (error) {
    isSpent = decide.isSpentByFailure(error)
    throw error
  } finally {
    // An attempt that can't be returned expires, and must not hide why the act failed.
    if (!isSpent) for (const { limit, key } of taken) await limit.returnTry(key).catch(() => undefined)
  }
}
