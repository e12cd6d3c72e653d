import { randomUUID } from 'node:crypto'
import { createRequestHandler, RouterContextProvider } from 'react-router'
import { accessApi, requireAccess } from './account/access/api.ts'
import { accountApi } from './account/account/api.ts'
import { archiveApi } from './account/archive/api.ts'
import { auditApi } from './account/audit/api.ts'
import { erasureApi } from './account/erasure/api.ts'
import { passkeyApi } from './account/passkey/api.ts'
import { profileApi } from './account/profile/api.ts'
import { recoveryApi } from './account/recovery/api.ts'
import { securityApi } from './account/security/api.ts'
import { userApi } from './account/user/api.ts'
import { documentHead, getDocument, securitySchemes } from './api-description.ts'
import type { Services } from './compose.ts'
import { paymentApi } from './money/payment/api.ts'
import { sandboxApi } from './money/sandbox/api.ts'
import { complianceApi } from './notice/compliance/api.ts'
import { notificationApi } from './notice/notification/api.ts'
import { proofApi } from './notice/proof/api.ts'
import { operationApi } from './operations/operation/api.ts'
import { outboxApi } from './operations/outbox/api.ts'
import { documentApi } from './oracle/document/api.ts'
import { oracleApi } from './oracle/oracle/api.ts'
import { type ApiDocument, describeApi } from './platform/api-document.ts'
import { requireDeclaredCaller } from './platform/callers.ts'
import type { Config } from './platform/config.ts'
import { findKept } from './platform/encoding.ts'
import { type AppContext, createApi } from './platform/http.ts'
import type { Site } from './platform/http-listener.ts'
import { compressAnswers, keepAnswers } from './platform/kept-answers.ts'
import { createOperations, refuseOtherMethods } from './platform/operations.ts'
import { createPageCache } from './platform/page-cache.ts'
import { isUnknownPage, pageMethods } from './platform/page-methods.ts'
import { builtPages } from './platform/page-source.ts'
import { createPages } from './platform/pages.ts'
import { metricsReaders, probes } from './platform/probes.ts'
import { problemResponse } from './platform/problem.ts'
import { identify, limitBody, recordRequest, requestLog, requireSameOrigin } from './platform/request.ts'
import { type Sources, STRIPE_SOURCES } from './platform/security-headers.ts'
import { availabilityApi } from './property/availability/api.ts'
import { propertyApi } from './property/property/api.ts'
import { shareApi } from './property/share/api.ts'
import { adminApi } from './showing/admin/api.ts'
import { bookingApi } from './showing/booking/api.ts'
import { calendarApi, FEED_PATH } from './showing/calendar/api.ts'
import { dashboardApi } from './showing/dashboard/api.ts'
import { demoApi } from './showing/demo/api.ts'
import { evidenceApi } from './showing/evidence/api.ts'
import { lifecycleApi } from './showing/lifecycle/api.ts'
import { receiptApi } from './showing/receipt/api.ts'
import { showingApi } from './showing/showing/api.ts'
import { creatorApi } from './studio/creator/api.ts'
import { creditApi } from './studio/credit/api.ts'
import { forgetGallery, galleryApi } from './studio/gallery/api.ts'
import { imageApi } from './studio/image/api.ts'
import { moderationApi } from './studio/moderation/api.ts'
import { studioApi } from './studio/studio/api.ts'

const BODY_LIMIT = 256 * 1024
/** These have a larger limit of their own. */
const UPLOADS =
  /^\/api\/(showingbooker\/upload\/property-photo(\/[^/]+)?|showingbooker\/bookings\/[^/]+\/service\/photo|upload\/image)$|^\/oracle\/upload$|^\/images\/verify$/
/** Routes of the API that lie beside the pages. */
const PROFILE_PATHS = ['/create-user', '/user-profile', '/user-profile/*', '/update-username']
const STUDIO_PATHS = [
  ...['/generate-image', '/generate-image/*', '/recent-images/*', '/all-images', '/search-images', '/user-images/*'],
  ...['/following-images', '/images/*', '/public-profile/*', '/follow/*', '/credits', '/credits/*', '/subscription'],
  ...['/admin/images', '/admin/images/*', '/admin/reports', '/admin/reports/*'],
  ...['/admin/appeals', '/admin/appeals/*', '/admin/prompt-terms', '/admin/prompt-terms/*', '/studio/*'],
]
/** Answers that are the same for everybody. */
const KEPT_PATHS = ['/all-images', '/search-images']
const ORACLE_PATHS = ['/oracle/*']
/** Pages that such a pattern would take for its own: `/oracle/*` is also `/oracle`. */
const PAGES_BESIDE = new Set(['/oracle'])
const PATHS_BESIDE = [...PROFILE_PATHS, ...STUDIO_PATHS, ...ORACLE_PATHS]
const UNSUBSCRIBE = '/unsubscribe/'

/** The API alone, as the OpenAPI document describes it. */
export function createApiApp(
  config: Pick<Config, 'publicUrl' | 'rateLimitScale' | 'trustedProxies' | 'metricsToken'>,
  services: Services,
) {
  const app = createApi()

  app.use(identify(config.trustedProxies, services.accounts))
  app.use(requestLog(services))
  app.use(compressAnswers)
  app.onError((error, c) => problemResponse(c, error))
  app.use(async (c, next) => {
    await next()
    if (!c.res.headers.has('cache-control')) c.res.headers.set('Cache-Control', 'no-store')
  })
  app.use(requireSameOrigin(config.publicUrl))
  const operations = createOperations(app)
  app.use(requireDeclaredCaller(operations, { oracleAccess: requireAccess(services.access, 'oracle') }))
  const limit = limitBody(BODY_LIMIT)
  app.use((c, next) => (UPLOADS.test(c.req.path) ? next() : limit(c, next)))
  app.use(forgetGallery(services.forget))
  for (const path of KEPT_PATHS) app.use(path, keepAnswers(services.answerCache))

  app.route('/', probes(services, { mayReadMetrics: metricsReaders(config) }))
  app.route('/', accountApi(services))
  app.route('/', recoveryApi({ ...services, ...config }))
  app.route('/', accessApi({ ...services, ...config }))
  app.route('/', securityApi({ ...services, ...config }))
  app.route('/', passkeyApi({ ...services, ...config }))
  app.route('/', profileApi({ ...services, ...config }))
  app.route('/', archiveApi({ ...services, ...config }))
  app.route('/', erasureApi({ ...services, ...config }))
  app.route('/', documentApi({ ...services, ...config }))
  app.route('/', oracleApi({ ...services, ...config }))
  app.route('/', propertyApi({ ...services, ...config }))
  app.route('/', imageApi({ ...services, ...config }))
  app.route('/', demoApi({ ...services, ...config }))
  app.route('/', shareApi({ ...services, ...config }))
  app.route('/', availabilityApi(services))
  app.route('/', bookingApi({ ...services, ...config }))
  app.route('/', paymentApi(services))
  app.route('/', showingApi({ ...services, ...config }))
  app.route('/', lifecycleApi({ ...services, ...config }))
  app.route('/', calendarApi({ ...services, ...config }))
  app.route('/', complianceApi({ ...services, ...config }))
  app.route('/', proofApi({ ...services, ...config }))
  app.route('/', receiptApi({ ...services, ...config }))
  app.route('/', evidenceApi({ ...services, ...config }))
  app.route('/', dashboardApi({ ...services, ...config }))
  app.route('/', notificationApi({ ...services, ...config }))
  app.route('/', studioApi({ ...services, ...config }))
  if (services.sandbox) app.route('/', sandboxApi({ sandbox: services.sandbox, rateLimitScale: config.rateLimitScale }))
  if (services.outbox) app.route('/', outboxApi({ outbox: services.outbox }))
  app.route('/', creditApi({ ...services, ...config }))
  app.route('/', moderationApi({ ...services, ...config }))
  app.route('/', galleryApi({ ...services, ...config }))
  app.route('/', creatorApi({ ...services, ...config }))
  app.route('/', adminApi(services))
  app.route('/', auditApi(services))
  app.route('/', userApi({ ...services, ...config }))
  app.route('/', operationApi({ ...services, ...config }))
  app.notFound(noSuchRoute)
  let document: ApiDocument | undefined
  app.openapi(getDocument, (c) => {
    document ??= describeApi(app, documentHead(config.publicUrl), securitySchemes(config.publicUrl))
    return c.json(document, 200)
  })
  app.use(async (c, next) => {
    const methods = operations.methodsOf(c.req.path)
    if (methods.length === 0) return next()
    // The link of a mail opens a page; a mail program posts to the same address (RFC 8058).
    if (!c.req.path.startsWith(UNSUBSCRIBE)) return refuseOtherMethods(c, methods)
    return ['GET', 'HEAD'].includes(c.req.method) ? next() : refuseOtherMethods(c, ['GET', ...methods])
  })
  // The one page below /api.
  app.all('/api/*', (c, next) => (c.req.path === '/api/docs' ? next() : noSuchRoute(c)))
  // What a page would answer in the place of a route.
  for (const path of ['/admin/check', '/files/*', FEED_PATH, ...PATHS_BESIDE])
    app.all(path, (c, next) => (PAGES_BESIDE.has(c.req.path) ? next() : noSuchRoute(c)))
  return app
}

const noSuchRoute = (c: AppContext) =>
  c.json({ error: 'There is no such API route.', code: 'not_found', requestId: c.var.requestId }, 404)

/** The whole product: kept pages, the API, the pages' files, then the other pages. */
export async function createServer(config: Config, services: Services, source = builtPages): Promise<Site> {
  const app = createApiApp(config, services)
  // Before anybody asks: it takes a while.
  if (source.isKept) await source.load()
  const handle = createRequestHandler(source.load, source.mode)
  const sources = sourcesOf(source.sources, config.vendors.stripe ? STRIPE_SOURCES : undefined)

  source.serveFiles(app)

  await services.startListening()
  const nowMs = () => services.clock.now().epochMilliseconds
  const pages = createPages({
    cache: source.isKept ? services.pageCache : createPageCache({ maxBytes: 1 }),
    now: nowMs,
    sources,
    render: async (c, nonce) => {
      const { requestId, clientAddress } = c.var
      const context = new RouterContextProvider()
      const { serverContext } = (await source.load()).entry.module
      context.set(serverContext, {
        nonce,
        requestId,
        publicUrl: config.publicUrl,
        mapsApiKey: config.mapsApiKey,
        postalAddress: addressLines(config.returnAddress),
        report: (error) => c.set('failure', error),
        fetchApi: async (asked) => {
          const onBehalf = new Request(asked)
          const cookie = c.req.header('cookie')
          // A page that has just signed somebody in sends the new one.
          if (cookie && !onBehalf.headers.has('cookie')) onBehalf.headers.set('cookie', cookie)
          // What a session is known by.
          const userAgent = c.req.header('user-agent')
          if (userAgent) onBehalf.headers.set('user-agent', userAgent)
          // The page's own request has passed the check of its origin already.
          onBehalf.headers.set('origin', config.publicUrl)
          return app.fetch(onBehalf, { caller: { requestId, clientAddress } })
        },
      })
      return whileAway(await handle(asReached(c.req.raw, config.publicUrl), context), c.get('failure'))
    },
  })
  app.on(['GET', 'POST'], '*', pages.answer)
  app.all('*', async (c) => {
    const build = await source.load()
    if (c.req.method !== 'OPTIONS' && isUnknownPage(build, c.req.path)) return pages.answer(c)
    return refuseOtherMethods(c, pageMethods(build, c.req.path))
  })

  return {
    fetch: (request, env) => app.fetch(request, env),
    /** A kept page is the same for everybody and needs nothing of what the others pass through; it is logged alike. */
    answerAtOnce({ method = '', url = '', headers }, outgoing) {
      const startedAt = performance.now()
      const acceptEncoding = headers['accept-encoding'] as string | undefined
      const asked = { method, target: url, acceptEncoding, ifNoneMatch: headers['if-none-match'] }
      const page = pages.findKept(asked)
      const kept = page ?? findKept(services.answerCache, asked, nowMs())
      if (!kept) return false
      // As they are named where they are made.
      const route = page ? '/*' : url.replace(/\?.*/s, '')
      const { status, body } = kept
      const requestId = randomUUID()
      outgoing.writeHead(status, { ...kept.headers, 'X-Request-Id': requestId }).end(body)
      recordRequest(services, { requestId, method, route, status, startedAt })
      return true
    },
  }
}

/** Those of both. */
const sourcesOf = (...all: (Sources | undefined)[]): Sources => ({
  scripts: all.flatMap((one) => one?.scripts ?? []),
  connections: all.flatMap((one) => one?.connections ?? []),
  frames: all.flatMap((one) => one?.frames ?? []),
  styles: all.flatMap((one) => one?.styles ?? []),
})

const addressLines = ({ name, line1, line2, city, state, zip }: Config['returnAddress']): string[] =>
  [name, line1, line2, `${city}, ${state} ${zip}`].filter((line) => line !== null)

/** A page whose API answered that a needed part is away says the same, and no fault of ours. */
function whileAway(document: Response, failure: unknown): Response {
  if (document.status !== 500 || (failure as { status?: unknown } | undefined)?.status !== 503) return document
  const headers = new Headers(document.headers)
  headers.set('Retry-After', '5')
  return new Response(document.body, { status: 503, headers })
}

/** Behind a proxy that ends TLS the pages' own check of origins must see the address that people see. */
function asReached(request: Request, publicUrl: string): Request {
  const url = new URL(request.url)
  const isBehindTls = publicUrl.startsWith('https:') && url.protocol === 'http:' && url.host === new URL(publicUrl).host
  return isBehindTls ? new Request(request.url.replace(/^http:/, 'https:'), request) : request
}
