import type { UsedParams } from '../image/contract.ts'
import type { Filter } from '../image/domain.ts'
import { failureText, returnedText } from '../studio/domain.ts'
import { IMAGE_SIZE_NAME } from '../studio/limits-domain.ts'
import type { Drawing, DrawingRequest, Engine } from '../studio/ports.ts'

/** Why something was not drawn, for a person. */
export type Fault = {
  code: 'engine_away' | 'engine_failed' | 'prompt_refused' | 'abandoned' | 'partly_drawn'
  message: string
}

/** How often an engine is asked for one request, beside the first time. */
const MORE_TRIES = 2
/** An engine that asks for a longer pause is not waited for. */
const LONGEST_PAUSE_MS = 20_000
const FIRST_PAUSE_MS = 1_000

/** What is known of a failure of an engine. */
export type EngineFailure = {
  /** It is left alone for now: nothing was asked. */
  isLeftAlone: boolean
  /** Asking again would end the same. */
  isPermanent: boolean
  /** It is the request's own fault. */
  isAboutRequest: boolean
  reason: string | null
  retryAfterSeconds: number | null
}

/** How long to wait before asking again; null: do not. @param tries already taken, from 1 */
export function pauseBefore(failure: EngineFailure, tries: number): number | null {
  if (failure.isPermanent || tries > MORE_TRIES) return null
  const ms = Math.max(FIRST_PAUSE_MS * 4 ** (tries - 1), (failure.retryAfterSeconds ?? 0) * 1000)
  return ms <= LONGEST_PAUSE_MS ? ms : null
}

/** @param drawn of `count` images */
export function faultOf(failure: EngineFailure, { drawn, count }: { drawn: number; count: number }): Fault {
  const back = returnedText(count - drawn)
  const known = (code: Fault['code']): Fault => ({
    code,
    message: failureText({ code, message: '', drawn, count, returned: count - drawn }),
  })
  if (drawn > 0) return known('partly_drawn')
  if (failure.isAboutRequest && failure.reason) return { code: 'prompt_refused', message: `${failure.reason} ${back}` }
  return known(failure.isLeftAlone ? 'engine_away' : 'engine_failed')
}

/** Whoever drew it did not live to finish, again and again. */
export const abandoned = (count: number): Fault => ({
  code: 'abandoned',
  message: failureText({ code: 'abandoned', message: '', drawn: 0, count, returned: count }),
})

/** In per cent, of a request whose image `number` is so far; the last one is for its end. */
export const progressOf = ({ number, share, count }: { number: number; share: number; count: number }): number =>
  Math.min(99, Math.floor(((number + Math.min(Math.max(share, 0), 1)) / count) * 100))

/** What an image says of itself. */
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
