import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import {
  Logger as GraphileLogger,
  parseCronItems,
  type RunnerOptions,
  run,
  type Task,
  type TaskList,
  type WorkerEvents,
  type WorkerPool,
} from 'graphile-worker'
import type pg from 'pg'
import type { Logger } from 'pino'
import { openPool } from './db/connect.ts'
import type { Metrics } from './metrics.ts'
import { traced } from './tracing.ts'

/** Handles a job. It must be safe to run twice. `isLastAttempt` means that no retry follows. */
export type JobHandler = (payload: unknown, run: { isLastAttempt: boolean }) => Promise<void>

/** First key of the advisory locks that workers hold while they are alive. */
export const WORKER_LOCK = 7_301

/**
 * How often workers look for jobs that trickle in. Each look is one statement, and the jobs that it finds run together.
 */
const LOOK_MS = 100
/** The same for slow tasks: each new job of any task triggers a look. */
const LOOK_FOR_SLOW_MS = 500

const POLL_MS = 2000
/** How long we wait before we reconnect to a lost queue, in milliseconds. */
const AGAIN_MS = 1000

type Options = {
  url: string
  concurrency: number
  tasks: Record<string, JobHandler>
  /** Kinds of long tasks: this many of each at a time, in addition to the others and never in their place. */
  slow?: { concurrency: number; tasks: string[] }[]
  /** Crontab pattern by task name. */
  schedule: Record<string, string>
  log: Logger
  metrics: Metrics
  /** How often workers look for jobs whose announcement was lost. Tests that need no polling set it to minutes. */
  pollMs?: number
  onFailure?: (error: unknown) => void
}

/**
 * Runs jobs from the queue until it is stopped. If the database goes away while a job ends, Graphile Worker stops for
 * good. We then try to restart it until the database is back, and the job runs again.
 * @throws the database's error if the first start fails
 */
export async function startWorker(options: Options): Promise<{ stop(): Promise<void> }> {
  const { log } = options
  const stopping = Promise.withResolvers<void>()
  let isStopping = false

  async function startAgain(work: RunnerOptions): Promise<Crew | null> {
    while (!isStopping) {
      try {
        return await startCrew(work, options)
      } catch (error) {
        log.warn({ reason: (error as Error).message }, 'the queue cannot be reached')
        await Promise.race([delay(AGAIN_MS), stopping.promise])
      }
    }
    return null
  }
  async function keepWorking(work: RunnerOptions, first: Crew) {
    for (let crew: Crew | null = first; crew; crew = await startAgain(work)) {
      await Promise.race([crew.lost, stopping.promise])
      if (isStopping) return crew.stop()
      log.warn('the queue was lost')
      await crew.leave()
    }
  }
  const crews: Promise<void>[] = []
  for (const work of worksOf(options)) crews.push(keepWorking(work, await startCrew(work, options)))
  return {
    async stop() {
      isStopping = true
      stopping.resolve()
      await Promise.all(crews)
    },
  }
}

/** Lists the usual tasks with the schedule, and each kind of slow ones. Each list has its own crew. */
function worksOf(options: Options): RunnerOptions[] {
  const { concurrency, slow = [], log, metrics } = options
  const taskList: TaskList = {
    'queue.free-dead': (_payload, { withPgClient }) => withPgClient(freeJobsOfDeadWorkers),
  }
  const slowTaskLists = slow.map((): TaskList => ({}))
  for (const [name, handle] of Object.entries(options.tasks)) {
    const list = slowTaskLists[slow.findIndex(({ tasks }) => tasks.includes(name))] ?? taskList
    list[name] = async (payload, { job }) => {
      const startedAt = performance.now()
      const isLastAttempt = job.attempts >= job.max_attempts
      const measure = (outcome: string) =>
        metrics.jobs.observe({ task: name, outcome }, (performance.now() - startedAt) / 1000)
      metrics.jobWaits.observe({ task: name }, Math.max(0, Date.now() - job.run_at.getTime()) / 1000)
      const about = { name: `job ${name}`, kind: 'consumer' as const, attributes: { 'job.attempt': job.attempts } }
      await traced(about, () => handle(payload, { isLastAttempt })).then(
        () => measure('done'),
        (error) => {
          measure(isLastAttempt ? 'gave_up' : 'failed')
          throw error
        },
      )
    }
  }
  const logger = new GraphileLogger((scope) => (level, message, meta) => {
    const line = { scope: scope.label, task: scope.taskIdentifier, job: scope.jobId }
    // The library's log line about a failed job quotes the error's message, which may contain anything.
    if (meta?.failure) {
      options.onFailure?.(meta.error)
      log.error({ ...factsOfJob(meta.job), err: meta.error }, 'a job failed')
    } else if (level === 'error') log.error(line, message)
    else if (level === 'warning') log.warn(line, message)
    else log.debug(line, message)
  })
  const schedule = { 'queue.free-dead': '* * * * *', ...options.schedule }
  // These delays make Graphile Worker record results in batches. Without batches, an error while recording could not be
  // caught.
  const ends = { completeJobBatchDelay: 25, failJobBatchDelay: 25 }
  // Graphile Worker does not await its own shutdown, so an uncaught error there would end the process.
  const middleware = { poolGracefulShutdown: (next: () => PromiseLike<void> | void) => settled(next()) }
  const plugins = [{ name: 'showingbooker', version: '1', worker: { middleware } }]
  const works: RunnerOptions[] = [
    {
      taskList,
      logger,
      concurrency,
      parsedCronItems: parseCronItems(
        Object.entries(schedule).map(([task, match]) => ({
          task,
          match,
          // One waiting run of each is enough, even after a long outage of the queue.
          options: { backfillPeriod: 0, jobKey: `cron:${task}`, jobKeyMode: 'replace' as const },
        })),
      ),
      preset: {
        plugins,
        worker: { localQueue: { size: concurrency * 5 }, ...ends, pollInterval: options.pollMs ?? POLL_MS },
      },
    },
  ]
  for (const [at, kind] of slow.entries())
    works.push({
      taskList: slowTaskLists[at] ?? {},
      logger,
      concurrency: kind.concurrency,
      parsedCronItems: [],
      // Fetch one at a time, because a prefetched job would wait here while another process is free.
      preset: { plugins, worker: { ...ends, pollInterval: options.pollMs ?? POLL_MS } },
    })
  return works
}

const settled = async (shutdown: PromiseLike<void> | void) => {
  await Promise.allSettled([shutdown])
}

type Crew = {
  /** Resolves if it stops taking jobs without our request. */
  lost: Promise<void>
  /** Waits until its jobs have ended and their results are recorded. */
  stop(): Promise<void>
  /** Waits until its jobs have ended. It records nothing: another crew frees them, and they run again. */
  leave(): Promise<void>
}

/**
 * Starts workers that end together. A dead process keeps its jobs locked, and Graphile Worker would free them only after
 * four hours. So each worker holds an advisory lock under its ID, and each crew, at its start and every minute, frees the
 * jobs of workers whose lock is gone. Handlers are idempotent, so a wrong guess only costs a repetition.
 */
async function startCrew(work: RunnerOptions, { url, log }: Options): Promise<Crew> {
  await using started = new AsyncDisposableStack()
  // A lost crew may never return its connections, so each crew has its own pool.
  const max = (work.concurrency ?? 1) + 3
  const pool = openPool(url, { max, application_name: 'showingbooker worker' })
  started.defer(() => pool.end())
  let isLeaving = false
  // Log only the reason, because the error itself contains the whole connection.
  pool.on('error', ({ message }) => isLeaving || log.warn({ reason: message }, 'an idle worker connection was lost'))
  const heartbeat = started.adopt(await openHeartbeat(pool, log), (it) => it.close())

  const events = new EventEmitter() as WorkerEvents
  const ids = new Set<string>()
  const registerWorker = (id: string | undefined) => {
    if (!id || ids.has(id)) return
    ids.add(id)
    heartbeat.hold(id)
  }
  events.on('pool:create', ({ workerPool }) => {
    registerWorker(workerPool.id)
    callSparingly(workerPool, work.preset?.worker?.localQueue ? LOOK_MS : LOOK_FOR_SLOW_MS)
  })
  events.on('worker:create', ({ worker }) => registerWorker(worker.workerId))
  const lost = Promise.withResolvers<void>()
  let isLost = false
  events.on('pool:gracefulShutdown', () => {
    if (!isLeaving) {
      isLost = true
      loseConnections(pool)
    }
    lost.resolve()
  })

  const underWay = new Set<unknown>()
  const taskList = Object.fromEntries(
    Object.entries(work.taskList ?? {}).map(([name, handle]): [string, Task] => [
      name,
      async (...about) => {
        const job = Promise.resolve(handle?.(...about)).finally(() => underWay.delete(job))
        underWay.add(job)
        await job
      },
    ]),
  )
  await freeJobsOfDeadWorkers(pool)
  const runner = await run({ ...work, taskList, pgPool: pool, events, noHandleSignals: true })
  started.move()

  async function leave() {
    isLeaving = true
    loseConnections(pool)
    // It takes no more jobs, but it may never end: if it fails twice to record how jobs ended, it loses count of them.
    void runner.stop().catch(() => undefined)
    while (underWay.size > 0) await Promise.allSettled(underWay)
    await heartbeat.close()
    void pool.end()
  }
  return {
    lost: lost.promise,
    leave,
    async stop() {
      const isThere = !isLost && (await isQueueThere(pool))
      if (!isThere || isLost) {
        log.warn('the queue cannot be reached, so running jobs will run again')
        return leave()
      }
      isLeaving = true
      await runner.stop()
      await heartbeat.close()
      await pool.end()
    },
  }
}

const isQueueThere = (pool: pg.Pool): Promise<boolean> =>
  pool.query('select from graphile_worker._private_jobs limit 1').then(
    () => true,
    () => false,
  )

/**
 * Makes every later request for a connection wait forever. A lost crew tries to return the jobs that it has fetched,
 * and an error there cannot be caught and would end the process.
 */
function loseConnections(pool: pg.Pool): void {
  pool.connect = () => new Promise<never>(() => undefined)
}

/**
 * Limits how often calls make workers look for jobs. The first call looks at once. Calls during the pause after it
 * share one look at the end of the pause. The library's own `refetchDelay` drops such calls, and their jobs would wait
 * for the next poll.
 */
function callSparingly(workers: WorkerPool, apartMs: number): void {
  const look = workers.nudge.bind(workers)
  let isResting = false
  let called = 0
  function rest() {
    isResting = true
    setTimeout(() => {
      isResting = false
      const count = called
      called = 0
      if (count > 0) workers.nudge(count)
    }, apartMs).unref()
  }
  workers.nudge = (count) => {
    if (isResting) {
      called += count
      return
    }
    rest()
    try {
      look(count)
    } catch {
      // The workers have ended.
    }
  }
}

/** Returns what we log about a job, without its payload. */
const factsOfJob = (job: unknown) => {
  const { task_identifier, id, attempts } = job as { task_identifier: string; id: string; attempts: number }
  return { task: task_identifier, job: id, attempt: attempts }
}

/** Opens the connection that holds our workers' locks. The locks end with it. */
async function openHeartbeat(pool: pg.Pool, log: Logger) {
  const held: string[] = []
  let client: pg.PoolClient | undefined
  let closed = false
  let retry: NodeJS.Timeout | undefined
  let queue = Promise.resolve()
  const hold = (on: pg.PoolClient, id: string) => {
    queue = queue.then(async () => {
      await on
        .query('select pg_advisory_lock_shared($1, hashtext($2))', [WORKER_LOCK, id])
        .catch(({ message }) => log.warn({ reason: message }, 'the heartbeat failed'))
    })
  }
  const reconnect = () => {
    if (!closed) retry = setTimeout(() => connect().catch(reconnect), 1000)
  }

  async function connect() {
    const next = await pool.connect()
    if (closed) return next.release(true)
    client = next
    next.once('error', () => {
      // If we are closing, we have already released it.
      if (client !== next) return
      client = undefined
      next.release(true)
      reconnect()
    })
    for (const id of held) hold(next, id)
  }
  await connect()
  return {
    hold(id: string) {
      held.push(id)
      if (client) hold(client, id)
    },
    async close() {
      closed = true
      clearTimeout(retry)
      const last = client
      client = undefined
      // The server notices a closed connection only later, and until then the next crew would not free our jobs.
      await queue
      await last?.query('select pg_advisory_unlock_all()').catch(() => undefined)
      last?.release(true)
    },
  }
}

/** Frees jobs locked by workers that no longer hold their lock. */
async function freeJobsOfDeadWorkers(database: pg.Pool | pg.PoolClient): Promise<void> {
  await database.query(
    `select graphile_worker.force_unlock_workers(array_agg(worker))
     from (select distinct locked_by as worker from graphile_worker.jobs where locked_by is not null) locked
     where pg_try_advisory_xact_lock($1, hashtext(worker))
     having count(*) > 0`,
    [WORKER_LOCK],
  )
}
