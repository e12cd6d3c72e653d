import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

/**
 * PostgreSQL checks waiting sessions for deadlocks after one second. Three waits of 200 ms stay below that, so we give up
 * before it cancels anyone.
 */
const BRIEF_MS = 200
/** Longer than that second: only then does PostgreSQL end an autovacuum that has the lock. */
const LONG_MS = 1200
const LONG_EVERY = 8
const PAUSE_MS = 250
const LIMIT_MS = 600_000

/** `lock_not_available` and `deadlock_detected` */
const BUSY = ['55P03', '40P01']

/** Whether others had the locks that a statement needed. */
export const isBusy = (error: unknown): boolean => BUSY.includes((error as { code?: string } | null)?.code ?? '')

/** Does something again while others have the locks that it needs, for ten minutes. @throws what the last try threw */
export async function retryWhileBusy(work: (tries: number) => Promise<unknown>): Promise<void> {
  const end = performance.now() + LIMIT_MS
  for (let tries = 1; ; tries++) {
    try {
      await work(tries)
      return
    } catch (error) {
      if (!isBusy(error) || performance.now() > end) throw error
      await delay(PAUSE_MS)
    }
  }
}

/**
 * Runs a transaction that waits for each lock only briefly, because every later statement queues behind it, and runs
 * it again while others have one. The work must be possible to repeat, and lock one table and what that table refers to.
 */
export const inBriefLocks = (client: pg.Client, work: () => Promise<unknown>): Promise<void> =>
  retryWhileBusy(async (tries) => {
    try {
      await client.query('begin')
      const waitMs = tries % LONG_EVERY === 0 ? LONG_MS : BRIEF_MS
      await client.query(`select set_config('lock_timeout', $1, true)`, [`${waitMs}ms`])
      await work()
      await client.query('commit')
    } catch (error) {
      await client.query('rollback').catch(() => undefined)
      throw error
    }
  })

/** Takes a lock of the session by asking again and again. Waiting for it in PostgreSQL would block `create index concurrently`. */
export async function takeSessionLock(client: pg.Client, lock: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock])
    if (rows[0]?.taken) return
    await delay(PAUSE_MS)
  }
}
