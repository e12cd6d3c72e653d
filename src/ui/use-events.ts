import { useEffect, useRef } from 'react'

export type Stream = {
  /** @param lastId ID of the last event received, or empty */
  path: (lastId: string) => string
  /** Handlers by kind of event. */
  on: Record<string, (data: string, id: string) => void>
  /** @param isAgain `true` if it was open before, so something may have been missed */
  onOpen?: (isAgain: boolean) => void
  /**
   * Called when the stream is interrupted.
   * @param isRefused whether the server refused, so that the browser does not reconnect automatically
   * @param leaving aborted when the stream ends for good
   */
  onLost?: (isRefused: boolean, leaving: AbortSignal) => void
  /** How long to wait before reopening a refused stream. It doubles with each refusal. */
  againMs: number
  mostMs?: number
  /** `true` to listen in a hidden tab, too. Otherwise the stream reopens when the tab is visible. */
  isUnseenToo?: boolean
}

/**
 * Listens to a server's event stream. A browser opens at most six connections to a server for all of its tabs, so a tab
 * keeps one only while it is visible. After a lost connection, the browser reconnects from the last event; after a
 * refusal, this function does.
 * @returns a function that ends it
 */
export function openStream({ path, on, onOpen, onLost, againMs, mostMs = 30_000, isUnseenToo }: Stream): () => void {
  const leaving = new AbortController()
  let source: EventSource | undefined
  let again: ReturnType<typeof setTimeout> | undefined
  let pauseMs = againMs
  let lastId = ''
  let wasOpen = false

  function close() {
    clearTimeout(again)
    source?.close()
  }
  function connect() {
    close()
    if (document.hidden && !isUnseenToo) return
    const opened = new EventSource(path(lastId))
    source = opened
    opened.addEventListener('open', () => {
      pauseMs = againMs
      onOpen?.(wasOpen)
      wasOpen = true
    })
    opened.addEventListener('error', () => {
      const isRefused = opened.readyState === EventSource.CLOSED
      if (isRefused) {
        again = setTimeout(connect, pauseMs)
        pauseMs = Math.min(2 * pauseMs, mostMs)
      }
      onLost?.(isRefused, leaving.signal)
    })
    for (const [kind, act] of Object.entries(on))
      opened.addEventListener(kind, (event) => {
        const { data, lastEventId } = event as MessageEvent<string>
        lastId = lastEventId
        act(data, lastEventId)
      })
  }
  if (!isUnseenToo) document.addEventListener('visibilitychange', connect, { signal: leaving.signal })
  connect()
  return () => {
    leaving.abort()
    close()
  }
}

/**
 * Like `openStream`, while a component is mounted.
 * @param of a new value opens the stream again, and null closes it
 */
export function useEvents(of: unknown, stream: Stream) {
  const latest = useRef({ of, ...stream })
  latest.current = { of, ...stream }
  useEffect(() => {
    if (of === null) return
    const { on, ...rest } = latest.current
    /** The latest handlers, unless they already belong to another stream. */
    const its = () => (latest.current.of === of ? latest.current : undefined)
    return openStream({
      ...rest,
      on: Object.fromEntries(Object.keys(on).map((kind) => [kind, (...sent) => its()?.on[kind]?.(...sent)])),
      onOpen: (isAgain) => its()?.onOpen?.(isAgain),
      onLost: (isRefused, leaving) => its()?.onLost?.(isRefused, leaving),
    })
  }, [of])
}
