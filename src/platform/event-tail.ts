import { createOpenStreams, type Hearing, type Line } from './open-streams.ts'

/** One server-sent event (HTML Living Standard, section 9.2). */
export type TailEvent = { id: number; event: string; data: unknown }

/** Whoever follows a log of events; its topic is the log. */
export type Follower = Pick<Hearing, 'account' | 'topic'> & {
  /** What came after that event, in order. `isOver`: nothing will come after these; `isMore`: more is there already. */
  read(after: number): Promise<{ events: TailEvent[]; isOver: boolean; isMore?: boolean }>
  /** The newest event that is known already. */
  after: number
  mayStay: NonNullable<Hearing['mayStay']>
}

/**
 * Streams that follow logs in the database: every event once and in order, read when somebody tells that there is
 * something, and at each heartbeat for what nobody told. A stream ends with its log, too; a browser comes back with the id
 * of the last event that it heard.
 */
export function createEventTails(limits: { mostOfOne?: number; heartbeatMs?: number; lastingMs?: number } = {}) {
  const streams = createOpenStreams<Hearing & { readOn(): void }>({ mostUnread: 256, retryMs: 1_000, ...limits })

  function follow(follower: Follower, line: Line) {
    let { after } = follower
    let isReading = false
    let isBehind = false

    async function readOn(): Promise<void> {
      isBehind = true
      if (isReading) return
      isReading = true
      try {
        while (isBehind && line.isOpen()) {
          isBehind = false
          const { events, isOver, isMore } = await follower.read(after)
          if (!line.isOpen()) return
          for (const { id, event, data } of events) {
            line.send(`id: ${id}\nevent: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
            after = id
          }
          if (isOver) line.end()
          else if (isMore) isBehind = true
        }
      } catch {
        // The database was away: the browser asks again, from where it stands.
        line.end()
      } finally {
        isReading = false
      }
    }
    const { account, topic, mayStay } = follower
    const read = () => void readOn()
    return { account, topic, mayStay, begin: read, beat: read, readOn: read }
  }

  return {
    /** null: the account has as many as it may. */
    open: (follower: Follower) => streams.open(follower.account, (line) => follow(follower, line)),
    /** There is something new in this log. */
    tell(topic: string) {
      for (const one of streams.all()) if (one.topic === topic) one.readOn()
    },
    count: streams.count,
    close: streams.close,
  }
}

export type EventTails = ReturnType<typeof createEventTails>
