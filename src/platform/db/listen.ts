import pg from 'pg'
import type { Logger } from 'pino'

/**
 * Hears NOTIFY on one channel for as long as it is open, over a connection of its own; reconnects by itself.
 * `onHearing(false)` tells that notifications may be missed from now on.
 */
export function listen(
  url: string,
  channel: string,
  handlers: { onPayload(payload: string): void; onHearing(hearing: boolean): void; log: Logger },
) {
  let closed = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'showingbooker listen' })
    client = next
    next.on('notification', (message) => handlers.onPayload(message.payload ?? ''))
    let lost = false
    const onLost = (error?: Error) => {
      if (lost || closed) return
      lost = true
      handlers.onHearing(false)
      handlers.log.warn({ err: error }, 'notifications are not heard, reconnecting')
      next.end().catch(() => undefined)
      retry = setTimeout(connect, 1000)
    }
    next.on('error', onLost)
    next.on('end', onLost)
    try {
      await next.connect()
      await next.query(`listen "${channel}"`)
      if (!lost) handlers.onHearing(true)
    } catch (error) {
      onLost(error as Error)
    }
  }

  return {
    started: connect(),
    async close() {
      closed = true
      clearTimeout(retry)
      await client?.end().catch(() => undefined)
    },
  }
}
