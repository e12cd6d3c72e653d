import { createMiddleware } from 'hono/factory'
import { LRUCache } from 'lru-cache'
import { compressed, encode, keptResponse, takes } from './encoding.ts'
import type { AppContext, AppEnv } from './http.ts'
import { CACHE_PATH, CACHE_TAG, type PageCache } from './page-cache.ts'

const askedOf = (c: AppContext) => ({
  method: c.req.method,
  acceptEncoding: c.req.header('accept-encoding'),
  ifNoneMatch: c.req.header('if-none-match'),
})

/** Maximum number of targets that we remember. */
const ASKED = 5_000
/** We do not keep longer targets. 200 characters of a search take up to 1,800 in a target. */
const LONGEST = 2_500

/**
 * Keeps answers that are the same for everyone and name their tags, as we keep pages (0005), under the path and query
 * as sent. They have their own cache, because a query has endless spellings. We keep an answer only from the second
 * request on, because most spellings are requested only once.
 */
export function keepAnswers(cache: PageCache) {
  const asked = new LRUCache<string, true>({ max: ASKED })
  return createMiddleware<AppEnv>(async (c, next) => {
    const target = c.env?.incoming?.url
    const readAt = cache.version()
    await next()
    const tags = c.res.headers.get(CACHE_TAG)
    if (!target || target.length > LONGEST || !tags || c.req.method !== 'GET' || c.res.status !== 200) return
    if (!asked.has(target)) return void asked.set(target, true)
    for (const name of [CACHE_TAG, CACHE_PATH]) c.res.headers.delete(name)
    const answer = {
      ...(await encode(Buffer.from(await c.res.arrayBuffer()))),
      headers: {
        ...Object.fromEntries(c.res.headers),
        'cache-control': 'public, max-age=0, must-revalidate',
        vary: 'Accept-Encoding',
      },
      tags: tags.split(','),
      untilMs: Number.POSITIVE_INFINITY,
    }
    cache.put(target, answer, readAt)
    c.res = keptResponse(answer, askedOf(c))
  })
}

/**
 * Marks a route that changes kept content. It answers after this process has dropped the pages that show the old
 * content. Other processes drop them a moment later.
 */
export const drops = (tag: string) =>
  createMiddleware<AppEnv>(async (c, next) => {
    await next()
    if (c.res.ok) c.var.forget(tag)
  })

/** Smallest size to compress. Smaller bodies fit into one packet. */
const WORTH_COMPRESSING = 1400

/** Compresses readable content for clients that accept it, as every browser does. */
export const compressAnswers = createMiddleware<AppEnv>(async (c, next) => {
  await next()
  if (
    c.req.method !== 'GET' ||
    c.res.status !== 200 ||
    c.env?.caller ||
    !takes(c.req.header('accept-encoding'), 'gzip')
  )
    return
  const { headers } = c.res
  // We write a download while the client reads it, because it may not fit in memory.
  if (headers.has('content-encoding') || headers.has('content-disposition')) return
  if (!headers.get('content-type')?.startsWith('application/json')) return
  const body = await c.res.arrayBuffer()
  const plain = new Response(body, c.res)
  const sent = body.byteLength < WORTH_COMPRESSING ? plain : await compressed(plain, askedOf(c))
  // Otherwise the old answer's headers, such as its length, would win over the new ones.
  c.res = undefined
  c.res = sent
})
