import { useEffect, useState } from 'react'
import { isFocusLost } from '../../../ui/focus-on.ts'

/**
 * Moves the focus to a neighbor after an image is deleted, because the deleted image takes the focus with it.
 * @param isFree whether no dialog is open anymore
 * @returns a function that takes the neighbor's id
 */
export function useFocusAfter(isFree: boolean) {
  const [id, setId] = useState<string>()
  useEffect(() => {
    if (!id || !isFree) return
    // Do not move the focus of a person who has already moved on.
    if (isFocusLost()) document.querySelector<HTMLElement>(`[data-image="${id}"]`)?.focus()
    setId(undefined)
  }, [id, isFree])
  return setId
}
