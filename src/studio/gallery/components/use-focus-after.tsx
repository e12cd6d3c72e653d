import { useEffect, useState } from 'react'

/**
 * Moves the focus to a neighbor after an image is deleted, because the deleted image takes the focus with it.
 * @param isFree whether no dialog is open anymore
 * @returns a function that takes the neighbor's id
 */
export function useFocusAfter(isFree: boolean) {
  const [id, setId] = useState<string>()
  useEffect(() => {
    if (!id || !isFree) return
    document.querySelector<HTMLElement>(`[data-image="${id}"]`)?.focus()
    setId(undefined)
  }, [id, isFree])
  return setId
}
