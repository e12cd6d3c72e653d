import { useEffect } from 'react'
import { openStream } from '../../../ui/use-events.ts'
import { useReload } from '../../../ui/use-reload.ts'

/** Collects changes that arrive together. */
const WAIT_MS = 250
/** Shortest time between two reloads of the page. */
const PAUSE_MS = 2_000
/** Wait after the server has refused. */
const REFUSED_MS = 30_000

/** Reloads the open page when something of this account changes, and after every lost connection. */
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

/** Waits a little before it acts. A hidden tab acts once someone sees it. */
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

/** What tabs tell each other: how long ago something changed, or how long ago the page of a new tab was asked for. */
type Told = { agoMs: number } | { ageMs: number }

// One clock of a browser stops while the computer sleeps, and a person can set the other. So we read both: what
// is uncertain costs one reload.
const ageMs = () => Math.max(performance.now(), Date.now() - performance.timeOrigin)
const momentAgo = (ms: number) => ({ steadyMs: performance.now() - ms, wallMs: Date.now() - ms })
const agoMsOf = ({ steadyMs, wallMs }: ReturnType<typeof momentAgo>) =>
  Math.min(performance.now() - steadyMs, Date.now() - wallMs)

/**
 * Listens for changes. A browser has only six connections to a server, and a stream keeps one, so one tab listens and
 * tells the others. When it closes, the next tab takes over.
 * @returns a function that stops listening
 */
function subscribe(accountId: string, onChange: () => void): () => void {
  // What changed after the page was asked for may be missing from it.
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
    // The new tab did not get it.
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
    // This tab never got its turn.
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
      // Something may have happened between two connections.
      if (isAgain) onChange(0)
    },
    againMs: REFUSED_MS,
    isUnseenToo,
  })
}
