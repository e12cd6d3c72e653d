import { randomUUID, randomUUIDv7 } from 'node:crypto'
import { withDeps } from '../../platform/use-cases.ts'
import { MAX_ATTEMPTS } from '../studio/domain.ts'
import { abandoned, type Fault, progressOf } from './domain.ts'
import { drawAll, type EngineDeps, type Kept, type Run } from './engine-service.ts'
import {
  type Claimed,
  claimNext,
  deleteOver,
  endGeneration,
  extendLease,
  forgetKeys,
  isOfDeletedAccount,
  isOver,
  listExpired,
  lockAccount,
  requeue,
  requeueExpired,
} from './repository.ts'

type Options = EngineDeps & {
  /** Called when a request has changed. */
  onChange(id: string): void
}

type DrawingDeps = Options & {
  /** What this process is drawing: its drawings by request, and how many workers are busy. */
  state: { running: Map<string, AbortController>; busy: number; isStopping: boolean; isAskedMeanwhile: boolean }
}

/** A request that this process is drawing, and its lease. */
type Leased = { job: Claimed; lease: string }

/** A lease ends after this time without a renewal. */
const LEASE_SECONDS = 60
const RENEWED_EVERY_MS = 5_000
const PROGRESS_EVERY_MS = 500
const KEYS_FOR_HOURS = 24
const REQUESTS_FOR_DAYS = 30

/**
 * Draws waiting requests, taking turns by account, as many at a time as the engine can draw. A worker holds a lease and
 * renews it. A request whose lease expires goes back to the queue, and fails after three attempts. One transaction,
 * which only the holder of the lease can make, writes the end of a request, its images, and the returned credits.
 */
export const createDrawingService = (options: Options) =>
  withDeps(
    { ...options, state: { running: new Map(), busy: 0, isStopping: false, isAskedMeanwhile: false } },
    { work, sweep, forget, stopIfOver, stop },
  )

export type DrawingService = ReturnType<typeof createDrawingService>

/** Draws until no request waits. Returns at once if this process already draws as much as its engine can. */
async function work(deps: DrawingDeps): Promise<void> {
  const { state, engine } = deps
  if (state.isStopping) return
  if (state.busy >= engine.concurrency) {
    state.isAskedMeanwhile = true
    return
  }
  state.busy++
  try {
    do {
      state.isAskedMeanwhile = false
      while (!state.isStopping && (await drawNext(deps))) state.isAskedMeanwhile = false
    } while (state.isAskedMeanwhile && !state.isStopping)
  } finally {
    state.busy--
  }
}

/** Runs each minute: requeues the requests of dead workers, and draws waiting requests. */
async function sweep(deps: DrawingDeps): Promise<void> {
  const { db, clock, onChange } = deps
  const now = clock.now()
  await requeueExpired(db, now, MAX_ATTEMPTS)
  for (const { id, count } of await listExpired(db, now)) {
    const isEnded = await endGeneration(db, {
      id,
      lease: null,
      ranOutBefore: now,
      status: 'failed',
      fault: abandoned(count),
      drawn: 0,
      entryId: randomUUIDv7(),
      now,
    })
    if (isEnded) onChange(id)
  }
  await work(deps)
}

/** Deletes idempotency keys after a day, and requests without images after a month. */
async function forget({ db, clock }: DrawingDeps): Promise<void> {
  await forgetKeys(db, clock.now().subtract({ hours: KEYS_FOR_HOURS }))
  await deleteOver(db, clock.now().subtract({ hours: 24 * REQUESTS_FOR_DAYS }))
}

/** Stops drawing a request that is over, for example because its owner canceled it. */
async function stopIfOver({ db, state }: DrawingDeps, id: string): Promise<void> {
  if (state.running.has(id) && (await isOver(db, id))) state.running.get(id)?.abort(abortReason('stopped'))
}

/** Stops drawing, and puts the current drawings back into the queue. */
function stop({ state }: DrawingDeps): void {
  state.isStopping = true
  for (const controller of state.running.values()) controller.abort(abortReason('stopped'))
}

/** @returns false if no request waits */
async function drawNext(deps: DrawingDeps): Promise<boolean> {
  const { db, clock, engine, onChange, state } = deps
  const lease = randomUUID()
  const isSerial = engine.isSerial === true
  const job = await claimNext(db, { lease, engine: engine.name, isSerial, now: clock.now(), until: leaseEnd(deps) })
  if (!job) return false
  onChange(job.id)
  const controller = new AbortController()
  const held = holdLease(deps, { id: job.id, lease }, controller)
  state.running.set(job.id, controller)
  const kept: Kept[] = []
  const run: Run = {
    signal: controller.signal,
    tries: 1,
    onProgress: (number, share) => held.progress(progressOf({ number, share, count: job.count })),
  }
  try {
    if (state.isStopping) controller.abort(abortReason('stopped'))
    const fault = await drawAll(deps, job, run, kept)
    await held.close()
    if (!(await finish(deps, { job, lease }, kept, fault))) await discard(deps, kept)
  } catch (error) {
    await held.close()
    await abandon(deps, { job, lease }, { error, kept, signal: controller.signal })
  } finally {
    state.running.delete(job.id)
    onChange(job.id)
  }
  return true
}

/** Renews the lease and reports progress until `close`, or aborts if the lease is lost. */
function holdLease(deps: DrawingDeps, of: { id: string; lease: string }, controller: AbortController) {
  let progress = 0
  let reported = 0
  let renewedAt = performance.now()
  let writing: Promise<void> | null = null
  async function write() {
    reported = progress
    renewedAt = performance.now()
    const isHeld = await extendLease(deps.db, { ...of, progress, until: leaseEnd(deps) })
    if (!isHeld) controller.abort(abortReason('lost'))
    else deps.onChange(of.id)
  }
  const writeIfDue = () => {
    if (writing || (progress === reported && performance.now() - renewedAt < RENEWED_EVERY_MS)) return
    // If the database is down, the next turn tries again. If the lease expires in the meantime, `finish` notices.
    writing = write()
      .catch((error) => deps.log.warn({ err: error }, 'the lease of a drawing could not be renewed'))
      .finally(() => {
        writing = null
      })
  }
  const timer = setInterval(writeIfDue, PROGRESS_EVERY_MS)
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

/** @returns false if the lease was lost and nothing was written */
const finish = (deps: DrawingDeps, leased: Leased, kept: Kept[], fault: Fault | null) =>
  deps.db.transaction().execute(async (tx) => {
    await lockAccount(tx, leased.job.account_id)
    const isEnded = await end({ ...deps, db: tx }, leased, {
      status: kept.length > 0 ? 'succeeded' : 'failed',
      fault,
      drawn: kept.length,
    })
    if (!isEnded) return false
    for (const image of kept)
      if (!(await deps.images.insert(tx, image)))
        throw new Error('a request that is still being drawn already has an image')
    return true
  })

async function abandon(
  deps: DrawingDeps,
  { job, lease }: Leased,
  { error, kept, signal }: { error: unknown; kept: Kept[]; signal: AbortSignal },
): Promise<void> {
  const { db, log } = deps
  const isCalledOff = signal.aborted
  if (isCalledOff) await discard(deps, kept)
  else log.error({ err: error, generation: job.id }, 'a drawing failed on our side')
  if (isOfDeletedAccount(error)) {
    await end(deps, { job, lease }, { status: 'cancelled', fault: null, drawn: 0 })
    await discard(deps, kept)
    return
  }
  // We do not know whether the images were stored, so their files stay. The sweep deletes files without a row.
  if (job.attempts < MAX_ATTEMPTS || isCalledOff) return requeue(db, { id: job.id, lease, isCounted: !isCalledOff })
  await end(deps, { job, lease }, { status: 'failed', fault: abandoned(job.count), drawn: 0 })
}

const end = (
  { db, clock }: Pick<DrawingDeps, 'db' | 'clock'>,
  { job, lease }: Leased,
  outcome: { status: 'succeeded' | 'failed' | 'cancelled'; fault: Fault | null; drawn: number },
) => endGeneration(db, { id: job.id, lease, ranOutBefore: null, ...outcome, entryId: randomUUIDv7(), now: clock.now() })

const discard = ({ images, log }: DrawingDeps, kept: Kept[]) =>
  Promise.all(kept.map(images.discard)).catch((error) =>
    log.warn({ err: error }, 'could not delete the files of a discarded drawing, so the sweep will'),
  )

const leaseEnd = ({ clock }: DrawingDeps) => clock.now().add({ seconds: LEASE_SECONDS })

/** Reason to stop a drawing early when the engine did not fail. */
const abortReason = (why: 'lost' | 'stopped') => new DOMException(why, 'AbortError')
