import { sql } from 'kysely'
import pg from 'pg'
import type { Logger } from 'pino'
import type { Database } from './connect.ts'

/** An event as record_event stores it and notifies listeners. */
export type StoredEvent = { name: string; subject: string; data: Record<string, unknown> }

/**
 * Returns the events committed since a position, in the order in which they were written, and the new position. A
 * position is a PostgreSQL snapshot: it says which transactions its reader has seen. An event's number would not work:
 * it is assigned before the commit, so a reader would skip events that commit late.
 * @param position null: the reader has seen nothing yet and begins now
 */
export async function readEvents(
  client: Pick<pg.ClientBase, 'query'>,
  position: string | null,
): Promise<{ events: StoredEvent[]; position: string }> {
  const { rows } = await client.query<{ position: string; event: StoredEvent | null }>(
    `select here.position::text as position,
      case when e.id is not null then json_build_object('name', e.name, 'subject', e.subject_id, 'data', e.data) end as event
    from (select pg_current_snapshot() as position) here left join event e
      on e.xid >= pg_snapshot_xmin($1::pg_snapshot) and not pg_visible_in_snapshot(e.xid, $1::pg_snapshot)
    order by e.id`,
    [position],
  )
  return { events: rows.flatMap(({ event }) => event ?? []), position: rows[0]?.position ?? '' }
}

export async function deleteOldEvents(db: Database, before: Temporal.Instant) {
  await sql`delete from event where at < ${before.toString()}`.execute(db)
}

/**
 * How often we check the connection, because a firewall may silently drop an idle one. PostgreSQL has until the next
 * check to answer.
 */
const PULSE_MS = 15_000

/**
 * Listens for events on its own connection until it is closed. It reconnects automatically and reads what it missed,
 * and may repeat some events. `onListening(false)` means that events come late from now on, `onListening(true)` that
 * they come at once again.
 */
export function listenToEvents(
  url: string,
  handlers: {
    onEvent(event: StoredEvent): void
    onListening(isListening: boolean): void
    log: Logger
  },
  { pulseMs = PULSE_MS } = {},
) {
  let closed = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined
  let pulse: NodeJS.Timeout | undefined
  /** Everything from earlier transactions has been received. */
  let since: string | undefined

  async function connect(): Promise<void> {
    const next = new pg.Client({
      connectionString: url,
      connectionTimeoutMillis: 5_000,
      keepAlive: true,
      application_name: 'showingbooker listen',
    })
    client = next
    next.on('notification', ({ payload = '' }) => {
      const { since: seenBefore, ...event } = JSON.parse(payload)
      handlers.onEvent(event)
      since = seenBefore
    })
    let lost = false
    const onLost = (error?: Error) => {
      if (lost || closed) return
      lost = true
      clearInterval(pulse)
      // A stream that opened before the first connection may have missed something.
      since ??= '1'
      handlers.onListening(false)
      handlers.log.warn({ err: error }, 'the connection for events was lost, reconnecting')
      next.end().catch(() => undefined)
      retry = setTimeout(connect, 1000)
    }
    next.on('error', onLost)
    next.on('end', onLost)
    function startPulse() {
      let isAnswered = true
      pulse = setInterval(() => {
        if (!isAnswered) return onLost(new Error('the database does not answer'))
        isAnswered = false
        next.query('select').then(() => {
          isAnswered = true
        }, onLost)
      }, pulseMs)
    }
    try {
      await next.connect()
      await next.query('listen event')
      const { events, position } = await readEvents(next, since ? `${since}:${since}:` : null)
      for (const event of events) handlers.onEvent(event)
      // After a failover, the new primary may lack our latest position and reuse its transaction numbers. A notified event
      // is already on that replica, so only notifications move the position.
      since ??= position.split(':')[0]
      if (lost || closed) return
      startPulse()
      handlers.onListening(true)
    } catch (error) {
      onLost(error as Error)
    }
  }

  return {
    started: connect(),
    async close() {
      closed = true
      clearTimeout(retry)
      clearInterval(pulse)
      await client?.end().catch(() => undefined)
    },
  }
}
