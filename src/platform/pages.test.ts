import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'
import { createApi } from './http.ts'
import { language } from './language.ts'
import { CACHE_PATH, CACHE_TAG, CACHE_UNTIL, createPageCache, type PageCache } from './page-cache.ts'
import { createPages } from './pages.ts'
import { speakLanguage } from './request-language.ts'

let cache: PageCache
let now = 0
let rendered = 0
/** The text of the next rendering, and the promise that it waits for. */
let words = 'one'
let gate: Promise<void> = Promise.resolve()

beforeEach(() => {
  cache = createPageCache()
  cache.setListening(true)
  ;[now, rendered, words, gate] = [0, 0, 'one', Promise.resolve()]
})

function server() {
  const pages = createPages({
    cache,
    now: () => now,
    languages: ['en', 'es'],
    async render(c, nonce) {
      rendered++
      const said = words
      await gate
      const isOwn = c.req.path.startsWith('/own')
      const script = `<script nonce="${nonce}">say("${said}")</script><script nonce="${nonce}" src="/a.js"></script>`
      return new Response(
        `<!doctype html><html lang="${language()}"><p>${said}</p><script>planted()</script>${script}`,
        {
          status: c.req.path === '/missing' ? 404 : 200,
          headers: {
            'content-type': c.req.path.endsWith('.data') ? 'text/x-script' : 'text/html; charset=utf-8',
            ...(!isOwn && {
              [CACHE_TAG]: 'property:1, property:2',
              [CACHE_UNTIL]: new Date(60_000).toISOString(),
              [CACHE_PATH]: '/book',
            }),
          },
        },
      )
    },
  })
  const app = createApi()
  app.use(speakLanguage(['en', 'es']))
  app.all('*', pages.answer)
  app.onError((_error, c) => c.text('failed', 500))
  return (path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<Response> => {
    const asked = {
      acceptEncoding: headers['accept-encoding'],
      ifNoneMatch: headers['if-none-match'],
      acceptLanguage: headers['accept-language'],
      cookie: headers.cookie,
    }
    const kept = pages.findKept({ method, target: path, ...asked })
    const fresh = () => app.fetch(new Request(`http://localhost${path}`, { method, headers }))
    return Promise.resolve(kept ? new Response(kept.body, kept) : fresh())
  }
}

const policyOf = (response: Response) => response.headers.get('content-security-policy') ?? ''

test('renders a public page once, until its content changes', async () => {
  const get = server()
  assert.match(await (await get('/book')).text(), /one/)
  words = 'two'
  assert.match(await (await get('/book')).text(), /one/)
  cache.drop('property:3')
  assert.match(await (await get('/book')).text(), /one/)
  cache.drop('property:2')
  assert.match(await (await get('/book')).text(), /two/)
  assert.equal(rendered, 2)
})

test('does not serve a page from its end time on', async () => {
  const get = server()
  await get('/book')
  now = 59_999
  await get('/book')
  assert.equal(rendered, 1)
  now = 60_000
  words = 'two'
  assert.match(await (await get('/book')).text(), /two/)
})

test('does not keep a rendering if its content changes meanwhile', async () => {
  const get = server()
  const waiting = Promise.withResolvers<void>()
  gate = waiting.promise
  const first = get('/book')
  cache.drop('property:1')
  words = 'two'
  waiting.resolve()
  assert.match(await (await first).text(), /one/)
  assert.match(await (await get('/book')).text(), /two/)
})

test('a request after a change does not get a page whose rendering began before it', async () => {
  const get = server()
  const waiting = Promise.withResolvers<void>()
  gate = waiting.promise
  const first = get('/book')
  await setImmediate()
  words = 'two'
  cache.drop('property:1')
  const after = Array.from({ length: 3 }, () => get('/book'))
  waiting.resolve()
  assert.match(await (await first).text(), /one/)
  for (const answer of after) assert.match(await (await answer).text(), /two/)
  assert.equal(rendered, 2)
})

test('simultaneous requests share one rendering', async () => {
  const get = server()
  const answers = await Promise.all(Array.from({ length: 20 }, () => get('/book')))
  assert.equal(rendered, 1)
  assert.equal(new Set(await Promise.all(answers.map((answer) => answer.text()))).size, 1)
})

test('simultaneous requests for other paths each get their own page', async () => {
  const get = server()
  const answers = await Promise.all(Array.from({ length: 5 }, () => get('/book/')))
  assert.equal(new Set(answers.map(policyOf)).size, 5)
})

test('keeps nothing while we receive no change events', async () => {
  const get = server()
  cache.setListening(false)
  await get('/book')
  await get('/book')
  assert.equal(rendered, 2)
})

test("forbids caches to store a visitor's own data, and sets no cache header on public data", async () => {
  const get = server()
  for (const [path, control] of [
    ['/own.data', 'private, no-store'],
    ['/book.data', null],
  ] as const) {
    const { headers } = await get(path)
    assert.equal(headers.get('cache-control'), control, path)
    assert.equal(headers.get('content-type'), 'text/x-script; charset=utf-8')
  }
})

test("never keeps a visitor's own page, a missing page, a page with a query, or a page under another path", async () => {
  const get = server()
  const others = [
    '/book/',
    '//book',
    '/Book',
    '/%62ook',
    `/book${'/'.repeat(9_000)}`,
    '/01995d7e-0000-7000-8000-000000000000',
  ]
  for (const path of ['/own', '/missing', '/book?date=1', ...others]) {
    const before = rendered
    const [one, two] = [await get(path), await get(path)]
    assert.equal(rendered - before, 2, path)
    assert.equal(one.headers.get('cache-control'), 'private, no-store')
    assert.notEqual(policyOf(one), policyOf(two))
    for (const answer of [one, two]) {
      const nonce = /'nonce-([^']+)'/.exec(policyOf(answer))?.[1] ?? 'none'
      assert.equal((await answer.text()).split(` nonce="${nonce}"`).length, 3)
      assert.doesNotMatch(policyOf(answer), /unsafe-inline|sha256/)
    }
  }
  assert.equal(cache.size(), 0)
})

test('a kept page has no nonce: its policy allows its own scripts by their hashes, and no injected one', async () => {
  const get = server()
  await get('/book')
  const kept = await get('/book')
  const html = await kept.text()
  assert.doesNotMatch(html + policyOf(kept), /nonce/)
  const hash = async (script: string) =>
    Buffer.from(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(script))).toString('base64')
  assert.ok(policyOf(kept).includes(`'sha256-${await hash('say("one")')}'`))
  assert.ok(!policyOf(kept).includes(await hash('planted()')))
})

test("a page's internal headers do not leave the process", async () => {
  const get = server()
  for (const answer of [await get('/book'), await get('/book'), await get('/book/'), await get('/missing')])
    for (const name of [CACHE_TAG, CACHE_UNTIL, CACHE_PATH]) assert.equal(answer.headers.get(name), null)
})

const decoded = { br: brotliDecompressSync, gzip: gunzipSync, identity: (bytes: Buffer) => bytes }
const encodings: [accepted: string | undefined, encoding: keyof typeof decoded][] = [
  ...([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip', 'gzip'],
    ['GZIP;q=0.5', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
  ] as [string, 'br' | 'gzip'][]),
  ...([
    undefined,
    '',
    'identity',
    'deflate',
    'zstd',
    'br;q=0',
    'br;q=0.0,gzip; q=0',
    'brotli',
    '*',
    'x'.repeat(500),
  ].map((one) => [one, 'identity']) as [string, 'identity'][]),
]
for (const [accepted, encoding] of encodings)
  test(`Accept-Encoding "${accepted?.slice(0, 40)}" gets ${encoding}, kept or not`, async () => {
    const get = server()
    for (const path of ['/book', '/book', '/own']) {
      const answer = await get(path, accepted === undefined ? {} : { 'accept-encoding': accepted })
      const sent = answer.headers.get('content-encoding') ?? 'identity'
      // Slow compression does not pay off for one visitor's document.
      const wanted =
        path === '/own' && encoding === 'br' ? (accepted?.includes('gzip') ? 'gzip' : 'identity') : encoding
      assert.equal(sent, wanted, path)
      assert.match(answer.headers.get('vary') ?? '', /Accept-Encoding/i)
      const bytes = Buffer.from(await answer.arrayBuffer())
      if (answer.headers.has('content-length')) assert.equal(Number(answer.headers.get('content-length')), bytes.length)
      assert.match(decoded[wanted](bytes).toString(), /<p>one<\/p>/)
    }
  })

test('a client that already has the page gets a 304, for the encoding it has', async () => {
  const get = server()
  const mark = (await get('/book', { 'accept-encoding': 'br' })).headers.get('etag') ?? ''
  const ask = (ifNoneMatch: string, encoding = 'br') =>
    get('/book', { 'accept-encoding': encoding, 'if-none-match': ifNoneMatch })
  for (const held of [mark, `W/${mark}`, `"other", ${mark}`, '*']) {
    const answer = await ask(held)
    assert.deepEqual([answer.status, await answer.text(), answer.headers.get('etag')], [304, '', mark], held)
    assert.ok(policyOf(answer))
  }
  for (const other of ['"other"', mark.slice(1), '']) assert.equal((await ask(other)).status, 200, other)
  assert.equal((await ask(mark, 'gzip')).status, 200)
  cache.drop('property:1')
  words = 'two'
  assert.equal((await ask(mark)).status, 200)
})

test('HEAD has the headers of GET and no body', async () => {
  const get = server()
  const full = await get('/book')
  const head = await get('/book', {}, 'HEAD')
  assert.equal(await head.text(), '')
  assert.deepEqual(
    ['content-length', 'etag', 'content-type'].map((name) => head.headers.get(name)),
    ['content-length', 'etag', 'content-type'].map((name) => full.headers.get(name)),
  )
})

test('a failed rendering reaches only its own request, and the next one renders again', async () => {
  const get = server()
  const failed = Promise.withResolvers<void>()
  gate = failed.promise
  const first = get('/book')
  failed.reject(new Error('the database is away'))
  assert.equal((await first).status, 500)
  gate = Promise.resolve()
  assert.equal((await get('/book')).status, 200)
})

test("keeps a page once in each language, and serves each reader's own", async () => {
  const get = server()
  const spanish = { 'accept-language': 'es-MX,es;q=0.9' }
  const readers: [Record<string, string>, string][] = [
    [{}, 'en'],
    [spanish, 'es'],
    [{ cookie: 'language=es' }, 'es'],
    [{ ...spanish, cookie: 'a=1; language=en' }, 'en'],
  ]
  for (const round of [1, 2])
    for (const [headers, language] of readers) {
      const answer = await get('/book', headers)
      assert.match(await answer.text(), new RegExp(`lang="${language}"`), `${round} ${JSON.stringify(headers)}`)
      assert.equal(answer.headers.get('vary'), 'Accept-Encoding, Accept-Language, Cookie')
      assert.equal(answer.headers.get('set-cookie'), null)
    }
  assert.equal(rendered, 2)
})

test('the browser remembers the language that a link chose', async () => {
  const get = server()
  const answer = await get('/book?lang=es')
  assert.match(await answer.text(), /lang="es"/)
  assert.match(answer.headers.get('set-cookie') ?? '', /^language=es; Max-Age=31536000; Path=\/; SameSite=Lax$/)
  assert.equal((await get('/book?lang=xx')).headers.get('set-cookie'), null)
})
