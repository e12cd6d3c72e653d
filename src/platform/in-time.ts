/**
 * Waits for an answer no longer than this. What makes the answer goes on.
 * @param late makes the error of an answer that did not come in time
 */
export async function inTime<T>(answer: Promise<T>, limitMs: number, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const end = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(late()), limitMs)
  })
  try {
    return await Promise.race([answer, end])
  } finally {
    clearTimeout(timer)
  }
}
