import type { MiddlewareHandler, Next } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { HTTPException } from 'hono/http-exception'
import type { AppContext, Guards } from './http.ts'

/** Refuses a body that declares a larger size, and counts one that declares none while reading. */
export async function limitBody(
  c: AppContext,
  { bytes, refuse = () => new HTTPException(413) }: NonNullable<Guards['largestBody']>,
  next: () => ReturnType<MiddlewareHandler>,
): ReturnType<MiddlewareHandler> {
  if (c.req.method === 'GET' || c.req.method === 'HEAD') return next()
  const length = c.req.header('content-length')
  if (length === undefined || c.req.header('transfer-encoding') !== undefined) {
    const onError = () => {
      throw refuse()
    }
    return bodyLimit({ maxSize: bytes, onError })(c, next as Next)
  }
  if (Number(length) > bytes) throw refuse()
  return next()
}
