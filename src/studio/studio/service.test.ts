import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { sql } from 'kysely'
import { type TestApp, testApp } from '../../../test/app.ts'
import { createFakeEngine, developOnce } from '../../../test/fakes/engine.ts'
import { makeImage } from '../../../test/images.ts'
import { balanceOf, type Creator, makeCreator } from '../../../test/studio.ts'

const fake = createFakeEngine()
let app: TestApp
before(async () => {
  app = await testApp({ studio: { engine: fake.engine, imageProcessor: developOnce, patienceMs: 0 } })
  app.clock.set(Temporal.Now.instant().toString())
})
after(() => app.close())

let people = 0
const creator = () => makeCreator(app, `creator-${++people}@people.example.com`)
const order = (who: Creator, body: object, more: { key?: string; from?: TestApp; path?: string } = {}) =>
  (more.from ?? app).call('POST', more.path ?? '/generate-image?async=1', body, {
    ...who.studio,
    ...(more.key !== undefined && { 'idempotency-key': more.key }),
  })
const jobOf = async (who: Creator, id: string) =>
  (await app.call('GET', `/generate-image/${id}`, undefined, who.headers)).body
const act = (who: Creator, id: string, what: string) =>
  app.call('POST', `/generate-image/${id}/${what}`, undefined, who.studio)

test('debits an image at once, draws it in a job, and answers with every parameter and its seed', async () => {
  const who = await creator()
  const { status, body } = await order(who, {
    prompt: '  a red barn ',
    filter: 'VHS',
    negative_prompt: 'snow',
    seed: 41,
    count: 2,
  })
  assert.equal(status, 202)
  assert.equal(await balanceOf(app, who.accountId), 18)
  const queued = await jobOf(who, body.jobId)
  assert.deepEqual([queued.status, queued.position, queued.progress], ['queued', 1, 0])
  assert.equal(queued.creditsReturned, undefined)
  await app.runJobs()
  const done = await jobOf(who, body.jobId)
  assert.deepEqual([done.status, done.position, done.progress, done.creditsReturned], ['succeeded', null, 100, 0])
  assert.equal(done.images.length, 2)
  assert.deepEqual(done.image, done.images[0])
  assert.deepEqual(
    done.images.map((one: { usedParams: { seed: number } }) => one.usedParams.seed),
    [41, 42],
  )
  assert.deepEqual(done.request, {
    prompt: 'a red barn',
    negative_prompt: 'snow',
    style: 'Cinematic',
    filter: 'VHS',
    image_size: '512x512',
    restore_faces: true,
    seed: 41,
    count: 2,
    remix_of: null,
  })
  const { prompt, negative_prompt, restore_faces, ignored, engine, model } = done.image.usedParams
  assert.deepEqual(
    [prompt, negative_prompt, restore_faces, ignored, engine, model],
    ['a red barn', 'snow', true, ['restore_faces'], 'local', 'test/1'],
  )
  const kept = (await app.call('GET', `/images/${done.image.id}`, undefined, who.headers)).body
  assert.deepEqual(done.image.renditions, kept.renditions)
  assert.deepEqual([done.image.width, done.image.original], [kept.width, kept.original])
  assert.deepEqual(Object.keys(kept.renditions.webp), ['256', '512'])
  const file = await app.call('GET', done.image.imageUrl, undefined, who.headers)
  assert.deepEqual([file.status, file.headers.get('content-type')], [200, 'image/png'])
  assert.equal((await app.call('GET', done.image.imageUrl)).status, 404)
  assert.equal(await balanceOf(app, who.accountId), 18)
})

test('the plain call waits for its image, and returns the job if it takes too long', async () => {
  const who = await creator()
  const late = await order(who, { prompt: 'a slow one' }, { path: '/generate-image' })
  assert.equal(late.status, 202)
  assert.ok(late.body.jobId)
  await app.runJobs()
  const patient = await testApp({
    database: app.database,
    clock: app.clock,
    studio: { engine: fake.engine, imageProcessor: developOnce, patienceMs: 20_000 },
  })
  try {
    const answer = order(who, { prompt: 'a quick one', seed: 9 }, { from: patient, path: '/generate-image' })
    let isThere = false
    while (!isThere) {
      const { rows } =
        await sql`select from generation where account_id = ${who.accountId} and status = 'queued'`.execute(app.db)
      isThere = rows.length > 0
    }
    await patient.runJobs()
    const { status, body } = await answer
    assert.equal(status, 200)
    assert.equal(body.usedParams.seed, 9)
    assert.match(body.imageUrl, /^\/files\/images\/.+full\.png$/)
    assert.equal(body.images, undefined)
  } finally {
    await patient.close()
  }
})

test('options of the full studio need its code, and default values do not', async () => {
  const who = await creator()
  const ask = (body: object) => app.call('POST', '/generate-image?async=1', { prompt: 'x', ...body }, who.headers)
  for (const advanced of [{ negative_prompt: 'rain' }, { seed: 0 }, { count: 2 }]) {
    const { status, body } = await ask(advanced)
    assert.deepEqual([status, body.code], [403, 'access_code_required'], JSON.stringify(advanced))
  }
  assert.equal(await balanceOf(app, who.accountId), 20)
  assert.equal((await ask({ negative_prompt: ' ', seed: null, count: 1 })).status, 202)
  await app.runJobs()
})

test('shows every error at its field, and debits nothing', async () => {
  const who = await creator()
  const cases: [object, string[]][] = [
    [{ prompt: ' \n ' }, ['prompt']],
    [{ prompt: 'x'.repeat(1001) }, ['prompt']],
    [{ prompt: 'x', style: 'Baroque', filter: 'Sepia' }, ['style', 'filter']],
    [{ prompt: 'x', image_size: '1024x1024' }, ['image_size']],
    [{ prompt: 'x', seed: -1, count: 5 }, ['seed', 'count']],
    [{ prompt: 'x', seed: 1.5, count: 0 }, ['seed', 'count']],
    [{ prompt: 'x', seed: 4_294_967_296 }, ['seed']],
    [{ prompt: 'x', negative_prompt: 'y'.repeat(1001) }, ['negative_prompt']],
    [{ prompt: 'x', remix_of: 'nothing' }, ['remix_of']],
    [{ prompt: 'x', restore_faces: 'yes' }, ['restore_faces']],
  ]
  for (const [body, fields] of cases) {
    const answer = await order(who, body)
    assert.equal(answer.status, 400, answer.text)
    assert.deepEqual(
      answer.body.issues.map((issue: { path: string }) => issue.path),
      fields,
    )
  }
  assert.equal(await balanceOf(app, who.accountId), 20)
  // 1,000 characters are allowed, no matter how many bytes they take.
  assert.equal((await order(who, { prompt: '🌲'.repeat(1000) })).status, 202)
  await app.runJobs()
})

test('refuses a third request in progress, however many arrive at once', async () => {
  const who = await creator()
  const answers = await Promise.all(Array.from({ length: 8 }, (_, n) => order(who, { prompt: `one of many ${n}` })))
  assert.equal(answers.filter(({ status }) => status === 202).length, 2)
  const refused = answers.find(({ status }) => status === 429)
  assert.equal(refused?.body.error, 'You already have 2 images in progress.')
  assert.equal(await balanceOf(app, who.accountId), 18)
  await app.runJobs()
  assert.equal((await order(who, { prompt: 'now there is room' })).status, 202)
  await app.runJobs()
})

test('draws nothing without credits, and no balance goes below zero', async () => {
  const who = await creator()
  await sql`select move_credits(gen_random_uuid(), ${who.accountId}, -17, 'test', 'spent', now())`.execute(app.db)
  const answers = await Promise.all([order(who, { prompt: 'a', count: 2 }), order(who, { prompt: 'b', count: 2 })])
  assert.deepEqual(answers.map(({ status }) => status).sort(), [202, 402])
  const refused = answers.find(({ status }) => status === 402)
  assert.deepEqual([refused?.body.error, refused?.body.code], ['You are out of credits.', 'out_of_credits'])
  assert.equal(await balanceOf(app, who.accountId), 1)
  await app.runJobs()
})

test("one Idempotency-Key is one job and one debit; it refuses another body, and other people's equal keys do not collide", async () => {
  const who = await creator()
  const other = await creator()
  const answers = await Promise.all([1, 2, 3].map(() => order(who, { prompt: 'once' }, { key: 'k1' })))
  assert.equal(new Set(answers.map(({ body }) => body.jobId)).size, 1)
  assert.equal(await balanceOf(app, who.accountId), 19)
  const reused = await order(who, { prompt: 'twice' }, { key: 'k1' })
  assert.deepEqual([reused.status, reused.body.code], [409, 'idempotency_key_reused'])
  const others = await order(other, { prompt: 'once' }, { key: 'k1' })
  assert.notEqual(others.body.jobId, answers[0]?.body.jobId)
  await app.runJobs()
  const again = await order(who, { prompt: 'once' }, { key: 'k1', path: '/generate-image' })
  assert.equal(again.status, 200)
  assert.equal(await balanceOf(app, who.accountId), 19)
  assert.equal((await order(who, { prompt: 'once' }, { key: 'k'.repeat(256) })).status, 400)
})

test('canceling a waiting request returns all credits once, and it can be retried', async () => {
  const who = await creator()
  const { body } = await order(who, { prompt: 'never mind', count: 3, seed: 5 })
  const [first, second] = await Promise.all([act(who, body.jobId, 'cancel'), act(who, body.jobId, 'cancel')])
  assert.deepEqual([first.status, second.status].sort(), [200, 409])
  const cancelled = await jobOf(who, body.jobId)
  assert.deepEqual([cancelled.status, cancelled.creditsReturned], ['cancelled', 3])
  assert.equal(await balanceOf(app, who.accountId), 20)
  await app.runJobs()
  assert.equal((await jobOf(who, body.jobId)).status, 'cancelled')
  // A retry of several images also needs the grant.
  const closed = await app.call('POST', `/generate-image/${body.jobId}/retry`, undefined, who.headers)
  assert.equal(closed.status, 403)
  const headers = { ...who.studio, 'idempotency-key': 'again' }
  const retry = () => app.call('POST', `/generate-image/${body.jobId}/retry`, undefined, headers)
  const [retried, repeated] = await Promise.all([retry(), retry()])
  assert.deepEqual([retried.status, repeated.body.jobId], [202, retried.body.jobId])
  const job = await jobOf(who, retried.body.jobId)
  assert.deepEqual([job.retry_of, job.request.seed, job.request.count], [body.jobId, 5, 3])
  assert.equal(await balanceOf(app, who.accountId), 17)
  await app.runJobs()
  assert.equal((await act(who, retried.body.jobId, 'retry')).status, 409)
  assert.equal((await act(who, retried.body.jobId, 'cancel')).status, 409)
})

test('only its own account sees a job, in a list of requests in progress and recent failures', async () => {
  const who = await creator()
  const other = await creator()
  fake.fail(new Error('a fault of ours'), new Error('again'), new Error('and again'))
  const failing = await order(who, { prompt: 'fails' })
  await app.runJobs()
  const waiting = await order(who, { prompt: 'waits' })
  for (const [method, path] of [
    ['GET', ''],
    ['GET', '/events'],
    ['POST', '/cancel'],
    ['POST', '/retry'],
  ] as const) {
    const { status } = await app.call(method, `/generate-image/${waiting.body.jobId}${path}`, undefined, other.studio)
    assert.equal(status, 404, path)
  }
  const { body } = await app.call('GET', '/generate-image', undefined, who.headers)
  const listed = body.jobs.map((job: { jobId: string; status: string }) => [job.jobId, job.status])
  assert.deepEqual(listed, [
    [waiting.body.jobId, 'queued'],
    [failing.body.jobId, 'failed'],
  ])
  assert.deepEqual((await app.call('GET', '/generate-image', undefined, other.headers)).body, { jobs: [] })
  await act(who, failing.body.jobId, 'retry')
  const after = (await app.call('GET', '/generate-image', undefined, who.headers)).body
  assert.ok(!after.jobs.some((job: { jobId: string }) => job.jobId === failing.body.jobId))
  await app.runJobs()
})

test("an image can be a remix of a public image or of one's own, and of no other", async () => {
  const who = await creator()
  const other = await creator()
  const hidden = await makeImage(app, { accountId: other.accountId })
  const shown = await makeImage(app, { accountId: other.accountId, visibility: 'public' })
  assert.equal((await order(who, { prompt: 'x', remix_of: hidden.id })).body.issues[0].path, 'remix_of')
  const { body } = await order(who, { prompt: 'x', remix_of: shown.id })
  await app.runJobs()
  const { image } = await jobOf(who, body.jobId)
  const made = await app.call('GET', `/images/${image.id}`, undefined, who.headers)
  assert.equal(made.body.remix_of, shown.id)
  await sql`
    insert into suspension (account_id, reason, suspended_at, unlisted) values (${other.accountId}, 'Spam', now(), '{}')`.execute(
    app.db,
  )
  assert.equal((await order(who, { prompt: 'x', remix_of: shown.id })).body.issues[0].path, 'remix_of')
})

test('the engine says what it ignores and which choices it offers', async () => {
  const who = await creator()
  const { body } = await app.call('GET', '/studio/engine', undefined, who.headers)
  assert.deepEqual([body.name, body.ignores, body.credits], ['local', ['restore_faces'], 20])
  assert.deepEqual([body.styles.length, body.filters.length, body.max_count, body.max_in_progress], [15, 11, 4, 2])
})

test('deletes a key after a day, and a request without images after thirty', async () => {
  const who = await creator()
  const { body } = await order(who, { prompt: 'kept' }, { key: 'day' })
  await act(who, body.jobId, 'cancel')
  app.clock.advance({ hours: 25 })
  await app.drawings.forget()
  const again = await order(who, { prompt: 'something else' }, { key: 'day' })
  assert.equal(again.status, 202)
  await act(who, again.body.jobId, 'cancel')
  app.clock.advance({ hours: 24 * 30 })
  await app.drawings.forget()
  const { rows } = await sql`select from generation where id = ${body.jobId}`.execute(app.db)
  assert.equal(rows.length, 0)
})
