import assert from 'node:assert/strict'
import { randomUUIDv7 } from 'node:crypto'
import { after, before, beforeEach, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { createFakeEngine, developOnce } from '../../../test/fakes/engine.ts'
import { untilLockWaits } from '../../../test/locks.ts'
import { balanceOf, type Creator, makeCreator } from '../../../test/studio.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import { endGeneration } from './repository.ts'

const fake = createFakeEngine({ name: 'openai', concurrency: 1 })
/** How long each drawing waited between two tries, in milliseconds. */
const pauses: number[] = []
const pause = async (ms: number) => {
  pauses.push(ms)
  app.clock.advance({ milliseconds: ms })
}
let app: TestApp
before(async () => {
  app = await testApp({ studio: { engine: fake.engine, imageProcessor: developOnce, patienceMs: 0, pause } })
  app.clock.set(Temporal.Now.instant().toString())
})
after(() => app.close())
// Advance past the longest pause of the circuit breaker.
beforeEach(() => {
  fake.next.length = 0
  app.clock.advance({ minutes: 11 })
})

let people = 0
const creator = (of = app) => makeCreator(of, `draws-${++people}@people.example.com`)
async function order(who: Creator, prompt: string, more: object = {}, of = app): Promise<string> {
  const { status, body } = await of.call('POST', '/generate-image?async=1', { prompt, ...more }, who.studio)
  assert.equal(status, 202)
  return body.jobId
}
const jobOf = async (who: Creator, id: string, of = app) =>
  (await of.call('GET', `/generate-image/${id}`, undefined, who.headers)).body
const cancel = (who: Creator, id: string) => app.call('POST', `/generate-image/${id}/cancel`, undefined, who.headers)
const filesOf = async () => {
  const { rows } = await sql<{ key: string }>`select key from image_trash`.execute(app.db)
  return rows.map(({ key }) => key)
}
const last = (list: { prompt: string }[], count: number) => list.slice(-count).map(({ prompt }) => prompt)
const away = () => new VendorError('openai', 'ECONNREFUSED')

/** Makes each of the next drawings begin a second after the one before. */
const tick = (count: number) =>
  fake.next.push(...Array.from({ length: count }, () => async () => void app.clock.advance({ seconds: 1 })))

test("runs each account's first request before anyone's second, and serves the most recently served account last", async () => {
  const [a, b, c] = [await creator(), await creator(), await creator()]
  const ids = [
    await order(a, 'a1'),
    await order(a, 'a2'),
    await order(b, 'b1'),
    await order(b, 'b2'),
    await order(c, 'c1'),
  ]
  const positions = await Promise.all([a, a, b, b, c].map((who, n) => jobOf(who, ids[n] as string)))
  assert.deepEqual(
    positions.map(({ position }) => position),
    [1, 4, 2, 5, 3],
  )
  tick(5)
  await app.runJobs()
  assert.deepEqual(last(fake.asked, 5), ['a1', 'b1', 'c1', 'a2', 'b2'])
  await order(b, 'b3')
  await order(c, 'c2')
  await order(a, 'a3')
  tick(3)
  await app.runJobs()
  // The account whose last drawing began longest ago comes first: c, then a, then b.
  assert.deepEqual(last(fake.asked, 3), ['c2', 'a3', 'b3'])
})

test('a request whose cancellation is not committed yet does not keep the next one waiting', async () => {
  const [first, second] = [await creator(), await creator()]
  const ids = [await order(first, 'canceled'), await order(second, 'next')] as const
  const drawing = await app.db.transaction().execute(async (tx) => {
    const end = { lease: null, ranOutBefore: null, status: 'cancelled', fault: null, drawn: 0 } as const
    await endGeneration(tx, { ...end, id: ids[0], entryId: randomUUIDv7(), now: app.clock.now() })
    const working = app.drawings.work()
    await untilLockWaits(app.db, working)
    return { working }
  })
  await drawing.working
  const jobs = [await jobOf(first, ids[0]), await jobOf(second, ids[1])]
  assert.deepEqual(
    jobs.map(({ status }) => status),
    ['cancelled', 'succeeded'],
  )
})

test('reports progress, at most 99 until the end', async () => {
  const who = await creator()
  const held = fake.hold()
  const id = await order(who, 'half', { count: 2 })
  const drawing = app.runJobs()
  const run = await held.started
  run.onProgress(0.5)
  let job = await jobOf(who, id)
  while (job.progress === 0) job = await jobOf(who, id)
  assert.deepEqual([job.status, job.progress, job.position], ['running', 25, null])
  held.release()
  await drawing
  assert.equal((await jobOf(who, id)).progress, 100)
})

test('a cancellation stops a drawing, deletes its files, and returns all credits', async () => {
  const who = await creator()
  fake.next.push(async () => undefined)
  const held = fake.hold()
  const id = await order(who, 'stop', { count: 2 })
  const drawing = app.runJobs()
  const run = await held.started
  assert.equal((await cancel(who, id)).status, 200)
  await app.drawings.stopIfOver(id)
  await drawing
  assert.equal(run.signal.aborted, true)
  const { rows } = await sql`select from image where generation_id = ${id}`.execute(app.db)
  assert.deepEqual([rows.length, await balanceOf(app, who.accountId)], [0, 20])
  assert.deepEqual(await filesOf(), [])
  assert.deepEqual([(await jobOf(who, id)).status, (await jobOf(who, id)).creditsReturned], ['cancelled', 2])
})

test('a cancellation at the moment of the end takes effect fully or not at all', async () => {
  for (let round = 0; round < 5; round++) {
    const who = await creator()
    const id = await order(who, `race ${round}`)
    const [answer] = await Promise.all([
      new Promise<void>((done) => setImmediate(done)).then(() => cancel(who, id)),
      app.runJobs(),
    ])
    const job = await jobOf(who, id)
    assert.equal(job.status, answer.status === 200 ? 'cancelled' : 'succeeded')
    assert.equal(job.image === undefined, answer.status === 200)
    assert.equal(await balanceOf(app, who.accountId), answer.status === 200 ? 20 : 19)
    assert.deepEqual(await filesOf(), [])
  }
})

test('tries a failing engine three times, with pauses, then fails the request and returns the credits', async () => {
  const who = await creator()
  pauses.length = 0
  fake.fail(away(), away())
  const lucky = await order(who, 'third time lucky')
  await app.runJobs()
  assert.equal((await jobOf(who, lucky)).status, 'succeeded')
  assert.deepEqual(pauses, [1000, 4000])
  fake.fail(away(), new VendorError('openai', 'HTTP 429', { retryAfterSeconds: 7 }), away())
  const unlucky = await order(who, 'no luck')
  await app.runJobs()
  const job = await jobOf(who, unlucky)
  assert.deepEqual([job.status, job.creditsReturned], ['failed', 1])
  assert.equal(job.error, "We couldn't draw the image. Please try again. You got your credit back.")
  assert.deepEqual(pauses, [1000, 4000, 1000, 7000])
  assert.equal(await balanceOf(app, who.accountId), 19)
})

test('does not retry a prompt that an engine refuses, and says so at the field', async () => {
  const who = await creator()
  const reason = 'The image service refused this prompt. Please reword it.'
  fake.fail(new VendorError('openai', 'content_policy_violation', { isPermanent: true, reason }))
  const before = fake.asked.length
  const headers = { ...who.headers, 'idempotency-key': 'refused' }
  await app.call('POST', '/generate-image', { prompt: 'refused' }, headers)
  await app.runJobs()
  assert.equal(fake.asked.length, before + 1)
  const { status, body } = await app.call('POST', '/generate-image', { prompt: 'refused' }, headers)
  assert.deepEqual([status, body.code, body.issues[0].path], [400, 'prompt_refused', 'prompt'])
  assert.equal(body.error, `${reason} You got your credit back.`)
  assert.equal(await balanceOf(app, who.accountId), 20)
})

test('keeps the images that were drawn, and returns the credits of the rest', async () => {
  const who = await creator()
  fake.next.push(async () => undefined, ...[1, 2, 3].map(() => () => Promise.reject(away())))
  const id = await order(who, 'partly', { count: 3 })
  await app.runJobs()
  const job = await jobOf(who, id)
  assert.deepEqual([job.status, job.creditsReturned, job.images], ['succeeded', 2, undefined])
  assert.equal(job.error, 'We could draw only 1 of 3 images. You got your 2 credits back.')
  assert.ok(job.image)
  assert.equal(await balanceOf(app, who.accountId), 19)
})

test('says how many images it could draw, also after the person deleted some', async () => {
  const who = await creator()
  fake.next.push(...Array(3).fill(async () => undefined), ...[1, 2, 3].map(() => () => Promise.reject(away())))
  const id = await order(who, 'fewer later', { count: 4 })
  await app.runJobs()
  const error = 'We could draw only 3 of 4 images. You got your credit back.'
  const { images, ...job } = await jobOf(who, id)
  assert.deepEqual([job.error, images.length], [error, 3])
  for (const image of images) await app.call('DELETE', `/images/${image.id}`, undefined, who.headers)
  assert.equal((await jobOf(who, id)).error, error)
})

test("an answer that is not a picture is the engine's fault and leaves no file", async () => {
  const junk = createFakeEngine()
  const { draw } = junk.engine
  const engine = {
    ...junk.engine,
    draw: async (...args: Parameters<typeof draw>) => ({ ...(await draw(...args)), bytes: Buffer.from('<html>') }),
  }
  const other = await testApp({ studio: { engine, imageProcessor: developOnce, patienceMs: 0, pause } })
  try {
    other.clock.set(Temporal.Now.instant().toString())
    const who = await creator(other)
    const id = await order(who, 'junk', {}, other)
    await other.runJobs()
    const job = await jobOf(who, id, other)
    assert.deepEqual([job.status, junk.asked.length], ['failed', 3])
    assert.match(job.error, /Please try again\. You got your credit back\.$/)
    assert.equal(await balanceOf(other, who.accountId), 20)
  } finally {
    await other.close()
  }
})

test('stops calling an engine that is down, fails waiting requests at once, and shows it to the operator', async () => {
  const dead = createFakeEngine({ name: 'a1111' })
  dead.fail(...Array.from({ length: 6 }, away))
  const other = await testApp({ studio: { engine: dead.engine, imageProcessor: developOnce, patienceMs: 0, pause } })
  try {
    other.clock.set(Temporal.Now.instant().toString())
    const who = await creator(other)
    const ids = [await order(who, 'one', {}, other), await order(who, 'two', {}, other)]
    await other.runJobs()
    // Five failures open the circuit, so the sixth try does not happen.
    assert.equal(dead.asked.length, 5)
    const [first, second] = await Promise.all(ids.map((id) => jobOf(who, id, other)))
    assert.deepEqual([first.status, second.status], ['failed', 'failed'])
    assert.match(second.error, /^We can't reach the image service right now\. .+You got your credit back\.$/)
    const images = other.vendorHealth().find(({ channel }) => channel === 'images')
    assert.deepEqual([images?.vendor, images?.state], ['a1111', 'open'])
    assert.equal(await balanceOf(other, who.accountId), 20)
    other.clock.advance({ seconds: 31 })
    dead.next.length = 0
    const third = await order(who, 'three', {}, other)
    await other.runJobs()
    assert.equal((await jobOf(who, third, other)).status, 'succeeded')
  } finally {
    await other.close()
  }
})

/** Leaves a request as a killed process would. */
const die = (id: string) =>
  sql`update generation set status = 'running', attempts = attempts + 1, started_at = ${app.clock.now()},
    lease = gen_random_uuid(), leased_until = ${app.clock.now().add({ seconds: 60 })} where id = ${id}`.execute(app.db)

test('replaces a worker that dies when its lease ends, and returns the credits after three deaths', async () => {
  const who = await creator()
  const id = await order(who, 'survives')
  await die(id)
  await app.runJobs()
  await app.drawings.sweep()
  assert.equal((await jobOf(who, id)).status, 'running')
  app.clock.advance({ seconds: 61 })
  await app.drawings.sweep()
  assert.equal((await jobOf(who, id)).status, 'succeeded')

  const doomed = await order(who, 'does not')
  for (let attempt = 0; attempt < 3; attempt++) {
    await die(doomed)
    app.clock.advance({ seconds: 61 })
    if (attempt < 2)
      await sql`update generation set status = 'queued', lease = null, leased_until = null where id = ${doomed}`.execute(
        app.db,
      )
  }
  await app.drawings.sweep()
  const job = await jobOf(who, doomed)
  assert.deepEqual([job.status, job.creditsReturned], ['failed', 1])
  assert.match(job.error, /^Something went wrong on our side/)
  await app.drawings.sweep()
  assert.equal(await balanceOf(app, who.accountId), 19)
  await app.runJobs()
})

test("a late worker has lost its lease: its images are deleted, and the other worker's stay", async () => {
  const who = await creator()
  const held = fake.hold()
  const id = await order(who, 'slow')
  const slow = app.runJobs()
  await held.started
  app.clock.advance({ seconds: 61 })
  const second = await testApp({
    database: app.database,
    folder: app.config.dataDir,
    clock: app.clock,
    studio: { engine: fake.engine, imageProcessor: developOnce, patienceMs: 0 },
  })
  try {
    await second.drawings.sweep()
    const done = await jobOf(who, id)
    assert.equal(done.status, 'succeeded')
    held.release()
    await slow
    assert.deepEqual((await jobOf(who, id)).image, done.image)
    assert.deepEqual([await filesOf(), await balanceOf(app, who.accountId)], [[], 19])
    assert.equal((await app.call('GET', done.image.imageUrl, undefined, who.headers)).status, 200)
  } finally {
    await second.close()
  }
})

test('sends one request at a time, from all processes, to a server that draws one image at a time', async () => {
  const serial = createFakeEngine({ name: 'a1111', isSerial: true, concurrency: 1 })
  const studio = { engine: serial.engine, imageProcessor: developOnce, patienceMs: 0 }
  const first = await testApp({ studio })
  first.clock.set(Temporal.Now.instant().toString())
  const second = await testApp({ database: first.database, folder: first.config.dataDir, clock: first.clock, studio })
  try {
    const who = await creator(first)
    const held = serial.hold()
    await order(who, 'one', {}, first)
    await order(who, 'two', {}, first)
    const drawing = first.drawings.work()
    await held.started
    await second.drawings.work()
    assert.deepEqual(
      serial.asked.map(({ prompt }) => prompt),
      ['one'],
    )
    held.release()
    await drawing
    assert.deepEqual(
      serial.asked.map(({ prompt }) => prompt),
      ['one', 'two'],
    )
  } finally {
    await second.close()
    await first.close()
  }
})

test('a stopping process returns its request to the queue without using an attempt', async () => {
  const stopping = await testApp({
    database: app.database,
    folder: app.config.dataDir,
    clock: app.clock,
    studio: { engine: fake.engine, imageProcessor: developOnce, patienceMs: 0 },
  })
  const who = await creator()
  const held = fake.hold()
  const id = await order(who, 'passed on')
  const drawing = stopping.drawings.work()
  await held.started
  stopping.drawings.stop()
  await drawing
  const { rows } = await sql<{
    status: string
    attempts: number
  }>`select status, attempts from generation where id = ${id}`.execute(app.db)
  assert.deepEqual(rows, [{ status: 'queued', attempts: 0 }])
  await stopping.drawings.work()
  assert.equal((await jobOf(who, id)).status, 'queued')
  await stopping.close()
  await app.runJobs()
  assert.equal((await jobOf(who, id)).status, 'succeeded')
})

test('a request of a deleted account leaves nothing behind', async () => {
  const who = await creator()
  const held = fake.hold()
  const id = await order(who, 'orphan')
  const drawing = app.runJobs()
  await held.started
  await sql`update account set name = 'Deleted account', email = 'deleted-' || id || '@deleted.invalid', image = null,
    email_verified = false, deleted_at = now() where id = ${who.accountId}`.execute(app.db)
  held.release()
  await drawing
  const { rows } = await sql<{ status: string }>`select status from generation where id = ${id}`.execute(app.db)
  assert.deepEqual([rows[0]?.status, await filesOf()], ['cancelled', []])
})

test('a drawing that is being stored waits for the deletion of its account before it locks its request', async () => {
  const who = await creator()
  const id = await order(who, 'a drawing that is stored late')
  let drawn: Promise<unknown> | undefined
  await app.db.transaction().execute(async (tx) => {
    fake.next.push(async () => {
      await sql`select from account where id = ${who.accountId} for update`.execute(tx)
    })
    drawn = app.runJobs()
    await untilLockWaits(app.db, drawn)
    // The deletion ends the account's requests next.
    await sql`select from generation where id = ${id} for update nowait`.execute(tx)
  })
  await drawn
  assert.equal((await jobOf(who, id)).status, 'succeeded')
})
