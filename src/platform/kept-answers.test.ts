import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { findKept } from './encoding.ts'
import { type AppEnv, createApi } from './http.ts'
import { compressAnswers, keepAnswers } from './kept-answers.ts'
import { CACHE_PATH, CACHE_TAG, createPageCache, type PageCache } from './page-cache.ts'

let cache: PageCache
let made = 0
/** Runs while the server computes an answer. */
let meanwhile: () => void = () => undefined

beforeEach(() => {
  cache = createPageCache()
  cache.setListening(true)
  made = 0
  meanwhile = () => undefined
})

const long = 'word '.repeat(500)

let written = 0
/** A hundred pieces, each written on demand. */
const pieces = () =>
  new ReadableStream<Uint8Array>({ pull: (to) => (written++ < 100 ? to.enqueue(Buffer.from('{}')) : to.close()) })

function server() {
  const app = createApi()
  app.use(compressAnswers)
  app.use('/list', keepAnswers(cache))
  app.get('/list', (c) => {
    made++
    meanwhile()
    if (c.req.query('bad')) return c.json({ error: 'bad' }, 400)
    c.header(CACHE_TAG, 'gallery')
    c.header(CACHE_PATH, '/elsewhere')
    return c.json({ made, long })
  })
  app.on(['GET', 'POST'], '/own', (c) => c.json({ own: c.req.query('short') ? 'short' : long }))
  app.get('/varied', (c) => c.json({ long }, 200, { Vary: 'Origin', 'Content-Length': '2511' }))
  app.get('/download', (c) =>
    c.body(pieces(), 200, { 'content-type': 'application/json', 'content-disposition': 'attachment' }),
  )
  app.get('/stream', (c) => c.body('data: x\n\n'.repeat(500), 200, { 'content-type': 'text/event-stream' }))
  return async (target: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> => {
    const asked = { acceptEncoding: headers['accept-encoding'], ifNoneMatch: headers['if-none-match'] }
    const kept = findKept(cache, { method, target, ...asked }, 0)
    if (kept) return new Response(kept.body, kept)
    const env = { incoming: { url: target } } as AppEnv['Bindings']
    return app.fetch(new Request(`http://localhost${target}`, { method, headers }), env)
  }
}

test('keeps a public answer for each spelling of its URL from the second request on, until its content changes', async () => {
  const get = server()
  const madeFor = async (target: string) => ((await (await get(target)).json()) as { made: number }).made
  assert.deepEqual([await madeFor('/list?limit=1'), await madeFor('/list?limit=1')], [1, 2])
  assert.deepEqual([await madeFor('/list?limit=1'), await madeFor('/list?limit=1')], [2, 2])
  assert.deepEqual([await madeFor('/list?limit=2'), cache.size()], [3, 1])
  const kept = await get('/list?limit=1')
  assert.equal(kept.headers.get('cache-control'), 'public, max-age=0, must-revalidate')
  assert.deepEqual([kept.headers.get(CACHE_TAG), kept.headers.get(CACHE_PATH)], [null, null])
  cache.drop('gallery')
  assert.deepEqual([await madeFor('/list?limit=1'), await madeFor('/list?limit=1')], [4, 4])
})

test('does not keep an answer whose data was read before a change', async () => {
  const get = server()
  await get('/list')
  meanwhile = () => cache.drop('gallery')
  await get('/list')
  assert.equal(cache.size(), 0)
  meanwhile = () => undefined
  await get('/list')
  await get('/list')
  assert.equal(made, 3)
})

test('does not keep failures or answers to anything but GET', async () => {
  const get = server()
  for (let n = 0; n < 3; n++) {
    assert.equal((await get('/list?bad=1')).status, 400)
    assert.equal((await get('/list', {}, 'HEAD')).status, 200)
  }
  assert.deepEqual([made, cache.size()], [6, 0])
})

test('a client that has the answer gets a 304, in each encoding', async () => {
  const get = server()
  await get('/list')
  for (const encoding of ['identity', 'gzip', 'br']) {
    const first = await get('/list', { 'accept-encoding': encoding })
    const etag = first.headers.get('etag') ?? ''
    assert.equal(first.headers.get('content-encoding'), encoding === 'identity' ? null : encoding)
    const again = await get('/list', { 'accept-encoding': encoding, 'if-none-match': etag })
    assert.deepEqual([again.status, await again.text()], [304, ''])
  }
  // The server computes it again, with the same result.
  const { etag = '' } = Object.fromEntries((await get('/list')).headers)
  cache.drop('gallery')
  made--
  assert.equal((await get('/list', { 'if-none-match': etag })).status, 304)
})

test('compresses answers for clients that accept it, except short answers', async () => {
  const get = server()
  const gzip = { 'accept-encoding': 'br, gzip' }
  const sent = await get('/own', gzip)
  assert.deepEqual([sent.headers.get('content-encoding'), sent.headers.get('vary')], ['gzip', 'Accept-Encoding'])
  const bytes = Buffer.from(await sent.arrayBuffer())
  assert.deepEqual(JSON.parse(gunzipSync(bytes).toString()), { own: long })
  assert.equal(sent.headers.get('content-length'), String(bytes.length))
  for (const [target, headers, method] of [
    ['/own', {}, 'GET'],
    ['/own?short=1', gzip, 'GET'],
    ['/own', gzip, 'POST'],
    ['/stream', gzip, 'GET'],
  ] as const) {
    const plain = await get(target, headers, method)
    assert.equal(plain.headers.get('content-encoding'), null, target)
    assert.ok((await plain.text()).length > 10)
  }
})

test('passes a download on while it is written', async () => {
  const { headers, body } = await server()('/download', { 'accept-encoding': 'gzip' })
  assert.equal(headers.get('content-encoding'), null)
  assert.ok(written < 10, `${written} pieces before anyone reads`)
  await body?.cancel()
})

test('a compressed answer has its own length, and keeps its Vary header', async () => {
  const sent = await server()('/varied', { 'accept-encoding': 'gzip' })
  assert.equal(sent.headers.get('vary'), 'Origin, Accept-Encoding')
  assert.equal(sent.headers.get('content-length'), String((await sent.arrayBuffer()).byteLength))
})

test('neither keeps nor remembers a target that is not one of our searches', async () => {
  const get = server()
  const longest = `/list?query=${encodeURIComponent('山'.repeat(200))}&creator=${'a'.repeat(50)}&limit=100`
  for (const target of [longest, `/list?x=${'a'.repeat(3000)}`]) {
    await get(target)
    await get(target)
  }
  assert.deepEqual([made, cache.size()], [4, 1])
})
