import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { createEventStreams, EVERYTHING, type Hearer } from './event-stream.ts'

beforeEach(() => mock.timers.enable({ apis: ['setInterval', 'setTimeout'] }))
afterEach(() => mock.timers.reset())

const hearer = (more: Partial<Hearer> = {}): Hearer => ({
  account: 'lena',
  topic: 'lena',
  mayStay: async () => true,
  ...more,
})

function opened(streams: ReturnType<typeof createEventStreams>, more?: Partial<Hearer>) {
  const stream = streams.open(hearer(more))
  assert.ok(stream)
  const reader = stream.getReader()
  const next = async () => {
    const { value, done } = await reader.read()
    return done ? null : new TextDecoder().decode(value)
  }
  return { next, leave: () => reader.cancel() }
}

/** Lets what waits for an answer have it. */
const settle = async () => {
  for (let turn = 0; turn < 10; turn++) await Promise.resolve()
}

test('a listener hears its topic, an admin all of them, and nobody anything else', async () => {
  const streams = createEventStreams()
  const [lena, other, admin] = [
    opened(streams),
    opened(streams, { account: 'otto', topic: 'otto' }),
    opened(streams, { account: 'boss', topic: EVERYTHING }),
  ]
  for (const one of [lena, other, admin]) assert.equal(await one.next(), 'retry: 2000\n\n')
  streams.tell('lena', 'booking')
  mock.timers.tick(0)
  assert.equal(await lena.next(), 'event: change\ndata: booking\n\n')
  assert.equal(await admin.next(), 'event: change\ndata: booking\n\n')
  streams.tell('otto', 'unknown')
  mock.timers.tick(1000)
  assert.equal(await other.next(), 'event: change\ndata: unknown\n\n')
  streams.close()
})

test('a flood becomes one event a second, and the last one is never lost', async () => {
  const streams = createEventStreams()
  const { next } = opened(streams)
  await next()
  streams.tell('lena', 'first')
  mock.timers.tick(0)
  assert.match((await next()) ?? '', /data: first/)
  for (let n = 0; n < 500; n++) streams.tell('lena', `later ${n}`)
  mock.timers.tick(1000)
  assert.match((await next()) ?? '', /data: later 499/)
  streams.close()
  assert.equal(await next(), null)
})

test('a heartbeat comes every 25 seconds', async () => {
  const streams = createEventStreams()
  const { next } = opened(streams)
  await next()
  for (let beat = 0; beat < 3; beat++) {
    mock.timers.tick(25_000)
    assert.equal(await next(), ':\n\n')
  }
  streams.close()
})

test('a stream ends when its reader is no longer signed in, and stays when that cannot be checked', async () => {
  const streams = createEventStreams()
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

test('a stream ends after its time', async () => {
  const streams = createEventStreams({ lastingMs: 0 })
  const { next } = opened(streams)
  await next()
  mock.timers.tick(25_000)
  assert.equal(await next(), null)
})

test('a reader who no longer reads is left', async () => {
  const streams = createEventStreams()
  const { next } = opened(streams)
  for (let beat = 0; beat < 17; beat++) {
    mock.timers.tick(25_000)
    await settle()
  }
  assert.equal(streams.count(), 0)
  for (let text: string | null = ''; text !== null; text = await next());
})

test('one account has so many streams and no more; who leaves makes room', async () => {
  const streams = createEventStreams({ mostOfOne: 2 })
  const first = opened(streams)
  opened(streams)
  assert.equal(streams.open(hearer()), null)
  opened(streams, { account: 'otto' })
  await first.leave()
  assert.ok(streams.open(hearer()))
  streams.close()
})

test('a stop ends every stream, and each new one at once', async () => {
  const streams = createEventStreams()
  const all = [opened(streams), opened(streams)]
  streams.close()
  all.push(opened(streams))
  for (const one of all) {
    assert.equal(await one.next(), 'retry: 2000\n\n')
    assert.equal(await one.next(), null)
  }
  assert.equal(streams.count(), 0)
  streams.tell('lena', 'nobody is there')
})

test('an end with an event still to be told tells nothing later', async () => {
  const streams = createEventStreams()
  const { next, leave } = opened(streams)
  await next()
  streams.tell('lena', 'first')
  await leave()
  mock.timers.tick(5000)
  assert.equal(streams.count(), 0)
})
