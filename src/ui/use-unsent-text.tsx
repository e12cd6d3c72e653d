import { useEffect, useState } from 'react'
import { keepText, keptText, unsentKey } from './tab-memory.ts'

/**
 * Manages a text while the person types it. The tab stores it until it is sent or discarded, so that an ended session
 * does not lose it.
 * @param name unique name of the text in the product
 * @param first text before the person types
 */
export function useUnsentText(name: string, first = '') {
  const key = unsentKey(name)
  const [text, setText] = useState(first)
  useEffect(() => {
    const kept = keptText(key)
    if (kept !== null) setText(kept)
  }, [key])
  return {
    text,
    enter(typed: string) {
      setText(typed)
      keepText(key, typed === first ? null : typed)
    },
    /** Removes the stored text, because it was sent or discarded. */
    drop: () => keepText(key, null),
  }
}
