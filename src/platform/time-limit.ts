/** How long a call about a payment may take before it counts as unanswered. */
const LIMIT_MS = 30_000

/** Returns a signal that ends a call which hangs, so that nobody waits at a payment without an end. */
export function timeLimit(): AbortSignal {
  const limit = new AbortController()
  setTimeout(() => limit.abort(new DOMException('no answer in time', 'TimeoutError')), LIMIT_MS)
  return limit.signal
}
