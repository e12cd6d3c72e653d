import assert from 'node:assert/strict'
import { afterEach, beforeEach, mock, test } from 'node:test'
import { hearClock, serverNowMs } from './server-clock.ts'

const MINUTE_MS = 60_000
const NOON = Date.parse('2026-11-27T12:00:00.000Z')

/** What the browser stores for its next tab. */
const kept = new Map<string, string>()
const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
}

beforeEach(() => {
  mock.timers.enable({ apis: ['Date'], now: NOON })
  Object.defineProperty(globalThis, 'localStorage', { value: storage, configurable: true })
  // The clock is right: only a difference of zero fits both answers.
  for (const saidMs of [NOON - 1000, NOON]) hearClock({ saidMs, sentMs: NOON, receivedMs: NOON })
  kept.clear()
})

afterEach(() => mock.timers.reset())

test('leaves a clock alone that agrees with the answers, however slow they are', () => {
  for (const tookMs of [0, 200, 30_000]) {
    hearClock({ saidMs: NOON - 1000, sentMs: NOON - tookMs, receivedMs: NOON })
    assert.equal(serverNowMs(), NOON)
  }
  assert.equal(kept.size, 0)
})

test('corrects a clock that is ten minutes fast or an hour slow, to within a second', () => {
  for (const wrongMs of [10 * MINUTE_MS, -60 * MINUTE_MS]) {
    const serverMs = NOON - wrongMs
    hearClock({ saidMs: serverMs - 300, sentMs: NOON - 400, receivedMs: NOON })
    assert.ok(Math.abs(serverNowMs() - serverMs) <= 1400, `${serverNowMs() - serverMs}`)
  }
})

test('later answers do not change a corrected clock, so that a countdown does not jump', () => {
  const serverMs = NOON - 10 * MINUTE_MS
  hearClock({ saidMs: serverMs, sentMs: NOON - 100, receivedMs: NOON })
  const first = serverNowMs()
  hearClock({ saidMs: serverMs, sentMs: NOON - 900, receivedMs: NOON })
  assert.equal(serverNowMs(), first)
})

test('the browser stores the difference for its next tab until the clock is right again', async () => {
  hearClock({ saidMs: NOON - 10 * MINUTE_MS, sentMs: NOON, receivedMs: NOON })
  const url = './server-clock.ts?next-tab'
  const next: typeof import('./server-clock.ts') = await import(url)
  assert.equal(next.serverNowMs(), serverNowMs())
  next.hearClock({ saidMs: NOON, sentMs: NOON, receivedMs: NOON })
  assert.equal(next.serverNowMs(), NOON)
  assert.equal(kept.size, 0)
})

test('a browser without storage still uses the time it received', () => {
  const refuse = () => {
    throw new Error('denied')
  }
  Object.defineProperty(globalThis, 'localStorage', { get: refuse, configurable: true })
  hearClock({ saidMs: NOON - 10 * MINUTE_MS, sentMs: NOON, receivedMs: NOON })
  assert.ok(Math.abs(serverNowMs() - NOON + 10 * MINUTE_MS) <= 1000)
})
