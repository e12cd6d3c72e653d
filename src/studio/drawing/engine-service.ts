import type { Logger } from 'pino'
import { type CircuitBreaker, CircuitOpen } from '../../platform/circuit-breaker.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import type { ImageService } from '../image/service.ts'
import { seedOf } from '../studio/domain.ts'
import { IMAGE_SIZE } from '../studio/limits-domain.ts'
import type { Engine } from '../studio/ports.ts'
import { type EngineFailure, type Fault, faultOf, paramsOf, pauseBefore } from './domain.ts'
import type { Claimed } from './repository.ts'

export type EngineDeps = {
  db: Database
  clock: Clock
  engine: Engine
  breaker: Pick<CircuitBreaker, 'run'>
  images: Pick<ImageService, 'keep' | 'insert' | 'discard'>
  log: Logger
  /** @throws the reason with which `signal` was aborted */
  pause(ms: number, signal: AbortSignal): Promise<void>
}

export type Kept = Awaited<ReturnType<ImageService['keep']>>

/** @param tries of the engine so far, from 1 */
export type Run = { signal: AbortSignal; tries: number; onProgress(number: number, share: number): void }

/** Draws all images of a request, and keeps those that succeed even if the rest fails. @param kept receives them */
export async function drawAll(deps: EngineDeps, job: Claimed, run: Run, kept: Kept[]): Promise<Fault | null> {
  for (let number = 0; number < job.count; number++) {
    const drawn = await drawImage(deps, job, number, run)
    if ('failure' in drawn) return faultOf(drawn.failure, { drawn: kept.length, count: job.count })
    kept.push(drawn.kept)
  }
  return null
}

/** Draws one image, and retries if that may help. */
async function drawImage(
  deps: EngineDeps,
  job: Claimed,
  number: number,
  run: Run,
): Promise<{ kept: Kept } | { failure: EngineFailure }> {
  const { engine, log } = deps
  const seed = seedOf(job, number)
  const request = {
    prompt: job.prompt,
    negativePrompt: job.negative_prompt,
    style: job.style,
    seed,
    size: IMAGE_SIZE,
    restoreFaces: job.restore_faces,
  }
  for (;;) {
    try {
      const drawing = await deps.breaker.run(() =>
        engine.draw(request, { signal: run.signal, onProgress: (share) => run.onProgress(number, share) }),
      )
      run.signal.throwIfAborted()
      const kept = await keep(deps, {
        generationId: job.id,
        number,
        accountId: job.account_id,
        bytes: drawing.bytes,
        seed,
        params: paramsOf({ request, filter: job.filter }, drawing, engine),
        remixOf: job.remix_of,
      })
      return { kept }
    } catch (error) {
      run.signal.throwIfAborted()
      const failure = failureOf(error, deps.clock.now())
      if (!failure) throw error
      log.warn({ err: error, generation: job.id, tries: run.tries }, 'an engine failed to draw')
      const ms = pauseBefore(failure, run.tries)
      if (ms === null) return { failure }
      run.tries++
      await deps.pause(ms, run.signal)
    }
  }
}

/** Keeps a drawing. Bytes that are not a picture are the engine's failure, not the request's. */
const keep = ({ images, engine }: EngineDeps, drawn: Parameters<ImageService['keep']>[0]): Promise<Kept> =>
  images.keep(drawn).catch((error) => {
    throw error instanceof VendorError ? new VendorError(engine.name, error.message) : error
  })

/** @returns `null` if the engine did not fail */
function failureOf(error: unknown, now: Temporal.Instant): EngineFailure | null {
  const none = { isLeftAlone: false, isPermanent: false, isAboutRequest: false, reason: null, retryAfterSeconds: null }
  if (error instanceof CircuitOpen)
    return { ...none, isLeftAlone: true, retryAfterSeconds: Math.ceil(now.until(error.until).total('seconds')) }
  if (!(error instanceof VendorError)) return null
  const { isPermanent, isAboutRequest, reason, retryAfterSeconds } = error
  return { ...none, isPermanent, isAboutRequest, reason, retryAfterSeconds }
}
