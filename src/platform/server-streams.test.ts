import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { language } from './language.ts'
import { inLanguage } from './reader-language.ts'
import { createServerStreams, EVERYTHING, type Subscriber } from './server-streams.ts'

beforeEach(() => mock.timers.enable({ apis: ['setInterval', 'setTimeout'] }))
afterEach(() => mock.timers.reset())

/** Creates streams like the dashboard's: each event says what changed. */
const createStreams = (more = {}) => createServerStreams({ heartbeatMs: 25_000, pauseMs: 1_000, ...more })

const subscriber = (more: Partial<Subscriber> = {}): Subscriber => ({
  account: 'lena',
  topic: 'lena',
  read: async (notice) => ({ events: notice === null ? [] : [{ event: 'change', data: notice }] }),
  mayStay: async () => true,
  ...more,
})

function opened(streams: ReturnType<typeof createServerStreams>, more?: Partial<Subscriber>) {
  const stream = streams.open(subscriber(more))
  const reader = stream.getReader()
  const next = async () => {
    const { value, done } = await reader.read()
    return done ? null : new TextDecoder().decode(value)
  }
  return { next, leave: () => reader.cancel() }
}

/** Lets pending promises settle. */
const flush = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

test('a subscriber gets only its topic, and an admin gets all topics', async () => {
  const streams = createStreams()
  const [lena, other, admin] = [
    opened(streams),
    opened(streams, { account: 'otto', topic: 'otto' }),
    opened(streams, { account: 'boss', topic: EVERYTHING }),
  ]
  for (const one of [lena, other, admin]) assert.equal(await one.next(), 'retry: 2000\n\n')
  streams.publish('lena', 'booking')
  mock.timers.tick(0)
  assert.equal(await lena.next(), 'event: change\ndata: booking\n\n')
  assert.equal(await admin.next(), 'event: change\ndata: booking\n\n')
  streams.publish('otto', 'unknown')
  mock.timers.tick(1000)
  assert.equal(await other.next(), 'event: change\ndata: unknown\n\n')
  streams.close()
})

test("every read is in the language of the stream's reader, not of the publisher", async () => {
  const streams = createStreams()
  const read = async () => ({ events: [{ event: 'change', data: language() }] })
  const { next } = inLanguage('es', () => opened(streams, { read }))
  await next()
  assert.equal(await next(), 'event: change\ndata: es\n\n')
  for (const publisher of ['en', 'es']) {
    inLanguage(publisher, () => streams.publish('lena'))
    mock.timers.tick(1_000)
    assert.equal(await next(), 'event: change\ndata: es\n\n')
  }
  streams.close()
})

test('remembers for a minute when a topic last changed', (t) => {
  let now = 100_000
  t.mock.method(performance, 'now', () => now)
  const streams = createStreams()
  now += 10_000
  // A process that has just started may have missed a change.
  assert.equal(streams.sinceChange('lena'), 10_000)
  now += 100_000
  assert.equal(streams.sinceChange('lena'), 60_000)
  streams.publish('lena')
  now += 400
  streams.publish('otto')
  now += 5
  assert.deepEqual(['lena', 'otto', EVERYTHING].map(streams.sinceChange), [405, 5, 5])
  now += 100_000
  streams.publish('otto')
  assert.deepEqual(['lena', 'otto', EVERYTHING].map(streams.sinceChange), [60_000, 0, 0])
})

test('reduces a flood to one event a second, and never loses the last one', async () => {
  const streams = createStreams()
  const { next } = opened(streams)
  await next()
  streams.publish('lena', 'first')
  mock.timers.tick(0)
  assert.match((await next()) ?? '', /data: first/)
  for (let n = 0; n < 500; n++) streams.publish('lena', `later ${n}`)
  mock.timers.tick(1000)
  assert.match((await next()) ?? '', /data: later 499/)
  streams.close()
  assert.equal(await next(), null)
})

test('sends a heartbeat every 25 seconds', async () => {
  const streams = createStreams()
  const { next } = opened(streams)
  await next()
  for (let beat = 0; beat < 3; beat++) {
    mock.timers.tick(25_000)
    assert.equal(await next(), ':\n\n')
  }
  streams.close()
})

test('ends a stream when its reader is no longer signed in, and keeps it if the check fails', async () => {
  const streams = createStreams()
  let answer: () => Promise<boolean> = async () => {
    throw new Error('the database is away')
  }
  const { next } = opened(streams, { mayStay: () => answer() })
  await next()
  mock.timers.tick(25_000)
  assert.equal(await next(), ':\n\n')
  answer = async () => false
  mock.timers.tick(25_000)
  assert.equal(await next(), null)
  assert.equal(streams.count(), 0)
})

test('sends nothing two seconds after the reader signs out, however busy the stream is', async (t) => {
  let now = 100_000
  t.mock.method(performance, 'now', () => now)
  const streams = createStreams({ pauseMs: 0 })
  let isSignedIn = true
  let checks = 0
  const { next } = opened(streams, {
    mayStay: async () => {
      checks++
      return isSignedIn
    },
  })
  await next()
  await flush()
  const say = (what: string) => {
    streams.publish('lena', what)
    mock.timers.tick(0)
    return next()
  }
  assert.match((await say('one')) ?? '', /data: one/)
  now += 2_000
  for (const what of ['two', 'three']) assert.match((await say(what)) ?? '', new RegExp(`data: ${what}`))
  assert.equal(checks, 1)
  isSignedIn = false
  now += 2_000
  assert.equal(await say('secret'), null)
  assert.equal(streams.count(), 0)
})

test('ends a stream after its maximum time', async () => {
  const streams = createStreams({ lastingMs: 0 })
  const { next } = opened(streams)
  await next()
  mock.timers.tick(25_000)
  assert.equal(await next(), null)
})

test('drops a reader who stops reading', async () => {
  const streams = createStreams()
  const { next } = opened(streams)
  for (let beat = 0; beat < 17; beat++) {
    mock.timers.tick(25_000)
    await flush()
  }
  assert.equal(streams.count(), 0)
  for (let text: string | null = ''; text !== null; text = await next());
})

test('limits the streams of an account, and frees the place of one that ends', async () => {
  const streams = createStreams({ mostOfOne: 2 })
  const first = opened(streams)
  opened(streams)
  assert.throws(() => streams.open(subscriber()), { kind: 'too_many', code: 'too_many_streams', retryAfterSeconds: 60 })
  opened(streams, { account: 'otto' })
  await first.leave()
  assert.ok(streams.open(subscriber()))
  streams.close()
})

test('a stop ends every stream, and each new one at once', async () => {
  const streams = createStreams()
  const all = [opened(streams), opened(streams)]
  streams.close()
  all.push(opened(streams))
  for (const one of all) {
    assert.equal(await one.next(), 'retry: 2000\n\n')
    assert.equal(await one.next(), null)
  }
  assert.equal(streams.count(), 0)
  streams.publish('lena', 'nobody is there')
})

test('a stream that ends with an event pending sends nothing later', async () => {
  const streams = createStreams()
  const { next, leave } = opened(streams)
  await next()
  streams.publish('lena', 'first')
  await leave()
  mock.timers.tick(5000)
  assert.equal(streams.count(), 0)
})

test('reads available events to the end, in order, one read at a time', async () => {
  const streams = createServerStreams()
  const log = [1, 2, 3, 4, 5]
  let [after, reads] = [0, 0]
  const read = async () => {
    reads++
    const some = log.filter((id) => id > after).slice(0, 2)
    after = some.at(-1) ?? after
    return { events: some.map((id) => ({ event: 'entry', id, data: String(id) })), isMore: some.length === 2 }
  }
  const { next } = opened(streams, { read })
  assert.equal(await next(), 'retry: 2000\n\n')
  streams.publish('lena')
  streams.publish('lena')
  for (const id of log) assert.equal(await next(), `event: entry\nid: ${id}\ndata: ${id}\n\n`)
  await flush()
  const before = reads
  log.push(6)
  streams.publish('lena')
  assert.equal(await next(), 'event: entry\nid: 6\ndata: 6\n\n')
  assert.equal(reads, before + 1)
  streams.close()
})

test('ends a stream that cannot be read, so that its reader reconnects', async () => {
  const streams = createServerStreams()
  const { next } = opened(streams, {
    read: async () => {
      throw new Error('the database is away')
    },
  })
  assert.equal(await next(), 'retry: 2000\n\n')
  assert.equal(await next(), null)
  assert.equal(streams.count(), 0)
})
