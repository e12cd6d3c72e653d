import { timingSafeEqual } from 'node:crypto'
import { createRoute, z } from '@hono/zod-openapi'
import type { Clock } from './clock.ts'
import type { Database } from './db/connect.ts'
import { measureLatency } from './db/ping.ts'
import { type AppContext, answers, createApi } from './http.ts'
import type { Metrics } from './metrics.ts'
import { createOwnHost } from './own-host.ts'
import type { PageCache } from './page-cache.ts'

const Ok = z.object({ status: z.literal('ok') })
const DatabaseOk = z.object({ status: z.literal('ok'), database: z.literal('postgresql'), latencyMs: z.number() })

const apiTest = createRoute({
  method: 'get',
  path: '/api-test',
  tags: ['Operation'],
  summary: 'Whether the server answers',
  responses: answers(200, Ok),
})
const dbTest = createRoute({
  method: 'get',
  path: '/db-test',
  tags: ['Operation'],
  summary: 'Whether the database answers',
  responses: answers(200, DatabaseOk, { 503: 'The database is away' }),
})

/** For whoever watches over the server. */
export function probes(
  { db, metrics, pageCache }: { db: Database; metrics: Metrics; pageCache: PageCache; clock: Clock },
  { mayReadMetrics }: { mayReadMetrics: (c: AppContext) => boolean },
) {
  const api = createApi()
  api.openapi(apiTest, (c) => c.json({ status: 'ok' as const }, 200))
  api.openapi(dbTest, async (c) =>
    c.json({ status: 'ok' as const, database: 'postgresql' as const, latencyMs: await measureLatency(db) }, 200),
  )
  api.get('/livez', (c) => c.text('ok'))
  api.get('/readyz', async (c) => {
    await measureLatency(db)
    return c.text('ok')
  })
  api.get('/metrics', async (c) => {
    if (!mayReadMetrics(c)) return c.notFound()
    metrics.cachedPages.set(pageCache.size())
    return c.text(await metrics.registry.metrics(), 200, { 'Content-Type': metrics.registry.contentType })
  })
  return api
}

/** This machine itself, not by way of a proxy or of a stranger's name; or whoever has the token. */
export function metricsReaders({ metricsToken: token, publicUrl }: { metricsToken?: string; publicUrl: string }) {
  const isOwnHost = createOwnHost(publicUrl)
  return (c: AppContext): boolean => {
    const given = Buffer.from(c.req.header('authorization')?.replace(/^Bearer /i, '') ?? '')
    const wanted = Buffer.from(token ?? '')
    if (token && given.length === wanted.length && timingSafeEqual(given, wanted)) return true
    const remote = c.env?.incoming?.socket.remoteAddress ?? ''
    return /^(::ffff:)?127\.|^::1$/.test(remote) && !c.req.header('x-forwarded-for') && isOwnHost(c.req.header('host'))
  }
}
