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

/** Key of the draft that the next page with a form takes. */
const CARRIED = unsentKey('studio-draft')
/** Key of the draft that only this address takes. */
const keyHere = () => unsentKey(`studio-draft ${addressOf(location)}`)

/** Returns the address that a draft belongs to. A page in another language is the same page. */
function addressOf({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string {
  const query = new URLSearchParams(search)
  query.delete('lang')
  return `${pathname}?${query}`
}

function keepDraft(key: string, { negativePrompt, ...rest }: Draft) {
  const kept = { ...rest, negative_prompt: negativePrompt } satisfies Params
  keepText(key, JSON.stringify({ ...kept, address: addressOf(location) }))
}

/** Stores what was typed for the next page with a form, such as the full studio, and for a return to this page. */
export function carryDraft(draft: Draft): void {
  keepText(keyHere(), null)
  keepDraft(CARRIED, draft)
}

/** Takes the carried draft or the one of this address, once. If the URL fills the form, only one of this address. */
function takeDraft(): Draft | null {
  for (const key of [CARRIED, keyHere()])
    try {
      const kept = JSON.parse(keptText(key) ?? 'null')
      const isElsewhere = kept?.address !== addressOf(location)
      if (key === CARRIED && isElsewhere && fillsForm(new URLSearchParams(location.search))) continue
      keepText(key, null)
      if (typeof kept?.prompt !== 'string') continue
      const { seed, count, remixOf } = { ...EMPTY, ...kept }
      return { ...draftOf({ ...kept, negative_prompt: String(kept.negative_prompt ?? '') }), seed, count, remixOf }
    } catch {
      // The storage does not work, or it has something else.
    }
  return null
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
  const keptAt = useRef<string>(undefined)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form takes a stored draft only once.
  useEffect(() => {
    const kept = takeDraft()
    if (kept) setDraft(fitting(kept))
  }, [])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the draft moves to the new address.
  useEffect(() => {
    const key = text === settled ? undefined : keyHere()
    if (keptAt.current && keptAt.current !== key) keepText(keptAt.current, null)
    if (key) keepDraft(key, JSON.parse(text))
    keptAt.current = key
  }, [text, settled, search])
  return {
    draft,
    setDraft,
    /** Call this when a draft has become a request. */
    settle: (sent: Draft) => setSettled(JSON.stringify(sent)),
  }
}
