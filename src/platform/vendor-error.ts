/**
 * A vendor did not do what we asked. Its own message may quote addresses, numbers, and keys, so `message`, which is for
 * the server's log, contains at most one of the vendor's codes. `reason` is our own sentence for people.
 */
export class VendorError extends Error {
  readonly vendor: string
  /** `true` if a retry would fail the same way: a wrong number, an unknown mailbox. */
  readonly isPermanent: boolean
  /** `true` if only this request was wrong, so that it is not a failure of the vendor. */
  readonly isAboutRequest: boolean
  readonly reason: string | null
  readonly retryAfterSeconds: number | null
  /** The recipient has told the vendor to send nothing. */
  readonly hasOptedOut: boolean

  constructor(
    vendor: string,
    message: string,
    options: {
      isPermanent?: boolean
      isAboutRequest?: boolean
      reason?: string | null
      retryAfterSeconds?: number | null
      hasOptedOut?: boolean
    } = {},
  ) {
    super(`${vendor}: ${message}`)
    this.name = 'VendorError'
    this.vendor = vendor
    this.isPermanent = options.isPermanent ?? false
    this.isAboutRequest = options.isAboutRequest ?? this.isPermanent
    this.reason = options.reason ?? null
    this.retryAfterSeconds = options.retryAfterSeconds ?? null
    this.hasOptedOut = options.hasOptedOut ?? false
  }
}

/**
 * Returns how many seconds a Retry-After header asks us to wait (RFC 9110, section 10.2.3), or null if it has neither
 * seconds nor a date.
 */
export function retryAfterOf(value: string | null | undefined, nowMs: number): number | null {
  if (!value) return null
  const seconds = /^\d+$/.test(value.trim()) ? Number(value) : Math.ceil((Date.parse(value) - nowMs) / 1000)
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0), LONGEST_WAIT_SECONDS) : null
}

/** Longest wait that we accept from a vendor: an hour. */
const LONGEST_WAIT_SECONDS = 3600

/** Names a connection error without addresses: ECONNREFUSED, timeout. */
export function faultOnTheWay(error: unknown): string {
  const { code, name, cause } = error as { code?: unknown; name?: unknown; cause?: { code?: unknown } }
  if (typeof code === 'string') return code
  if (typeof cause?.code === 'string') return cause.code
  return typeof name === 'string' ? name : 'failed'
}
