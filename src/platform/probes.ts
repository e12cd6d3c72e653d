import { z } from '@hono/zod-openapi'
import { allow } from './callers.ts'
import { isSameSecret } from './constant-time.ts'
import type { Database } from './db/connect.ts'
import { measureLatency } from './db/ping.ts'
import type { DiskSpaceCheck } from './disk-space.ts'
import type { Gauges } from './gauges.ts'
import { type AppContext, answers, createApi, createRoute } from './http.ts'
import { inTime } from './in-time.ts'
import type { Metrics } from './metrics.ts'
import { createOwnHost } from './own-host.ts'
import type { PageCache } from './page-cache.ts'

const Ok = z.object({ status: z.literal('ok') })
const DatabaseOk = z.object({ status: z.literal('ok'), database: z.literal('postgresql'), latencyMs: z.number() })

const apiTest = createRoute({
  method: 'get',
  path: '/api-test',
  operationId: 'checkServer',
  security: allow.everyone,
  tags: ['Operation'],
  summary: 'Check that the server answers',
  responses: answers(200, Ok),
})
const dbTest = createRoute({
  method: 'get',
  path: '/db-test',
  operationId: 'checkDatabase',
  security: allow.everyone,
  tags: ['Operation'],
  summary: 'Check that the database answers',
  responses: answers(200, DatabaseOk, { 503: 'The database is down' }),
})

const plain = (description: string, schema: z.ZodType = z.literal('ok')) => ({
  200: { description, content: { 'text/plain': { schema } } },
})
const checkLiveness = createRoute({
  method: 'get',
  path: '/livez',
  operationId: 'checkLiveness',
  security: allow.everyone,
  tags: ['Operation'],
  summary: 'Check that the process answers',
  responses: plain('It does'),
})
const checkReadiness = createRoute({
  method: 'get',
  path: '/readyz',
  operationId: 'checkReadiness',
  security: allow.everyone,
  tags: ['Operation'],
  summary: 'Check that requests can be served; 503 while the database is down or a disk is full',
  responses: plain(
    'Requests can be served. A second line says so if jobs wait too long',
    z.string().regex(/^ok(\n.+)?$/),
  ),
})

/** Seconds after which a due job has waited too long. A worker that keeps up starts a job within two. */
const QUEUE_LIMIT_S = 60
/** Time limit for each step of a probe. The database answers within milliseconds, and a prober waits only seconds. */
const STEP_MS = 1000
const late = () => new Error(`no answer within ${STEP_MS} ms`)

type Watched = {
  db: Database
  metrics: Metrics
  gauges: Gauges
  pageCache: PageCache
  diskSpace: DiskSpaceCheck
  /** How long the oldest due job has waited, in seconds. */
  queueAge: () => Promise<number>
}

/** For monitoring and load balancers. */
export function probes(
  { db, metrics, gauges, pageCache, diskSpace, queueAge }: Watched,
  { mayReadMetrics }: { mayReadMetrics: (c: AppContext) => boolean },
) {
  const api = createApi()
  async function requireReady() {
    await measureLatency(db)
    await diskSpace.require()
  }
  api.openapi(apiTest, (c) => c.json({ status: 'ok' as const }, 200))
  api.openapi(dbTest, async (c) =>
    c.json({ status: 'ok' as const, database: 'postgresql' as const, latencyMs: await measureLatency(db) }, 200),
  )
  api.openapi(checkLiveness, (c) => c.text('ok'))
  api.openapi(checkReadiness, async (c) => {
    await requireReady()
    // A server with waiting jobs stays ready, even if we cannot read the queue. Removing it would only make things
    // worse.
    const seconds = Math.round(await inTime(queueAge(), STEP_MS, late).catch(() => 0))
    return c.text(seconds > QUEUE_LIMIT_S ? `ok\njobs are behind: the oldest due job has waited ${seconds} s` : 'ok')
  })
  api.get('/metrics', async (c) => {
    if (!mayReadMetrics(c)) return c.notFound()
    metrics.cachedPages.set(pageCache.size())
    const isReady = await inTime(requireReady(), STEP_MS, late).then(
      () => true,
      () => false,
    )
    metrics.isReady.set(isReady ? 1 : 0)
    if (isReady) await gauges.refresh(STEP_MS)
    else gauges.clear()
    return c.text(await metrics.registry.metrics(), 200, { 'Content-Type': metrics.registry.contentType })
  })
  return api
}

/** Allows callers with the token, and this machine itself unless it calls through a proxy or another host name. */
export function metricsReaders({ metricsToken: token, publicUrl }: { metricsToken?: string; publicUrl: string }) {
  const isOwnHost = createOwnHost(publicUrl)
  return (c: AppContext): boolean => {
    if (isSameSecret(c.req.header('authorization')?.replace(/^Bearer /i, ''), token)) return true
    const remote = c.env?.incoming?.socket.remoteAddress ?? ''
    return /^(::ffff:)?127\.|^::1$/.test(remote) && !c.req.header('x-forwarded-for') && isOwnHost(c.req.header('host'))
  }
}
