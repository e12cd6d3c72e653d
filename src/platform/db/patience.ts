import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

/** Shorter than PostgreSQL's own look for a deadlock (1 s), so that we give up and never the work that we met. */
const LOCK_TIMEOUT_MS = 500
const PAUSE_MS = 250
const MOST_TRIES = 240

/** `lock_not_available` and `deadlock_detected` */
const BUSY = ['55P03', '40P01']

/**
 * Runs work in a transaction that waits only briefly for each lock, because everybody who comes later queues behind it.
 * It tries again for some minutes. The work must be possible to repeat.
 */
export async function inPatientTransaction(client: pg.Client, work: () => Promise<unknown>): Promise<void> {
  for (let tries = 1; ; tries++) {
    try {
      await client.query('begin')
      await client.query(`select set_config('lock_timeout', $1, true)`, [`${LOCK_TIMEOUT_MS}ms`])
      await work()
      await client.query('commit')
      return
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      if (!BUSY.includes((error as { code?: string }).code ?? '') || tries === MOST_TRIES) throw error
      await delay(PAUSE_MS)
    }
  }
}

/** Takes a lock of the session by asking again and again. One who waits in PostgreSQL would block `create index concurrently`. */
export async function takeSessionLock(client: pg.Client, lock: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock])
    if (rows[0]?.taken) return
    await delay(PAUSE_MS)
  }
}
