import { randomUUID } from 'node:crypto'
import type { Next } from 'hono'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { Logger } from 'pino'
import type { Actor } from './actor.ts'
import { createClientAddress } from './client-address.ts'
import type { DiskSpaceCheck } from './disk-space.ts'
import { DomainError } from './errors.ts'
import type { AppContext, AppEnv } from './http.ts'
import type { Metrics } from './metrics.ts'
import { createOwnOrigin } from './own-host.ts'
import { CACHE_PATH, CACHE_TAG, CACHE_UNTIL } from './page-cache.ts'
import * as t from './text/fault.ts'
import { isTracing, traced } from './tracing.ts'

type Who = { actorOf(request: { headers: Headers }): Promise<Actor> }

/** Sets a request's ID, its caller's address and, if a route asks, who sent it. */
export function identify(trustedProxies: string[], accounts: Who) {
  const addressOf = createClientAddress(trustedProxies)
  return createMiddleware<AppEnv>(async (c, next) => {
    const caller = c.env?.caller
    const requestId = caller?.requestId ?? randomUUID()
    c.set('requestId', requestId)
    c.set(
      'clientAddress',
      caller?.clientAddress ?? addressOf(c.env?.incoming?.socket.remoteAddress, c.req.header('x-forwarded-for')),
    )
    let actor: Promise<Actor> | undefined
    c.set('actor', () => {
      actor ??= accounts.actorOf(c.req.raw)
      return actor
    })
    await next()
    if (caller) return
    // We do not use c.header, because it replaces an existing answer with one whose body is a stream.
    const answered = c.res.headers
    // A file with a hash in its name needs no request ID.
    if (!(c.req.path.startsWith('/assets/') && c.res.ok)) answered.set('X-Request-Id', requestId)
    for (const name of [CACHE_TAG, CACHE_UNTIL, CACHE_PATH]) answered.delete(name)
  })
}

type Watch = { log: Logger; metrics: Metrics; diskSpace: DiskSpaceCheck }

/** Logs one line per request with its route's pattern, because a path can contain a secret token. */
export function recordRequest(
  { log, metrics }: Pick<Watch, 'log' | 'metrics'>,
  request: { requestId: string; method: string; route: string; status: number; startedAt: number; failure?: unknown },
): void {
  const { requestId, method, route, status, failure } = request
  const ms = performance.now() - request.startedAt
  metrics.requests.observe({ method, route, status }, ms / 1000)
  const line = { requestId, method, route, status, ms: Math.round(ms * 10) / 10 }
  if (failure) log.error({ ...line, err: failure }, 'request failed')
  else log.info(line, 'request')
}

/** Logs, counts, and traces a request, and traces a page's call. */
export const requestLog = (watch: Watch) =>
  createMiddleware<AppEnv>((c, next) => {
    const isCall = c.env?.caller !== undefined
    const { method } = c.req
    const about = {
      name: method,
      kind: isCall ? ('internal' as const) : ('server' as const),
      attributes: { 'http.request.method': method, 'request.id': c.get('requestId') },
      traceparent: isCall ? undefined : c.req.header('traceparent'),
    }
    return traced(about, async (span) => {
      await logged(watch, c, next)
      if (!isTracing()) return
      const route = routeOf(c)
      span.rename(`${isCall ? 'call ' : ''}${method} ${route}`)
      span.set({ 'http.route': route, 'http.response.status_code': c.res.status })
      if (c.res.status >= 500) span.fail(String(c.res.status))
    })
  })

/** Returns the route of the page or handler that answered. */
const routeOf = (c: AppContext): string => c.get('pageRoute') ?? c.get('apiRoute') ?? routePath(c)

async function logged(watch: Watch, c: AppContext, next: Next): Promise<void> {
  if (c.env?.caller) {
    await next()
    // The calling page sees only the answer, so we log its failure here.
    const err = c.get('failure')
    watch.diskSpace.note(err)
    if (err) watch.log.error({ requestId: c.get('requestId'), route: routeOf(c), err }, 'a call from a page failed')
    return
  }
  const startedAt = performance.now()
  await next()
  watch.diskSpace.note(c.get('failure'))
  recordRequest(watch, {
    requestId: c.get('requestId'),
    method: c.req.method,
    route: routeOf(c),
    status: c.res.status,
    startedAt,
    failure: c.get('failure'),
  })
}

/** Tells whether a call has a bearer token, even a malformed one. Such a call never uses its cookie. */
export const namesBearer = (authorization: string | null | undefined): boolean => /^bearer\b/i.test(authorization ?? '')

/**
 * Requires our own origin. A browser sends our cookie with any site's request, so a change with a cookie must come from
 * our own pages, and no change may come from another site. Browsers never send a bearer token by themselves, so calls
 * with one need no such check.
 */
export function requireSameOrigin(publicUrl: string) {
  const isOwnOrigin = createOwnOrigin(publicUrl)
  return createMiddleware<AppEnv>(async (c, next) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD' || c.req.method === 'OPTIONS'
    const origin = c.req.header('origin')
    const mayAct = c.req.header('cookie') !== undefined || origin !== undefined
    if (!isRead && mayAct && !namesBearer(c.req.header('authorization'))) {
      if (!isOwnOrigin(origin ?? null, c.req.header('host') ?? null))
        throw new DomainError('forbidden', 'wrong_origin', t.wrongOrigin())
    }
    await next()
  })
}
