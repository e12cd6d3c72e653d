/**
 * Shows each change at once and saves one after the other. A change that fails is taken back alone.
 * @param save returns all values as they are now
 */
export function changesInTurn<Values extends object>(
  start: Values,
  save: (change: Partial<Values>) => Promise<Values>,
  show: (values: Values) => void,
) {
  let saved = start
  let waiting: Partial<Values>[] = []
  let last: Promise<unknown> = Promise.resolve()
  const showAll = () => show(Object.assign({ ...saved }, ...waiting))
  /** @throws what `save` throws */
  return async (change: Partial<Values>): Promise<void> => {
    waiting = [...waiting, change]
    showAll()
    const saving = last.then(() => save(change))
    last = saving.catch(() => null)
    try {
      saved = await saving
    } finally {
      waiting = waiting.filter((one) => one !== change)
      showAll()
    }
  }
}

/**
 * Saves values until there is no next one or one fails.
 * @param saved the value saved before
 */
export async function saveLatest<Value>(
  saved: Value,
  next: () => Value | null,
  save: (value: Value) => Promise<Value>,
): Promise<{ saved: Value; fault: string | null }> {
  let last = saved
  try {
    for (let value = next(); value !== null; value = next()) last = await save(value)
    return { saved: last, fault: null }
  } catch (error) {
    return { saved: last, fault: (error as Error).message }
  }
}
