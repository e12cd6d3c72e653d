import { randomUUID, randomUUIDv7 } from 'node:crypto'
import type { Logger } from 'pino'
import { type CircuitBreaker, CircuitOpen } from '../../platform/circuit-breaker.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { VendorError } from '../../platform/vendor-error.ts'
import type { ImageService } from '../image/service.ts'
import { MAX_ATTEMPTS, seedOf } from '../studio/domain.ts'
import { IMAGE_SIZE } from '../studio/limits-domain.ts'
import type { Engine } from '../studio/ports.ts'
import * as rule from './domain.ts'
import * as rows from './repository.ts'

type Kept = Awaited<ReturnType<ImageService['keep']>>

type DrawingDependencies = {
  db: Database
  clock: Clock
  engine: Engine
  breaker: Pick<CircuitBreaker, 'run'>
  images: Pick<ImageService, 'keep' | 'insert' | 'discard'>
  log: Logger
  /** A request has changed. */
  onChange(id: string): void
  /** @throws whatever `signal` was aborted with */
  pause(ms: number, signal: AbortSignal): Promise<void>
}

/** A lease that is not renewed for so long is over. */
const LEASE_SECONDS = 60
const RENEWED_EVERY_MS = 5_000
const PROGRESS_EVERY_MS = 500
const KEYS_FOR_HOURS = 24
const REQUESTS_FOR_DAYS = 30

/** Why a drawing stops before its end. Not a fault of the engine. */
const calledOff = (why: 'lost' | 'stopped') => new DOMException(why, 'AbortError')

/**
 * Draws what waits, in turn by account, as many at a time as the engine does. Whoever draws holds a lease that he renews;
 * one that runs out puts the request back, and after three attempts it has failed. Its end, its images and the credits
 * that come back are one transaction, which only the lease's holder can make.
 */
export function createDrawingService(dependencies: DrawingDependencies) {
  const { db, clock, engine, breaker, images, log, onChange, pause } = dependencies
  const running = new Map<string, { stop(): void }>()
  let busy = 0
  let isStopping = false
  let isAskedMeanwhile = false
  const leaseEnd = () => clock.now().add({ seconds: LEASE_SECONDS })

  /** Renews the lease and tells of progress until it is closed, or finds that it is lost. */
  function holdLease(of: { id: string; lease: string }, controller: AbortController) {
    let progress = 0
    let told = 0
    let renewedAt = performance.now()
    let writing: Promise<void> | null = null
    async function write() {
      told = progress
      renewedAt = performance.now()
      const isHeld = await rows.extend(db, { ...of, progress, until: leaseEnd() })
      if (!isHeld) controller.abort(calledOff('lost'))
      else onChange(of.id)
    }
    const look = () => {
      if (writing || (progress === told && performance.now() - renewedAt < RENEWED_EVERY_MS)) return
      // A database that is away is asked again; a lease that runs out meanwhile is found lost at the end.
      writing = write()
        .catch((error) => log.warn({ err: error }, 'the lease of a drawing could not be renewed'))
        .finally(() => {
          writing = null
        })
    }
    const timer = setInterval(look, PROGRESS_EVERY_MS)
    return {
      progress(share: number) {
        progress = Math.max(progress, share)
      },
      async close() {
        clearInterval(timer)
        await writing
      },
    }
  }

  /** What an engine sends and nobody can read is its own fault, whatever was asked for. */
  const keep: ImageService['keep'] = (drawn) =>
    images.keep(drawn).catch((error) => {
      throw error instanceof VendorError ? new VendorError(engine.name, error.message) : error
    })

  /** One image, asked for again where that may help. */
  async function drawImage(job: rows.Claimed, number: number, run: Run): Promise<Kept> {
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
        const drawing = await breaker.run(() =>
          engine.draw(request, { signal: run.signal, onProgress: (share) => run.onProgress(number, share) }),
        )
        run.signal.throwIfAborted()
        return await keep({
          generationId: job.id,
          number,
          accountId: job.account_id,
          bytes: drawing.bytes,
          seed,
          params: rule.paramsOf({ request, filter: job.filter }, drawing, engine),
          remixOf: job.remix_of,
        })
      } catch (error) {
        run.signal.throwIfAborted()
        const failure = failureOf(error, clock.now())
        if (!failure) throw error
        log.warn({ err: error, generation: job.id, tries: run.tries }, 'an engine did not draw')
        const ms = rule.pauseBefore(failure, run.tries)
        if (ms === null) throw new EngineGaveUp(failure)
        run.tries++
        await pause(ms, run.signal)
      }
    }
  }

  /** All that could be drawn; those that are drawn count even where the rest fails. */
  async function drawAll(job: rows.Claimed, run: Run, kept: Kept[]): Promise<rule.Fault | null> {
    try {
      for (let number = 0; number < job.count; number++) kept.push(await drawImage(job, number, run))
      return null
    } catch (error) {
      if (!(error instanceof EngineGaveUp)) throw error
      return rule.faultOf(error.failure, { drawn: kept.length, count: job.count })
    }
  }

  /** @returns false: the lease was lost, nothing has been written */
  const finish = (of: { job: rows.Claimed; lease: string }, kept: Kept[], fault: rule.Fault | null) =>
    db.transaction().execute(async (tx) => {
      const isEnded = await rows.end(tx, {
        id: of.job.id,
        lease: of.lease,
        ranOutBefore: null,
        fault,
        drawn: kept.length,
        status: kept.length > 0 ? 'succeeded' : 'failed',
        entryId: randomUUIDv7(),
        now: clock.now(),
      })
      if (!isEnded) return false
      for (const image of kept)
        if (!(await images.insert(tx, image)))
          throw new Error('an image of a request that was under way is there already')
      return true
    })

  const discard = (kept: Kept[]) =>
    Promise.all(kept.map(images.discard)).catch((error) =>
      log.warn({ err: error }, 'files of a drawing that is not kept are left to the sweep'),
    )

  /** @returns false: nothing waits */
  async function drawNext(): Promise<boolean> {
    const lease = randomUUID()
    const claim = {
      lease,
      engine: engine.name,
      isSerial: engine.isSerial === true,
      now: clock.now(),
      until: leaseEnd(),
    }
    const job = await rows.claim(db, claim)
    if (!job) return false
    onChange(job.id)
    const controller = new AbortController()
    const held = holdLease({ id: job.id, lease }, controller)
    running.set(job.id, { stop: () => controller.abort(calledOff('stopped')) })
    const kept: Kept[] = []
    const run: Run = {
      signal: controller.signal,
      tries: 1,
      onProgress: (number, share) => held.progress(rule.progressOf({ number, share, count: job.count })),
    }
    try {
      if (isStopping) controller.abort(calledOff('stopped'))
      const fault = await drawAll(job, run, kept)
      await held.close()
      if (!(await finish({ job, lease }, kept, fault))) await discard(kept)
    } catch (error) {
      await held.close()
      await giveUp({ job, lease }, { error, kept, signal: controller.signal })
    } finally {
      running.delete(job.id)
      onChange(job.id)
    }
    return true
  }

  async function giveUp(
    { job, lease }: { job: rows.Claimed; lease: string },
    { error, kept, signal }: { error: unknown; kept: Kept[]; signal: AbortSignal },
  ): Promise<void> {
    const isCalledOff = signal.aborted
    if (isCalledOff) await discard(kept)
    else log.error({ err: error, generation: job.id }, 'a drawing failed by our own fault')
    if (isOfDeletedAccount(error)) {
      await rows.end(db, {
        id: job.id,
        lease,
        ranOutBefore: null,
        status: 'cancelled',
        fault: null,
        drawn: 0,
        entryId: randomUUIDv7(),
        now: clock.now(),
      })
      return discard(kept).then(() => undefined)
    }
    // Where nobody knows whether the images were written, their files stay: a sweep takes those that have no row.
    if (job.attempts < MAX_ATTEMPTS || isCalledOff)
      return rows.giveBack(db, { id: job.id, lease, isCounted: !isCalledOff })
    await rows.end(db, {
      id: job.id,
      lease,
      ranOutBefore: null,
      status: 'failed',
      fault: rule.abandoned(job.count),
      drawn: 0,
      entryId: randomUUIDv7(),
      now: clock.now(),
    })
  }

  /** Puts back what nobody draws any more. */
  async function sweep(): Promise<void> {
    const now = clock.now()
    await rows.requeueExpired(db, now, MAX_ATTEMPTS)
    for (const { id, count } of await rows.listExpired(db, now)) {
      const isEnded = await rows.end(db, {
        id,
        lease: null,
        ranOutBefore: now,
        status: 'failed',
        fault: rule.abandoned(count),
        drawn: 0,
        entryId: randomUUIDv7(),
        now,
      })
      if (isEnded) onChange(id)
    }
  }

  /** Draws until nothing waits. At once where this process already draws as much as its engine does at a time. */
  async function work(): Promise<void> {
    if (isStopping) return
    if (busy >= engine.concurrency) {
      isAskedMeanwhile = true
      return
    }
    busy++
    try {
      do {
        isAskedMeanwhile = false
        while (!isStopping && (await drawNext())) isAskedMeanwhile = false
      } while (isAskedMeanwhile && !isStopping)
    } finally {
      busy--
    }
  }

  return {
    work,

    /** Each minute: whoever died has no say any more, and nothing that waits is forgotten. */
    async sweep(): Promise<void> {
      await sweep()
      await work()
    },

    /** Keys of a day ago, and what is over and left nothing behind. */
    async forget(): Promise<void> {
      await rows.forgetKeys(db, clock.now().subtract({ hours: KEYS_FOR_HOURS }))
      await rows.deleteOver(db, clock.now().subtract({ hours: 24 * REQUESTS_FOR_DAYS }))
    },

    /** A request has changed, maybe by somebody who called it off: whoever draws it here looks at once. */
    async stopIfOver(id: string): Promise<void> {
      if (running.has(id) && (await rows.isOver(db, id))) running.get(id)?.stop()
    },

    /** No more from now on; what is being drawn goes back to the queue. */
    stop(): void {
      isStopping = true
      for (const { stop } of running.values()) stop()
    },
  }
}

type Run = { signal: AbortSignal; tries: number; onProgress(number: number, share: number): void }

class EngineGaveUp extends Error {
  readonly failure: rule.EngineFailure

  constructor(failure: rule.EngineFailure) {
    super('the engine gave up')
    this.failure = failure
  }
}

/** null: no fault of the engine. */
function failureOf(error: unknown, now: Temporal.Instant): rule.EngineFailure | null {
  const none = { isLeftAlone: false, isPermanent: false, isAboutRequest: false, reason: null, retryAfterSeconds: null }
  if (error instanceof CircuitOpen)
    return { ...none, isLeftAlone: true, retryAfterSeconds: Math.ceil(now.until(error.until).total('seconds')) }
  if (!(error instanceof VendorError)) return null
  const { isPermanent, isAboutRequest, reason, retryAfterSeconds } = error
  return { ...none, isPermanent, isAboutRequest, reason, retryAfterSeconds }
}

const isOfDeletedAccount = (error: unknown) =>
  (error as { constraint?: unknown } | null)?.constraint === 'account_is_deleted'

export type DrawingService = ReturnType<typeof createDrawingService>
