import { useEffect, useState } from 'react'
import { keepText, keptText, unsentKey } from './tab-memory.ts'

/**
 * Holds a text while somebody types it. The tab keeps it until it is sent or dropped, so that you find it again
 * if your session ends.
 * @param name of the text among all of the product
 * @param first text before anybody typed
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
    /** Keeps it no longer: it was sent, or the person gave it up. */
    drop: () => keepText(key, null),
  }
}
