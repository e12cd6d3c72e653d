import assert from 'node:assert/strict'
import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { type TestContext, test } from 'node:test'
import { freePort } from '../../test/free-port.ts'
import { createHttpServer, ListenError, listen } from './http-listener.ts'

const host = '127.0.0.1'
const HEADERS = { 'X-Content-Type-Options': 'nosniff' }

/** Starts a server whose answers wait until the test releases them. */
async function heldServer(t: TestContext) {
  const port = await freePort()
  const arrived = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const listener = await listen({ host, port }, HEADERS)
  listener.answerWith({
    async fetch() {
      arrived.resolve()
      await go.promise
      return new Response('done')
    },
  })
  t.after(() => go.resolve())
  return { url: `http://${host}:${port}`, arrived: arrived.promise, go: go.resolve, listener }
}

test('a request in progress at the stop gets its answer, and a new one cannot connect', async (t) => {
  const server = await heldServer(t)
  const answer = fetch(server.url)
  await server.arrived
  const closed = server.listener.close()
  await assert.rejects(fetch(server.url))
  server.go()
  assert.equal(await (await answer).text(), 'done')
  await closed
})

test('a stopping server is not ready, still answers, and keeps no connection', async (t) => {
  const server = await heldServer(t)
  t.after(server.listener.close)
  server.go()
  assert.equal((await fetch(`${server.url}/readyz`)).status, 200)
  server.listener.leave()
  const ready = await fetch(`${server.url}/readyz`)
  assert.deepEqual(
    [ready.status, await ready.text(), ready.headers.get('cache-control')],
    [503, 'stopping', 'no-store'],
  )
  const answer = await fetch(server.url)
  assert.deepEqual([answer.status, await answer.text(), answer.headers.get('connection')], [200, 'done', 'close'])
})

test('idle connections do not delay the stop', async (t) => {
  const server = await heldServer(t)
  server.go()
  await (await fetch(server.url)).text()
  const startedAt = performance.now()
  await server.listener.close()
  assert.ok(performance.now() - startedAt < 2_000)
})

test('tells callers to try again until the start is complete', async (t) => {
  const port = await freePort()
  const listener = await listen({ host, port }, HEADERS)
  t.after(listener.close)
  const answer = await fetch(`http://${host}:${port}/`)
  assert.equal(answer.status, 503)
  assert.ok(answer.headers.get('retry-after'))
  const { error, ...rest } = await answer.json()
  assert.match(error, /starting/)
  assert.deepEqual(rest, { code: 'starting', requestId: answer.headers.get('x-request-id') })
  assert.match(String(rest.requestId), /^[0-9a-f-]{36}$/)
})

const PIECE = Buffer.alloc(2 ** 16)

/** Starts an upload of four pieces whose minutes pass when the test says so. */
async function openUpload(t: TestContext) {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const port = await freePort()
  const listener = await listen({ host, port }, HEADERS)
  t.after(listener.close)
  const arrived = Promise.withResolvers<ReadableStreamDefaultReader<Uint8Array>>()
  const answered = Promise.withResolvers<Response>()
  listener.answerWith({
    fetch({ body }) {
      arrived.resolve((body as ReadableStream<Uint8Array>).getReader())
      return answered.promise
    },
  })
  const socket = connect(port, host)
  t.after(() => socket.destroy())
  const answer = text(socket)
  const head = ['POST / HTTP/1.1', `Host: ${host}`, `Content-Length: ${4 * PIECE.length}`, 'Connection: close']
  socket.write(`${head.join('\r\n')}\r\n\r\n`)
  const reader = await arrived.promise
  return {
    answer,
    reply: () => answered.resolve(new Response('received')),
    async send() {
      socket.write(PIECE)
      for (let left = PIECE.length; left > 0; ) left -= (await reader.read()).value?.length ?? left
    },
  }
}

test('a slow upload of several minutes arrives', async (t) => {
  const { answer, reply, send } = await openUpload(t)
  for (let piece = 1; piece <= 4; piece++) {
    await send()
    t.mock.timers.tick(60_000)
  }
  reply()
  assert.match(await answer, /^HTTP\/1\.1 200 OK\r\n[\s\S]*received/)
  // 10 MB over 300 kbit/s.
  const { requestTimeout, headersTimeout } = createHttpServer(() => ({ fetch: () => new Response() }), HEADERS)
  assert.ok(requestTimeout > (10 * 2 ** 20 * 8) / 300)
  assert.equal(headersTimeout, 10_000)
})

test('cuts an upload of which almost nothing arrives for a minute', async (t) => {
  const { answer, send } = await openUpload(t)
  await send()
  t.mock.timers.tick(60_000)
  t.mock.timers.tick(60_000)
  assert.equal(await answer, '')
})

test('does not create a Request for requests that it can answer at once', async (t) => {
  const port = await freePort()
  const listener = await listen({ host, port }, HEADERS)
  t.after(listener.close)
  listener.answerWith({
    fetch: (request) => new Response(`fetched ${new URL(request.url).pathname}`),
    answerAtOnce({ url }, outgoing) {
      if (url !== '/kept') return false
      outgoing.writeHead(200, { 'content-length': 2 }).end('at')
      return true
    },
  })
  const at = async (path: string) => (await fetch(`http://${host}:${port}${path}`)).text()
  assert.deepEqual(
    [await at('/kept'), await at('/kept?'), await at('/other')],
    ['at', 'fetched /kept', 'fetched /other'],
  )
})

test('names a port in use', async (t) => {
  const port = await freePort()
  const first = await listen({ host, port }, HEADERS)
  t.after(first.close)
  for (const variable of ['PORT', 'METRICS_PORT'])
    await assert.rejects(listen({ host, port, variable }, HEADERS), (error: Error) => {
      assert.ok(error instanceof ListenError)
      assert.match(error.message, new RegExp(`^Port ${port} is already in use.*, or set ${variable} to another port`))
      return true
    })
})

test('names a host that does not belong to this machine', async () => {
  await assert.rejects(listen({ host: '192.0.2.1', port: await freePort() }, HEADERS), /HOST 192\.0\.2\.1/)
})
