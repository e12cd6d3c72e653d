import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createStateStreams, type Seen } from './state-stream.ts'

const waiting = (revision: number, position: number): Seen => ({
  revision,
  data: `waits ${revision} ${position}`,
  isOver: false,
  isWaiting: true,
})
const running = (revision: number): Seen => ({ revision, data: `runs ${revision}`, isOver: false, isWaiting: false })
const over = (revision: number): Seen => ({ revision, data: `over ${revision}`, isOver: true, isWaiting: false })

/** One whose state is set. */
function hear(streams = createStateStreams({ pauseMs: 0, waitingPauseMs: 0 }), lastRevision: number | null = null) {
  let state: Seen | null | Error = running(1)
  let reads = 0
  const read = async () => {
    reads++
    if (state instanceof Error) throw state
    return state
  }
  const open = (last = lastRevision) => {
    const stream = streams.open({ account: 'a', topic: 't', event: 'job', lastRevision: last, read })
    const reader = stream && new Response(stream).body?.pipeThrough(new TextDecoderStream()).getReader()
    return { stream, next: async () => (await reader?.read())?.value, leave: () => reader?.cancel() }
  }
  const set = (next: typeof state) => {
    state = next
  }
  return { streams, open, reads: () => reads, set }
}

test('each change has its revision as its id, and the last one ends the stream', async () => {
  const { streams, open, set } = hear()
  const { next } = open()
  assert.equal(await next(), 'retry: 2000\n\n')
  assert.equal(await next(), 'event: job\nid: 1\ndata: runs 1\n\n')
  set(running(2))
  streams.tell('t')
  assert.equal(await next(), 'event: job\nid: 2\ndata: runs 2\n\n')
  set(over(5))
  streams.tell('t')
  assert.equal(await next(), 'event: job\nid: 5\ndata: over 5\n\n')
  assert.equal(await next(), undefined)
  assert.equal(streams.count(), 0)
})

test('a reader who returns gets only the events he has not seen', async () => {
  const { streams, open, set } = hear()
  set(running(3))
  const seen = open(3)
  const missed = open(2)
  assert.equal(await missed.next(), 'retry: 2000\n\n')
  assert.equal(await missed.next(), 'event: job\nid: 3\ndata: runs 3\n\n')
  assert.equal(await seen.next(), 'retry: 2000\n\n')
  set(over(4))
  streams.tell('t')
  assert.equal(await seen.next(), 'event: job\nid: 4\ndata: over 4\n\n')
})

test('who waits hears of the others too, who does not is left alone by them', async (t) => {
  const { streams, open, set, reads } = hear()
  set(waiting(1, 3))
  const { next } = open()
  await next()
  assert.equal(await next(), 'event: job\nid: 1\ndata: waits 1 3\n\n')
  set(waiting(1, 2))
  streams.tell('of somebody else')
  assert.equal(await next(), 'event: job\nid: 1\ndata: waits 1 2\n\n')
  set(running(2))
  streams.tell('t')
  assert.equal(await next(), 'event: job\nid: 2\ndata: runs 2\n\n')
  const before = reads()
  t.mock.timers.enable({ apis: ['setTimeout'] })
  streams.tell('of somebody else')
  t.mock.timers.tick(10_000)
  assert.equal(reads(), before)
  streams.tell('t')
  t.mock.timers.tick(10_000)
  assert.equal(reads(), before + 1)
})

test('a state that cannot be read now is read again at the next word; one that is gone ends the stream', async () => {
  const { streams, open, set } = hear()
  set(new Error('the database is away'))
  const { next } = open()
  assert.equal(await next(), 'retry: 2000\n\n')
  set(running(1))
  streams.tell('t')
  assert.equal(await next(), 'event: job\nid: 1\ndata: runs 1\n\n')
  set(null)
  streams.tell('t')
  assert.equal(await next(), undefined)
})

test('a heartbeat keeps it open and looks again; a reader who leaves is forgotten; an account has so many', async () => {
  const quick = createStateStreams({ heartbeatMs: 5, pauseMs: 0, mostOfOne: 2 })
  const { open, set } = hear(quick)
  const first = open()
  await first.next()
  await first.next()
  assert.equal(await first.next(), ':\n\n')
  set(running(2))
  let told = await first.next()
  while (told === ':\n\n') told = await first.next()
  assert.equal(told, 'event: job\nid: 2\ndata: runs 2\n\n')
  open()
  assert.equal(open().stream, null)
  await first.leave()
  assert.equal(quick.count(), 1)
  quick.close()
  assert.equal(quick.count(), 0)
  assert.equal(await open().next(), 'retry: 2000\n\n')
})
