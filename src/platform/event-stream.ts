import { createOpenStreams, type Hearing } from './open-streams.ts'

/** Whoever has a stream open; its topic EVERYTHING: it is told of all. */
export type Hearer = Pick<Hearing, 'account' | 'topic'> & Required<Pick<Hearing, 'mayStay'>>

export const EVERYTHING = '*'

/** Streams that say that something has changed, and of what. */
export function createEventStreams({
  heartbeatMs = 25_000,
  /** Events that come faster than this are told as one. */
  pauseMs = 1_000,
  ...limits
}: {
  mostOfOne?: number
  heartbeatMs?: number
  lastingMs?: number
  pauseMs?: number
} = {}) {
  const streams = createOpenStreams<Hearing & { tell(data: string): void }>({ heartbeatMs, ...limits })

  return {
    /** null: the account has as many as it may. */
    open: (hearer: Hearer) =>
      streams.open(hearer.account, (line) => {
        let toldAt = Number.NEGATIVE_INFINITY
        let waiting: NodeJS.Timeout | undefined
        let untold = ''
        const tellNow = () => {
          waiting = undefined
          toldAt = performance.now()
          line.send(`event: change\ndata: ${untold}\n\n`)
        }
        return {
          ...hearer,
          tell(data) {
            untold = data
            waiting ??= setTimeout(tellNow, Math.max(0, toldAt + pauseMs - performance.now()))
          },
          leave: () => clearTimeout(waiting),
        }
      }),
    /** Event `change` to whoever hears this topic. @param data one line */
    tell(topic: string, data: string) {
      for (const one of streams.all()) if (one.topic === topic || one.topic === EVERYTHING) one.tell(data)
    },
    count: streams.count,
    close: streams.close,
  }
}

export type EventStreams = ReturnType<typeof createEventStreams>
