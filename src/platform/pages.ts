import { randomBytes } from 'node:crypto'
import { type Asked, compressed, encode, findKept, keptResponse } from './encoding.ts'
import type { AppContext } from './http.ts'
import { LANGUAGES, type Language, language } from './language.ts'
import { CACHE_PATH, CACHE_TAG, CACHE_UNTIL, type CachedPage, type PageCache } from './page-cache.ts'
import { askedLanguage, languageCookie, languageOf } from './request-language.ts'
import { documentPolicy, inlineScriptHashes, type Sources } from './security-headers.ts'

/** Renders a request's document, with `nonce` on its scripts. */
export type Render = (c: AppContext, nonce: string) => Promise<Response>

type Visitor = { cookie?: string | undefined; acceptLanguage?: string | undefined }

/** Keys a kept document by language. */
const keyOf = (path: string, reader = language()) => `${reader} ${path}`

/** Maximum number of renderings that a request waits for if the content keeps changing. */
const MOST_WAITS = 3

/**
 * Serves documents. A document that names its tags (`x-cache-tag`) is the same for everyone. If it is requested under
 * the path that it names (`x-cache-path`; a path has endless spellings), we keep it as compressed bytes, and hashes
 * allow its scripts. Every other document belongs to its visitor and gets a fresh nonce.
 * `findKept` comes first; `answer` renders.
 */
export function createPages(options: {
  cache: PageCache
  render: Render
  now: () => number
  /** The languages that readers may choose. */
  languages?: readonly Language[]
  /** Other sources whose scripts and frames may run. */
  sources?: Sources | undefined
}) {
  const { cache, now, languages = LANGUAGES } = options
  // Many visitors may request the same page at once, so we render it once for all of them.
  const rendering = new Map<string, { page: Promise<CachedPage | Response>; readAt: number }>()

  async function render(c: AppContext, path: string, isKeepable: boolean): Promise<CachedPage | Response> {
    const readAt = cache.version()
    const nonce = randomBytes(16).toString('base64')
    const response = await options.render(c, nonce)
    // This answers a POST to a page without a form.
    if (response.status === 405) response.headers.set('Allow', 'GET, HEAD, OPTIONS')
    const tags = response.headers.get(CACHE_TAG)
    const until = response.headers.get(CACHE_UNTIL)
    const isCanonical = response.headers.get(CACHE_PATH) === path
    for (const name of [CACHE_TAG, CACHE_UNTIL, CACHE_PATH]) response.headers.delete(name)
    const type = response.headers.get('content-type')
    // Page data, for which the library does not set the charset.
    const isData = type === 'text/x-script'
    if (isData) response.headers.set('Content-Type', `${type}; charset=utf-8`)
    const isDocument = type?.startsWith('text/html') ?? false
    const isKept = isDocument && tags !== null && isKeepable && isCanonical && response.status === 200
    if (!isKept && (isDocument || (isData && tags === null)) && !response.headers.has('cache-control'))
      response.headers.set('Cache-Control', 'private, no-store')
    if (!isDocument) return response
    if (!isKept) {
      response.headers.set('Content-Security-Policy', documentPolicy([`'nonce-${nonce}'`], options.sources))
      return response
    }
    const html = await response.text()
    const page = await pageOf(
      { html, nonce, route: c.get('pageRoute') },
      response.headers,
      tags.split(','),
      until ? Date.parse(until) : Number.POSITIVE_INFINITY,
    )
    cache.put(keyOf(path), page, readAt)
    return page
  }

  function renderForAll(c: AppContext, path: string): Promise<CachedPage | Response> {
    const readAt = cache.version()
    const page = render(c, path, true)
    const key = keyOf(path)
    rendering.set(key, { page, readAt })
    page.finally(() => rendering.delete(key)).catch(() => undefined)
    return page
  }

  async function pageOf(
    { html, nonce, route }: { html: string; nonce: string; route: string | undefined },
    from: Headers,
    tags: string[],
    untilMs: number,
  ): Promise<CachedPage> {
    const identity = Buffer.from(html.replaceAll(` nonce="${nonce}"`, ''))
    return {
      ...(await encode(identity)),
      headers: {
        ...Object.fromEntries(from),
        'content-security-policy': documentPolicy(inlineScriptHashes(html, nonce), options.sources),
        'cache-control': 'public, max-age=0, must-revalidate',
        vary: languages.length > 1 ? 'Accept-Encoding, Accept-Language, Cookie' : 'Accept-Encoding',
      },
      tags: tags.map((tag) => tag.trim()),
      untilMs,
      ...(route && { route }),
    }
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
    // Without a cookie the document cannot be one visitor's own, so another request's rendering is safe to share.
    for (let waits = 0; waits < MOST_WAITS; waits++) {
      const running = rendering.get(keyOf(url.pathname))
      if (!running) return asResponse(await renderForAll(c, url.pathname))
      const shared = await running.page
      if (shared instanceof Response) break
      // A rendering that began before a change must not answer a request after it.
      if (!cache.isStale(shared, running.readAt)) return keptResponse(shared, asked)
    }
    return asResponse(await render(c, url.pathname, isKeepable))

    async function asResponse(rendered: CachedPage | Response): Promise<Response> {
      if (!(rendered instanceof Response)) return keptResponse(rendered, asked)
      const chosen = askedLanguage(request.url, languages)
      if (chosen) rendered.headers.append('Set-Cookie', languageCookie(chosen, url.protocol === 'https:'))
      return compressed(rendered, asked)
    }
  }

  return {
    // We keep pages by path, so a target with a query is never kept.
    findKept: ({ target, cookie, acceptLanguage, ...asked }: Asked & Visitor & { target: string }) =>
      findKept(cache, { ...asked, target: keyOf(target, languageOf({ cookie, acceptLanguage }, languages)) }, now()),
    answer,
  }
}
