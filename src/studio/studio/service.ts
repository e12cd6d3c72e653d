import { randomInt, randomUUIDv7 } from 'node:crypto'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/connect.ts'
import { DomainError } from '../../platform/errors.ts'
import type { ServerStreams } from '../../platform/server-streams.ts'
import { stateReader } from '../../platform/state-reader.ts'
import { isUuid } from '../../platform/uuid.ts'
import { DEFAULT_FILTER, FILTERS, imageOf } from '../image/domain.ts'
import type { ModerationService } from '../moderation/service.ts'
import type {
  DrawnImage,
  Generated,
  GenerateForm,
  Job,
  Jobs,
  PromptReading,
  ReadingForm,
  StudioEngine,
} from './contract.ts'
import * as rule from './domain.ts'
import {
  DEFAULT_STYLE,
  IMAGE_SIZE_NAME,
  MAX_COUNT,
  MAX_NEGATIVE_PROMPT,
  MAX_PROMPT,
  MAX_SEED,
  STYLES,
} from './limits-domain.ts'
import type { Engine } from './ports.ts'
import * as rows from './repository.ts'

type StudioDependencies = {
  db: Database
  clock: Clock
  engine: Pick<Engine, 'name' | 'label' | 'ignores' | 'read'>
  moderation: Pick<ModerationService, 'requireAdult' | 'checkPrompt'>
  streams: ServerStreams
  /** How long a caller waits for an image at most (decisions.md section 7: 60 s). */
  patienceMs: number
}

type Asked = {
  /** @throws DomainError forbidden */
  requireGrant(): Promise<void>
  /** An Idempotency-Key, with the hash of what came under it. */
  given: { key: string; bodyHash: string } | null
}

/** Without a word of a change, the row is looked at again after so long. */
const LOOK_AGAIN_MS = 1_000
const FAILED_FOR_HOURS = 1
/** The places of all who wait are read once for all who ask, anew after each change, and after so long. */
const PLACES_KEPT_MS = 1_000

/** Requests for images: taken, followed, called off and tried again. Whoever draws them is src/studio/drawing. */
export function createStudioService({ db, clock, engine, moderation, streams, patienceMs }: StudioDependencies) {
  /** Whoever waits for a job in this process. */
  const waiting = new Map<string, Set<() => void>>()

  let places: { of: Promise<Map<string, number>>; readAt: number } | null = null

  async function placeOf(id: string): Promise<number | null> {
    if (!places || performance.now() - places.readAt > PLACES_KEPT_MS)
      places = { of: rows.listPositions(db), readAt: performance.now() }
    const read = places
    const of = await read.of.catch((error) => {
      if (places === read) places = null
      throw error
    })
    return of.get(id) ?? null
  }

  async function getOwn(actor: Actor, id: string): Promise<rows.GenerationRow> {
    const { accountId } = requireAccount(actor)
    const row = isUuid(id) ? await rows.findOwn(db, id, accountId) : null
    if (!row) throw rule.noSuchJob()
    return row
  }

  async function jobsOf(found: rows.GenerationRow[]): Promise<Job[]> {
    const over = found.filter(({ status }) => status === 'succeeded').map(({ id }) => id)
    const images = over.length === 0 ? [] : await rows.listImages(db, over)
    const byJob = Map.groupBy(images, ({ generation_id }) => generation_id)
    return Promise.all(
      found.map(async (row) => {
        const position = row.status === 'queued' ? await placeOf(row.id) : null
        return jobOf({ ...row, position }, (byJob.get(row.id) ?? []).map(drawnOf))
      }),
    )
  }
  const jobWithImages = async (row: rows.GenerationRow) => (await jobsOf([row]))[0] as Job

  async function place(
    actor: Actor,
    request: rule.GenerationRequest,
    { isAgreed, ...of }: { retryOf: string | null; given: Asked['given']; isAgreed: boolean },
  ): Promise<string> {
    const { accountId } = requireAccount(actor)
    if (of.given && of.given.key.length > 255)
      throw new DomainError('invalid', 'invalid_idempotency_key', 'An Idempotency-Key has at most 255 characters.')
    await moderation.checkPrompt(actor, request)
    const reading = isAgreed ? undefined : engine.read?.(request)
    if (reading?.isEmpty) throw rule.nothingToDraw(reading)
    const ids = { id: randomUUIDv7(), entryId: randomUUIDv7() }
    const jobId = await rows.place(db, { ...ids, accountId, request, engine: engine.name, ...of, now: clock.now() })
    changed(jobId)
    return jobId
  }

  /** A job has changed, as anybody may have told. */
  function changed(jobId: string): void {
    places = null
    streams.publish(jobId)
    for (const look of waiting.get(jobId) ?? []) look()
  }

  /** Until a job changes, somebody ceases to wait, or so long. */
  async function change(jobId: string, ms: number, signal: AbortSignal): Promise<void> {
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

  return {
    /**
     * Takes a request and its credits. Where the engine knows that it can draw nothing of it, only if that was agreed to.
     * @returns its job's id; under a known key that of the first one
     * @throws DomainError unauthenticated, forbidden, invalid, unprocessable, payment_refused, conflict, too_many
     */
    async order(actor: Actor, form: GenerateForm, { requireGrant, given }: Asked): Promise<string> {
      await moderation.requireAdult(actor)
      const request = rule.requestOf(form, randomInt(MAX_SEED + 1))
      if (rule.isAdvanced(form)) await requireGrant()
      return place(actor, request, { retryOf: null, given, isAgreed: form.drawAnyway === true })
    },

    /**
     * Waits for a job.
     * @returns null: it takes longer, and goes on
     * @throws DomainError not_found, and what became of it if it did not succeed
     */
    async wait(actor: Actor, jobId: string, signal: AbortSignal): Promise<Generated | null> {
      const until = performance.now() + patienceMs
      for (;;) {
        const row = await getOwn(actor, jobId)
        if (row.status === 'succeeded') return generatedOf(await jobWithImages(row))
        if (row.status === 'cancelled') throw rule.wasCancelled(jobId)
        if (row.status === 'failed') throw rule.notDrawn(row, jobId)
        const left = until - performance.now()
        if (left <= 0 || signal.aborted) return null
        await change(jobId, Math.min(left, LOOK_AGAIN_MS), signal)
      }
    },

    /** @throws DomainError unauthenticated, not_found */
    find: async (actor: Actor, jobId: string): Promise<Job> => jobWithImages(await getOwn(actor, jobId)),

    /** Those under way, and what failed lately and was not tried again. @throws DomainError unauthenticated */
    async list(actor: Actor): Promise<Jobs> {
      const { accountId } = requireAccount(actor)
      const since = clock.now().subtract({ hours: FAILED_FOR_HOURS })
      return { jobs: await jobsOf(await rows.listOpen(db, accountId, since)) }
    },

    /**
     * Tells of a job until it is over.
     * @param last.revision what was told already; null: nothing
     * @param last.actor asked again and again: who it is that listens now
     * @returns null: nothing is to come
     * @throws DomainError unauthenticated, not_found, too_many
     */
    async listen(
      actor: Actor,
      jobId: string,
      last: { revision: number | null; actor: () => Promise<Actor> },
    ): Promise<ReadableStream<Uint8Array> | null> {
      const { accountId } = requireAccount(actor)
      const row = await getOwn(actor, jobId)
      if (rule.isOver(row) && last.revision !== null && last.revision >= row.revision) return null
      const readJob = async () => {
        const listener = await last.actor()
        const now = listener.kind === 'account' ? await rows.findOwn(db, jobId, listener.accountId) : null
        if (!now) return null
        const data = JSON.stringify(await jobWithImages(now))
        return { revision: now.revision, data, isOver: rule.isOver(now), isWaiting: now.status === 'queued' }
      }
      const read = stateReader({ event: 'job', lastRevision: last.revision, read: readJob })
      return streams.open({ account: accountId, topic: jobId, read })
    },

    /** Nothing of it is kept, and all of its credits come back. @throws DomainError unauthenticated, not_found, conflict */
    async cancel(actor: Actor, jobId: string): Promise<Job> {
      const { id } = await getOwn(actor, jobId)
      const isCancelled = await rows.cancel(db, { id, entryId: randomUUIDv7(), now: clock.now() })
      if (!isCancelled) throw rule.isOverAlready()
      changed(id)
      return jobWithImages(await getOwn(actor, id))
    },

    /** The same once more, as a new job. @throws DomainError as `order`, and not_found, conflict */
    async retry(actor: Actor, jobId: string, { requireGrant, given }: Asked): Promise<string> {
      const { accountId } = requireAccount(actor)
      const row = await getOwn(actor, jobId)
      if (row.status !== 'failed' && row.status !== 'cancelled') throw rule.notToRetry()
      await moderation.requireAdult(actor)
      if (row.negative_prompt !== '' || row.count > 1) await requireGrant()
      const { prompt, style, filter, seed, count } = row
      const remixOf = row.remix_of && (await rows.isVisible(db, row.remix_of, accountId)) ? row.remix_of : null
      const request = { prompt, style, filter, seed, count, remixOf }
      const rest = { negativePrompt: row.negative_prompt, restoreFaces: row.restore_faces }
      return place(actor, { ...request, ...rest }, { retryOf: row.id, given, isAgreed: true })
    },

    /** What the engine would draw of a prompt; nothing is stored, asked of anybody or paid. @throws DomainError unauthenticated, invalid */
    read(actor: Actor, form: ReadingForm): PromptReading {
      requireAccount(actor)
      const reading = engine.read?.(rule.promptsOf(form))
      const words = (reading?.words ?? []).map(({ text, isUsed, nearest }) => ({
        word: text,
        is_drawn: isUsed,
        nearest,
      }))
      return { can_tell: reading !== undefined, words, nothing_to_draw: reading?.isEmpty ?? false }
    },

    /** @throws DomainError unauthenticated */
    async engine(actor: Actor): Promise<StudioEngine> {
      const { accountId } = requireAccount(actor)
      return {
        name: engine.name,
        label: engine.label,
        ignores: [...engine.ignores],
        styles: [...STYLES],
        filters: [...FILTERS],
        default_style: DEFAULT_STYLE,
        default_filter: DEFAULT_FILTER,
        image_size: IMAGE_SIZE_NAME,
        max_count: MAX_COUNT,
        max_prompt: MAX_PROMPT,
        max_negative_prompt: MAX_NEGATIVE_PROMPT,
        max_seed: MAX_SEED,
        max_in_progress: rule.MAX_IN_PROGRESS,
        credits_per_image: rule.CREDITS_PER_IMAGE,
        credits: await rows.findBalance(db, accountId),
      }
    },

    changed,
  }
}

const drawnOf = (row: Parameters<typeof imageOf>[0]): DrawnImage => {
  const { id, image_url, renditions, width, height, original, usedParams } = imageOf(row)
  return { id, imageUrl: image_url, renditions, width, height, original, usedParams }
}

function jobOf(row: rows.GenerationRow & { position: number | null }, images: DrawnImage[]): Job {
  const [image] = images
  return {
    jobId: row.id,
    status: row.status,
    position: row.position,
    progress: row.progress,
    revision: row.revision,
    ...(image && { image }),
    ...(images.length > 1 && { images }),
    ...(row.error !== null && { error: row.error }),
    ...(rule.isOver(row) && { creditsReturned: row.returned }),
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

/** @throws DomainError expired: its images are deleted */
function generatedOf({ image, images }: Job): Generated {
  if (!image) throw rule.imagesAreGone()
  return { ...image, ...(images && { images }) }
}

export type StudioService = ReturnType<typeof createStudioService>
