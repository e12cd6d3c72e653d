/**
 * The server's clock, as a browser knows it from the answers. Count with it what the server has set a deadline for,
 * because the clock of a phone may be wrong by minutes or hours.
 */

/** `saidMs` is in whole seconds. The browser's clock said the other two. */
type Heard = { saidMs: number; sentMs: number; receivedMs: number }

const KEY = 'server-clock'
const SECOND_MS = 1000

let known: number | undefined

/** Milliseconds that the server is ahead of this device. */
function aheadMs(): number {
  known ??= read()
  return known
}

/** What the server's clock says now. */
export const serverNowMs = (): number => Date.now() + aheadMs()

/**
 * Corrects the known difference as little as an answer asks for: the server said so after the request was sent and
 * before the answer came. A clock that may be right stays as it is.
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

/** What an earlier page heard. A reload continues before the first answer. */
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
