import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBackgroundThread } from './background-thread.ts'

/** Answers each call with its input, except one that never ends. */
const echo = new URL(
  `data:text/javascript,import { parentPort } from 'node:worker_threads';
  parentPort.on('message', ({ id, input }) => input === 'endless' || parentPort.postMessage({ id, result: input }))`,
)

test('the next thread answers a call that comes while the idle thread ends', async () => {
  const thread = createBackgroundThread(echo)
  assert.equal(await thread.run('first'), 'first')
  const ended = thread.stop()
  const second = thread.run('second')
  await ended
  assert.equal(await second, 'second')
  await thread.stop()
})

test('a call fails if its thread ends', async () => {
  const thread = createBackgroundThread(echo)
  await Promise.all([assert.rejects(thread.run('endless'), /has ended/), thread.stop()])
})
