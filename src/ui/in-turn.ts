/**
 * Shows each change at once and saves one after another. If a change fails, it reverts only that change.
 * @param save returns all current values
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
  /** @throws the errors of `save` */
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
