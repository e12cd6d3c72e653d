import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Changes that come together are shown together. */
const SETTLE_MS = 250
/** However many come, the page is loaded no more often. */
const PAUSE_MS = 2_000
/** The server has refused: a browser does not ask again by itself. */
const REFUSED_MS = 30_000

/** Loads the open page anew whenever something of this account has changed, and after every lost connection. */
export function useLiveUpdates(accountId: string | null) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!accountId) return
    const page = calmly(() => void revalidate())
    const silence = hear(accountId, page.reload)
    return () => {
      silence()
      page.leave()
    }
  }, [accountId, revalidate])
}

/** Waits a little before it acts, and in a tab that nobody sees until somebody does. */
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
      Math.max(SETTLE_MS, actedAt + PAUSE_MS - performance.now()),
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

/**
 * A browser has six connections to a server, and a stream keeps one: of all its tabs one listens and tells the others.
 * When it is closed, the next one takes over.
 * @returns what ends it
 */
function hear(accountId: string, onChange: () => void): () => void {
  // Without TLS a browser has no locks, but on its own machine.
  if (!('locks' in navigator)) return hearWhileSeen(onChange)
  const name = `changes of ${accountId}`
  const others = new BroadcastChannel(name)
  const leaving = new AbortController()
  let release: (() => void) | undefined
  others.addEventListener('message', onChange)
  navigator.locks
    .request(name, { signal: leaving.signal }, () => {
      const close = listen(() => {
        others.postMessage('change')
        onChange()
      })
      return new Promise<void>((done) => {
        release = () => {
          close()
          done()
        }
      })
    })
    // It was never this tab's turn.
    .catch(() => undefined)
  return () => {
    leaving.abort()
    release?.()
    others.close()
  }
}

function hearWhileSeen(onChange: () => void): () => void {
  let close: (() => void) | undefined
  function look() {
    close?.()
    close = document.hidden ? undefined : listen(onChange)
  }
  document.addEventListener('visibilitychange', look)
  look()
  return () => {
    document.removeEventListener('visibilitychange', look)
    close?.()
  }
}

function listen(onChange: () => void): () => void {
  const startedAt = performance.now()
  let events: EventSource
  let again: ReturnType<typeof setTimeout> | undefined
  let wasOpen = false
  function connect() {
    events = new EventSource('/api/showingbooker/events')
    events.addEventListener('change', onChange)
    events.addEventListener('open', () => {
      // Something may have happened while nobody listened: before it was this tab's turn, or between two connections.
      if (wasOpen || startedAt > 5_000) onChange()
      wasOpen = true
    })
    events.addEventListener('error', () => {
      if (events.readyState === EventSource.CLOSED) again = setTimeout(connect, REFUSED_MS)
    })
  }
  connect()
  return () => {
    clearTimeout(again)
    events.close()
  }
}
