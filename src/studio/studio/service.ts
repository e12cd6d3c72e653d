import { randomInt, randomUUIDv7 } from 'node:crypto'
import { type Actor, requireAccount } from '../../platform/actor.ts'
import { requireKey } from '../../platform/idempotency-key.ts'
import { withDeps } from '../../platform/use-cases.ts'
import { DEFAULT_FILTER, FILTERS } from '../image/domain.ts'
import type { ModerationService } from '../moderation/service.ts'
import type { GenerateForm, Job, PromptReading, ReadingForm, StudioEngine } from './contract.ts'
import {
  CREDITS_PER_IMAGE,
  type GenerationRequest,
  isAdvanced,
  isOverAlready,
  MAX_IN_PROGRESS,
  nothingToDraw,
  notToRetry,
  promptsOf,
  requestOf,
} from './domain.ts'
import { changed, find, getOwn, type JobDeps, list, listen, toJob, wait } from './job-service.ts'
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
import { cancelGeneration, findBalance, isVisible, placeGeneration } from './repository.ts'

type StudioDeps = JobDeps & {
  engine: Pick<Engine, 'name' | 'label' | 'ignores' | 'read'>
  moderation: Pick<ModerationService, 'checkPrompt'>
}

type Asked = {
  /** @throws DomainError forbidden */
  requireGrant(): Promise<void>
  /** An Idempotency-Key, with the hash of the request's body. */
  given: { key: string; bodyHash: string } | null
}

/** Takes, follows, cancels, and retries requests for images. The drawing feature draws them. */
export const createStudioService = (options: Omit<StudioDeps, 'state'>) =>
  withDeps(
    { ...options, state: { waiting: new Map(), places: null } },
    { generate, wait, find, list, listen, cancel, retry, read, engine, changed },
  )

export type StudioService = ReturnType<typeof createStudioService>

/**
 * Takes a request and its credits. If the engine knows that it can draw nothing in the prompt, the caller must agree.
 * @returns the ID of its job, or for a known key the ID of the first job
 * @throws DomainError unauthenticated, forbidden, invalid, unprocessable, payment_refused, conflict, too_many
 */
async function generate(deps: StudioDeps, actor: Actor, form: GenerateForm, { requireGrant, given }: Asked) {
  const request = requestOf(form, randomInt(MAX_SEED + 1))
  if (isAdvanced(form)) await requireGrant()
  return place(deps, actor, request, { retryOf: null, given, isAgreed: form.drawAnyway === true })
}

/** Cancels a request and returns all of its credits. @throws DomainError unauthenticated, not_found, conflict */
async function cancel(deps: StudioDeps, actor: Actor, jobId: string): Promise<Job> {
  const { id } = await getOwn(deps, actor, jobId)
  const isCancelled = await cancelGeneration(deps.db, { id, entryId: randomUUIDv7(), now: deps.clock.now() })
  if (!isCancelled) throw isOverAlready()
  changed(deps, id)
  return toJob(deps, await getOwn(deps, actor, id))
}

/** Makes the same request again as a new job. @throws DomainError as `generate`, and not_found, conflict */
async function retry(deps: StudioDeps, actor: Actor, jobId: string, { requireGrant, given }: Asked) {
  const { accountId } = requireAccount(actor)
  const row = await getOwn(deps, actor, jobId)
  if (row.status !== 'failed' && row.status !== 'cancelled') throw notToRetry()
  if (row.negative_prompt !== '' || row.count > 1) await requireGrant()
  const { prompt, style, filter, seed, count } = row
  const remixOf = row.remix_of && (await isVisible(deps.db, row.remix_of, accountId)) ? row.remix_of : null
  const request = { prompt, style, filter, seed, count, remixOf }
  const rest = { negativePrompt: row.negative_prompt, restoreFaces: row.restore_faces }
  return place(deps, actor, { ...request, ...rest }, { retryOf: row.id, given, isAgreed: true })
}

/**
 * Tells which words of a prompt the engine would draw. It stores and costs nothing.
 * @throws DomainError unauthenticated, invalid
 */
function read({ engine }: StudioDeps, actor: Actor, form: ReadingForm): PromptReading {
  requireAccount(actor)
  const reading = engine.read?.(promptsOf(form))
  const words = (reading?.words ?? []).map(({ text, isUsed, nearest }) => ({ word: text, is_drawn: isUsed, nearest }))
  return { can_tell: reading !== undefined, words, nothing_to_draw: reading?.isEmpty ?? false }
}

/** @throws DomainError unauthenticated */
async function engine({ db, engine }: StudioDeps, actor: Actor): Promise<StudioEngine> {
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
    max_in_progress: MAX_IN_PROGRESS,
    credits_per_image: CREDITS_PER_IMAGE,
    credits: await findBalance(db, accountId),
  }
}

async function place(
  deps: StudioDeps,
  actor: Actor,
  request: GenerationRequest,
  { isAgreed, ...of }: { retryOf: string | null; given: Asked['given']; isAgreed: boolean },
): Promise<string> {
  const { db, clock, engine } = deps
  const { accountId } = requireAccount(actor)
  if (of.given) requireKey(of.given.key)
  await deps.moderation.checkPrompt(actor, request)
  const reading = isAgreed ? undefined : engine.read?.(request)
  if (reading?.isEmpty) throw nothingToDraw(reading)
  const ids = { id: randomUUIDv7(), entryId: randomUUIDv7() }
  const jobId = await placeGeneration(db, { ...ids, accountId, request, engine: engine.name, ...of, now: clock.now() })
  changed(deps, jobId)
  return jobId
}
