import assert from 'node:assert/strict'
import { test } from 'node:test'
import { CircuitOpen, createCircuitBreaker } from './circuit-breaker.ts'
import { retryAfterOf, VendorError } from './vendor-error.ts'

function setUp(timeoutMs = 1000) {
  let now = Temporal.Instant.from('2026-11-21T09:00:00Z')
  let calls = 0
  const breaker = createCircuitBreaker({
    clock: { now: () => now },
    vendor: 'post',
    channel: 'letters',
    isReal: true,
    timeoutMs,
  })
  return {
    breaker,
    calls: () => calls,
    wait: (seconds: number) => {
      now = now.add({ seconds })
    },
    ok: () => breaker.run(async () => `done ${++calls}`),
    fail: (error: Error = new VendorError('post', '500')) =>
      breaker
        .run(() => {
          calls++
          return Promise.reject(error)
        })
        .then(
          () => 'done',
          (thrown: unknown) => (thrown instanceof CircuitOpen ? `open ${thrown.until}` : 'failed'),
        ),
  }
}

async function opened() {
  const scene = setUp()
  for (let n = 0; n < 5; n++) assert.equal(await scene.fail(), 'failed')
  return scene
}

test('prepares only a call that it makes, and does not blame the vendor if that fails', async () => {
  const { breaker, fail, wait } = setUp()
  let prepared = 0
  const prepare = async () => void prepared++
  const ok = async () => 'done'
  assert.equal(await breaker.run(ok, prepare), 'done')
  for (let n = 0; n < 5; n++)
    await assert.rejects(
      breaker.run(ok, () => Promise.reject(new Error('of the database'))),
      /of the database/,
    )
  assert.equal(breaker.health().state, 'closed')
  for (let n = 0; n < 5; n++) await fail()
  await assert.rejects(breaker.run(ok, prepare), CircuitOpen)
  assert.equal(prepared, 1)
  wait(30)
  assert.equal(await breaker.run(ok, prepare), 'done')
  assert.equal(prepared, 2)
})

test('after five failures in a row, makes no calls for half a minute, then tries one', async () => {
  const { breaker, fail, ok, wait, calls } = await opened()
  assert.equal(breaker.health().state, 'open')
  assert.equal(await fail(), 'open 2026-11-21T09:00:30Z')
  wait(29)
  assert.match(await fail(), /^open/)
  assert.equal(calls(), 5)
  wait(1)
  assert.equal(breaker.health().state, 'half_open')
  assert.equal(await ok(), 'done 6')
  assert.deepEqual(breaker.health(), {
    vendor: 'post',
    channel: 'letters',
    isReal: true,
    state: 'closed',
    lastOkAt: '2026-11-21T09:00:30.000Z',
    lastFailureAt: '2026-11-21T09:00:00.000Z',
    openUntil: null,
    lastFailureKind: '500',
  })
})

test('each failed attempt doubles the pause, up to ten minutes', async () => {
  const { fail, wait } = await opened()
  const pauses = []
  for (let n = 0; n < 7; n++) {
    let pause = 0
    while ((await fail()).startsWith('open')) {
      wait(10)
      pause += 10
    }
    pauses.push(pause)
  }
  assert.deepEqual(pauses, [30, 60, 120, 240, 480, 600, 600])
})

test('after a pause, one call tries the vendor and the others wait for its outcome', async () => {
  const { breaker, ok, wait } = await opened()
  wait(30)
  let finish: (value: string) => void = () => undefined
  const probe = breaker.run(() => new Promise<string>((resolve) => (finish = resolve)))
  await assert.rejects(ok(), CircuitOpen)
  finish('well')
  assert.equal(await probe, 'well')
  assert.match(await ok(), /^done/)
})

test('a success between failures restarts the count', async () => {
  const { fail, ok, breaker } = setUp()
  for (let n = 0; n < 4; n++) await fail()
  await ok()
  for (let n = 0; n < 4; n++) await fail()
  assert.equal(breaker.health().state, 'closed')
})

test('a bad request is not a failure of the vendor', async () => {
  const { fail, breaker } = setUp()
  for (let n = 0; n < 9; n++) await fail(new VendorError('post', 'no such town', { isPermanent: true }))
  assert.deepEqual([breaker.health().state, breaker.health().lastFailureAt], ['closed', null])
})

test('a refused API key fails the message for good, and also counts as a failure of the vendor', async () => {
  const { fail, breaker } = setUp()
  for (let n = 0; n < 5; n++) await fail(new VendorError('post', '401', { isPermanent: true, isAboutRequest: false }))
  assert.equal(breaker.health().state, 'open')
})

test('obeys Retry-After at once', async () => {
  const { fail, ok, wait } = setUp()
  await fail(new VendorError('post', '429', { retryAfterSeconds: 7 }))
  assert.equal(await fail(), 'open 2026-11-21T09:00:07Z')
  wait(7)
  assert.match(await ok(), /^done/)
})

test('no other call ends the time that a Retry-After asked for', async () => {
  const later = (seconds: number) => new VendorError('post', '429', { retryAfterSeconds: seconds })
  const wrong = new VendorError('post', 'no such town', { isPermanent: true })
  const outcomes: ((run: PromiseWithResolvers<string>) => void)[] = [
    (call) => call.resolve('done'),
    (call) => call.reject(wrong),
    (call) => call.reject(new VendorError('post', '500')),
    (call) => call.reject(later(5)),
  ]
  for (const end of outcomes) {
    const { breaker, fail, ok, wait } = setUp()
    for (let n = 0; n < 4; n++) await fail()
    const other = Promise.withResolvers<string>()
    const running = breaker.run(() => other.promise).catch(() => 'failed')
    await fail(later(120))
    end(other)
    await running
    assert.equal(await fail(), 'open 2026-11-21T09:02:00Z')
    wait(120)
    assert.match(await ok(), /^done/)
    assert.equal(breaker.health().state, 'closed')
  }
})

test('a call whose preparation lasts into a pause is not made', async () => {
  const { breaker, fail, wait } = setUp()
  const prepared = Promise.withResolvers<void>()
  let made = 0
  const call = () =>
    breaker.run(
      async () => `done ${++made}`,
      () => prepared.promise,
    )
  const running = call()
  await fail(new VendorError('post', '429', { retryAfterSeconds: 120 }))
  prepared.resolve()
  await assert.rejects(running, CircuitOpen)
  assert.equal(await fail(), 'open 2026-11-21T09:02:00Z')
  assert.equal(made, 0)
  wait(120)
  assert.equal(await call(), 'done 1')
})

test('calls that were under way when the breaker opened do not double the pause', async () => {
  const { breaker, fail } = setUp()
  const calls = Array.from({ length: 9 }, () => breaker.run(() => Promise.reject(new VendorError('post', '500'))))
  await Promise.allSettled(calls)
  assert.equal(await fail(), 'open 2026-11-21T09:00:30Z')
})

test('a call that hangs fails at the time limit', async () => {
  const { breaker } = setUp(20)
  await assert.rejects(
    breaker.run(() => new Promise(() => undefined)),
    /post: no answer within 20 ms/,
  )
  assert.notEqual(breaker.health().lastFailureAt, null)
})

test('`watch` counts failures and never refuses a call', async () => {
  const { breaker } = await opened()
  assert.equal(await breaker.watch(async () => 'asked'), 'asked')
  assert.equal(breaker.health().state, 'closed')
})

test('reads Retry-After as seconds or a date, up to an hour, and ignores anything else', () => {
  const now = Date.parse('2026-11-21T09:00:00Z')
  assert.deepEqual(
    ['5', 'Sat, 21 Nov 2026 09:00:30 GMT', '86400', 'soon', '', null, 'Sat, 21 Nov 2026 08:00:00 GMT'].map((value) =>
      retryAfterOf(value, now),
    ),
    [5, 30, 3600, null, null, null, 0],
  )
})

test('ignores a call that its caller canceled', async () => {
  const { breaker, fail } = setUp()
  const aborted = new DOMException('lost', 'AbortError')
  for (let n = 0; n < 4; n++) await fail()
  for (let n = 0; n < 9; n++) assert.equal(await fail(aborted), 'failed')
  assert.equal(breaker.health().state, 'closed')
  await fail()
  assert.equal(breaker.health().state, 'open')
})
