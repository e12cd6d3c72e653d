import { createOpenStreams, type Hearing, type Line } from './open-streams.ts'

/** Nobody between may keep it, press it or wait for its end. */
export const STREAM_HEADERS = {
  'Content-Type': 'text/event-stream; charset=utf-8',
  'Cache-Control': 'private, no-store, no-transform',
  'X-Accel-Buffering': 'no',
}

/** A state as it is now. */
export type Seen = {
  /** Raised with every change: the event's id. */
  revision: number
  /** One line, told when it differs from what was told last. */
  data: string
  /** Nothing comes after it. */
  isOver: boolean
  /** It depends on others too, so it is looked at again when any of them changes. */
  isWaiting: boolean
}

export type StateHearer = {
  /** Whose stream it is; so many at most. */
  account: string
  /** Of what: `tell` names it. */
  topic: string
  /** Name of the events. */
  event: string
  /** What was told already; null: nothing. */
  lastRevision: number | null
  /** null: it is gone, or whoever hears it may not any more. What it throws is no answer: it is looked at again later. */
  read(): Promise<Seen | null>
}

type Looking = Hearing & { isWaiting(): boolean; look(pauseMs: number): void }

/**
 * Streams of the states of things, each with its revision as id. An event holds the whole state: whoever comes back with
 * the last id that he saw is told the newest one, and misses nothing that still matters. A stream ends with what it
 * tells of, too.
 */
export function createStateStreams({
  /** Changes that come faster than this are told as one. */
  pauseMs = 200,
  /** The same for changes of others. */
  waitingPauseMs = 1_000,
  ...limits
}: {
  mostOfOne?: number
  heartbeatMs?: number
  lastingMs?: number
  pauseMs?: number
  waitingPauseMs?: number
} = {}) {
  const streams = createOpenStreams<Looking>(limits)

  function follow(hearer: StateHearer, line: Line): Looking {
    let timer: NodeJS.Timeout | undefined
    let isLooking = false
    let mustLookAgain = false
    let lookedAt = Number.NEGATIVE_INFINITY
    let told: string | null = null
    let revision = hearer.lastRevision ?? -1
    let isWaiting = false

    async function lookNow() {
      timer = undefined
      if (isLooking) {
        mustLookAgain = true
        return
      }
      isLooking = true
      lookedAt = performance.now()
      const seen = await hearer.read().catch(() => undefined)
      isLooking = false
      if (!line.isOpen()) return
      if (seen === null) return line.end()
      if (seen) tell(seen)
      if (mustLookAgain && line.isOpen()) {
        mustLookAgain = false
        look(pauseMs)
      }
    }

    function tell(seen: Seen) {
      isWaiting = seen.isWaiting
      const isNew = told === null ? seen.revision > revision : seen.revision >= revision && seen.data !== told
      told = seen.data
      revision = Math.max(revision, seen.revision)
      if (isNew) line.send(`event: ${hearer.event}\nid: ${seen.revision}\ndata: ${seen.data}\n\n`)
      if (seen.isOver) line.end()
    }

    function look(pause: number) {
      timer ??= setTimeout(lookNow, Math.max(0, lookedAt + pause - performance.now()))
    }
    return {
      account: hearer.account,
      topic: hearer.topic,
      isWaiting: () => isWaiting,
      look,
      begin: () => void lookNow(),
      beat: () => look(0),
      leave: () => clearTimeout(timer),
    }
  }

  return {
    /** null: the account has as many as it may. */
    open: (hearer: StateHearer) => streams.open(hearer.account, (line) => follow(hearer, line)),
    /** It has changed. */
    tell(topic: string) {
      for (const one of streams.all()) {
        if (one.topic === topic) one.look(pauseMs)
        else if (one.isWaiting()) one.look(waitingPauseMs)
      }
    },
    count: streams.count,
    close: streams.close,
  }
}

export type StateStreams = ReturnType<typeof createStateStreams>
