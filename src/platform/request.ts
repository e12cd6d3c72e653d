import { randomUUID } from 'node:crypto'
import { createMiddleware } from 'hono/factory'
import { routePath } from 'hono/route'
import type { Logger } from 'pino'
import type { Actor } from './actor.ts'
import { createClientAddress } from './client-address.ts'
import { DomainError } from './errors.ts'
import type { AppEnv } from './http.ts'
import type { Metrics } from './metrics.ts'
import { CACHE_TAG, CACHE_UNTIL } from './page-cache.ts'

type Who = { actorOf(request: { headers: Headers }): Promise<Actor> }

/** Says which request this is, from where, and, when a route asks, by whom. */
export function identify(trustedProxies: string[], accounts: Who) {
  const addressOf = createClientAddress(trustedProxies)
  return createMiddleware<AppEnv>(async (c, next) => {
    const caller = c.env?.caller
    c.set('requestId', caller?.requestId ?? randomUUID())
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
    c.header('X-Request-Id', c.var.requestId)
    for (const name of [CACHE_TAG, CACHE_UNTIL]) c.header(name, undefined)
  })
}

/** One line a request, with its route's pattern: paths can hold the tokens of bookings, so they are not written. */
export const requestLog = ({ log, metrics }: { log: Logger; metrics: Metrics }) =>
  createMiddleware<AppEnv>(async (c, next) => {
    if (c.env?.caller) return next()
    const startedAt = performance.now()
    await next()
    const ms = performance.now() - startedAt
    const { status } = c.res
    const route = routePath(c, -1)
    metrics.requests.observe({ method: c.req.method, route, status }, ms / 1000)
    const line = { requestId: c.var.requestId, method: c.req.method, route, status, ms: Math.round(ms * 10) / 10 }
    const failure = c.get('failure')
    if (failure) log.error({ ...line, err: failure }, 'request failed')
    else log.info(line, 'request')
  })

/**
 * A browser sends a cookie along whoever asks it to: what changes something by cookie must come from our own pages, and
 * nothing that changes something may come from somebody else's. A bearer token is never sent along, and never needs one.
 */
export function requireSameOrigin(publicUrl: string) {
  const ownOrigin = new URL(publicUrl).origin
  return createMiddleware<AppEnv>(async (c, next) => {
    const isRead = c.req.method === 'GET' || c.req.method === 'HEAD' || c.req.method === 'OPTIONS'
    const origin = c.req.header('origin')
    const mayAct = c.req.header('cookie') !== undefined || origin !== undefined
    if (!isRead && mayAct && !/^bearer /i.test(c.req.header('authorization') ?? '')) {
      const isOwn =
        origin === ownOrigin ||
        (origin !== undefined && URL.canParse(origin) && new URL(origin).host === c.req.header('host'))
      if (!isOwn) throw new DomainError('forbidden', 'wrong_origin', 'This request did not come from our own pages.')
    }
    await next()
  })
}
