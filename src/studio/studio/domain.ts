import { DomainError, type Issue, requireValid } from '../../platform/errors.ts'
import { lengthOf, plainText } from '../../platform/plain-text.ts'
import { isUuid } from '../../platform/uuid.ts'
import { DEFAULT_FILTER, FILTERS, type Filter } from '../image/domain.ts'
import * as adapters from '../text/adapters.ts'
import * as t from '../text/studio.ts'
import type { DrawnImage, GenerateForm, Job, JobStatus, ReadingForm, PromptReading as ReadPrompt } from './contract.ts'
import {
  DEFAULT_STYLE,
  IMAGE_SIZE_NAME,
  MAX_COUNT,
  MAX_NEGATIVE_PROMPT,
  MAX_PROMPT,
  MAX_SEED,
  STYLES,
  type Style,
} from './limits-domain.ts'

/** Maximum number of queued or running requests per account (decisions.md section 7). */
export const MAX_IN_PROGRESS = 2
export const CREDITS_PER_IMAGE = 1
/** Maximum number of attempts at a request, including those in which a worker died. */
export const MAX_ATTEMPTS = 3

/** A complete request. */
export type GenerationRequest = {
  prompt: string
  negativePrompt: string
  style: Style
  filter: Filter
  restoreFaces: boolean
  /** Seed of the first image. */
  seed: number
  count: number
  remixOf: string | null
}

const isOneOf = <T extends string>(values: readonly T[], value: string): value is T =>
  (values as readonly string[]).includes(value)
const isWithin = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most

function lengthIssues({ prompt, negativePrompt }: { prompt: string; negativePrompt: string }): Issue[] {
  const issues: Issue[] = []
  if (lengthOf(prompt) > MAX_PROMPT) issues.push({ path: 'prompt', message: t.promptTooLong({ max: MAX_PROMPT }) })
  if (lengthOf(negativePrompt) > MAX_NEGATIVE_PROMPT) {
    const message = t.negativeTooLong({ max: MAX_NEGATIVE_PROMPT })
    issues.push({ path: 'negative_prompt', message })
  }
  return issues
}

/** Checks whether a form needs the full studio (decisions.md section 7). A field with its default value does not. */
export const isAdvanced = ({ negative_prompt, seed, count }: GenerateForm): boolean =>
  plainText(negative_prompt ?? '') !== '' || (seed ?? null) !== null || (count ?? 1) !== 1

/**
 * Builds the request of a form.
 * @param chance seed if the form names none
 * @throws DomainError invalid, with every error at its field
 */
export function requestOf(form: GenerateForm, chance: number): GenerationRequest {
  const prompt = plainText(form.prompt)
  const negativePrompt = plainText(form.negative_prompt ?? '')
  const style = form.style ?? DEFAULT_STYLE
  const filter = form.filter ?? DEFAULT_FILTER
  const seed = form.seed ?? chance
  const count = form.count ?? 1
  const remixOf = form.remix_of ?? null
  const issues: Issue[] = []
  const must = (isSo: boolean, path: keyof GenerateForm, message: string) => isSo || issues.push({ path, message })

  must(prompt !== '', 'prompt', t.describeImage())
  issues.push(...lengthIssues({ prompt, negativePrompt }))
  must(isOneOf(STYLES, style), 'style', t.noStyle())
  must(isOneOf(FILTERS, filter), 'filter', t.noSuchFilter())
  must((form.image_size ?? IMAGE_SIZE_NAME) === IMAGE_SIZE_NAME, 'image_size', t.imagesAre({ size: IMAGE_SIZE_NAME }))
  must(isWithin(seed, 0, MAX_SEED), 'seed', t.seedRange({ max: MAX_SEED }))
  must(isWithin(count, 1, MAX_COUNT), 'count', t.countRange({ max: MAX_COUNT }))
  must(remixOf === null || isUuid(remixOf), 'remix_of', t.noSuchImage())
  if (issues.length > 0 || !isOneOf(STYLES, style) || !isOneOf(FILTERS, filter))
    throw new DomainError('invalid', 'invalid', issues.map(({ message }) => message).join('. '), { issues })
  return { prompt, negativePrompt, style, filter, seed, count, remixOf, restoreFaces: form.restore_faces ?? true }
}

/** @throws DomainError invalid if a prompt is too long */
export function promptsOf(form: ReadingForm): { prompt: string; negativePrompt: string } {
  const [prompt, negativePrompt] = [plainText(form.prompt), plainText(form.negative_prompt ?? '')]
  requireValid(lengthIssues({ prompt, negativePrompt }))
  return { prompt, negativePrompt }
}

/** The error if the engine can draw nothing in the prompt. We throw it before the person pays anything. */
export function nothingToDraw({ words }: PromptReading): DomainError {
  const missing = words.filter(({ isUsed }) => !isUsed)
  const named = missing.slice(0, NAMED).map(({ text }) => `“${text}”`)
  const more = missing.length > NAMED ? [t.moreWords({ count: missing.length - NAMED })] : []
  const [nearest] = missing.flatMap((word) => (word.nearest ? [word.nearest] : []))
  const list = [...named, ...more].join(', ')
  const message = [
    list ? t.nothingDrawnOf({ words: list }) : t.nothingDrawn(),
    nearest ? t.tryWord({ word: nearest }) : t.tryKinds(),
    t.noCreditUsed(),
  ].join(' ')
  return new DomainError('unprocessable', 'nothing_to_draw', message, { issues: [{ path: 'prompt', message }] })
}
const NAMED = 5

/** Example prompts. The local engine draws everything that they name. */
export const EXAMPLES = [t.exampleLighthouse, t.exampleFox, t.exampleCastle, t.exampleOwl] as const

/** Maximum number of chips of a kind, because a long prompt has a hundred words. */
const CHIPS = 12

type Chips = { drawn: string[]; missing: { word: string; nearest: string | null }[]; hidden: number }

/** Prepares a reading for a form. `hidden` counts the words that do not fit. */
export function chipsOf({ words }: Pick<ReadPrompt, 'words'>): Chips {
  const drawn = words.filter(({ is_drawn }) => is_drawn).map(({ word }) => word)
  const missing = words.filter(({ is_drawn }) => !is_drawn).map(({ word, nearest }) => ({ word, nearest }))
  const shown = { drawn: drawn.slice(0, CHIPS), missing: missing.slice(0, CHIPS) }
  return { ...shown, hidden: words.length - shown.drawn.length - shown.missing.length }
}

/** Returns the text of a reading to announce, or an empty text. */
export function readingText(reading: ReadPrompt): string {
  const { drawn, missing } = chipsOf(reading)
  if (!reading.can_tell || drawn.length + missing.length === 0) return ''
  const not = missing.map(({ word }) => word).join(', ')
  if (reading.nothing_to_draw) return not ? t.readNothingOf({ words: not }) : t.readNothing()
  return missing.length === 0 ? t.readAll() : t.readNotDrawn({ words: not })
}

/** Replaces a word that is not drawn, wherever it is a whole word in the prompt. */
export function withWord(prompt: string, word: string, other: string): string {
  const literal = word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return prompt.replace(new RegExp(String.raw`(?<![\p{L}\p{N}])${literal}(?![\p{L}\p{N}])`, 'gu'), () => other)
}

/** Returns the seed of image `number`, counted from 0. It wraps around to 0 after the largest seed. */
export const seedOf = (request: { seed: number }, number: number) => (request.seed + number) % (MAX_SEED + 1)

export const noSuchImage = () => new DomainError('invalid', 'no_such_image', t.noSuchImage(), { field: 'remix_of' })
export const noSuchJob = () => new DomainError('not_found', 'job_not_found', t.noSuchJob())
export const outOfCredits = () => new DomainError('payment_refused', 'out_of_credits', t.outOfCredits())
export const tooManyInProgress = () =>
  new DomainError('too_many', 'too_many_in_progress', t.tooMany({ count: MAX_IN_PROGRESS }), {
    retryAfterSeconds: 5,
  })
export const isOverAlready = () => new DomainError('conflict', 'job_over', t.alreadyOver())
export const notToRetry = () => new DomainError('conflict', 'job_not_failed', t.notToRetry())
export const imagesAreGone = () => new DomainError('expired', 'images_deleted', t.imagesGone())
/**
 * Returns the errors of a refused request that no field shows.
 * @param fields fields of the form that show their own errors
 */
export function refusalTexts(refused: { message: string; issues: Issue[] }, fields: readonly string[]): string[] {
  if (refused.issues.length === 0) return [refused.message]
  return refused.issues.filter(({ path }) => !fields.includes(path)).map(({ message }) => message)
}

type FailedRow = { error: string | null; error_code: string | null; count: number; returned: number }

/** Builds the error for a caller that waits for a failed image. */
export function notDrawn(failed: FailedRow, jobId: string): DomainError {
  const { error, error_code: code, count, returned } = failed
  const message = error === null ? t.notDrawn() : failureText({ code, message: error, drawn: 0, count, returned })
  return code === 'prompt_refused'
    ? new DomainError('invalid', 'prompt_refused', message, { field: 'prompt', details: { jobId } })
    : new DomainError('unavailable', 'image_not_drawn', message, { details: { jobId } })
}
export const wasCancelled = (jobId: string) =>
  new DomainError('conflict', 'job_cancelled', t.wasCancelled(), { details: { jobId } })

/** Checks whether a job has ended. */
export const isOver = ({ status }: { status: JobStatus }) => status !== 'queued' && status !== 'running'

/** Adds a job, newest first. The later state of a job wins, and a retry replaces the job that it retries. */
export function jobsWith(jobs: Job[], job: Job): Job[] {
  const isOutdated = ({ jobId, revision, retry_of }: Job) =>
    retry_of === job.jobId || (jobId === job.jobId && revision > job.revision)
  if (jobs.some(isOutdated)) return jobs
  const others = jobs.filter(({ jobId }) => jobId !== job.jobId && jobId !== job.retry_of)
  return [job, ...others].toSorted((a, b) => b.created_at.localeCompare(a.created_at) || b.jobId.localeCompare(a.jobId))
}

const FAILED_SHOWN = 3

/** Checks whether the URL fills the form from an image or a request. If it does, a draft of another page is not used. */
export const fillsForm = (search: URLSearchParams): boolean => search.has('from') || search.has('job')

/** Returns the jobs that a page starts with: all in progress, those in its URL, and the newest recent failures. */
export const jobsToShow = (open: Job[], named: Job[]): Job[] =>
  [...named, ...open.filter((job) => !isOver(job)), ...open.filter(isOver).slice(0, FAILED_SHOWN)].reduce<Job[]>(
    (jobs, job) => jobsWith(jobs, job),
    [],
  )

const DRAWN_KEPT = 4

/** Returns the jobs that stay visible when another one starts: no canceled ones, and only the newest finished ones. */
export function jobsToKeep(jobs: Job[]): Job[] {
  const drawn = jobs.filter(({ status }) => status === 'succeeded').slice(0, DRAWN_KEPT)
  return jobs.filter((job) => (job.status === 'succeeded' ? drawn.includes(job) : job.status !== 'cancelled'))
}

export const imagesOf = ({ image, images }: Job) => images ?? (image ? [image] : [])

/** Replaces an image, such as by one with another filter, in the request that drew it. */
export function jobsWithImage(jobs: Job[], image: DrawnImage): Job[] {
  const newer = (one: DrawnImage) => (one.id === image.id ? image : one)
  return jobs.map((job) => ({
    ...job,
    ...(job.image && { image: newer(job.image) }),
    ...(job.images && { images: job.images.map(newer) }),
  }))
}

/** Describes the state of a request for people. */
export function standText(job: Job): string {
  const { status, position, request } = job
  switch (status) {
    case 'queued':
      return position === null || position <= 1 ? t.standNext() : t.standQueued({ position })
    case 'running':
      return t.standDrawing({ count: request.count })
    case 'succeeded': {
      const count = imagesOf(job).length
      return count === 0 ? t.standDeleted() : t.standReady({ count })
    }
    case 'failed':
      return reasonText(job)
    case 'cancelled':
      return t.standCancelled()
  }
}

/** Says how many credits of an ended request were returned. */
export const returnedText = (credits: number): string => t.creditsReturned({ count: credits })

/** What is known about a failed request. `message` is the stored English text. */
type Failure = { code: string | null; message: string; drawn: number; count: number; returned: number }

/** Says why a request failed, in the reader's language, and what happened to its credits. */
export function failureText({ code, message, drawn, count, returned }: Failure): string {
  const back = returnedText(returned)
  if (code === 'partly_drawn') return `${t.failedPartly({ drawn, count })} ${back}`
  if (code === 'engine_away') return `${t.failedAway()} ${back}`
  if (code === 'engine_failed') return `${t.failedEngine()} ${back}`
  if (code === 'prompt_refused') return `${adapters.promptRefused()} ${back}`
  if (code === 'abandoned') return `${t.failedOurs()} ${back}`
  return message
}

/** Says why some or all images are missing, without the separate sentence about credits. */
export const reasonText = ({ error = t.notDrawn(), creditsReturned = 0 }: Job) =>
  error.replace(returnedText(creditsReturned), '').trimEnd()

/** Shortens a prompt so that it can still be recognized. */
export const briefly = (prompt: string) => (lengthOf(prompt) > 60 ? `${[...prompt].slice(0, 59).join('')}…` : prompt)

/** Returns the text that announces a change, or `null` for progress and places in the queue, which we only show. */
export function newsOf(before: Job | undefined, now: Job): string | null {
  if (before && (before.status === now.status || before.revision > now.revision)) return null
  const came = now.creditsReturned ? ` ${returnedText(now.creditsReturned)}` : ''
  return `${standText(now).replace(/\.$/, '')}: ${briefly(now.request.prompt)}.${came}`
}

/** Says how many more requests are possible. Returns `null` if none are in progress. */
export function roomText(underWay: number): string | null {
  if (underWay === 0) return null
  if (underWay < MAX_IN_PROGRESS) return t.roomForMore({ count: MAX_IN_PROGRESS - underWay })
  return t.roomFull({ count: MAX_IN_PROGRESS })
}

/** How an engine reads a prompt. */
export type PromptReading = {
  /** Each word once, as it is in the prompt, without words such as `the`. */
  words: {
    text: string
    /** The word is in the picture, changes it, or says what to leave out. */
    isUsed: boolean
    /** For a word that is not used: a similar word that is drawn. */
    nearest: string | null
  }[]
  /** The picture would contain nothing that the prompt names. */
  isEmpty: boolean
}
