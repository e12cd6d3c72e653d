import type { News, Subscriber } from './server-streams.ts'

/** The current state. */
export type StateNow = {
  /** The event's ID. It increases with every change. */
  revision: number
  /** One line. We send it if it differs from the last one. */
  data: string
  isOver: boolean
  isWaiting: boolean
}

/**
 * Reads events that each contain the whole state, with its revision as ID. A reader who reconnects with the last ID
 * gets the newest state and misses nothing that still matters.
 * @param of.lastRevision the last revision that we sent, or null
 * @param of.read returns null if the state is gone or the subscriber may no longer see it. If it throws, we read again
 * later
 */
export function stateReader(of: {
  event: string
  lastRevision: number | null
  read: () => Promise<StateNow | null>
}): Subscriber['read'] {
  let sent: string | null = null
  let revision = of.lastRevision ?? -1
  let isWaiting = false

  return async (): Promise<News> => {
    const now = await of.read().catch(() => undefined)
    if (now === undefined) return { events: [], isWaiting }
    if (now === null) return { events: [], isOver: true }
    const { data, isOver } = now
    isWaiting = now.isWaiting
    const isNew = sent === null ? now.revision > revision : now.revision >= revision && data !== sent
    sent = data
    revision = Math.max(revision, now.revision)
    return { events: isNew ? [{ event: of.event, id: now.revision, data }] : [], isOver, isWaiting }
  }
}
