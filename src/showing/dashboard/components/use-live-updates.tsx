import { useEffect } from 'react'
import { openStream } from '../../../ui/use-events.ts'
import { useReload } from '../../../ui/use-reload.ts'

/** Time in which we collect changes that arrive together. */
const WAIT_MS = 250
/** Minimum time between two reloads of the page. */
const PAUSE_MS = 2_000
/** Delay before the next try, after the server refused a stream. */
const REFUSED_MS = 30_000

/** Reloads the open page when this account's data changes, and after each lost connection. */
export function useLiveUpdates(accountId: string | null) {
  const reload = useReload()
  useEffect(() => {
    if (!accountId) return
    const page = calmly(() => void reload())
    const unsubscribe = subscribe(accountId, page.reload)
    return () => {
      unsubscribe()
      page.leave()
    }
  }, [accountId, reload])
}

/** Acts after a short delay, in a hidden tab only once it becomes visible. */
function calmly(act: () => void) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let actedAt = Number.NEGATIVE_INFINITY
  let isDue = false
  function reload() {
    isDue = document.hidden
    if (isDue) return
    timer ??= setTimeout(
      () => {
        timer = undefined
        actedAt = performance.now()
        act()
      },
      Math.max(WAIT_MS, actedAt + PAUSE_MS - performance.now()),
    )
  }
  const look = () => {
    if (isDue) reload()
  }
  document.addEventListener('visibilitychange', look)
  return {
    reload,
    leave() {
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    },
  }
}

/** What tabs tell each other: how long ago something changed, or how long ago a new tab requested its page. */
type Told = { agoMs: number } | { ageMs: number }

// A browser has two clocks: one may stop while the computer sleeps, and someone may set the other one. So we read both.
// If they disagree, we may reload once too often.
const ageMs = () => Math.max(performance.now(), Date.now() - performance.timeOrigin)
const momentAgo = (ms: number) => ({ steadyMs: performance.now() - ms, wallMs: Date.now() - ms })
const agoMsOf = ({ steadyMs, wallMs }: ReturnType<typeof momentAgo>) =>
  Math.min(performance.now() - steadyMs, Date.now() - wallMs)

/**
 * Listens for changes. A browser has only six connections to a server, and a stream keeps one open. So only one tab
 * listens, and it tells the others. When it closes, another tab takes over.
 * @returns a function that stops listening
 */
function subscribe(accountId: string, onChange: () => void): () => void {
  // The page may lack changes since its request.
  const hear = (agoMs: number) => {
    if (agoMs <= ageMs()) onChange()
  }
  // Without TLS, a browser has no locks, except on localhost.
  if (!('locks' in navigator)) return listen(hear, false)
  const name = `changes of ${accountId}`
  const others = new BroadcastChannel(name)
  const tell = (told: Told) => others.postMessage(told)
  const leaving = new AbortController()
  let release: (() => void) | undefined
  let last = momentAgo(Number.POSITIVE_INFINITY)
  others.addEventListener('message', ({ data }: MessageEvent<Told>) => {
    if ('agoMs' in data) return hear(data.agoMs)
    const agoMs = agoMsOf(last)
    // The new tab's page may lack this change.
    if (agoMs <= data.ageMs) tell({ agoMs })
  })
  tell({ ageMs: ageMs() })
  navigator.locks
    .request(name, { signal: leaving.signal }, () => {
      const close = listen((agoMs) => {
        last = momentAgo(agoMs)
        tell({ agoMs })
        hear(agoMs)
      }, true)
      return new Promise<void>((done) => {
        release = () => {
          close()
          done()
        }
      })
    })
    // This tab left before it got its turn.
    .catch(() => undefined)
  return () => {
    leaving.abort()
    release?.()
    others.close()
  }
}

/**
 * @param onChange called with how many milliseconds ago something changed
 * @param isUnseenToo `true` to listen in a hidden tab too
 */
function listen(onChange: (agoMs: number) => void, isUnseenToo: boolean): () => void {
  return openStream({
    path: () => '/api/showingbooker/events',
    on: { change: () => onChange(0), since: (ms) => onChange(Number(ms)) },
    onOpen(isAgain) {
      // Something may have changed between two connections.
      if (isAgain) onChange(0)
    },
    againMs: REFUSED_MS,
    isUnseenToo,
  })
}
