import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { CachedPage, PageCache } from './page-cache.ts'

const compress = { gzip: promisify(gzip), br: promisify(brotliCompress) }
type Encoding = keyof CachedPage['body']

/** Tells whether Accept-Encoding names the encoding and does not refuse it (RFC 9110, section 12.5.3). */
export function takes(accepted: string | undefined, encoding: Encoding): boolean {
  return (accepted ?? '').split(',').some((one) => {
    const [name, quality = ''] = one.split(';')
    return name?.trim().toLowerCase() === encoding && !/^\s*q=0(\.0*)?\s*$/i.test(quality)
  })
}

const encodingOf = (accepted: string | undefined): Encoding =>
  takes(accepted, 'br') ? 'br' : takes(accepted, 'gzip') ? 'gzip' : 'identity'

/** Tells whether the client already has this version. A proxy may have weakened the ETag (RFC 9110, section 13.1.2). */
export const isHeld = (etag: string, ifNoneMatch: string | undefined) =>
  ifNoneMatch?.split(',').some((one) => one.trim().replace(/^W\//, '') === etag || one.trim() === '*') ?? false

export type Asked = { method: string; acceptEncoding: string | undefined; ifNoneMatch: string | undefined }
type Answer = { status: 200 | 304; headers: Record<string, string>; body: Uint8Array<ArrayBuffer> | null }

/** Answers with a kept page's bytes, or with 304. */
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

/** Finds a kept answer before any middleware runs. The answer has no request ID, and the caller must log it. */
export function findKept(cache: PageCache, { target, ...asked }: Asked & { target: string }, nowMs: number) {
  if (asked.method !== 'GET' && asked.method !== 'HEAD') return undefined
  const page = cache.get(target, nowMs)
  return page && { ...answerOf(page, asked), route: page.route }
}

export function keptResponse(page: CachedPage, asked: Asked): Response {
  const { body, ...head } = answerOf(page, asked)
  return new Response(body, head)
}

/** Encodes a body that we send many times, and returns it in each encoding with its ETag. */
export async function encode(identity: Buffer): Promise<Pick<CachedPage, 'body' | 'etag'>> {
  const [gzipped, br] = await Promise.all([
    compress.gzip(identity, { level: 6 }),
    compress.br(identity, {
      params: { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length },
    }),
  ])
  const etag = createHash('sha256').update(identity).digest('base64url').slice(0, 22)
  return { body: { identity, gzip: gzipped, br }, etag }
}

/** Compresses quickly, for a body that we send once. */
export async function compressed(response: Response, asked: Asked): Promise<Response> {
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
