import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { keepText, keptText, unsentKey } from '../../../ui/tab-memory.ts'
import { DEFAULT_FILTER, type Filter, isFilter } from '../../image/domain.ts'
import type { GenerateForm, StudioEngine } from '../contract.ts'
import { fillsForm } from '../domain.ts'
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

/** Returns the address that a draft belongs to. A page in another language is the same page. */
function addressOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const query = new URLSearchParams(search)
  query.delete('lang')
  return `${pathname}?${query}`
}

/** @param isForHere whether the draft is only for this address, and not for the next page with a form */
function keepDraft({ negativePrompt, ...rest }: Draft, isForHere: boolean) {
  const kept = { ...rest, negative_prompt: negativePrompt } satisfies Params
  keepText(KEY, JSON.stringify({ ...kept, address: addressOf(location), isForHere }))
}

/** Stores what was typed for the next page with a form, such as the full studio, and for a return to this page. */
export const carryDraft = (draft: Draft) => keepDraft(draft, false)

/**
 * Takes the stored draft once; `null` if there is none for this address. If the URL fills the form, a draft of another
 * address does not count.
 */
function takeDraft(): Draft | null {
  try {
    const kept = JSON.parse(keptText(KEY) ?? 'null')
    const isForHere = kept?.isForHere || fillsForm(new URLSearchParams(location.search))
    if (isForHere && kept?.address !== addressOf(location)) return null
    keepText(KEY, null)
    if (typeof kept?.prompt !== 'string') return null
    const { seed, count, remixOf } = { ...EMPTY, ...kept }
    return { ...draftOf({ ...kept, negative_prompt: String(kept.negative_prompt ?? '') }), seed, count, remixOf }
  } catch {
    return null
  }
}

/**
 * Manages the state of the form. The tab stores what was typed for this address until we accept it as a request.
 * @param first what the form shows without a stored draft
 * @param fitting what the form takes of a stored draft
 */
export function useDraft(first: () => Draft, fitting = (kept: Draft) => kept) {
  const [draft, setDraft] = useState(first)
  const { search } = useLocation()
  const text = JSON.stringify(draft)
  /** What the form showed at first, or what we accepted last. */
  const [settled, setSettled] = useState(text)
  const isKept = useRef(false)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form takes a stored draft only once.
  useEffect(() => {
    const kept = takeDraft()
    if (kept) setDraft(fitting(kept))
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft moves to the new address.
  useEffect(() => {
    const isTyped = text !== settled
    if (isTyped) keepDraft(JSON.parse(text), true)
    else if (isKept.current) keepText(KEY, null)
    isKept.current = isTyped
  }, [text, settled, search])
  return {
    draft,
    setDraft,
    /** Call this when a draft has become a request. */
    settle: (sent: Draft) => setSettled(JSON.stringify(sent)),
  }
}
