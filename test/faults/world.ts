import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Substitutes } from '../../src/compose.ts'
import { type Database, openDatabase } from '../../src/platform/db/connect.ts'
import { type TestApp, testApp, testClock } from '../app.ts'
import { freshDatabase } from '../database.ts'
import { createProcess, openProcessDatabase } from './process.ts'
import { startVendors } from './vendors.ts'

const PUBLIC_URL = 'https://showings.example.com'
/** How long we wait for a vendor: longer than a busy machine needs to answer, or an accepted mail counts as doubled. */
const PATIENCE_MS = 8000
/** Jobs that the product schedules each minute. */
const EACH_MINUTE = [
  'lifecycle.sweep',
  'notification.finish-abandoned',
  'reminder.sweep',
  'letter.sweep',
  'showing.complete-ended',
]
/** The queue's own pauses between attempts, in seconds (Graphile Worker: exp(least(10, attempt))). */
const pauseOf = (attempts: number) => Math.ceil(Math.exp(Math.min(10, attempts)))

/** Error codes of an unreachable database. */
const AWAY = /ECONN|57P0|terminat|closed|Connection|timeout/i

type Job = { id: string; name: string; payload: unknown; attempts: number; max_attempts: number }

/**
 * Opens the vendors, a database, and the product's process, which tests kill and restart. The process's clock can be
 * wrong; the vendors' clock is right.
 * @param options `url`: a database that may restart; the default is a new one. `substitutes`: bugs in the product
 */
export async function openWorld(options: { url?: string; substitutes?: Substitutes } = {}) {
  const own = options.url ? null : await freshDatabase({ max: 4 })
  const url = options.url ?? own?.url ?? ''
  const folder = await mkdtemp(join(tmpdir(), 'showingbooker-faults-'))
  const start = Temporal.Now.instant().round('second')
  const trueClock = testClock(start.toString())
  const clock = testClock(start.toString())
  const watching = openDatabase(url, { max: 2 })
  const vendors = await startVendors(() => new Date(trueClock.now().epochMilliseconds))
  let process = createProcess()
  let database = openProcessDatabase(url, process)
  let app: TestApp
  let restarts = -1
  let restarting: Promise<void> | undefined

  async function launch() {
    process = createProcess()
    database = openProcessDatabase(url, process)
    vendors.serve(process)
    app = await testApp({
      ...options.substitutes,
      database,
      folder,
      clock,
      env: vendors.env(PUBLIC_URL),
      vendorTimeoutMs: PATIENCE_MS,
    })
    // A dead worker's locks are free again (platform/jobs.ts).
    await sql`update graphile_worker._private_jobs set locked_at = null, locked_by = null`.execute(watching.db)
    restarts++
  }
  await launch()

  async function restart() {
    process.die()
    await database.cut()
    await app.close()
    await launch()
  }

  /** @returns whether the process is alive */
  async function runJob({ id, name, payload, attempts, max_attempts }: Job): Promise<boolean> {
    const { db } = app
    try {
      // An attempt counts when it begins, as in the queue.
      const taken = await sql`
        update graphile_worker._private_jobs set attempts = attempts + 1, locked_at = now(), locked_by = 'faults'
        where id = ${id} and locked_at is null returning id`.execute(db)
      if (taken.rows.length === 0) return true
      await app.jobs[name]?.(payload, { isLastAttempt: attempts + 1 >= max_attempts })
      await sql`delete from graphile_worker._private_jobs where id = ${id}`.execute(db)
    } catch {
      const at = clock
        .now()
        .add({ seconds: pauseOf(attempts + 1) })
        .toString()
      await sql`update graphile_worker._private_jobs set run_at = ${at}, locked_at = null, locked_by = null where id = ${id}`
        .execute(db)
        .catch(() => null)
    }
    return !process.isDead
  }

  const waiting = (until: string) => sql<Job>`
    select j.id, t.identifier as name, j.payload, j.attempts, j.max_attempts from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    where j.attempts < j.max_attempts and j.locked_at is null and j.run_at <= greatest(${until}::timestamptz, now())
    order by j.id`

  const world = {
    clock,
    trueClock,
    vendors,
    folder,
    url,
    observer: watching.db,
    get app() {
      return app
    },
    get process() {
      return process
    },
    get restarts() {
      return restarts
    },

    /**
     * Ends the process if it is running, and starts another one, but only one if several clients find it dead together.
     */
    restart(): Promise<void> {
      restarting ??= restart().finally(() => {
        restarting = undefined
      })
      return restarting
    },

    /** Queries the database from outside the process, as soon as the database answers. */
    async watch<T>(look: (db: Database) => Promise<T>): Promise<T> {
      for (let tries = 1; ; tries++) {
        try {
          return await look(watching.db)
        } catch (error) {
          if (!(error instanceof Error) || !AWAY.test(`${(error as { code?: unknown }).code} ${error.message}`))
            throw error
          if (tries === 200) throw error
          await delay(100)
        }
      }
    },

    advance(duration: Temporal.DurationLike) {
      clock.advance(duration)
      trueClock.advance(duration)
    },

    /** Runs the due jobs once. Ends early if the process dies. @returns how many jobs */
    async work(): Promise<number> {
      const found = await waiting(clock.now().toString())
        .execute(app.db)
        .catch(() => ({ rows: [] as Job[] }))
      for (const job of found.rows) if (!(await runJob(job))) break
      return found.rows.length
    },

    /** Does the same with as many workers as there are jobs. */
    async workAtOnce(): Promise<number> {
      const found = await waiting(clock.now().toString())
        .execute(app.db)
        .catch(() => ({ rows: [] as Job[] }))
      await Promise.all(found.rows.map(runJob))
      return found.rows.length
    },

    /** Runs the minute's schedule. */
    async minute(): Promise<void> {
      // The product logs a failure and tries again in the next minute.
      await app.orders.finishAll().catch(() => null)
      for (const name of EACH_MINUTE) {
        const job = app.jobs[name]
        if (!job) throw new Error(`there is no job ${name}`)
        if (!process.isDead) await job({}, { isLastAttempt: false }).catch(() => null)
      }
    },

    /** Lets time pass until no work is left, for at most a day. @returns the hours */
    async drain(): Promise<number> {
      const from = clock.now()
      for (;;) {
        if (process.isDead) await world.restart()
        await world.minute()
        await world.work()
        if (process.isDead) continue
        const { rows } = await sql<{ at: Date | null; open: number }>`
          select (select min(j.run_at) from graphile_worker._private_jobs j
              join graphile_worker._private_tasks t on t.id = j.task_id
              where j.attempts < j.max_attempts
                and j.run_at < ${clock.now().add({ hours: 24 }).toString()}::timestamptz) as at,
            (select count(*) from payment where status in ('opening', 'open', 'capture_due', 'refund_due'))
              + (select count(*) from notification where logged_at is null)
              + (select count(*) from letter_refund where done_at is null) as open`.execute(watching.db)
        const { at = null, open = 0 } = rows[0] ?? {}
        const passed = clock.now().since(from).total('hours')
        if ((at === null && open === 0) || passed > 24) return passed
        const now = clock.now().epochMilliseconds
        const wait = at ? Math.max(1, Math.ceil((at.getTime() - now) / 1000)) : 60
        world.advance({ seconds: Math.min(wait, 600) })
      }
    },

    async close() {
      process.die()
      await database.cut()
      await Promise.all([app.close(), vendors.close(), watching.close()])
      await own?.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
  return world
}

export type World = Awaited<ReturnType<typeof openWorld>>
