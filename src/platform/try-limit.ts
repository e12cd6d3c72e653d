/** Counts tries by key (`db/try-counts.ts`). */
export type TryLimit = {
  /** Takes one try. @returns the seconds to wait if none is left, otherwise `null` */
  take(key: string): Promise<number | null>
  /** Gives back a try that was not wrong. */
  returnTry(key: string): Promise<void>
}

/** One try that an action takes, and the error to throw if none is left. */
export type Count = { limit: TryLimit; key: string; refuse(waitSeconds: number): Error }

/**
 * Attempts something if every limit has a try left. It takes the tries first, so that parallel guesses cannot slip
 * through, and gives them back unless the attempt was wrong.
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
 * Counts an action before it begins, so that parallel ones cannot slip through. It gives the try back if the action
 * fails or is refused.
 * @param isDone tells from the result whether the action counts
 * @throws the error that `refuse` returns, or that `act` throws
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
    // If we can't return a try, it expires. That error must not hide why the action failed.
    if (!isSpent) for (const { limit, key } of taken) await limit.returnTry(key).catch(() => undefined)
  }
}
