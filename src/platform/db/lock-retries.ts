import { setTimeout as delay } from 'node:timers/promises'
import type pg from 'pg'

/**
 * PostgreSQL checks waiting sessions for deadlocks after one second. Three waits of 200 ms stay below that, so we give up
 * before it cancels anyone.
 */
const BRIEF_MS = 200
/** Longer than that second, because only then does PostgreSQL cancel an autovacuum that has the lock. */
const LONG_MS = 1200
const LONG_EVERY = 8
const PAUSE_MS = 250
const LIMIT_MS = 600_000

/** `lock_not_available` and `deadlock_detected` */
const BUSY = ['55P03', '40P01']

/** Tells whether a statement failed because others had the locks that it needed. */
export const isBusy = (error: unknown): boolean => BUSY.includes((error as { code?: string } | null)?.code ?? '')

/** Repeats work for up to ten minutes while others have the locks that it needs. @throws the last attempt's error */
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
 * Runs a transaction that waits for each lock only briefly, because every later statement queues behind it, and repeats
 * it while others have one. The work must be repeatable, and must lock only one table and the tables that it
 * references.
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

/** Takes a session lock by polling, because waiting for it in PostgreSQL would block `create index concurrently`. */
export async function takeSessionLock(client: pg.Client, lock: number): Promise<void> {
  for (;;) {
    const { rows } = await client.query<{ taken: boolean }>('select pg_try_advisory_lock($1) as taken', [lock])
    if (rows[0]?.taken) return
    await delay(PAUSE_MS)
  }
}
