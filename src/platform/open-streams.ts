const encoder = new TextEncoder()

/** What a stream's own part writes to. */
export type Line = { send(text: string): void; end(): void; isOpen(): boolean }

/** A stream's own part. */
export type Hearing = {
  /** Whose it is; so many streams at most. */
  account: string
  /** What it is told of. */
  topic: string
  /** Once the head is sent. */
  begin?(): void
  /** Asked at each heartbeat: whether the stream may stay open. What it throws is no answer, and the stream stays. */
  mayStay?(): Promise<boolean>
  /** At each heartbeat after which it stays. */
  beat?(): void
  leave?(): void
}

/**
 * Open server-sent event streams (HTML Living Standard, section 9.2) of this process. A stream ends when its reader
 * leaves or no longer reads, when it may not stay, after `lastingMs`, and at the stop of the process; a browser then
 * comes back by itself and is asked anew who it is.
 */
export function createOpenStreams<Its extends Hearing>({
  mostOfOne = 20,
  heartbeatMs = 15_000,
  lastingMs = 10 * 60_000,
  /** Pieces that may wait for a slow reader. */
  mostUnread = 16,
  /** How long a browser waits before it comes back. */
  retryMs = 2_000,
} = {}) {
  const open = new Map<Its, Line>()
  let isClosed = false

  function start(make: (line: Line) => Its): ReadableStream<Uint8Array> {
    const openedAt = performance.now()
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    const line: Line = {
      send: (text) => controller?.enqueue(encoder.encode(text)),
      isOpen: () => open.has(one),
      end() {
        if (!open.has(one)) return
        leave()
        controller?.close()
      },
    }
    const one = make(line)
    const heartbeat = setInterval(async () => {
      const isStuck = (controller?.desiredSize ?? 0) <= 0
      if (isStuck || performance.now() - openedAt >= lastingMs) return line.end()
      const mayStay = await one.mayStay?.().catch(() => true)
      if (mayStay === false) return line.end()
      if (!line.isOpen()) return
      line.send(':\n\n')
      one.beat?.()
    }, heartbeatMs).unref()

    function leave() {
      open.delete(one)
      clearInterval(heartbeat)
      one.leave?.()
    }
    open.set(one, line)
    return new ReadableStream(
      {
        start(its) {
          controller = its
          // At once, so that proxies pass the head on.
          line.send(`retry: ${retryMs}\n\n`)
          one.begin?.()
        },
        cancel: leave,
      },
      new CountQueuingStrategy({ highWaterMark: mostUnread }),
    )
  }

  const endAll = () => {
    for (const line of [...open.values()]) line.end()
  }
  return {
    /** null: the account has as many as it may. */
    open(account: string, make: (line: Line) => Its): ReadableStream<Uint8Array> | null {
      const own = [...open.keys()].filter((one) => one.account === account)
      if (own.length >= mostOfOne) return null
      const stream = start(make)
      if (isClosed) endAll()
      return stream
    },
    all: () => open.keys(),
    count: () => open.size,
    /** Ends all of them, and from now on each new one at once. */
    close() {
      isClosed = true
      endAll()
    },
  }
}
