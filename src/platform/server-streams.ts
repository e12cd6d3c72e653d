import { AsyncResource } from 'node:async_hooks'
import type { Context } from 'hono'
import { DomainError } from './errors.ts'
import * as t from './text/fault.ts'

/** A server-sent event (HTML Living Standard, section 9.2). `data` is one line. */
export type StreamEvent = { event: string; id?: number; data: string }

export type News = {
  events: StreamEvent[]
  /** `true` if these events end the stream. */
  isOver?: boolean
  /** `true` if there are more events to read. */
  isMore?: boolean
  /** `true` if the state also depends on other topics, so that we read it again when any of them changes. */
  isWaiting?: boolean
}

export type Subscriber = {
  /** The account of the stream. We limit the number of streams per account. */
  account: string
  /** The topic for `publish`. `EVERYTHING` means all topics. */
  topic: string
  /**
   * Returns what is new. We call it at the beginning, at each heartbeat, and after `publish`, one call after another.
   * If it throws, the stream ends, and the browser reconnects from its last event.
   * @param notice the last published notice, or null if there was none since the last call
   */
  read(notice: string | null): Promise<News>
  /**
   * Decides whether the stream may stay open, at each heartbeat and before events that come some time after the last check.
   * If it throws, the stream stays.
   */
  mayStay?(): Promise<boolean>
}

export const EVERYTHING = '*'

/** How long we remember the last change of each topic: as long as a page may take to load and connect. */
const REMEMBERED_MS = 60_000

const encoder = new TextEncoder()
const textOf = ({ event, id, data }: StreamEvent) =>
  `event: ${event}\n${id === undefined ? '' : `id: ${id}\n`}data: ${data}\n\n`

/** Longest time that a busy stream goes on after its reader signed out. */
const CHECKED_MS = 2_000

/**
 * Manages this process's open server-sent event streams. A stream ends when its reader leaves, stops reading, or may no
 * longer read, after `lastingMs`, and when the process stops. The browser then reconnects, and we authenticate it
 * again.
 */
export function createServerStreams({
  mostOfOne = 20,
  heartbeatMs = 15_000,
  lastingMs = 10 * 60_000,
  /** Maximum number of events that wait for a slow reader. */
  mostUnread = 16,
  /** How long a browser waits before it reconnects, in milliseconds. */
  retryMs = 2_000,
  /** Changes that come faster than this share one read. */
  pauseMs = 0,
  /** The same for changes of other topics. */
  waitingPauseMs = 1_000,
  tooMany = { message: t.openTooOften, retryAfterSeconds: 60 },
} = {}) {
  type Open = Pick<Subscriber, 'account'> & { end(): void; publish(topic: string, notice: string): void }
  const open = new Set<Open>()
  const createdAt = performance.now()
  /** When each topic last changed, oldest first. */
  const changedAt = new Map<string, number>()
  let isClosed = false

  function remember(topic: string) {
    const now = performance.now()
    for (const one of [topic, EVERYTHING]) {
      changedAt.delete(one)
      changedAt.set(one, now)
    }
    for (const [one, at] of changedAt) {
      if (now - at < REMEMBERED_MS) break
      changedAt.delete(one)
    }
  }

  function start(subscriber: Subscriber): ReadableStream<Uint8Array> {
    // The publisher starts the next read. But each read must use the language of the stream's reader.
    const readNews = AsyncResource.bind(subscriber.read)
    const openedAt = performance.now()
    let controller: ReadableStreamDefaultController<Uint8Array> | undefined
    let timer: NodeJS.Timeout | undefined
    let readAt = Number.NEGATIVE_INFINITY
    let checkedAt = openedAt
    let notice: string | null = null
    let isReading = false
    let isBehind = false
    let isWaiting = false

    const send = (text: string) => controller?.enqueue(encoder.encode(text))

    async function mayStay(): Promise<boolean> {
      checkedAt = performance.now()
      return (await subscriber.mayStay?.().catch(() => true)) ?? true
    }

    async function read(): Promise<void> {
      isBehind = isReading
      if (isReading) return
      isReading = true
      const given = notice
      notice = null
      const news = await readNews(given).catch(() => null)
      const isDue = (news?.events.length ?? 0) > 0 && performance.now() - checkedAt >= CHECKED_MS
      const isAllowed = !isDue || (await mayStay())
      isReading = false
      if (!open.has(one)) return
      if (!news || !isAllowed) return one.end()
      for (const event of news.events) send(textOf(event))
      isWaiting = news.isWaiting ?? false
      if (news.isOver) one.end()
      else if (news.isMore) void read()
      else if (isBehind) readSoon(pauseMs)
    }

    function readSoon(pause: number) {
      const readNow = () => {
        timer = undefined
        readAt = performance.now()
        void read()
      }
      const waitMs = readAt + pause - performance.now()
      if (waitMs <= 0 && !timer) readNow()
      else timer ??= setTimeout(readNow, waitMs)
    }

    const one: Open = {
      account: subscriber.account,
      publish(topic, what) {
        const isIts = topic === subscriber.topic || subscriber.topic === EVERYTHING
        if (isIts) notice = what
        if (isIts) readSoon(pauseMs)
        else if (isWaiting) readSoon(waitingPauseMs)
      },
      end() {
        if (!open.has(one)) return
        leave()
        controller?.close()
      },
    }
    const heartbeat = setInterval(async () => {
      const isStuck = (controller?.desiredSize ?? 0) <= 0
      if (isStuck || performance.now() - openedAt >= lastingMs) return one.end()
      if (!(await mayStay())) return one.end()
      if (!open.has(one)) return
      send(':\n\n')
      void read()
    }, heartbeatMs).unref()

    function leave() {
      open.delete(one)
      clearInterval(heartbeat)
      clearTimeout(timer)
    }
    open.add(one)
    return new ReadableStream(
      {
        start(its) {
          controller = its
          // Send this at once, so that proxies pass the headers on.
          send(`retry: ${retryMs}\n\n`)
          void read()
        },
        cancel: leave,
      },
      new CountQueuingStrategy({ highWaterMark: mostUnread }),
    )
  }

  const endAll = () => {
    for (const one of [...open]) one.end()
  }
  return {
    /** @throws DomainError too_many */
    open(subscriber: Subscriber): ReadableStream<Uint8Array> {
      if ([...open].filter(({ account }) => account === subscriber.account).length >= mostOfOne)
        throw new DomainError('too_many', 'too_many_streams', tooMany.message(), tooMany)
      const stream = start(subscriber)
      if (isClosed) endAll()
      return stream
    },
    /** Reports a change to a topic. @param notice for streams whose events say what changed */
    publish(topic: string, notice = '') {
      remember(topic)
      for (const one of open) one.publish(topic, notice)
    },
    /**
     * Returns how many milliseconds ago a topic may last have changed. A page with older data may have missed a change
     * before its stream opened.
     */
    sinceChange(topic: string) {
      const since = performance.now() - (changedAt.get(topic) ?? createdAt)
      return Math.min(Math.round(since), REMEMBERED_MS)
    },
    count: () => open.size,
    /** Ends all streams now, and ends each new one at once. */
    close() {
      isClosed = true
      endAll()
    },
  }
}

export type ServerStreams = ReturnType<typeof createServerStreams>

/** Headers that forbid proxies to cache, compress, or buffer the stream. */
const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'private, no-store, no-transform',
  'X-Accel-Buffering': 'no',
}

export async function streamReply(c: Context, stream: ReadableStream<Uint8Array>) {
  if (c.req.method !== 'HEAD') return c.body(stream, 200, STREAM_HEADERS)
  // A HEAD request would leave the stream open.
  await stream.cancel()
  return c.body(null, 200, STREAM_HEADERS)
}
