import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { isStorageFull } from './disk-space.ts'
import { DomainError, type ErrorKind, type Issue } from './errors.ts'
import * as t from './text/fault.ts'

const statusOf = {
  invalid: 400,
  unauthenticated: 401,
  payment_refused: 402,
  forbidden: 403,
  not_found: 404,
  conflict: 409,
  expired: 410,
  too_large: 413,
  wrong_type: 415,
  unprocessable: 422,
  too_many: 429,
  unavailable: 503,
} satisfies Record<ErrorKind, ContentfulStatusCode>

/** How long to wait before a retry, in seconds. */
const AWAY_SECONDS = 5

export type Problem = {
  error: string
  code: string
  requestId: string
  issues?: Issue[]
}

/** Turns every failure into an HTTP answer (decisions.md section 1). No other code does that. */
export function problemResponse(c: Context, error: unknown): Response {
  const requestId: string = c.get('requestId') ?? ''
  if (error instanceof DomainError) {
    const waitSeconds = error.retryAfterSeconds ?? (error.kind === 'unavailable' ? AWAY_SECONDS : undefined)
    if (waitSeconds !== undefined) c.header('Retry-After', String(waitSeconds))
    // Only the operator sees what was unavailable, and why.
    if (error.kind === 'unavailable') c.set('failure', error.cause ?? error)
    const body: Problem = { error: error.message, code: error.code, requestId, ...error.details }
    if (error.issues.length > 0) body.issues = error.issues
    return c.json(body, statusOf[error.kind])
  }
  if (error instanceof HTTPException && error.status < 500) {
    const { code, message } = clientFaults[error.status] ?? unreadable
    return c.json({ error: message(), code, requestId }, error.status)
  }
  if (isDatabaseAway(error) || isStorageFull(error)) {
    c.header('Retry-After', String(AWAY_SECONDS))
    c.set('failure', error)
    return c.json({ error: t.unavailable(), code: 'unavailable', requestId }, 503)
  }
  c.set('failure', error)
  return c.json({ error: t.ours(), code: 'internal', requestId }, 500)
}

const unreadable = { code: 'bad_request', message: t.unreadable }
const clientFaults: Record<number, { code: string; message: () => string }> = {
  413: { code: 'too_large', message: t.tooLarge },
  415: { code: 'wrong_type', message: t.wrongType },
}

/**
 * Tells whether PostgreSQL is stopped, starting, out of connections, or read-only (25006) like a replica, or the socket
 * broke.
 */
export function isDatabaseAway(error: unknown): boolean {
  const { code, syscall } = (error ?? {}) as { code?: unknown; syscall?: unknown }
  // A stopped server leaves no socket.
  if (syscall === 'connect' && code === 'ENOENT') return true
  if (typeof code === 'string') return /^(08|25006|57P|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT)/.test(code)
  return (
    error instanceof Error &&
    /Connection terminated|is not queryable|timeout exceeded when trying to connect/.test(error.message)
  )
}
