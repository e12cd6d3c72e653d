import createClient, { type Middleware } from 'openapi-fetch'
import { createContext, data, type RouterContextProvider } from 'react-router'
import type { paths } from './api-schema.ts'
import type { Issue } from './errors.ts'
import { actHeaders } from './page-account.ts'
import { hearClock } from './server-clock.ts'
import * as t from './text/fault.ts'

/** What the server passes to the pages of one request. */
export type ServerContext = {
  /** Calls the API in this process with the visitor's cookies and request ID. */
  fetchApi: (request: Request) => Promise<Response>
  nonce?: string
  requestId?: string
  /** Origin under which people reach us, without a trailing slash. Absolute links begin with it. */
  publicUrl?: string
  mapsApiKey?: string
  /** Where letters reach us, line by line. */
  postalAddress?: string[]
  /** Reports failures that we must fix. */
  report?: (error: unknown) => void
}

export const serverContext = createContext<ServerContext>()

/**
 * The messages of Chrome, Firefox, and Safari for a call that reached no server, and of React Router for an answer that
 * is not ours or is cut off. Chrome's message for a script that cannot be loaded is nearly the same.
 */
const UNREACHED =
  /^TypeError: (failed to fetch(?! dynamically)|.*(networkerror|load failed|network connection|internet connection))|decode turbo/i

/** Tells whether our call or one of React Router's reached no server. A script that can't be loaded needs a reload instead. */
export const isUnreached = (error: unknown): boolean =>
  error instanceof ApiError ? error.status === 0 : UNREACHED.test(String(error))

/** The API refused, or we could not reach it (`status` 0). `message` is for a person. */
export class ApiError extends Error {
  readonly status: number
  readonly code: string
  readonly issues: Issue[]
  readonly retryAfterSeconds: number | null
  readonly body: Record<string, unknown>

  constructor(status: number, body: Record<string, unknown>, retryAfterSeconds: number | null = null) {
    super(typeof body.error === 'string' ? body.error : `HTTP ${status}`)
    this.status = status
    this.code = typeof body.code === 'string' ? body.code : 'unknown'
    this.issues = Array.isArray(body.issues) ? body.issues : []
    this.retryAfterSeconds = retryAfterSeconds
    this.body = body
  }
}

/** Tells whether the API found nothing: also for a malformed ID or secret, but not for other refusals such as a 429. */
export const isUnknown = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 404 || error.status === 400)

/** A proxy that cannot reach our server, or that finds it busy, answers with its own page. */
export const unreadBody = ({ status }: { status: number }) =>
  status > 501 && status < 505 ? { error: t.unavailable() } : {}

const raiseErrors: Middleware = {
  async onResponse({ response }) {
    if (response.ok) {
      if (!response.headers.get('content-type')?.startsWith('text/html')) return
      // A network that asks for a sign-in shows its own page.
      throw new ApiError(0, { error: t.offline(), code: 'offline' })
    }
    const body: unknown = await response.json().catch(() => unreadBody(response))
    const isObject = typeof body === 'object' && body !== null
    const retryAfter = Number(response.headers.get('retry-after'))
    throw new ApiError(response.status, isObject ? { ...body } : {}, retryAfter > 0 ? retryAfter : null)
  },
  onError({ error }) {
    if (error instanceof ApiError) throw error
    if (error instanceof DOMException && error.name === 'AbortError') throw error
    throw new ApiError(0, {
      error: t.offline(),
      code: 'offline',
    })
  },
}

/**
 * The API client for the server's loaders, which calls the API in process. A session can end between two calls of one
 * page, so any "not signed in" answer becomes the page that asks for a sign-in.
 */
export function apiFor(context: Readonly<RouterContextProvider>) {
  const client = createClient<paths>({ baseUrl: 'http://in-process', fetch: context.get(serverContext).fetchApi })
  client.use(raiseErrors, {
    // The middleware added last sees the answer first. Refusals that a form shows, such as a wrong password, pass
    // through.
    onResponse({ request, response: { status } }) {
      if (request.method === 'GET' && status === 401) throw data(null, { status })
    },
  })
  return client
}

/** Like `apiFor`, for a page about one thing: "no such thing" becomes the page that says so. */
export function accountApiFor(context: Readonly<RouterContextProvider>) {
  const client = apiFor(context)
  client.use({
    async onResponse({ response }) {
      const { status } = response
      if (status === 404) throw data(null, { status })
      // Nothing can have a malformed ID.
      if (status === 400 && isFaultOfId(await response.clone().json())) throw data(null, { status: 404 })
    },
  })
  return client
}

/** The IDs that pages take from their path. */
const isFaultOfId = ({ issues = [] }: { issues?: Issue[] }) =>
  issues.some(({ path }) => path === 'id' || path === 'property_id')

const SESSION_LOCK = 'session'

/** Tells whether any tab of this browser is waiting for an answer that may replace the session. */
export async function isSessionChanging(): Promise<boolean> {
  const locks = await locksOf()?.query()
  return locks?.held?.some(({ name }) => name === SESSION_LOCK) ?? false
}

/** Browser locks. Browsers offer them only over TLS or on localhost. */
const locksOf = () => navigator.locks as LockManager | undefined

/** Holds a lock across tabs while a call may replace the session. */
async function fetchWithLock(request: Request): Promise<Response> {
  const locks = locksOf()
  const mayReplaceSession = request.method === 'POST' && new URL(request.url).pathname.startsWith('/api/auth/')
  if (!mayReplaceSession || !locks) return fetchAndHear(request)
  return locks.request(SESSION_LOCK, { mode: 'shared' }, () => fetchAndHear(request))
}

/**
 * Takes the server's time from the answer, except from a GET, whose answer the browser may have cached. Reads the
 * answer to its end, so that an answer that is cut off counts as a failure.
 */
async function fetchAndHear(request: Request): Promise<Response> {
  const sentMs = Date.now()
  for (const [name, value] of Object.entries(actHeaders())) request.headers.set(name, value)
  const response = await fetch(request)
  const body = response.body && (await response.arrayBuffer())
  const saidMs = Date.parse(response.headers.get('date') ?? '')
  if (request.method !== 'GET' && saidMs) hearClock({ saidMs, sentMs, receivedMs: Date.now() })
  // An answer without content may have no body at all, not even an empty one.
  return new Response(body?.byteLength ? body : null, response)
}

/** The API client of the browser. */
export const api = createClient<paths>({ baseUrl: '/', fetch: fetchWithLock })
api.use(raiseErrors)

/** Returns the body of an answer. The client has already thrown any failure. */
export function bodyOf<T>(answer: { data?: T }): T {
  if (answer.data === undefined) throw new ApiError(502, { error: t.ours(), code: 'empty' })
  return answer.data
}

/**
 * Returns headers that tell the server how long to keep a page made from these answers, and where: every tag, the
 * earliest end, and the first path.
 */
export function cacheHeaders(...answers: { response: Response }[]): Record<string, string> {
  const tags = new Set<string>()
  let until = ''
  let path = ''
  for (const { response } of answers) {
    const tag = response.headers.get('x-cache-tag')
    if (!tag) return {}
    for (const one of tag.split(',')) tags.add(one.trim())
    const end = response.headers.get('x-cache-until')
    if (end && (!until || Date.parse(end) < Date.parse(until))) until = end
    path ||= response.headers.get('x-cache-path') ?? ''
  }
  return {
    'x-cache-tag': [...tags].join(','),
    ...(until && { 'x-cache-until': until }),
    ...(path && { 'x-cache-path': path }),
  }
}
