import { createMiddleware } from 'hono/factory'
import { RateLimiterMemory } from 'rate-limiter-flexible'
import { DomainError } from './errors.ts'
import type { AppEnv } from './http.ts'
import { markRoutes } from './route-marks.ts'
import * as t from './text/fault.ts'

/**
 * Limits how many requests per minute one address may send to this process.
 * @param scale RATE_LIMIT_SCALE
 */
export function limitRequests(name: string, perMinute: number, scale: number) {
  const points = Math.max(1, Math.round(perMinute * scale))
  const limiter = new RateLimiterMemory({ keyPrefix: name, points, duration: 60 })
  const limited = createMiddleware<AppEnv>(async (c, next) => {
    try {
      await limiter.consume(c.var.clientAddress)
    } catch (refusal) {
      const waitMs = (refusal as { msBeforeNext?: number }).msBeforeNext
      if (waitMs === undefined) throw refusal
      throw new DomainError('too_many', 'too_many_requests', t.tooMany(), {
        retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
      })
    }
    await next()
  })
  return markRoutes(limited, { perMinute: points })
}

export type RequestLimit = ReturnType<typeof limitRequests>
