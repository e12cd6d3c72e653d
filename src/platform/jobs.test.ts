import assert from 'node:assert/strict'
import { after, before, beforeEach, type TestContext, test } from 'node:test'
import { sql } from 'kysely'
import pg from 'pg'
import pino from 'pino'
import { type FreshDatabase, freshDatabase } from '../../test/database.ts'
import { type JobHandler, startWorker } from './jobs.ts'
import { createMetrics } from './metrics.ts'
import { until } from './processes.ts'

let database: FreshDatabase
before(async () => {
  database = await freshDatabase()
})
after(() => database.close())
beforeEach(() => sql`delete from graphile_worker._private_jobs`.execute(database.db))

const add = (task: string, attempts = 3) =>
  sql`select graphile_worker.add_job(${task}, '{"secret":"of somebody"}'::json, max_attempts => ${attempts})`.execute(
    database.db,
  )

/** Leaves every waiting job as a worker that died during it would. */
const takeAs = (worker: string) =>
  sql`update graphile_worker._private_jobs set locked_by = ${worker}, locked_at = now(), attempts = 1`.execute(
    database.db,
  )

const locked = async () =>
  (
    await sql<{
      by: string
    }>`select locked_by as by from graphile_worker.jobs where locked_by is not null and task_identifier not like 'queue.%'`.execute(
      database.db,
    )
  ).rows.map(({ by }) => by)
const waiting = async (task: string) =>
  (await sql`select from graphile_worker.jobs where task_identifier = ${task}`.execute(database.db)).rows.length

/** Tells whether a worker receives announcements of new jobs, which begins shortly after its start. */
const isListening = async () =>
  (
    await sql`select from pg_stat_activity
      where datname = current_database() and application_name = 'showingbooker worker' and query ilike 'listen%'`.execute(
      database.db,
    )
  ).rows.length > 0

async function work(
  t: TestContext,
  tasks: Record<string, JobHandler>,
  slow: { concurrency: number; tasks: string[] }[] = [],
  pollMs?: number,
) {
  const lines: string[] = []
  const log = pino({ level: 'debug' }, { write: (line: string) => void lines.push(line) })
  const metrics = createMetrics()
  const worker = await startWorker({
    url: database.url,
    concurrency: 2,
    tasks,
    schedule: {},
    log,
    metrics,
    slow,
    ...(pollMs && { pollMs }),
  })
  let isStopped = false
  const stop = async () => {
    if (!isStopped) await worker.stop()
    isStopped = true
  }
  t.after(stop)
  return { lines, metrics, stop }
}

/** Creates a handler that counts its runs, and waits for the test's gate. */
function counted(gate: Promise<void> = Promise.resolve()) {
  const ran = Promise.withResolvers<void>()
  const counter = { times: 0, ran: ran.promise }
  const handle: JobHandler = async () => {
    counter.times++
    ran.resolve()
    await gate
  }
  return { counter, handle }
}

test('frees the jobs of a dead worker at the next start', async (t) => {
  await add('one')
  await takeAs('worker-that-died')
  const { counter, handle } = counted()
  await work(t, { one: handle })
  await counter.ran
  assert.equal(counter.times, 1)
})

test('leaves the jobs of a live worker alone', async (t) => {
  await add('one')
  await takeAs('worker-that-lives')
  const alive = new pg.Client({ connectionString: database.url })
  await alive.connect()
  t.after(() => alive.end())
  await alive.query("select pg_advisory_lock_shared(7301, hashtext('worker-that-lives'))")
  const { counter, handle } = counted()
  const other = counted()
  await work(t, { one: handle, two: other.handle })
  await add('two')
  await other.counter.ran
  assert.equal(counter.times, 0)
  assert.ok((await locked()).includes('worker-that-lives'))
  // It dies, and the minute's sweep notices.
  await alive.end()
  await add('queue.free-dead')
  await counter.ran
})

test('a second process does not take jobs that the first is working on', async (t) => {
  const gate = Promise.withResolvers<void>()
  const first = counted(gate.promise)
  const { stop } = await work(t, { slow: first.handle })
  await add('slow')
  await first.counter.ran
  const second = counted()
  const marker = counted()
  await work(t, { slow: second.handle, marker: marker.handle })
  await add('marker')
  await marker.counter.ran
  gate.resolve()
  await stop()
  assert.deepEqual([first.counter.times, second.counter.times], [1, 0])
  assert.equal(await waiting('slow'), 0)
})

test('slow jobs take only their own places, and the others keep running', async (t) => {
  const gate = Promise.withResolvers<void>()
  const slow = counted(gate.promise)
  const quick = counted()
  await work(t, { slow: slow.handle, quick: quick.handle }, [{ concurrency: 1, tasks: ['slow'] }])
  for (let number = 0; number < 5; number++) await add('slow')
  await slow.counter.ran
  await add('quick')
  await quick.counter.ran
  assert.equal(slow.counter.times, 1)
  gate.resolve()
  assert.ok(await until(() => slow.counter.times === 5, 10_000))
})

test('slow jobs of one kind take no place of another kind', async (t) => {
  const gate = Promise.withResolvers<void>()
  const [slow, other] = [counted(gate.promise), counted()]
  const slowTasks = [
    { concurrency: 1, tasks: ['slow'] },
    { concurrency: 1, tasks: ['other'] },
  ]
  await work(t, { slow: slow.handle, other: other.handle }, slowTasks)
  for (let number = 0; number < 2; number++) await add('slow')
  await slow.counter.ran
  await add('other')
  await other.counter.ran
  assert.equal(slow.counter.times, 1)
  gate.resolve()
  assert.ok(await until(() => slow.counter.times === 2, 10_000))
})

test('runs a job that arrives right after another without waiting for the next poll', async (t) => {
  const gate = Promise.withResolvers<void>()
  const held = counted(gate.promise)
  const next = counted()
  t.after(() => gate.resolve())
  await work(t, { held: held.handle, next: next.handle }, undefined, 600_000)
  const end = performance.now() + 20_000
  while (!(await isListening())) assert.ok(performance.now() < end, 'the worker does not listen')
  await add('held')
  await held.counter.ran
  await add('next')
  assert.ok(await until(() => next.counter.times === 1, 20_000))
  gate.resolve()
})

test('a stop waits for the running job', async (t) => {
  const gate = Promise.withResolvers<void>()
  const { counter, handle } = counted(gate.promise)
  const { stop } = await work(t, { slow: handle })
  await add('slow')
  await counter.ran
  let isStopped = false
  const stopped = stop().then(() => {
    isStopped = true
  })
  assert.equal(isStopped, false)
  gate.resolve()
  await stopped
  assert.equal(await waiting('slow'), 0)
})

test('retries a failed job, tells it about its last attempt, and keeps it as a dead letter', async (t) => {
  const lasts: boolean[] = []
  const { metrics } = await work(t, {
    failing: async (_payload, { isLastAttempt }) => {
      lasts.push(isLastAttempt)
      throw new Error('not today')
    },
  })
  await add('failing', 2)
  for (const tries of [1, 2]) {
    assert.ok(await until(() => lasts.length === tries, 10_000))
    await untilUnlocked()
    await sql`update graphile_worker._private_jobs set run_at = now()`.execute(database.db)
  }
  assert.deepEqual(lasts, [false, true])
  const { rows } =
    await sql`select attempts, last_error from graphile_worker.jobs where task_identifier = 'failing'`.execute(
      database.db,
    )
  assert.deepEqual(rows, [{ attempts: 2, last_error: 'not today' }])
  const figures = await metrics.registry.metrics()
  assert.match(figures, /^job_duration_seconds_count\{task="failing",outcome="failed"\} 1$/m)
  assert.match(figures, /^job_duration_seconds_count\{task="failing",outcome="gave_up"\} 1$/m)
  assert.match(figures, /^job_wait_seconds_count\{task="failing"\} 2$/m)
})

async function untilUnlocked() {
  const end = performance.now() + 10_000
  while ((await locked()).length > 0) assert.ok(performance.now() < end, 'a job stays locked')
}

test('logs a failed job by its task, without its payload and without the values that the database quotes', async (t) => {
  const { lines, stop } = await work(t, {
    failing: async () => {
      await sql`select 'secret value'::uuid`.execute(database.db)
    },
  })
  await add('failing', 1)
  assert.ok(await until(() => lines.some((line) => line.includes('a job failed')), 10_000))
  await stop()
  const line = JSON.parse(lines.find((one) => one.includes('a job failed')) ?? '')
  assert.deepEqual([line.task, line.attempt], ['failing', 1])
  assert.doesNotMatch(JSON.stringify({ ...line, err: undefined }), /secret|somebody/)
})

test('a connection that is cut while the worker stops does not end the process', async (t) => {
  const { stop } = await work(t, {})
  const cut = sql`select pg_terminate_backend(pid) from pg_stat_activity 
    where application_name = 'showingbooker worker' and datname = current_database()`
  await Promise.all([stop().catch(() => undefined), cut.execute(database.db)])
})

test('a worker stops while its database is down, and its jobs run later', async (t) => {
  const gate = Promise.withResolvers<void>()
  const { counter, handle } = counted(gate.promise)
  // A stop waits for running jobs, even if this test fails.
  t.after(() => gate.resolve())
  // Fetched together, so most of them wait in the worker's own queue.
  for (let n = 0; n < 8; n++) await add('slow')
  const { lines, stop } = await work(t, { slow: handle })
  await counter.ran
  await sql`alter table graphile_worker._private_jobs rename to gone_jobs`.execute(database.db)
  const stopped = stop()
  assert.ok(await until(() => lines.some((line) => line.includes('will run again')), 10_000))
  gate.resolve()
  await stopped
  await sql`alter table graphile_worker.gone_jobs rename to _private_jobs`.execute(database.db)
  await work(t, { slow: handle })
  // The two that were running run again, because the worker could not record that they had ended.
  assert.ok(await until(() => counter.times >= 2 + 8, 20_000))
  assert.equal(counter.times, 2 + 8)
})

for (const kind of ['usual', 'slow'])
  for (const end of ['succeed', 'fail'])
    test(`a worker whose database goes down while ${kind} jobs ${end} recovers, along with those jobs`, async (t) => {
      const gone = sql`alter table graphile_worker._private_jobs rename to gone_jobs`
      const back = sql`alter table graphile_worker.gone_jobs rename to _private_jobs`
      const times = { one: 0, two: 0, other: 0 }
      const [atOne, atTwo] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
      const finish = () => {
        if (end === 'fail') throw new Error('not today')
      }
      const tasks: Record<string, JobHandler> = {
        one: async () => {
          if (times.one++ > 0) return
          await atOne.promise
          finish()
        },
        two: async () => {
          if (times.two++ > 0) return
          await atTwo.promise
          finish()
        },
        other: async () => {
          times.other++
          await atTwo.promise
        },
      }
      t.after(() => [atOne, atTwo].map(({ resolve }) => resolve()))
      // Fetched together, so usual ones wait for these two in the worker's own queue.
      for (const task of ['one', 'two', 'other', 'other', 'other']) await add(task)
      const { lines } = await work(t, tasks, [{ concurrency: 2, tasks: kind === 'slow' ? ['one', 'two'] : [] }])
      const isLogged = (words: string) => until(() => lines.some((line) => line.includes(words)), 10_000)
      assert.ok(await until(() => times.one === 1 && times.two === 1, 10_000))
      // The worker cannot record how the jobs end, one after the other.
      await gone.execute(database.db)
      atOne.resolve()
      assert.ok(await isLogged('the queue was lost'))
      atTwo.resolve()
      assert.ok(await isLogged('the queue cannot be reached'))
      await back.execute(database.db)
      assert.ok(
        await until(() => times.one === 2 && times.two === 2 && times.other >= 3, 20_000),
        JSON.stringify(times),
      )
    })
