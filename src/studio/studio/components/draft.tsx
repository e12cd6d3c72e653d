import { unsentKey } from '../../../ui/tab-memory.ts'
import { DEFAULT_FILTER, type Filter, isFilter } from '../../image/domain.ts'
import type { GenerateForm, StudioEngine } from '../contract.ts'
import { DEFAULT_STYLE, STYLES, type Style } from '../limits-domain.ts'

/** The state of the form. */
export type Draft = {
  prompt: string
  negativePrompt: string
  style: Style
  filter: Filter
  /** The seed as typed. Empty means any seed. */
  seed: string
  count: number
  remixOf: string | null
}

export const EMPTY: Draft = {
  prompt: '',
  negativePrompt: '',
  style: DEFAULT_STYLE,
  filter: DEFAULT_FILTER,
  seed: '',
  count: 1,
  remixOf: null,
}

type Params = { prompt: string; negative_prompt: string; style: string; filter: string }

/** Fills a draft from an earlier request or someone else's image. */
export const draftOf = ({ prompt, negative_prompt, style, filter }: Params): Draft => ({
  ...EMPTY,
  prompt,
  negativePrompt: negative_prompt,
  style: STYLES.find((one) => one === style) ?? DEFAULT_STYLE,
  filter: isFilter(filter) ? filter : DEFAULT_FILTER,
})

/**
 * Builds the request. It leaves out defaults and what the engine ignores, because only the full studio may ask for
 * more.
 */
export function formOf(draft: Draft, { ignores }: Pick<StudioEngine, 'ignores'>): GenerateForm {
  const { prompt, style, filter, count, remixOf } = draft
  const negativePrompt = ignores.includes('negative_prompt') ? '' : draft.negativePrompt
  const seed = ignores.includes('seed') ? '' : draft.seed
  return {
    prompt,
    style,
    filter,
    ...(negativePrompt.trim() && { negative_prompt: negativePrompt }),
    ...(seed.trim() && { seed: Number(seed) }),
    ...(count > 1 && { count }),
    ...(remixOf && { remix_of: remixOf }),
  }
}

const KEY = unsentKey('studio-draft')

const addressNow = () => location.pathname + location.search

/** Stores what was typed for the next page with a form, such as the full studio, and for a return to this page. */
export function carryDraft({ negativePrompt, ...rest }: Draft) {
  try {
    const carried = { ...rest, negative_prompt: negativePrompt } satisfies Params
    sessionStorage.setItem(KEY, JSON.stringify({ ...carried, address: addressNow() }))
  } catch {
    // The browser may refuse to store it. Then the person must type it again.
  }
}

/**
 * Takes the stored draft once; `null` if there is none.
 * @param isFilled the URL fills the form. Then only the draft of this URL counts.
 */
export function takeDraft({ isFilled = false } = {}): Draft | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEY) ?? 'null')
    if (isFilled && kept?.address !== addressNow()) return null
    sessionStorage.removeItem(KEY)
    if (typeof kept?.prompt !== 'string') return null
    const { seed, count, remixOf } = { ...EMPTY, ...kept }
    return { ...draftOf({ ...kept, negative_prompt: String(kept.negative_prompt ?? '') }), seed, count, remixOf }
  } catch {
    return null
  }
}
