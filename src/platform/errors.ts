/** Kinds of errors that a person can act on. `problem.ts` gives each kind its HTTP status. */
import * as t from './text/fault.ts'
export type ErrorKind =
  | 'invalid'
  | 'unauthenticated'
  | 'payment_refused'
  | 'forbidden'
  | 'not_found'
  | 'conflict'
  | 'expired'
  | 'too_large'
  | 'wrong_type'
  | 'unprocessable'
  | 'too_many'
  | 'unavailable'

export type Issue = { path: string; message: string }

/** An expected failure. `message` is for a person and `code` for a program. We send both as they are. */
export class DomainError extends Error {
  readonly kind: ErrorKind
  readonly code: string
  readonly issues: Issue[]
  readonly retryAfterSeconds: number | undefined
  /** More fields for the answer's body, such as the alternatives to a lost slot. */
  readonly details: Record<string, unknown>

  constructor(
    kind: ErrorKind,
    code: string,
    message: string,
    options: {
      field?: string
      issues?: Issue[]
      retryAfterSeconds?: number
      details?: Record<string, unknown>
      cause?: unknown
    } = {},
  ) {
    super(message, { cause: options.cause })
    this.kind = kind
    this.code = code
    this.issues = options.issues ?? (options.field ? [{ path: options.field, message }] : [])
    this.retryAfterSeconds = options.retryAfterSeconds
    this.details = options.details ?? {}
  }
}

/** Failed validation. `error` joins the messages with ". " (decisions.md section 1). */
export const invalid = (issues: Issue[], code = 'invalid') =>
  new DomainError('invalid', code, issues.map((issue) => issue.message).join('. '), { issues })

/** @throws DomainError invalid, if there is an issue */
export function requireValid(issues: Issue[]): void {
  if (issues.length > 0) throw invalid(issues)
}

export const notFound = (message: string, code = 'not_found') => new DomainError('not_found', code, message)
export const unreadableAddress = () => new DomainError('invalid', 'bad_address', t.unreadableAddress())
export const unauthenticated = () => new DomainError('unauthenticated', 'unauthenticated', t.notSignedIn())
export const otherAccount = () => new DomainError('unauthenticated', 'other_account', t.otherAccount())
export const forbidden = () => new DomainError('forbidden', 'forbidden', t.forbidden())
