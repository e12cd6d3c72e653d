import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pageOf, untilWhole } from './use-reload.ts'

test('recognizes the URL of page data, and nothing else', () => {
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

/** Gives these answers in turn, and records what happened. */
function server(...answers: (() => Promise<Response>)[]) {
  const steps: string[] = []
  const step = (name: string) => async () => void steps.push(name)
  const ask = () => {
    steps.push('ask')
    return (answers.shift() ?? assert.fail())()
  }
  return { steps, ask, pause: step('pause'), untilBack: step('wait') }
}
const lost = () => Promise.reject(new TypeError('no connection'))

test('repeats a request until its answer is complete: after a lost connection, a partial answer, and an unreachable server', async () => {
  const { steps, ask, ...waiting } = server(
    lost,
    async () => new Response(cutOff()),
    async () => new Response('away', { status: 503 }),
    async () => new Response('all'),
  )
  assert.equal(await (await untilWhole(ask, { signal: null, ...waiting })).text(), 'all')
  const again = ['pause', 'wait', 'ask']
  assert.deepEqual(steps, ['ask', ...again, ...again, ...again])
})

test('passes a refusal on', async () => {
  const { steps, ask, ...waiting } = server(async () => new Response('no', { status: 401 }))
  assert.equal((await untilWhole(ask, { signal: null, ...waiting })).status, 401)
  assert.deepEqual(steps, ['ask'])
})

test('does not repeat a request that the page has given up', async () => {
  const leaving = new AbortController()
  const { steps, ask, ...waiting } = server(lost, lost)
  const pause = async () => leaving.abort()
  await assert.rejects(untilWhole(ask, { signal: leaving.signal, ...waiting, pause }), /no connection/)
  assert.deepEqual(steps, ['ask', 'ask'])
})
