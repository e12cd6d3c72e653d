/** Whoever has a stream open. */
export type Hearer = {
  /** Whose it is; so many streams at most. */
  account: string
  /** What it is told of; EVERYTHING: of all. */
  topic: string
  /** Asked at each heartbeat: whether the stream may stay open. What it throws is no answer, and the stream stays. */
  mayStay(): Promise<boolean>
}

export const EVERYTHING = '*'

const MOST_UNREAD = 16
const encoder = new TextEncoder()

/**
 * Open server-sent event streams (HTML Living Standard, section 9.2) of this process. A stream ends when its reader
 * leaves or no longer reads, when it may not stay, after `lastingMs`, and at the stop of the process; a browser then
 * comes back by itself and is asked anew who it is.
 */
export function createEventStreams({
  mostOfOne = 20,
  heartbeatMs = 25_000,
  lastingMs = 10 * 60_000,
  /** Events that come faster than this are told as one. */
  pauseMs = 1_000,
} = {}) {
  type Open = Hearer & { tell(data: string): void; end(): void }
  const open = new Set<Open>()
  let isClosed = false

  function start(hearer: Hearer): ReadableStream<Uint8Array> {
    const openedAt = performance.now()
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    let toldAt = Number.NEGATIVE_INFINITY
    let waiting: NodeJS.Timeout | undefined
    let untold = ''

    const send = (text: string) => controller?.enqueue(encoder.encode(text))
    const tellNow = () => {
      waiting = undefined
      toldAt = performance.now()
      send(`event: change\ndata: ${untold}\n\n`)
    }
    const heartbeat = setInterval(async () => {
      const isStuck = (controller?.desiredSize ?? 0) <= 0
      if (isStuck || performance.now() - openedAt >= lastingMs) return one.end()
      const mayStay = await hearer.mayStay().catch(() => true)
      if (!mayStay) one.end()
      else if (open.has(one)) send(':\n\n')
    }, heartbeatMs).unref()

    function leave() {
      open.delete(one)
      clearInterval(heartbeat)
      clearTimeout(waiting)
    }
    const one: Open = {
      ...hearer,
      tell(data) {
        untold = data
        waiting ??= setTimeout(tellNow, Math.max(0, toldAt + pauseMs - performance.now()))
      },
      end() {
        if (!open.has(one)) return
        leave()
        controller?.close()
      },
    }
    open.add(one)
    return new ReadableStream(
      {
        start(its) {
          controller = its
          // At once, so that proxies pass the head on; and how long to wait before coming back.
          send('retry: 2000\n\n')
        },
        cancel: leave,
      },
      new CountQueuingStrategy({ highWaterMark: MOST_UNREAD }),
    )
  }

  return {
    /** null: the account has as many as it may. */
    open(hearer: Hearer): ReadableStream<Uint8Array> | null {
      const own = [...open].filter(({ account }) => account === hearer.account)
      if (own.length >= mostOfOne) return null
      const stream = start(hearer)
      if (isClosed) for (const one of [...open]) one.end()
      return stream
    },
    /** Event `change` to whoever hears this topic. @param data one line */
    tell(topic: string, data: string) {
      for (const one of open) if (one.topic === topic || one.topic === EVERYTHING) one.tell(data)
    },
    /** To everybody: something may have been missed. */
    tellAll(data: string) {
      for (const one of open) one.tell(data)
    },
    count: () => open.size,
    /** Ends all of them, and from now on each new one at once. */
    close() {
      isClosed = true
      for (const one of [...open]) one.end()
    },
  }
}

export type EventStreams = ReturnType<typeof createEventStreams>
