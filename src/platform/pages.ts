import { createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { AppContext } from './http.ts'
import { CACHE_PATH, CACHE_TAG, CACHE_UNTIL, type CachedPage, type PageCache } from './page-cache.ts'
import { documentPolicy, inlineScriptHashes, type STRIPE_SOURCES } from './security-headers.ts'

const compress = { gzip: promisify(gzip), br: promisify(brotliCompress) }
type Encoding = keyof CachedPage['body']

/** Renders the document of a request; `nonce` goes on its scripts. */
export type Render = (c: AppContext, nonce: string) => Promise<Response>

/** Whether Accept-Encoding names it and does not refuse it (RFC 9110, section 12.5.3). */
function takes(accepted: string | undefined, encoding: Encoding): boolean {
  return (accepted ?? '').split(',').some((one) => {
    const [name, quality = ''] = one.split(';')
    return name?.trim().toLowerCase() === encoding && !/^\s*q=0(\.0*)?\s*$/i.test(quality)
  })
}

const encodingOf = (accepted: string | undefined): Encoding =>
  takes(accepted, 'br') ? 'br' : takes(accepted, 'gzip') ? 'gzip' : 'identity'

/** Whether the asker has it already; a proxy between us may have weakened the mark (RFC 9110, section 13.1.2). */
const isHeld = (etag: string, ifNoneMatch: string | undefined) =>
  ifNoneMatch?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*') ?? false

type Asked = { method: string; acceptEncoding: string | undefined; ifNoneMatch: string | undefined }
type Answer = { status: 200 | 304; headers: Record<string, string>; body: Uint8Array<ArrayBuffer> | null }

/** A kept page as an answer: bytes that are ready, or 304. */
function answerOf(page: CachedPage, asked: Asked): Answer {
  const encoding = encodingOf(asked.acceptEncoding)
  const etag = `"${page.etag}-${encoding}"`
  const headers: Record<string, string> = { ...page.headers, ETag: etag }
  if (isHeld(etag, asked.ifNoneMatch)) return { status: 304, headers, body: null }
  const body = page.body[encoding] as Uint8Array<ArrayBuffer>
  if (encoding !== 'identity') headers['Content-Encoding'] = encoding
  headers['Content-Length'] = String(body.length)
  return { status: 200, headers, body: asked.method === 'HEAD' ? null : body }
}

function cachedResponse(page: CachedPage, asked: Asked): Response {
  const { body, ...head } = answerOf(page, asked)
  return new Response(body, head)
}

/** For another's rendering, where what it says changes meanwhile. */
const MOST_WAITS = 3

/**
 * Serves documents. One that names its tags (`x-cache-tag`) is the same for everybody: asked for under the path that it
 * names (`x-cache-path`), it is kept as compressed bytes and its scripts are allowed by their hashes. Any other is its
 * visitor's own and gets a fresh nonce: the other spellings of a path have no end.
 * `findKept` comes first; `answer` renders.
 */
export function createPages(options: {
  cache: PageCache
  render: Render
  now: () => number
  headers: Record<string, string>
  /** Of others, whose scripts and frames may run. */
  sources?: typeof STRIPE_SOURCES | undefined
}) {
  const { cache, now } = options
  // Many visitors may ask for the same page at once: it is rendered for all of them once.
  const rendering = new Map<string, { page: Promise<CachedPage | Response>; readAt: number }>()

  async function render(c: AppContext, path: string, isKeepable: boolean): Promise<CachedPage | Response> {
    const readAt = cache.version()
    const nonce = randomBytes(16).toString('base64')
    const response = await options.render(c, nonce)
    const tags = response.headers.get(CACHE_TAG)
    const until = response.headers.get(CACHE_UNTIL)
    const isCanonical = response.headers.get(CACHE_PATH) === path
    for (const name of [CACHE_TAG, CACHE_UNTIL, CACHE_PATH]) response.headers.delete(name)
    for (const [name, value] of Object.entries(options.headers))
      if (!response.headers.has(name)) response.headers.set(name, value)
    if (!response.headers.get('content-type')?.startsWith('text/html')) return response
    if (!tags || !isKeepable || !isCanonical || response.status !== 200) {
      response.headers.set('Content-Security-Policy', documentPolicy([`'nonce-${nonce}'`], options.sources))
      if (!response.headers.has('cache-control')) response.headers.set('Cache-Control', 'private, no-store')
      return response
    }
    const html = await response.text()
    const page = await pageOf(
      { html, nonce },
      response.headers,
      tags.split(','),
      until ? Date.parse(until) : Number.POSITIVE_INFINITY,
    )
    cache.put(path, page, readAt)
    return page
  }

  function renderForAll(c: AppContext, path: string): Promise<CachedPage | Response> {
    const readAt = cache.version()
    const page = render(c, path, true)
    rendering.set(path, { page, readAt })
    page.finally(() => rendering.delete(path)).catch(() => undefined)
    return page
  }

  async function pageOf(
    { html, nonce }: { html: string; nonce: string },
    from: Headers,
    tags: string[],
    untilMs: number,
  ): Promise<CachedPage> {
    const identity = Buffer.from(html.replaceAll(` nonce="${nonce}"`, ''))
    const [gzipped, br] = await Promise.all([
      compress.gzip(identity, { level: 6 }),
      compress.br(identity, {
        params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
      }),
    ])
    return {
      body: { identity, gzip: gzipped, br },
      headers: {
        ...Object.fromEntries(from),
        'content-security-policy': documentPolicy(inlineScriptHashes(html, nonce), options.sources),
        'cache-control': 'public, max-age=0, must-revalidate',
        vary: 'Accept-Encoding',
      },
      etag: createHash('sha256').update(identity).digest('base64url').slice(0, 22),
      tags: tags.map((tag) => tag.trim()),
      untilMs,
    }
  }

  /** The kept page that a request asks for, at once and by itself: without a request id, and not logged yet. */
  function findKept(asked: Asked & { target: string }): Answer | undefined {
    if (asked.method !== 'GET' && asked.method !== 'HEAD') return undefined
    // Kept under paths: a target with a query is none.
    const page = cache.get(asked.target, now())
    return page && answerOf(page, asked)
  }

  async function answer(c: AppContext): Promise<Response> {
    const request = c.req.raw
    const url = new URL(request.url)
    const isKeepable = request.method === 'GET' && url.search === ''
    const asked = {
      method: request.method,
      acceptEncoding: c.req.header('accept-encoding'),
      ifNoneMatch: c.req.header('if-none-match'),
    }
    if (!isKeepable || c.req.header('cookie')) return asResponse(await render(c, url.pathname, isKeepable))
    // Without a cookie the document cannot be anybody's own, so waiting for another's rendering is safe.
    for (let waits = 0; waits < MOST_WAITS; waits++) {
      const running = rendering.get(url.pathname)
      if (!running) return asResponse(await renderForAll(c, url.pathname))
      const shared = await running.page
      if (shared instanceof Response) break
      // One that was begun before a change is not for whoever asks after it.
      if (!cache.isStale(shared, running.readAt)) return cachedResponse(shared, asked)
    }
    return asResponse(await render(c, url.pathname, isKeepable))

    async function asResponse(rendered: CachedPage | Response): Promise<Response> {
      return rendered instanceof Response ? compressed(rendered, asked) : cachedResponse(rendered, asked)
    }
  }

  return { findKept, answer }
}

/** A visitor's own document: compressed quickly, since it is sent once. */
async function compressed(response: Response, asked: Asked): Promise<Response> {
  const type = response.headers.get('content-type') ?? ''
  if (asked.method === 'HEAD' || !response.body || !/^(text\/|application\/json)/.test(type)) return response
  const headers = new Headers(response.headers)
  headers.append('Vary', 'Accept-Encoding')
  if (!takes(asked.acceptEncoding, 'gzip')) return new Response(response.body, { status: response.status, headers })
  const body = await compress.gzip(Buffer.from(await response.arrayBuffer()), { level: 1 })
  headers.set('Content-Encoding', 'gzip')
  headers.set('Content-Length', String(body.length))
  return new Response(body, { status: response.status, headers })
}
