import pg from 'pg'
import type { Logger } from 'pino'

/**
 * Hears NOTIFY on some channels for as long as it is open, over one connection of its own; reconnects by itself.
 * `onHearing(false)` tells that notifications may be missed from now on, `onHearing(true)` that they are heard again.
 */
export function listen(
  url: string,
  handlers: {
    /** What is done with a channel's payload. */
    channels: Record<string, (payload: string) => void>
    onHearing(hearing: boolean): void
    log: Logger
  },
) {
  const { channels } = handlers
  let closed = false
  let client: pg.Client | undefined
  let retry: NodeJS.Timeout | undefined

  async function connect(): Promise<void> {
    const next = new pg.Client({ connectionString: url, keepAlive: true, application_name: 'showingbooker listen' })
    client = next
    next.on('notification', ({ channel, payload }) => channels[channel]?.(payload ?? ''))
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
      for (const channel of Object.keys(channels)) await next.query(`listen "${channel}"`)
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
