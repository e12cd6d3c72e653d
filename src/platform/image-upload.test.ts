import assert from 'node:assert/strict'
import { beforeEach, mock, test } from 'node:test'
import { ApiError } from './api-client.ts'
import { uploadImage } from './image-upload.ts'

type Progress = { loaded: number; total: number }

/** Works as in a browser, but the test plays the network and the server. */
class FakeRequest {
  static last: FakeRequest
  timeout = 0
  status = 0
  responseText = ''
  upload: { onprogress?: (progress: Progress) => void } = {}
  onload?: () => void
  ontimeout?: () => void
  onabort?: () => void
  constructor() {
    FakeRequest.last = this
  }
  open = () => undefined
  setRequestHeader = () => undefined
  getResponseHeader = () => null
  send = () => undefined
  abort() {
    this.onabort?.()
  }
}

let now = 0
mock.method(performance, 'now', () => now)

beforeEach(() => {
  now = 5_000
  Object.assign(globalThis, { XMLHttpRequest: FakeRequest })
})

function send() {
  const shares: number[] = []
  const removal = new AbortController()
  const file = new File(['x'], 'front.jpg', { type: 'image/jpeg' })
  const done = uploadImage('/upload', file, { onProgress: (share) => shares.push(share), signal: removal.signal })
  return { done, shares, removal, request: FakeRequest.last }
}

test('an upload fails two minutes after its last progress', async () => {
  const { done, shares, request } = send()
  assert.equal(request.timeout, 120_000)
  now += 90_000
  request.upload.onprogress?.({ loaded: 1, total: 4 })
  // The browser counts it from the start.
  assert.equal(request.timeout, 210_000)
  assert.deepEqual(shares, [0.25])
  request.ontimeout?.()
  await assert.rejects(done, (error) => error instanceof ApiError && error.status === 0)
})

test('a removed file cancels its upload', async () => {
  const { done, removal } = send()
  removal.abort()
  await assert.rejects(done, { name: 'AbortError' })
})

test('an upload that arrives is answered with its photo', async () => {
  const { done, request } = send()
  Object.assign(request, { status: 201, responseText: '{"imageUrl":"/photo/1"}' })
  request.onload?.()
  assert.deepEqual(await done, { imageUrl: '/photo/1' })
})
