/**
 * The server's clock, as the browser knows it from answers. Use it for countdowns to the server's deadlines, because a
 * phone's clock may be wrong by minutes or hours.
 */

/** `saidMs` is the server's time, in whole seconds. The other two are from the browser's clock. */
type Heard = { saidMs: number; sentMs: number; receivedMs: number }

const KEY = 'server-clock'
const SECOND_MS = 1000

let known: number | undefined

/** Returns how many milliseconds the server is ahead of this device. */
function aheadMs(): number {
  known ??= read()
  return known
}

/** Returns the server's current time. */
export const serverNowMs = (): number => Date.now() + aheadMs()

/**
 * Corrects the known difference as little as the answer requires: the server read its clock between the request and the
 * answer. A clock that may be right stays as it is.
 */
export function hearClock({ saidMs, sentMs, receivedMs }: Heard) {
  const least = saidMs - receivedMs
  const most = saidMs + SECOND_MS - sentMs
  const before = aheadMs()
  const after = Math.min(Math.max(before, least), most)
  if (after === before) return
  known = after
  write(after)
}

/** Reads the difference that an earlier page stored, so that a reload has it before the first answer. */
function read(): number {
  try {
    return Number(localStorage.getItem(KEY)) || 0
  } catch {
    return 0
  }
}

function write(ahead: number) {
  try {
    if (ahead) localStorage.setItem(KEY, String(ahead))
    else localStorage.removeItem(KEY)
  } catch {
    return
  }
}
