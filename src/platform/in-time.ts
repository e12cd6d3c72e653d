/**
 * Waits for an answer up to a time limit. The work behind the answer continues.
 * @param late creates the error for an answer that did not come in time
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
