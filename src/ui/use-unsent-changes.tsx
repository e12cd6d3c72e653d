import { useEffect, useRef, useState } from 'react'
import { type Changes, type Fields, keepChanges, keptChanges } from './unsent-fields.ts'

/**
 * Manages what the person changes in a form that shows stored values. The tab keeps the changes until they are stored
 * or discarded. A field that nobody changed here follows its stored value.
 * @param name unique name of the form in the product
 */
export function useUnsentChanges<Stored extends Fields>(name: string, stored: Stored) {
  const [changes, setChanges] = useState<Changes<Stored>>()
  const [isRestored, setIsRestored] = useState(false)
  const latest = useRef(stored)
  useEffect(() => {
    latest.current = stored
  })
  useEffect(() => {
    const kept = keptChanges(name, latest.current)
    if (!kept) return
    setChanges(kept)
    setIsRestored(Object.keys(kept.typed).length > 0)
  }, [name])
  useEffect(() => {
    if (changes) keepChanges(name, changes)
  }, [name, changes])
  const typed: Partial<Stored> = changes?.typed ?? {}
  return {
    typed,
    values: { ...stored, ...typed },
    /** `true` while the form shows changes of an earlier visit. */
    isRestored,
    enter(change: Partial<Stored>) {
      setChanges((now) => {
        const before = Object.keys(now?.typed ?? {}).map((field) => [field, now?.seen[field]])
        return {
          typed: { ...now?.typed, ...change },
          seen: { ...stored, ...(Object.fromEntries(before) as Partial<Stored>) },
        }
      })
    },
    /** Ends these changes, because they are stored and the page has loaded them. Newer input stays. */
    drop(done: Partial<Stored>) {
      setIsRestored(false)
      setChanges((now) => {
        const newer = Object.entries(now?.typed ?? {}).filter(([field, value]) => value !== done[field])
        return { typed: Object.fromEntries(newer) as Partial<Stored>, seen: { ...latest.current } }
      })
    },
    discard() {
      setIsRestored(false)
      setChanges({ typed: {}, seen: {} })
    },
  }
}
