import { randomUUID } from 'node:crypto'
import { createRequestHandler, type RequestHandler, RouterContextProvider } from 'react-router'
import { accountRoutes, requireAccess } from './account/area.ts'
import { documentHead, getDocument, securitySchemes } from './api-description.ts'
import type { Services } from './compose.ts'
import { moneyRoutes } from './money/area.ts'
import { noticeRoutes } from './notice/area.ts'
import { operationsRoutes } from './operations/area.ts'
import { oracleRoutes } from './oracle/area.ts'
import { describeApi } from './platform/api-document.ts'
import { createApiPaths } from './platform/api-paths.ts'
import { findKept } from './platform/encoding.ts'
import { unreadableAddress } from './platform/errors.ts'
import { obeyGuards } from './platform/guards.ts'
import { type AppContext, createApi } from './platform/http.ts'
import type { Site } from './platform/http-listener.ts'
import { compressAnswers } from './platform/kept-answers.ts'
import { LANGUAGES, type Language, language } from './platform/language.ts'
import { createOperations, refuseOtherMethods } from './platform/operations.ts'
import { createPageCache } from './platform/page-cache.ts'
import { isUnknownPage, pageMethods, patternOf } from './platform/page-methods.ts'
import { builtPages, type PageSource } from './platform/page-source.ts'
import { createPages } from './platform/pages.ts'
import type { PostalAddress } from './platform/postal-address.ts'
import { metricsReaders, probes } from './platform/probes.ts'
import { problemResponse } from './platform/problem.ts'
import { identify, recordRequest, requestLog, requireSameOrigin } from './platform/request.ts'
import { speakLanguage } from './platform/request-language.ts'
import type { Sources } from './platform/security-headers.ts'
import * as t from './platform/text/fault.ts'
import { traced } from './platform/tracing.ts'
import type { ApiDocument } from './platform/wire-schemas.ts'
import { propertyRoutes } from './property/area.ts'
import type { Config } from './settings/config.ts'
import { showingRoutes } from './showing/area.ts'
import { requireAdult, studioRoutes } from './studio/area.ts'

const BODY_LIMIT = 256 * 1024
const UNSUBSCRIBE = '/unsubscribe/'

/** The API alone, as in the OpenAPI document. */
export function createApiApp(
  config: Pick<Config, 'publicUrl' | 'rateLimitScale' | 'trustedProxies' | 'metricsToken' | 'languages'>,
  services: Services,
) {
  const app = createApi()

  app.use(speakLanguage(config.languages))
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
  const isAdult = requireAdult(services.moderation)
  const extraChecks = {
    oracleAccess: requireAccess(services.access, 'oracle'),
    adultSession: isAdult,
    adultBearer: isAdult,
  }
  const { rateLimitScale } = config
  app.use(obeyGuards(operations, { ...services, extraChecks, rateLimitScale, largestBody: BODY_LIMIT }))
  app.use((c, next) => {
    c.set('forget', services.forget)
    return next()
  })

  app.route('/', probes(services, { mayReadMetrics: metricsReaders(config) }))
  const given = { ...services, ...config }
  const areas = [
    ...moneyRoutes(given),
    ...accountRoutes(given),
    ...oracleRoutes(given),
    ...studioRoutes(given),
    ...propertyRoutes(given),
    ...noticeRoutes(given),
    ...showingRoutes(given),
    ...operationsRoutes(given),
  ]
  for (const routes of areas) app.route('/', routes)
  app.notFound(noSuchRoute)
  let document: ApiDocument | undefined
  app.openapi(getDocument, (c) => {
    document ??= describeApi(app, documentHead(config.publicUrl), {
      securitySchemes: securitySchemes(config.publicUrl),
      rateLimitScale,
    })
    return c.json(document, 200)
  })
  app.use(async (c, next) => {
    const methods = operations.methodsOf(c.req.path)
    if (methods.length === 0) return next()
    // The link in an email opens a page, and an email app posts to the same address (RFC 8058).
    if (!c.req.path.startsWith(UNSUBSCRIBE)) return refuseOtherMethods(c, methods)
    return ['GET', 'HEAD'].includes(c.req.method) ? next() : refuseOtherMethods(c, ['GET', ...methods])
  })
  // The only page below /api.
  app.all('/api/*', (c, next) => (c.req.path === '/api/docs' ? next() : noSuchRoute(c)))
  return app
}

/** A worker's probes and metrics. It serves nothing else. */
export function createProbes(
  config: Pick<Config, 'publicUrl' | 'trustedProxies' | 'metricsToken'>,
  services: Services,
): Site {
  const app = createApi()
  app.use(identify(config.trustedProxies, services.accounts))
  app.onError((error, c) => problemResponse(c, error))
  app.route('/', probes(services, { mayReadMetrics: metricsReaders(config) }))
  app.notFound(noSuchRoute)
  return { fetch: (request, env) => app.fetch(request, env) }
}

const noSuchRoute = (c: AppContext) =>
  c.json({ error: t.noSuchRoute(), code: 'not_found', requestId: c.var.requestId }, 404)

/** The whole product: kept pages, the API, the pages' files, then the other pages. */
export async function createServer(config: Config, services: Services, source = builtPages): Promise<Site> {
  const app = createApiApp(config, services)
  const handlerIn = await createHandlers(source)
  const sources = sourcesOf(source.sources, config.cardSources)

  source.serveFiles(app)

  await services.startListening()
  const nowMs = () => services.clock.now().epochMilliseconds
  const pages = createPages({
    cache: source.isKept ? services.pageCache : createPageCache({ maxBytes: 1 }),
    now: nowMs,
    languages: config.languages,
    sources,
    render: async (c, nonce) => {
      const { requestId, clientAddress } = c.var
      const context = new RouterContextProvider()
      const build = await source.load()
      const { serverContext, setLanguageSource } = build.entry.module
      setLanguageSource(language, () => config.languages)
      const route = patternOf(build, c.req.path)
      c.set('pageRoute', route)
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
          // A page that has just signed someone in sends the new cookie.
          if (cookie && !onBehalf.headers.has('cookie')) onBehalf.headers.set('cookie', cookie)
          // The headers that identify a session.
          const userAgent = c.req.header('user-agent')
          if (userAgent) onBehalf.headers.set('user-agent', userAgent)
          // The page's own request has already passed the origin check.
          onBehalf.headers.set('origin', config.publicUrl)
          return app.fetch(onBehalf, { caller: { requestId, clientAddress, language: language() } })
        },
      })
      const rendered = traced({ name: `render ${route}`, kind: 'internal' }, () =>
        handlerIn(language())(asReached(c.req.raw, config.publicUrl), context),
      )
      return whileAway(await rendered, c.get('failure'))
    },
  })
  app.all('*', (c, next) => {
    // A host such as 1.2.3.4.5 makes no URL.
    if (!URL.canParse(c.req.raw.url)) throw unreadableAddress()
    return c.req.path.split('/').length > MOST_PARTS ? noSuchRoute(c) : next()
  })
  const isOfApi = createApiPaths(app)
  app.all('*', async (c, next) => (isOfApi(await source.load(), c.req.path) ? noSuchRoute(c) : next()))
  app.on(['GET', 'POST'], '*', pages.answer)
  app.all('*', async (c) => {
    const build = await source.load()
    if (c.req.method !== 'OPTIONS' && isUnknownPage(build, c.req.path)) return pages.answer(c)
    return refuseOtherMethods(c, pageMethods(build, c.req.path))
  })

  return {
    fetch: (request, env) => app.fetch(request, env),
    /**
     * Serves kept pages, which are the same for everyone, without the other middleware, and logs them like other
     * answers.
     */
    answerAtOnce({ method = '', url = '', headers }, outgoing) {
      const startedAt = performance.now()
      const acceptEncoding = headers['accept-encoding'] as string | undefined
      const asked = { method, target: url, acceptEncoding, ifNoneMatch: headers['if-none-match'] }
      const page = pages.findKept({ ...asked, cookie: headers.cookie, acceptLanguage: headers['accept-language'] })
      const kept = page ?? findKept(services.answerCache, asked, nowMs())
      if (!kept) return false
      // The names match those in the build.
      const route = page ? (page.route ?? '/*') : url.replace(/\?.*/s, '')
      const { status, body } = kept
      const requestId = randomUUID()
      outgoing.writeHead(status, { ...kept.headers, 'X-Request-Id': requestId }).end(body)
      recordRequest(services, { requestId, method, route, status, startedAt })
      return true
    },
  }
}

/**
 * More than any of our paths has. React Router looks up a page for each beginning of a path, so thousands of parts take
 * it many seconds.
 */
const MOST_PARTS = 32

/** Renders pages for readers of a language. We create it before the first request, because loading the pages takes a while. */
async function createHandlers({ isKept, load, mode }: PageSource): Promise<(reader: Language) => RequestHandler> {
  const handler = createRequestHandler(isKept ? await load() : () => load(), mode)
  if (!isKept) return () => handler
  const handlers = new Map([[LANGUAGES[0] as Language, handler]])
  for (const one of LANGUAGES.slice(1)) handlers.set(one, createRequestHandler(await load(one), mode))
  return (reader) => handlers.get(reader) ?? handler
}

/** The headers of both. */
const sourcesOf = (...all: (Sources | undefined)[]): Sources => ({
  scripts: all.flatMap((one) => one?.scripts ?? []),
  connections: all.flatMap((one) => one?.connections ?? []),
  frames: all.flatMap((one) => one?.frames ?? []),
  styles: all.flatMap((one) => one?.styles ?? []),
})

const addressLines = (from: PostalAddress): string[] =>
  [
    from.name,
    from.address_line1,
    from.address_line2,
    `${from.address_city}, ${from.address_state} ${from.address_zip}`,
  ].filter((line) => line !== null)

/** Passes on an API's 503, so that a page says that a service is down. */
function whileAway(document: Response, failure: unknown): Response {
  if (document.status !== 500 || (failure as { status?: unknown } | undefined)?.status !== 503) return document
  const headers = new Headers(document.headers)
  headers.set('Retry-After', '5')
  return new Response(document.body, { status: 503, headers })
}

/** Gives the request the URL that people see, for the origin check behind a proxy that terminates TLS. */
function asReached(request: Request, publicUrl: string): Request {
  const url = new URL(request.url)
  const isBehindTls = publicUrl.startsWith('https:') && url.protocol === 'http:' && url.host === new URL(publicUrl).host
  return isBehindTls ? new Request(request.url.replace(/^http:/, 'https:'), request) : request
}
