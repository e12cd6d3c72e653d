import type { Clock } from './clock.ts'
import { inTime } from './in-time.ts'
import { writeInstant } from './instant.ts'
import { faultOnTheWay, VendorError } from './vendor-error.ts'

export type Health = {
  vendor: string
  channel: string
  /** False for the embedded adapter, which never leaves this machine. */
  isReal: boolean
  /** `open`: it failed repeatedly and we do not call it; `half_open`: one call tries it. */
  state: 'closed' | 'open' | 'half_open'
  /** RFC 3339. `null` if no call has succeeded since this process started. */
  lastOkAt: string | null
  lastFailureAt: string | null
  /** A code, because a vendor's message can quote people. */
  lastFailureKind: string | null
  /** Time until which we do not call it (RFC 3339), or `null`. */
  openUntil: string | null
}

/** We are not calling the vendor now, and sent nothing. Try again at `until`. */
export class CircuitOpen extends Error {
  readonly until: Temporal.Instant

  constructor(vendor: string, until: Temporal.Instant) {
    super(`calls to ${vendor} are paused until ${until}`)
    this.name = 'CircuitOpen'
    this.until = until
  }
}

const FAILURES_TO_OPEN = 5
const FIRST_PAUSE_SECONDS = 30
const LONGEST_PAUSE_SECONDS = 600

/**
 * Stops calling a failing vendor. After five failures in a row we do not call it for half a minute. Then one call tries
 * it, and each failed attempt doubles the pause, up to ten minutes. A request that was wrong itself (a phone number
 * that does not exist) is not a failure of the vendor. We obey a `Retry-After` at once.
 * A call that was under way when a pause began does not end it.
 * @param onHealth called after every call with the vendor's health
 * @param timeoutMs a longer call counts as failed; it may still succeed, so the caller checks before repeating it
 */
export function createCircuitBreaker(options: {
  clock: Clock
  vendor: string
  channel: string
  isReal: boolean
  timeoutMs: number
  onHealth?: (health: Health) => void
}) {
  const { clock, vendor, channel, isReal, timeoutMs, onHealth } = options
  let failures = 0
  let pauseSeconds = FIRST_PAUSE_SECONDS
  let openUntil: Temporal.Instant | null = null
  let pauses = 0
  let isProbing = false
  let lastOkAt: Temporal.Instant | null = null
  let lastFailureAt: Temporal.Instant | null = null
  let lastFailureKind: string | null = null

  const isWaiting = (now: Temporal.Instant) => openUntil !== null && Temporal.Instant.compare(now, openUntil) < 0

  function pause(until: Temporal.Instant) {
    pauses++
    openUntil = until
  }

  function succeeded(isStale: boolean) {
    lastOkAt = clock.now()
    if (isStale) return
    failures = 0
    pauseSeconds = FIRST_PAUSE_SECONDS
    openUntil = null
  }

  function failed(error: unknown, isStale: boolean) {
    // The caller canceled, which says nothing about the vendor.
    if (error instanceof DOMException && error.name === 'AbortError') return
    const now = clock.now()
    const { isAboutRequest, retryAfterSeconds } =
      error instanceof VendorError ? error : new VendorError(vendor, 'failed')
    // The vendor is up and answered.
    if (isAboutRequest) return succeeded(isStale)
    lastFailureAt = now
    lastFailureKind = kindOf(error, vendor)
    const asked = retryAfterSeconds === null ? null : now.add({ seconds: Math.max(retryAfterSeconds, 1) })
    if (isStale) {
      if (asked && (!openUntil || Temporal.Instant.compare(asked, openUntil) > 0)) pause(asked)
      return
    }
    failures++
    const hasProbeFailed = openUntil !== null
    if (asked) pause(asked)
    else if (hasProbeFailed || failures >= FAILURES_TO_OPEN) {
      pause(now.add({ seconds: pauseSeconds }))
      pauseSeconds = Math.min(pauseSeconds * 2, LONGEST_PAUSE_SECONDS)
    }
  }

  async function watch<T>(call: () => Promise<T>): Promise<T> {
    const pausesBefore = pauses
    // What a call says that was under way when we paused is older than the pause.
    const isStale = () => pauses > pausesBefore
    try {
      const result = await inTime(call(), timeoutMs, () => new VendorError(vendor, `no answer within ${timeoutMs} ms`))
      succeeded(isStale())
      return result
    } catch (error) {
      failed(error, isStale())
      throw error
    } finally {
      onHealth?.(health())
    }
  }

  /** Another call may end with a Retry-After while this one is prepared. */
  async function prepared<T>(call: () => Promise<T>, prepare?: () => Promise<void>): Promise<T> {
    await prepare?.()
    if (isReal && openUntil && isWaiting(clock.now())) throw new CircuitOpen(vendor, openUntil)
    return watch(call)
  }

  const health = (): Health => ({
    vendor,
    channel,
    isReal,
    state: openUntil === null ? 'closed' : isWaiting(clock.now()) ? 'open' : 'half_open',
    lastOkAt: lastOkAt && writeInstant(lastOkAt),
    lastFailureAt: lastFailureAt && writeInstant(lastFailureAt),
    lastFailureKind,
    openUntil: openUntil && writeInstant(openUntil),
  })

  return {
    /**
     * @param prepare runs before the call, if we may call now. The vendor is not to blame if it fails
     * @throws CircuitOpen without calling; otherwise what either throws, or VendorError if the call takes too long
     */
    async run<T>(call: () => Promise<T>, prepare?: () => Promise<void>): Promise<T> {
      const now = clock.now()
      // The breaker of an embedded vendor never opens, because its only outage is the database's.
      if (openUntil === null || !isReal) return prepared(call, prepare)
      if (isWaiting(now) || isProbing) {
        throw new CircuitOpen(vendor, isWaiting(now) ? openUntil : now.add({ seconds: FIRST_PAUSE_SECONDS }))
      }
      isProbing = true
      try {
        return await prepared(call, prepare)
      } finally {
        isProbing = false
      }
    },
    /** Counts without refusing, for callers that keep someone waiting. */
    watch,
    health,
  }
}

/** Returns the code of a failure. A `VendorError`'s message is only a code. */
const kindOf = (error: unknown, vendor: string): string =>
  (error instanceof VendorError ? error.message.replace(`${vendor}: `, '') : faultOnTheWay(error)).slice(0, 80)

export type CircuitBreaker = ReturnType<typeof createCircuitBreaker>

type Methods = Record<string, (...args: never[]) => Promise<unknown>>

/** Returns the same object with the breaker around its methods `names`. */
export function withCircuitBreaker<T extends object>(real: T, names: (keyof T & string)[], breaker: CircuitBreaker): T {
  const methods = real as Methods
  const entries = names.map((name) => [
    name,
    (...args: never[]) => breaker.watch(() => methods[name]?.(...args) ?? Promise.reject(new TypeError(name))),
  ])
  return { ...real, ...Object.fromEntries(entries) }
}
