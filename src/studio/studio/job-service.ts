import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import type { ServerStreams } from '../../platform/server-streams.ts'
import { stateReader } from '../../platform/state-reader.ts'
import { isUuid } from '../../platform/uuid.ts'
import { imageOf } from '../image/domain.ts'
import type { DrawnImage, Generated, Job, Jobs } from './contract.ts'
import { failureText, imagesAreGone, isOver, noSuchJob, notDrawn, wasCancelled } from './domain.ts'
import { IMAGE_SIZE_NAME } from './limits-domain.ts'
import { findOwn, type GenerationRow, listImages, listOpen, listPositions } from './repository.ts'

export type JobDeps = {
  db: Database
  clock: Clock
  streams: ServerStreams
  /** How long a caller waits for an image at most (decisions.md section 7: 60 s). */
  patienceMs: number
  state: {
    /** Callers in this process that wait for a job. */
    waiting: Map<string, Set<() => void>>
    /** Places of the requests in the queue. */
    places: { of: Promise<Map<string, number>>; readAt: number } | null
  }
}

/** A caller reads the row again after this time, even without an announced change. */
const LOOK_AGAIN_MS = 1_000
const FAILED_FOR_HOURS = 1
/** All callers share one reading of the queue for this time, or until a job changes. */
const PLACES_KEPT_MS = 1_000

/**
 * Waits for a job.
 * @returns `null` if it takes longer and continues
 * @throws DomainError not_found, and the reason if it did not succeed
 */
export async function wait(deps: JobDeps, actor: Actor, jobId: string, signal: AbortSignal): Promise<Generated | null> {
  const until = performance.now() + deps.patienceMs
  for (;;) {
    const row = await getOwn(deps, actor, jobId)
    if (row.status === 'succeeded') return generatedOf(await toJob(deps, row))
    if (row.status === 'cancelled') throw wasCancelled(jobId)
    if (row.status === 'failed') throw notDrawn(row, jobId)
    const left = until - performance.now()
    if (left <= 0 || signal.aborted) return null
    await changeOf(deps, jobId, Math.min(left, LOOK_AGAIN_MS), signal)
  }
}

/** @throws DomainError unauthenticated, not_found */
export const find = async (deps: JobDeps, actor: Actor, jobId: string): Promise<Job> =>
  toJob(deps, await getOwn(deps, actor, jobId))

/** Lists jobs in progress, and those that failed lately and were not retried. @throws DomainError unauthenticated */
export async function list(deps: JobDeps, actor: Actor): Promise<Jobs> {
  const { accountId } = requireAccount(actor)
  const since = deps.clock.now().subtract({ hours: FAILED_FOR_HOURS })
  return { jobs: await toJobs(deps, await listOpen(deps.db, accountId, since)) }
}

/**
 * Streams a job until it is over.
 * @param last.revision the last revision that we sent, or `null`
 * @param last.actor identifies the listener again from time to time
 * @returns `null` if nothing more will come
 * @throws DomainError unauthenticated, not_found, too_many
 */
export async function listen(
  deps: JobDeps,
  actor: Actor,
  jobId: string,
  last: { revision: number | null; actor: () => Promise<Actor> },
): Promise<ReadableStream<Uint8Array> | null> {
  const { accountId } = requireAccount(actor)
  const row = await getOwn(deps, actor, jobId)
  if (isOver(row) && last.revision !== null && last.revision >= row.revision) return null
  const readJob = async () => {
    const listener = await last.actor()
    const now = listener.kind === 'account' ? await findOwn(deps.db, jobId, listener.accountId) : null
    if (!now) return null
    const data = JSON.stringify(await toJob(deps, now))
    return { revision: now.revision, data, isOver: isOver(now), isWaiting: now.status === 'queued' }
  }
  const read = stateReader({ event: 'job', lastRevision: last.revision, read: readJob })
  return deps.streams.open({ account: accountId, topic: jobId, read })
}

/** Announces that a job changed, here or in another process. */
export function changed({ state, streams }: Pick<JobDeps, 'state' | 'streams'>, jobId: string): void {
  state.places = null
  streams.publish(jobId)
  for (const look of state.waiting.get(jobId) ?? []) look()
}

/** @throws DomainError unauthenticated, not_found */
export async function getOwn({ db }: JobDeps, actor: Actor, id: string): Promise<GenerationRow> {
  const { accountId } = requireAccount(actor)
  const row = isUuid(id) ? await findOwn(db, id, accountId) : null
  if (!row) throw noSuchJob()
  return row
}

export const toJob = async (deps: JobDeps, row: GenerationRow): Promise<Job> => (await toJobs(deps, [row]))[0] as Job

async function toJobs(deps: JobDeps, found: GenerationRow[]): Promise<Job[]> {
  const succeeded = found.filter(({ status }) => status === 'succeeded').map(({ id }) => id)
  const images = succeeded.length === 0 ? [] : await listImages(deps.db, succeeded)
  const byJob = Map.groupBy(images, ({ generation_id }) => generation_id)
  return Promise.all(
    found.map(async (row) => {
      const position = row.status === 'queued' ? await placeOf(deps, row.id) : null
      return jobOf({ ...row, position }, (byJob.get(row.id) ?? []).map(drawnOf))
    }),
  )
}

async function placeOf({ db, state }: JobDeps, id: string): Promise<number | null> {
  if (!state.places || performance.now() - state.places.readAt > PLACES_KEPT_MS)
    state.places = { of: listPositions(db), readAt: performance.now() }
  const read = state.places
  const of = await read.of.catch((error) => {
    if (state.places === read) state.places = null
    throw error
  })
  return of.get(id) ?? null
}

/** Resolves when a job changes, when the caller leaves, or after some time. */
async function changeOf({ state: { waiting } }: JobDeps, jobId: string, ms: number, signal: AbortSignal) {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, ms)
  const looks = waiting.get(jobId) ?? new Set()
  waiting.set(jobId, looks.add(resolve))
  signal.addEventListener('abort', () => resolve(), { once: true })
  await promise
  clearTimeout(timer)
  looks.delete(resolve)
  if (looks.size === 0 && waiting.get(jobId) === looks) waiting.delete(jobId)
}

const drawnOf = (row: Parameters<typeof imageOf>[0]): DrawnImage => {
  const { id, image_url, renditions, width, height, original, usedParams } = imageOf(row)
  return { id, imageUrl: image_url, renditions, width, height, original, usedParams }
}

function jobOf(row: GenerationRow & { position: number | null }, images: DrawnImage[]): Job {
  const [image] = images
  return {
    jobId: row.id,
    status: row.status,
    position: row.position,
    progress: row.progress,
    revision: row.revision,
    ...(image && { image }),
    ...(images.length > 1 && { images }),
    ...(row.error !== null && {
      error: failureText({
        code: row.error_code,
        message: row.error,
        // Some of them may be deleted now.
        drawn: row.count - row.returned,
        count: row.count,
        returned: row.returned,
      }),
    }),
    ...(isOver(row) && { creditsReturned: row.returned }),
    request: {
      prompt: row.prompt,
      negative_prompt: row.negative_prompt,
      style: row.style,
      filter: row.filter,
      image_size: IMAGE_SIZE_NAME,
      restore_faces: row.restore_faces,
      seed: row.seed,
      count: row.count,
      remix_of: row.remix_of,
    },
    retry_of: row.retry_of,
    created_at: row.created_at.toISOString(),
    started_at: row.started_at?.toISOString() ?? null,
    finished_at: row.finished_at?.toISOString() ?? null,
  }
}

/** @throws DomainError expired if its images are deleted */
function generatedOf({ image, images }: Job): Generated {
  if (!image) throw imagesAreGone()
  return { ...image, ...(images && { images }) }
}
