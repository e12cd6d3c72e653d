import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { openStream, type Stream } from './use-events.ts'

/** Works as in a browser, but the test plays the server. */
class FakeSource extends EventTarget {
  static readonly CLOSED = 2
  static opened: FakeSource[] = []
  readyState = 0
  readonly url: string
  constructor(url: string) {
    super()
    this.url = url
    FakeSource.opened.push(this)
  }
  close() {
    this.readyState = 2
  }
  open() {
    this.readyState = 1
    this.dispatchEvent(new Event('open'))
  }
  tell(kind: string, data: string, lastEventId = '') {
    this.dispatchEvent(new MessageEvent(kind, { data, lastEventId }))
  }
  /** Drops the connection. The browser reconnects automatically. */
  lose() {
    this.readyState = 0
    this.dispatchEvent(new Event('error'))
  }
  refuse() {
    this.readyState = 2
    this.dispatchEvent(new Event('error'))
  }
}

/** Streams that are still open at the end of a test. */
const closings: (() => void)[] = []
const page = Object.assign(new EventTarget(), { hidden: false })
const { opened } = FakeSource
const newest = () => opened.at(-1) as FakeSource

function see(isSeen: boolean) {
  page.hidden = !isSeen
  page.dispatchEvent(new Event('visibilitychange'))
}

function listen(options: Partial<Stream> = {}) {
  const told: string[] = []
  const close = openStream({
    path: (lastId) => `/events?after=${lastId}`,
    on: { change: (data, id) => told.push(`${data} ${id}`) },
    againMs: 5_000,
    ...options,
  })
  closings.push(close)
  return { told, close }
}

describe('an event stream', () => {
  beforeEach(() => {
    Object.assign(globalThis, { EventSource: FakeSource, document: page })
    mock.timers.enable({ apis: ['setTimeout'] })
    page.hidden = false
    opened.length = 0
  })
  afterEach(() => {
    for (const close of closings.splice(0)) close()
    mock.timers.reset()
  })

  it('receives the events that it subscribes to', () => {
    const { told } = listen()
    newest().tell('change', 'first', '1')
    newest().tell('other', 'not this one', '2')
    assert.deepEqual(told, ['first 1'])
  })

  it('leaves a lost connection to the browser', () => {
    const lost: boolean[] = []
    const opens: boolean[] = []
    listen({ onLost: (isRefused) => lost.push(isRefused), onOpen: (isAgain) => opens.push(isAgain) })
    newest().open()
    newest().lose()
    newest().open()
    mock.timers.tick(60_000)
    assert.deepEqual([lost, opens, opened.length], [[false], [false, true], 1])
  })

  it('reconnects after a refusal, each time later, from the last event on', () => {
    listen({ againMs: 5_000, mostMs: 12_000 })
    newest().tell('change', 'seen', '7')
    for (const pauseMs of [5_000, 10_000, 12_000, 12_000]) {
      const count = opened.length
      newest().refuse()
      mock.timers.tick(pauseMs - 1)
      assert.equal(opened.length, count)
      mock.timers.tick(1)
      assert.equal(opened.length, count + 1)
      assert.equal(newest().url, '/events?after=7')
    }
  })

  it('reconnects soon after it was open', () => {
    listen()
    newest().refuse()
    mock.timers.tick(5_000)
    newest().open()
    newest().refuse()
    mock.timers.tick(5_000)
    assert.equal(opened.length, 3)
  })

  it('closes while the page is hidden, and continues when it is visible', () => {
    listen()
    newest().tell('change', 'seen', '3')
    see(false)
    assert.equal(newest().readyState, FakeSource.CLOSED)
    mock.timers.tick(60_000)
    assert.equal(opened.length, 1)
    see(true)
    assert.deepEqual([opened.length, newest().url], [2, '/events?after=3'])
  })

  it('reconnects at once when the page becomes visible after a refusal', () => {
    listen()
    newest().refuse()
    see(false)
    see(true)
    mock.timers.tick(60_000)
    assert.equal(opened.length, 2)
  })

  it('does not start in a hidden page', () => {
    page.hidden = true
    listen()
    assert.equal(opened.length, 0)
  })

  it('stays open in a hidden page on request', () => {
    listen({ isUnseenToo: true })
    see(false)
    see(true)
    assert.deepEqual([opened.length, newest().readyState], [1, 0])
  })

  it('ends for good, and aborts pending handlers', () => {
    let leaving: AbortSignal | undefined
    const { close } = listen({ onLost: (_, signal) => (leaving = signal) })
    newest().refuse()
    assert.equal(leaving?.aborted, false)
    close()
    see(false)
    see(true)
    mock.timers.tick(60_000)
    assert.deepEqual([leaving?.aborted, opened.length], [true, 1])
  })
})
