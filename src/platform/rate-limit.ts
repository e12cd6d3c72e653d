import { RateLimiterMemory } from 'rate-limiter-flexible'
import { DomainError } from './errors.ts'
import type { Operation } from './operations.ts'
import * as t from './text/fault.ts'

/**
 * Returns how many requests per minute one address may send to one process.
 * @param scale RATE_LIMIT_SCALE
 */
export const requestsPerMinute = (perMinute: number, scale: number) => Math.max(1, Math.round(perMinute * scale))

/** Counts the requests from each address to this process's operations. */
export function createRequestLimits(scale: number) {
  const limiters = new Map<string, RateLimiterMemory>()

  function limiterOf(name: string, perMinute: number) {
    const points = requestsPerMinute(perMinute, scale)
    const limiter = limiters.get(name) ?? new RateLimiterMemory({ points, duration: 60 })
    limiters.set(name, limiter)
    return limiter
  }

  return {
    /** @throws DomainError too_many_requests */
    async count({ operationId, limit }: Pick<Operation, 'operationId' | 'limit'>, address: string): Promise<void> {
      if (!limit) return
      try {
        await limiterOf(limit.sharedAs ? `shared ${limit.sharedAs}` : operationId, limit.perMinute).consume(address)
      } catch (refusal) {
        const waitMs = (refusal as { msBeforeNext?: number }).msBeforeNext
        if (waitMs === undefined) throw refusal
        throw new DomainError('too_many', 'too_many_requests', t.tooMany(), {
          retryAfterSeconds: Math.max(1, Math.ceil(waitMs / 1000)),
        })
      }
    },
  }
}
