/** How long a payment call may take before we count it as unanswered. */
const LIMIT_MS = 30_000

/** Returns a signal that aborts a hanging call, so that no one waits forever at a payment. */
export function timeLimit(): AbortSignal {
  const limit = new AbortController()
  setTimeout(() => limit.abort(new DOMException('no answer in time', 'TimeoutError')), LIMIT_MS)
  return limit.signal
}
