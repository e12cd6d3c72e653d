import { useEffect, useRef } from 'react'
import { type Fields, keepFields, keptFields } from './unsent-fields.ts'

/**
 * Stores the entries of a form in the tab while the person changes them, and restores them once. `keepFields` with null
 * removes them when they are sent or discarded.
 * @param name unique name of the form in the product
 * @param entered the entries to store. The tab stores nothing while they are as they were at first
 * @param known all entries that the form can have
 */
export function useUnsentFields<Known extends Fields>(
  name: string,
  { entered, known, restore }: { entered: Partial<Known>; known: Known; restore: (kept: Partial<Known>) => void },
): void {
  const text = JSON.stringify(entered)
  const first = useRef(text)
  const seen = useRef(text)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a form reads its kept entries only once.
  useEffect(() => {
    const kept = keptFields(name, known)
    if (kept) restore(kept)
  }, [name])
  useEffect(() => {
    if (text === seen.current) return
    seen.current = text
    keepFields(name, text === first.current ? null : JSON.parse(text))
  }, [name, text])
}
