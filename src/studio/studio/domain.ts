import { DomainError, type Issue, invalid } from '../../platform/errors.ts'
import { plainText } from '../../platform/plain-text.ts'
import { isUuid } from '../../platform/uuid.ts'
import { DEFAULT_FILTER, FILTERS, type Filter } from '../image/domain.ts'
import type { GenerateForm, Job, JobStatus, ReadingForm, PromptReading as ReadPrompt } from './contract.ts'
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

/** Of one account, queued or running (decisions.md section 7). */
export const MAX_IN_PROGRESS = 2
export const CREDITS_PER_IMAGE = 1
/** How often a request is taken up at most, whatever becomes of those who do. */
export const MAX_ATTEMPTS = 3

/** What is asked for, complete. */
export type GenerationRequest = {
  prompt: string
  negativePrompt: string
  style: Style
  filter: Filter
  restoreFaces: boolean
  /** Of the first image. */
  seed: number
  count: number
  remixOf: string | null
}

const isOneOf = <T extends string>(values: readonly T[], value: string): value is T =>
  (values as readonly string[]).includes(value)
const isWithin = (value: number, least: number, most: number) =>
  Number.isInteger(value) && value >= least && value <= most
/** As PostgreSQL counts them. */
const lengthOf = (text: string) => [...text].length

function lengthIssues({ prompt, negativePrompt }: { prompt: string; negativePrompt: string }): Issue[] {
  const issues: Issue[] = []
  if (lengthOf(prompt) > MAX_PROMPT)
    issues.push({ path: 'prompt', message: `A prompt has at most ${MAX_PROMPT} characters` })
  if (lengthOf(negativePrompt) > MAX_NEGATIVE_PROMPT) {
    const message = `A negative prompt has at most ${MAX_NEGATIVE_PROMPT} characters`
    issues.push({ path: 'negative_prompt', message })
  }
  return issues
}

/** Whether it asks for what only the full studio offers (decisions.md section 7): what says the default asks for nothing. */
export const isAdvanced = ({ negative_prompt, seed, count }: GenerateForm): boolean =>
  plainText(negative_prompt ?? '') !== '' || (seed ?? null) !== null || (count ?? 1) !== 1

/**
 * What a form asks for.
 * @param chance a seed for those who name none
 * @throws DomainError invalid, with every fault at its field
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

  must(prompt !== '', 'prompt', 'Please describe the image')
  issues.push(...lengthIssues({ prompt, negativePrompt }))
  must(isOneOf(STYLES, style), 'style', 'There is no such style')
  must(isOneOf(FILTERS, filter), 'filter', 'There is no such filter')
  must((form.image_size ?? IMAGE_SIZE_NAME) === IMAGE_SIZE_NAME, 'image_size', `Images are ${IMAGE_SIZE_NAME}`)
  must(isWithin(seed, 0, MAX_SEED), 'seed', `A seed is a whole number from 0 to ${MAX_SEED}`)
  must(isWithin(count, 1, MAX_COUNT), 'count', `One request makes 1 to ${MAX_COUNT} images`)
  must(remixOf === null || isUuid(remixOf), 'remix_of', NO_SUCH_IMAGE)
  if (issues.length > 0 || !isOneOf(STYLES, style) || !isOneOf(FILTERS, filter))
    throw new DomainError('invalid', 'invalid', issues.map(({ message }) => message).join('. '), { issues })
  return { prompt, negativePrompt, style, filter, seed, count, remixOf, restoreFaces: form.restore_faces ?? true }
}

/** @throws DomainError invalid: longer than a request may be */
export function promptsOf(form: ReadingForm): { prompt: string; negativePrompt: string } {
  const [prompt, negativePrompt] = [plainText(form.prompt), plainText(form.negative_prompt ?? '')]
  const issues = lengthIssues({ prompt, negativePrompt })
  if (issues.length > 0) throw invalid(issues)
  return { prompt, negativePrompt }
}

/** Nothing that it names would be in the picture: said before anything is paid. */
export function nothingToDraw({ words }: PromptReading): DomainError {
  const missing = words.filter(({ isUsed }) => !isUsed)
  const named = missing.slice(0, NAMED).map(({ text }) => `"${text}"`)
  const more = missing.length > NAMED ? [`${missing.length - NAMED} more`] : []
  const [nearest] = missing.flatMap((word) => (word.nearest ? [word.nearest] : []))
  const what = missing.length === 0 ? '' : `: ${[...named, ...more].join(', ')}`
  const advice = nearest ? `Try "${nearest}"` : 'Try a place, an animal, a building, the weather or a color'
  const message = `This engine can draw nothing of your prompt${what}. ${advice}; no credit was used`
  return new DomainError('unprocessable', 'nothing_to_draw', message, { issues: [{ path: 'prompt', message }] })
}
const NAMED = 5

/** To begin with: the embedded engine draws all that each of them names. */
export const EXAMPLES = [
  'A lighthouse above the sea at sunset',
  'A red fox in a snowy forest',
  'A castle in the fog',
  'An owl under a full moon',
] as const

/** So many chips of a kind: a long prompt has a hundred words. */
const CHIPS = 12

type Chips = { drawn: string[]; missing: { word: string; nearest: string | null }[]; hidden: number }

/** A reading as a form shows it. `hidden`: words for which there is no room. */
export function chipsOf({ words }: Pick<ReadPrompt, 'words'>): Chips {
  const drawn = words.filter(({ is_drawn }) => is_drawn).map(({ word }) => word)
  const missing = words.filter(({ is_drawn }) => !is_drawn).map(({ word, nearest }) => ({ word, nearest }))
  const shown = { drawn: drawn.slice(0, CHIPS), missing: missing.slice(0, CHIPS) }
  return { ...shown, hidden: words.length - shown.drawn.length - shown.missing.length }
}

/** A reading as it is said aloud. Empty: there is nothing to say. */
export function readingText(reading: ReadPrompt): string {
  const { drawn, missing } = chipsOf(reading)
  if (!reading.can_tell || drawn.length + missing.length === 0) return ''
  const not = missing.map(({ word }) => word).join(', ')
  if (reading.nothing_to_draw) return `Nothing of this can be drawn${not && `: ${not}`}.`
  return missing.length === 0 ? 'Every word is drawn.' : `Not drawn: ${not}.`
}

/** A prompt with another word in the place of one that is not drawn: each time that it stands there by itself. */
export function withWord(prompt: string, word: string, other: string): string {
  const literal = word.replace(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
  return prompt.replace(new RegExp(String.raw`(?<![\p{L}\p{N}])${literal}(?![\p{L}\p{N}])`, 'gu'), () => other)
}

/** Of one of its images, from 0. After the largest comes 0. */
export const seedOf = (request: { seed: number }, number: number) => (request.seed + number) % (MAX_SEED + 1)

const NO_SUCH_IMAGE = 'There is no such image'
export const noSuchImage = () => new DomainError('invalid', 'no_such_image', NO_SUCH_IMAGE, { field: 'remix_of' })
export const noSuchJob = () => new DomainError('not_found', 'job_not_found', 'There is no such job.')
export const outOfCredits = () => new DomainError('payment_refused', 'out_of_credits', 'You are out of credits.')
export const tooManyInProgress = () =>
  new DomainError('too_many', 'too_many_in_progress', `You already have ${MAX_IN_PROGRESS} images in progress.`, {
    retryAfterSeconds: 5,
  })
export const keyReused = () =>
  new DomainError('conflict', 'idempotency_key_reused', 'This Idempotency-Key was used for another request.')
export const isOverAlready = () => new DomainError('conflict', 'job_over', 'It is over already.')
export const notToRetry = () =>
  new DomainError('conflict', 'job_not_failed', 'Only what failed or was cancelled can be tried again.')
export const imagesAreGone = () => new DomainError('expired', 'images_deleted', 'What came of it was deleted.')
/** What an image that did not come answers to whoever waited for it. */
export function notDrawn(failed: { error: string | null; error_code: string | null }, jobId: string): DomainError {
  const message = failed.error ?? 'The image could not be drawn.'
  return failed.error_code === 'prompt_refused'
    ? new DomainError('invalid', 'prompt_refused', message, { field: 'prompt', details: { jobId } })
    : new DomainError('unavailable', 'image_not_drawn', message, { details: { jobId } })
}
export const wasCancelled = (jobId: string) =>
  new DomainError('conflict', 'job_cancelled', 'It was cancelled. Your credits came back.', { details: { jobId } })

/** Nothing more is to come of it. */
export const isOver = ({ status }: { status: JobStatus }) => status !== 'queued' && status !== 'running'

/** Newest first. Of two states of a job the later one stands, and a job takes the place of the one that it tries again. */
export function jobsWith(jobs: Job[], job: Job): Job[] {
  const isOutdated = ({ jobId, revision, retry_of }: Job) =>
    retry_of === job.jobId || (jobId === job.jobId && revision > job.revision)
  if (jobs.some(isOutdated)) return jobs
  const others = jobs.filter(({ jobId }) => jobId !== job.jobId && jobId !== job.retry_of)
  return [job, ...others].toSorted((a, b) => b.created_at.localeCompare(a.created_at) || b.jobId.localeCompare(a.jobId))
}

const FAILED_SHOWN = 3

/** What a page begins with: all that is under way, what its address names, and of what failed lately the newest. */
export const jobsToShow = (open: Job[], named: Job[]): Job[] =>
  [...named, ...open.filter((job) => !isOver(job)), ...open.filter(isOver).slice(0, FAILED_SHOWN)].reduce<Job[]>(
    (jobs, job) => jobsWith(jobs, job),
    [],
  )

const DRAWN_KEPT = 4

/** What stays in sight when another one is asked for: called off is done with, and of what was drawn the newest stay. */
export function jobsToKeep(jobs: Job[]): Job[] {
  const drawn = jobs.filter(({ status }) => status === 'succeeded').slice(0, DRAWN_KEPT)
  return jobs.filter((job) => (job.status === 'succeeded' ? drawn.includes(job) : job.status !== 'cancelled'))
}

export const imagesOf = ({ image, images }: Job) => images ?? (image ? [image] : [])

/** Where a request stands, for a person. */
export function standText(job: Job): string {
  const { status, position, request } = job
  switch (status) {
    case 'queued':
      return position === null || position <= 1 ? 'Next in the queue' : `Number ${position} in the queue`
    case 'running':
      return request.count === 1 ? 'Drawing your image' : `Drawing your ${request.count} images`
    case 'succeeded': {
      const count = imagesOf(job).length
      if (count === 0) return 'What came of this request was deleted'
      return count === 1 ? 'Your image is ready' : `Your ${count} images are ready`
    }
    case 'failed':
      return reasonText(job)
    case 'cancelled':
      return 'Cancelled'
  }
}

/** What became of the credits of a request that is over. */
export function returnedText(credits: number): string {
  if (credits === 0) return 'No credit was used.'
  return credits === 1 ? 'Your credit came back.' : `Your ${credits} credits came back.`
}

/** Why nothing came of it, or not all: without the sentence on its credits, which stands by itself. */
export const reasonText = ({ error = 'The image could not be drawn.', creditsReturned = 0 }: Job) =>
  error.replace(returnedText(creditsReturned), '').trimEnd()

/** Enough of a prompt to know which one it is. */
export const briefly = (prompt: string) => (lengthOf(prompt) > 60 ? `${[...prompt].slice(0, 59).join('')}…` : prompt)

/** What is said aloud of a change. null: how far it is, or its place in the queue, is seen but not said. */
export function newsOf(before: Job | undefined, now: Job): string | null {
  if (before && (before.status === now.status || before.revision > now.revision)) return null
  const came = now.creditsReturned ? ` ${returnedText(now.creditsReturned)}` : ''
  return `${standText(now).replace(/\.$/, '')}: ${briefly(now.request.prompt)}.${came}`
}

/** Said before anybody asks for another one. null: nothing is under way. */
export function roomText(underWay: number): string | null {
  if (underWay === 0) return null
  if (underWay < MAX_IN_PROGRESS)
    return `${underWay} of ${MAX_IN_PROGRESS} under way. You can ask for another one meanwhile.`
  return `${MAX_IN_PROGRESS} of ${MAX_IN_PROGRESS} under way, as many as there may be at a time. You can ask for the next one as soon as one of them is done.`
}

/** What an engine would make of a prompt. */
export type PromptReading = {
  /** Each word once, as it stands in the prompt; words such as `the` are left out. */
  words: {
    text: string
    /** It is in the picture, or changes it, or says what to leave out. */
    isUsed: boolean
    /** Of a word that is not used: one that is drawn and comes near. */
    nearest: string | null
  }[]
  /** Nothing that the prompt asks for would be in the picture. */
  isEmpty: boolean
}
