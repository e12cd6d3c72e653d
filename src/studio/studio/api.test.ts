import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { createFakeEngine, developOnce } from '../../../test/fakes/engine.ts'
import { signUp } from '../../../test/scene.ts'
import { balanceOf, type Creator, makeCreator } from '../../../test/studio.ts'
import { until } from '../../platform/processes.ts'
import { VendorError } from '../../platform/vendor-error.ts'

const fake = createFakeEngine({ concurrency: 1 })
let app: TestApp
before(async () => {
  app = await testApp({ studio: { engine: fake.engine, imageProcessor: developOnce, patienceMs: 0 } })
  app.clock.set(Temporal.Now.instant().toString())
})
after(() => app.close())

let people = 0
const creator = () => makeCreator(app, `hears-${++people}@people.example.com`)
const order = async (who: Creator, prompt: string): Promise<string> =>
  (await app.call('POST', '/generate-image?async=1', { prompt }, who.studio)).body.jobId

/** Reads events as a browser gets them. */
async function hear(who: Creator, id: string, more: Record<string, string> = {}, from = app) {
  const response = await from.app.request(
    `/generate-image/${id}/events`,
    { headers: { ...who.headers, ...more } },
    { caller: { requestId: 'test', clientAddress: '10.9.9.9' } },
  )
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader()
  /** Returns `null` when the stream has ended. */
  const next = async () => {
    for (;;) {
      const { value, done } = (await reader?.read()) ?? { done: true, value: undefined }
      if (done) return null
      const [, revision, data] = /^event: job\nid: (\d+)\ndata: (.+)\n\n$/.exec(value ?? '') ?? []
      if (data) return { revision: Number(revision), job: JSON.parse(data) }
    }
  }
  return { response, next, leave: () => reader?.cancel() }
}

test('streams a job from the queue to its image, then ends the stream', async () => {
  const who = await creator()
  const held = fake.hold()
  const id = await order(who, 'followed')
  const { response, next } = await hear(who, id)
  assert.equal(response.headers.get('content-type'), 'text/event-stream; charset=utf-8')
  assert.match(response.headers.get('cache-control') ?? '', /no-store, no-transform/)
  const first = await next()
  assert.deepEqual([first?.job.status, first?.job.position, first?.job.request.prompt], ['queued', 1, 'followed'])
  const drawing = app.runJobs()
  await held.started
  const second = await next()
  assert.deepEqual([second?.job.status, second?.job.position], ['running', null])
  held.release()
  let last = second
  for (let told = await next(); told; told = await next()) {
    assert.ok(told.revision > (last?.revision ?? 0))
    last = told
  }
  await drawing
  assert.deepEqual([last?.job.status, last?.job.progress], ['succeeded', 100])
  assert.equal(last?.job.image.usedParams.prompt, 'followed')
})

test('after a reload, a reader gets the missed events, and after the end learns that nothing follows', async () => {
  const who = await creator()
  const id = await order(who, 'missed')
  const { next, leave } = await hear(who, id)
  const seen = await next()
  await leave()
  await app.runJobs()
  const again = await hear(who, id, { 'last-event-id': String(seen?.revision) })
  const told = await again.next()
  assert.equal(told?.job.status, 'succeeded')
  assert.equal(await again.next(), null)
  const over = await hear(who, id, { 'last-event-id': String(told?.revision) })
  assert.equal(over.response.status, 204)
  const nonsense = await hear(who, id, { 'last-event-id': 'x'.repeat(50) })
  assert.equal((await nonsense.next())?.job.status, 'succeeded')
})

test('the events of a request are in the language of their reader until its end', async () => {
  const who = await creator()
  const id = await order(who, 'told in Spanish')
  const { next } = await hear(who, id, { 'accept-language': 'es' })
  assert.equal((await next())?.job.status, 'queued')
  const reason = 'The image service refused this prompt. Please reword it.'
  fake.fail(new VendorError('local', 'content_policy_violation', { isPermanent: true, reason }))
  await app.runJobs()
  let last = await next()
  for (let told = last; told; told = await next()) last = told
  assert.deepEqual(
    [last?.job.status, last?.job.error],
    ['failed', 'El servicio de imágenes rechazó esta descripción. Escríbala de otra manera. Recuperó su crédito.'],
  )
})

test('a waiting request gets updates of its place in the queue', async () => {
  const [first, second] = [await creator(), await creator()]
  await order(first, 'before')
  const id = await order(second, 'after')
  const { next, leave } = await hear(second, id)
  assert.equal((await next())?.job.position, 2)
  const held = fake.hold()
  const alsoHeld = fake.hold()
  const drawing = app.runJobs()
  await held.started
  assert.equal((await next())?.job.position, 1)
  held.release()
  alsoHeld.release()
  await drawing
  await leave()
})

test('this process learns about requests that another process draws or cancels', async () => {
  const who = await creator()
  const here = await testApp({
    database: app.database,
    folder: app.config.dataDir,
    clock: app.clock,
    studio: { engine: fake.engine, imageProcessor: developOnce },
  })
  await here.startListening()
  try {
    const id = await order(who, 'elsewhere')
    const { next } = await hear(who, id, {}, here)
    assert.equal((await next())?.job.status, 'queued')
    await app.call('POST', `/generate-image/${id}/cancel`, undefined, who.headers)
    assert.equal((await next())?.job.status, 'cancelled')
    assert.equal(await next(), null)

    // A request that this process draws stops when another process cancels it.
    const held = fake.hold()
    await order(who, 'drawn here')
    const drawing = here.drawings.work()
    const { signal } = await held.started
    const { body } = await app.call('GET', '/generate-image', undefined, who.headers)
    await app.call('POST', `/generate-image/${body.jobs[0].jobId}/cancel`, undefined, who.headers)
    await drawing
    assert.equal(signal.aborted, true)
  } finally {
    await here.close()
  }
})

test('a plain call returns when its image is ready, or says that it was canceled', async () => {
  const who = await creator()
  const here = await testApp({
    database: app.database,
    folder: app.config.dataDir,
    clock: app.clock,
    studio: { engine: fake.engine, imageProcessor: developOnce, patienceMs: 30_000 },
  })
  try {
    const answer = here.call('POST', '/generate-image', { prompt: 'called off' }, who.studio)
    let jobs: { jobId: string }[] = []
    while (jobs.length === 0) jobs = (await app.call('GET', '/generate-image', undefined, who.headers)).body.jobs
    await here.call('POST', `/generate-image/${jobs[0]?.jobId}/cancel`, undefined, who.headers)
    const { status, body } = await answer
    assert.deepEqual([status, body.code, body.jobId], [409, 'job_cancelled', jobs[0]?.jobId])
  } finally {
    await here.close()
  }
})

test('the plain call returns an image from our own engine if a worker runs', async () => {
  const who = await creator()
  const here = await testApp({ database: app.database, folder: app.config.dataDir, clock: app.clock })
  await here.startListening()
  const worker = await here.startWorker()
  try {
    const { status, body } = await here.call('POST', '/generate-image', { prompt: 'a lake at dawn' }, who.headers)
    assert.equal(status, 200)
    assert.equal(body.usedParams.engine, 'local')
    assert.ok(body.usedParams.used_words.length > 0)
    assert.equal((await here.call('GET', body.imageUrl, undefined, who.headers)).status, 200)
  } finally {
    await worker.stop()
    await here.close()
  }
})

test('a drawing takes no place of the other jobs, even if there is only one', async () => {
  const who = await creator()
  const here = await testApp({
    database: app.database,
    folder: app.config.dataDir,
    clock: app.clock,
    env: { WORKER_CONCURRENCY: '1' },
    studio: { engine: fake.engine, imageProcessor: developOnce },
  })
  const tasks = ['studio.sweep', 'try-counts.forget']
  let ended = 0
  for (const task of tasks) {
    const run = here.jobs[task]
    here.jobs[task] = async (...about) => {
      await run?.(...about)
      ended++
    }
  }
  const held = fake.hold()
  await order(who, 'slow')
  const worker = await here.startWorker()
  try {
    await held.started
    for (const task of tasks) await sql`select graphile_worker.add_job(${task}::text)`.execute(app.db)
    assert.ok(await until(() => ended === tasks.length, 30_000), 'the drawing has the only place')
  } finally {
    held.release()
    await worker.stop()
    await here.close()
  }
})

test('refuses visitors, people who have not confirmed their age, and blocked words before any debit', async () => {
  const ask = (body: object, headers: Record<string, string>) =>
    app.call('POST', '/generate-image?async=1', { prompt: 'a barn', ...body }, headers)
  const visitor = await ask({}, {})
  assert.deepEqual([visitor.status, visitor.body.error], [401, 'No authenticated user found'])
  const young = await signUp(app, 'no-age@people.example.com')
  const { status, body } = await ask({}, young.headers)
  assert.deepEqual([status, body.code], [403, 'age_confirmation_required'])
  for (const [path, sent] of [
    ['/generate-image', {}],
    ['/generate-image', { prompt: 5 }],
    ['/generate-image?async=2', { prompt: 'a barn' }],
    [`/generate-image/${randomUUID()}/retry`, undefined],
  ] as const) {
    const answer = await app.call('POST', path, sent, young.headers)
    assert.deepEqual([answer.status, answer.body.code], [403, 'age_confirmation_required'], path)
  }
  const who = await creator()
  const blocked = await ask({ prompt: 'a b\u00e9heading' }, who.studio)
  assert.deepEqual([blocked.status, blocked.body.code, blocked.body.issues[0].path], [400, 'prompt_blocked', 'prompt'])
  assert.equal(await balanceOf(app, who.accountId), 20)
})
