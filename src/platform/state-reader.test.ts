import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createServerStreams } from './server-streams.ts'
import { type StateNow, stateReader } from './state-reader.ts'

const waiting = (revision: number, position: number): StateNow => ({
  revision,
  data: `waits ${revision} ${position}`,
  isOver: false,
  isWaiting: true,
})
const running = (revision: number): StateNow => ({
  revision,
  data: `runs ${revision}`,
  isOver: false,
  isWaiting: false,
})
const over = (revision: number): StateNow => ({ revision, data: `over ${revision}`, isOver: true, isWaiting: false })

/** Follows a state that the test sets. */
function follow(streams = createServerStreams({ waitingPauseMs: 0 }), lastRevision: number | null = null) {
  let state: StateNow | null | Error = running(1)
  let reads = 0
  const read = async () => {
    reads++
    if (state instanceof Error) throw state
    return state
  }
  const open = (last = lastRevision) => {
    const of = { event: 'job', lastRevision: last, read }
    const stream = streams.open({ account: 'a', topic: 't', read: stateReader(of) })
    const reader = new Response(stream).body?.pipeThrough(new TextDecoderStream()).getReader()
    return { stream, next: async () => (await reader?.read())?.value, leave: () => reader?.cancel() }
  }
  const set = (next: typeof state) => {
    state = next
  }
  return { streams, open, reads: () => reads, set }
}

test('each change has its revision as its ID, and the last one ends the stream', async () => {
  const { streams, open, set } = follow()
  const { next } = open()
  assert.equal(await next(), 'retry: 2000\n\n')
  assert.equal(await next(), 'event: job\nid: 1\ndata: runs 1\n\n')
  set(running(2))
  streams.publish('t')
  assert.equal(await next(), 'event: job\nid: 2\ndata: runs 2\n\n')
  set(over(5))
  streams.publish('t')
  assert.equal(await next(), 'event: job\nid: 5\ndata: over 5\n\n')
  assert.equal(await next(), undefined)
  assert.equal(streams.count(), 0)
})

test('a reader who returns gets only the events they have not seen', async () => {
  const { streams, open, set } = follow()
  set(running(3))
  const seen = open(3)
  const missed = open(2)
  assert.equal(await missed.next(), 'retry: 2000\n\n')
  assert.equal(await missed.next(), 'event: job\nid: 3\ndata: runs 3\n\n')
  assert.equal(await seen.next(), 'retry: 2000\n\n')
  set(over(4))
  streams.publish('t')
  assert.equal(await seen.next(), 'event: job\nid: 4\ndata: over 4\n\n')
})

test('reads waiting states again when others change, and finished ones not', async (t) => {
  const { streams, open, set, reads } = follow()
  set(waiting(1, 3))
  const { next } = open()
  await next()
  assert.equal(await next(), 'event: job\nid: 1\ndata: waits 1 3\n\n')
  set(waiting(1, 2))
  streams.publish('of somebody else')
  assert.equal(await next(), 'event: job\nid: 1\ndata: waits 1 2\n\n')
  set(running(2))
  streams.publish('t')
  assert.equal(await next(), 'event: job\nid: 2\ndata: runs 2\n\n')
  const before = reads()
  t.mock.timers.enable({ apis: ['setTimeout'] })
  streams.publish('of somebody else')
  t.mock.timers.tick(10_000)
  assert.equal(reads(), before)
  streams.publish('t')
  t.mock.timers.tick(10_000)
  assert.equal(reads(), before + 1)
})

test('reads a state again at the next notice if a read fails, and ends the stream if the state is gone', async () => {
  const { streams, open, set } = follow()
  set(new Error('the database is away'))
  const { next } = open()
  assert.equal(await next(), 'retry: 2000\n\n')
  set(running(1))
  streams.publish('t')
  assert.equal(await next(), 'event: job\nid: 1\ndata: runs 1\n\n')
  set(null)
  streams.publish('t')
  assert.equal(await next(), undefined)
})

test('a heartbeat keeps the stream open and checks again; a reader who leaves frees their place; each account has a limit', async () => {
  const quick = createServerStreams({ heartbeatMs: 5, mostOfOne: 2 })
  const { open, set } = follow(quick)
  const first = open()
  await first.next()
  await first.next()
  assert.equal(await first.next(), ':\n\n')
  set(running(2))
  let sent = await first.next()
  while (sent === ':\n\n') sent = await first.next()
  assert.equal(sent, 'event: job\nid: 2\ndata: runs 2\n\n')
  open()
  assert.throws(open, { kind: 'too_many' })
  await first.leave()
  assert.equal(quick.count(), 1)
  quick.close()
  assert.equal(quick.count(), 0)
  assert.equal(await open().next(), 'retry: 2000\n\n')
})
