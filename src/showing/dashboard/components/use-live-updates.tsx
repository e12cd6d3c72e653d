import { useEffect } from 'react'
import { useRevalidator } from 'react-router'
import { openStream } from '../../../ui/use-events.ts'

/** Changes that come together are shown together. */
const SETTLE_MS = 250
/** However many come, the page is loaded no more often. */
const PAUSE_MS = 2_000
/** After the server has refused. */
const REFUSED_MS = 30_000

/** Loads the open page again when something of this account has changed, and after every lost connection. */
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
  if (!('locks' in navigator)) return listen(onChange, false)
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
      }, true)
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

/** @param isUnseenToo otherwise only while somebody sees the tab */
function listen(onChange: () => void, isUnseenToo: boolean): () => void {
  const startedAt = performance.now()
  return openStream({
    path: () => '/api/showingbooker/events',
    hear: { change: onChange },
    onOpen(isAgain) {
      // Something may have happened while nobody listened: before it was this tab's turn, or between two connections.
      if (isAgain || startedAt > 5_000) onChange()
    },
    againMs: REFUSED_MS,
    isUnseenToo,
  })
}
