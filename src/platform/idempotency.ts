import { hash } from 'node:crypto'
import type { MiddlewareHandler, Next } from 'hono'
import { requireAccount } from './actor.ts'
import type { Clock } from './clock.ts'
import type { Database } from './db/connect.ts'
import { claimKey, releaseKey, storeAnswer } from './db/idempotency.ts'
import { DomainError } from './errors.ts'
import type { AppContext } from './http.ts'
import { keyReused, requireKey } from './idempotency-key.ts'
import * as t from './text/fault.ts'

/**
 * Honors `Idempotency-Key` (draft-ietf-httpapi-idempotency-key-header): a repeated request gets the first answer again,
 * and another body with the same key gets a 409. A key belongs to its caller and its route. We store only successes, so
 * a route whose action must not repeat must not fail after it: it reads its answer in the action's transaction.
 */
export function createIdempotentAnswers({ db, clock }: { db: Database; clock: Clock }) {
  return async (c: AppContext, keyOf: 'account' | 'address', next: Next): ReturnType<MiddlewareHandler> => {
    const key = c.req.header('idempotency-key')
    if (!key) return next()
    requireKey(key)
    const caller = keyOf === 'account' ? requireAccount(await c.var.actor()).accountId : c.var.clientAddress
    const id = { route: routeOf(`${c.req.path} ${caller}`), key }
    const bodyHash = hash('sha256', await c.req.text())
    const claim = await claimKey(db, { ...id, bodyHash, now: clock.now() })
    if (claim.outcome === 'other_body') throw keyReused()
    if (claim.outcome === 'running') {
      throw new DomainError('conflict', 'request_in_progress', t.stillWorking(), {
        retryAfterSeconds: 1,
      })
    }
    if (claim.outcome === 'answered') {
      return c.json(claim.body as object, claim.status as 200, { 'Idempotent-Replayed': 'true' })
    }
    try {
      await next()
    } finally {
      const isDone = c.res.ok && !c.error
      if (isDone) await storeAnswer(db, id, c.res.status, await c.res.clone().json())
      else await releaseKey(db, id)
    }
  }
}

/** Returns a route that the database can store: the path is the caller's text, and may have a NUL or be very long. */
function routeOf(route: string): string {
  return route.includes('\0') || route.length > 500 ? hash('sha256', route) : route
}
