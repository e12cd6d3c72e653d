import type { UsedParams } from '../image/contract.ts'
import type { Filter } from '../image/domain.ts'
import { failureText } from '../studio/domain.ts'
import { IMAGE_SIZE_NAME } from '../studio/limits-domain.ts'
import type { Drawing, DrawingRequest, Engine } from '../studio/ports.ts'

/** Why an image was not drawn, in words for people. */
export type Fault = {
  code: 'engine_away' | 'engine_failed' | 'prompt_refused' | 'abandoned' | 'partly_drawn'
  message: string
}

/** How often we retry one request. */
const MORE_TRIES = 2
/** If an engine requires a longer pause, the request fails instead. */
const LONGEST_PAUSE_MS = 20_000
const FIRST_PAUSE_MS = 1_000

/** What we know about an engine's failure. */
export type EngineFailure = {
  /** The circuit is open, so we did not call the engine. */
  isLeftAlone: boolean
  /** A retry would fail the same way. */
  isPermanent: boolean
  /** The request itself causes the failure. */
  isAboutRequest: boolean
  reason: string | null
  retryAfterSeconds: number | null
}

/**
 * Returns how long to wait before a retry, or `null` if a retry is pointless. @param tries the tries so far, from 1
 */
export function pauseBefore(failure: EngineFailure, tries: number): number | null {
  if (failure.isPermanent || tries > MORE_TRIES) return null
  const ms = Math.max(FIRST_PAUSE_MS * 4 ** (tries - 1), (failure.retryAfterSeconds ?? 0) * 1000)
  return ms <= LONGEST_PAUSE_MS ? ms : null
}

/** @param drawn how many of the `count` images were drawn */
export function faultOf(failure: EngineFailure, { drawn, count }: { drawn: number; count: number }): Fault {
  const known = (code: Fault['code']): Fault => ({
    code,
    message: failureText({ code, message: '', drawn, count, returned: count - drawn }),
  })
  if (drawn > 0) return known('partly_drawn')
  if (failure.isAboutRequest && failure.reason) return known('prompt_refused')
  return known(failure.isLeftAlone ? 'engine_away' : 'engine_failed')
}

/** Every worker that drew the request died before the end. */
export const abandoned = (count: number): Fault => ({
  code: 'abandoned',
  message: failureText({ code: 'abandoned', message: '', drawn: 0, count, returned: count }),
})

/** Returns a request's progress in percent while it draws image `number`. Only a finished request has 100. */
export const progressOf = ({ number, share, count }: { number: number; share: number; count: number }): number =>
  Math.min(99, Math.floor(((number + Math.min(Math.max(share, 0), 1)) / count) * 100))

/** Builds the parameters that we store with an image. */
export const paramsOf = (
  asked: { request: DrawingRequest; filter: Filter },
  drawing: Drawing,
  engine: Pick<Engine, 'name' | 'label' | 'ignores'>,
): UsedParams & { filter: Filter } => ({
  prompt: asked.request.prompt,
  negative_prompt: asked.request.negativePrompt,
  style: asked.request.style,
  filter: asked.filter,
  filter_strength: 100,
  seed: drawing.seed,
  image_size: IMAGE_SIZE_NAME,
  restore_faces: asked.request.restoreFaces,
  ignored: [...engine.ignores],
  engine: engine.name,
  model: drawing.model,
  label: engine.label,
  used_words: drawing.usedWords,
  unused_words: drawing.unusedWords,
})
