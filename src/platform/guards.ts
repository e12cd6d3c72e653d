import { createMiddleware } from 'hono/factory'
import { limitBody } from './body-limit.ts'
import { type ExtraChecks, requireCaller } from './callers.ts'
import type { Clock } from './clock.ts'
import type { Database } from './db/connect.ts'
import type { AppEnv } from './http.ts'
import { createIdempotentAnswers } from './idempotency.ts'
import type { Operations } from './operations.ts'
import { createRequestLimits } from './rate-limit.ts'

type Parts = {
  db: Database
  clock: Clock
  extraChecks: ExtraChecks
  rateLimitScale: number
  /** Largest body, in bytes, for a route that declares no limit. */
  largestBody: number
}

/** Checks each request against what its route declares, before the route reads the query and the body. */
export function obeyGuards(operations: Operations, { extraChecks, rateLimitScale, largestBody, ...parts }: Parts) {
  const limits = createRequestLimits(rateLimitScale)
  const answerOnce = createIdempotentAnswers(parts)
  return createMiddleware<AppEnv>(async (c, next) => {
    const operation = operations.find(c.req.method, c.req.path)
    if (!operation) return limitBody(c, { bytes: largestBody }, next)
    c.set('apiRoute', operation.route)
    await requireCaller(c, operation.security, extraChecks)
    await limits.count(operation, c.var.clientAddress)
    const { idempotencyKeyOf } = operation
    const answer = idempotencyKeyOf ? () => answerOnce(c, idempotencyKeyOf, next) : next
    return limitBody(c, operation.largestBody ?? { bytes: largestBody }, answer)
  })
}
