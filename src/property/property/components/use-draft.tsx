import { useEffect, useRef, useState } from 'react'
import { dropDraft, type KeptDraft, keepDraft, listDrafts } from '../../../platform/draft.ts'
import { isSame } from '../../../platform/merge.ts'
import { isValues, type PropertyValues } from './property-values.tsx'

const REST_MS = 300

export type PropertyDraft = KeptDraft<PropertyValues>

/**
 * Stores typed entries in this browser. Each open form has its own key, so that no tab overwrites another.
 * @param accountId owner of the drafts. Other accounts in this browser do not see them
 * @param start values before the person types, which are not worth storing
 */
export function useDraft(accountId: string, values: PropertyValues, start: PropertyValues) {
  const prefix = `property-draft:${accountId}:`
  const [key] = useState(() => `${prefix}${Date.now().toString(36)}${Math.random().toString(36).slice(2)}`)
  const [offers, setOffers] = useState<PropertyDraft[]>([])
  const [isKept, setIsKept] = useState(true)
  const latest = useRef(values)
  const isDone = useRef(false)

  useEffect(() => {
    setOffers(listDrafts(localStorage, prefix, { now: new Date(), isValues }).filter((draft) => draft.key !== key))
  }, [prefix, key])

  useEffect(() => {
    latest.current = values
    const timer = setTimeout(keep, REST_MS)
    return () => clearTimeout(timer)
    function keep() {
      if (!isDone.current) setIsKept(store(key, values, start))
    }
  }, [values, key, start])

  // Save at once when the tab closes, without waiting for a pause in typing.
  useEffect(() => {
    const keepNow = () => {
      if (!isDone.current) store(key, latest.current, start)
    }
    window.addEventListener('pagehide', keepNow)
    return () => {
      window.removeEventListener('pagehide', keepNow)
      keepNow()
    }
  }, [key, start])

  const forget = (draft: PropertyDraft) => {
    dropDraft(localStorage, draft.key)
    setOffers((current) => current.filter((one) => one.key !== draft.key))
  }
  return {
    /** The newest draft of another form, or of this one before it closed. */
    offer: offers[0],
    /** `false` if the browser stores nothing. */
    isKept,
    /** Restores a draft. The form's current entries become the next draft to offer. */
    take(draft: PropertyDraft): PropertyValues {
      const current = latest.current
      store(draft.key, current, start)
      store(key, draft.values, start)
      const others = offers.filter((one) => one.key !== draft.key)
      setOffers(
        isSame(current, start) ? others : [...others, { ...draft, keptAt: new Date().toISOString(), values: current }],
      )
      return draft.values
    },
    discard: forget,
    /** Drops the draft, because it was sent. */
    finish() {
      isDone.current = true
      dropDraft(localStorage, key)
    },
  }
}

/** Stores a draft. A form as it started is not a draft. */
function store(key: string, values: PropertyValues, start: PropertyValues): boolean {
  if (!isSame(values, start)) return keepDraft(localStorage, { key, keptAt: new Date().toISOString(), values })
  dropDraft(localStorage, key)
  return true
}
