import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { originalKey, printKeys } from '../src/studio/image/domain.ts'
import { type TestApp, testApp } from './app.ts'
import { randomOf } from './crash-clients.ts'
import { SEED } from './dice.ts'
import { createFakeEngine } from './fakes/engine.ts'
import { type Creator, makeCreator } from './studio.ts'

/** Number of kills: CRASH_ROUNDS (1,000 in the proofs). TEST_SEED repeats the moments of an earlier run. */
const ROUNDS = Number(process.env.CRASH_ROUNDS ?? 8)
const CREATORS = 8
/** Maximum number of processes that draw at a time. */
const WORKERS = 3
const WORKER = join(import.meta.dirname, 'studio-worker.ts')

let app: TestApp
let creators: Creator[]
const random = randomOf(SEED)
const below = (limit: number) => Math.floor(random() * limit)

before(async () => {
  // This process only takes the requests and does not draw.
  app = await testApp({ studio: { engine: createFakeEngine().engine, patienceMs: 0 } })
  app.clock.set(Temporal.Now.instant().toString())
  creators = []
  for (let n = 0; n < CREATORS; n++) creators.push(await makeCreator(app, `crash-${n}@people.example.com`))
  for (const { accountId } of creators)
    await sql`select move_credits(gen_random_uuid(), ${accountId}, 100000, 'test', 'crash', now())`.execute(app.db)
})
after(() => app.close())

/** @returns whether it was killed */
async function work(how: { step?: number; ms?: number }): Promise<boolean> {
  const { PATH = '' } = process.env
  const worker = spawn(process.execPath, [WORKER], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: {
      PATH,
      DATABASE: app.database.url,
      FOLDER: join(app.config.dataDir, 'files'),
      NOW: app.clock.now().toString(),
      ...(how.step !== undefined && { DIE_AT_STEP: String(how.step) }),
      ...(how.ms !== undefined && { DIE_AFTER_MS: String(how.ms) }),
      FAIL_EVERY: String(3 + below(20)),
    },
  })
  const [code, signal] = await once(worker, 'exit')
  assert.ok(signal === 'SIGKILL' || code === 0, `the worker ended with ${code}`)
  return signal === 'SIGKILL'
}

const keys: { who: Creator; key: string; body: object }[] = []
/** Does what people do while workers draw: request, repeat with the same key, cancel, and retry. */
async function live(round: number): Promise<void> {
  await Promise.all(
    creators.map(async (who, n) => {
      const order = (body: object, key: string) =>
        app.call('POST', '/generate-image?async=1', body, { ...who.studio, 'idempotency-key': key })
      const fresh = { who, key: `${round}-${n}`, body: { prompt: `round ${round}`, count: 1 + below(3) } }
      keys.push(fresh)
      await order(fresh.body, fresh.key)
      const old = keys[below(keys.length)]
      if (old?.who === who) await order(old.body, old.key)
      const { body } = await app.call('GET', '/generate-image', undefined, who.headers)
      const job = body.jobs[below(body.jobs.length + 1)]
      if (!job || random() < 0.8) return
      const act = job.status === 'failed' ? 'retry' : 'cancel'
      await app.call('POST', `/generate-image/${job.jobId}/${act}`, undefined, who.studio)
    }),
  )
}

type Row = {
  id: string
  status: string
  count: number
  attempts: number
  debits: number
  returned: number
  images: number
}

/** Returns the credits and images of each request. */
async function requests(): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select g.id, g.status, g.count, g.attempts,
      coalesce((select sum(amount) from credit_entry where kind = 'image' and reference = g.id::text), 0)::int as debits,
      coalesce((select sum(amount) from credit_entry where kind = 'image_returned' and reference = g.id::text), 0)::int as returned,
      (select count(*) from image i where i.generation_id = g.id)::int as images
    from generation g`.execute(app.db)
  return rows
}

test(`after ${ROUNDS} kills of workers, every debit is an image or was returned, and no file is lost or left behind`, async () => {
  let kills = 0
  for (let round = 0; kills < ROUNDS; round++) {
    await live(round)
    // Kill at a step of the work, or at any moment.
    const hows = Array.from({ length: 1 + below(WORKERS) }, () =>
      random() < 0.5 ? { ms: below(150) } : { step: 1 + below(40) },
    )
    const killed = await Promise.all(hows.map(work))
    kills += killed.filter(Boolean).length
    // Most leases of dead workers expire.
    if (random() < 0.9) app.clock.advance({ seconds: 61 })
  }
  for (let more = 0; more < 5; more++) {
    app.clock.advance({ seconds: 61 })
    await work({})
  }

  const found = await requests()
  for (const one of found) {
    const about = `${JSON.stringify(one)}, TEST_SEED=${SEED}`
    assert.ok(['succeeded', 'failed', 'cancelled'].includes(one.status), about)
    assert.equal(one.debits, -one.count, about)
    assert.equal(one.returned, one.count - one.images, about)
    assert.equal(one.images > 0, one.status === 'succeeded', about)
    assert.ok(one.attempts <= 3, about)
  }
  const { rows: books } = await sql<{ account_id: string; sum: number; balance: number; least: number }>`
    select account_id, sum(amount)::int as sum, (array_agg(balance order by sequence desc))[1] as balance, min(balance) as least
    from credit_entry group by account_id`.execute(app.db)
  for (const { account_id, sum, balance, least } of books)
    assert.ok(sum === balance && least >= 0, `${account_id}, ${SEED}`)
  const under = found.reduce((sum, { debits, returned }) => sum + debits + returned, 0)
  const images = found.reduce((sum, one) => sum + one.images, 0)
  assert.equal(-under, images)

  // The sweep removes files of dead workers and keeps files that images use.
  app.clock.advance({ hours: 2 })
  await app.images.sweep()
  const { rows: kept } = await sql<{ id: string; sha256: string }>`select id, sha256 from image`.execute(app.db)
  const folder = join(app.config.dataDir, 'files')
  for (const { id, sha256 } of kept)
    for (const key of [originalKey(id), ...printKeys(id, sha256)])
      assert.ok(existsSync(join(folder, key)), `${key}, ${SEED}`)
  const onDisk = readdirSync(join(folder, 'images'), { recursive: true, withFileTypes: true }).filter((one) =>
    one.isFile(),
  )
  assert.equal(onDisk.length, kept.length * (1 + printKeys('', '').length), `TEST_SEED=${SEED}`)

  const count = (is: (one: Row) => boolean) => found.filter(is).length
  console.log(
    `${kills} kills, seed ${SEED}: ${found.length} requests, ${images} images; ` +
      `${count(({ status }) => status === 'succeeded')} succeeded, ${count(({ status }) => status === 'failed')} failed, ` +
      `${count(({ status }) => status === 'cancelled')} canceled; ${count(({ attempts }) => attempts > 1)} drawn more than once`,
  )
  assert.ok(count(({ attempts }) => attempts > 1) > 0, 'no kill hit anything')
})
