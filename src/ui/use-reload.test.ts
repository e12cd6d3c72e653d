import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageOf, untilWhole } from './use-reload.ts'

test('the data of a page belongs to that page, and nothing else does', () => {
  for (const [path, page] of [
    ['/overview.data', '/overview'],
    ['/overview.data?_routes=root', '/overview'],
    ['/calendar/showings/1.data', '/calendar/showings/1'],
    ['/_root.data', '/'],
    ['/_.data', '/'],
    ['/api/auth/get-session', null],
    ['/readyz', null],
  ] as const)
    assert.equal(pageOf(new URL(path, 'https://showings.example.com')), page, path)
})

/** A body that breaks off after its first bytes. */
const cutOff = () => new ReadableStream({ start: (it) => it.enqueue(new Uint8Array(1)), pull: (it) => it.error('cut') })

test('a request whose connection goes away is repeated once the server is back, until its answer is whole', async () => {
  const steps: string[] = []
  const answers = [
    () => Promise.reject(new TypeError('no connection')),
    async () => new Response(cutOff()),
    async () => new Response('all'),
  ]
  const ready = [false, true, true]
  const answer = await untilWhole(
    () => {
      steps.push('ask')
      return (answers.shift() ?? assert.fail())()
    },
    {
      signal: null,
      isReady: async () => {
        steps.push('look')
        return ready.shift() ?? assert.fail()
      },
      pause: async () => void steps.push('wait'),
    },
  )
  assert.equal(await answer.text(), 'all')
  assert.deepEqual(steps, ['ask', 'wait', 'look', 'wait', 'look', 'ask', 'wait', 'look', 'ask'])
})

test('an answer that refuses is given on, and nobody repeats a request that the page has given up', async () => {
  const never = { isReady: () => assert.fail(), pause: () => assert.fail() }
  const refused = await untilWhole(async () => new Response('no', { status: 503 }), { signal: null, ...never })
  assert.equal(refused.status, 503)
  const leaving = new AbortController()
  leaving.abort()
  const ask = () => Promise.reject(new TypeError('aborted'))
  await assert.rejects(untilWhole(ask, { signal: leaving.signal, ...never }), /aborted/)
})

test('a page that is left while it waits asks once more, which its signal ends', async () => {
  const leaving = new AbortController()
  let asked = 0
  const ask = async () => {
    asked++
    throw new TypeError('no connection')
  }
  const pause = async () => leaving.abort()
  await assert.rejects(untilWhole(ask, { signal: leaving.signal, isReady: () => assert.fail(), pause }), TypeError)
  assert.equal(asked, 2)
})
