import { useEffect, useState } from 'react'

/**
 * Whoever deletes an image goes on at its neighbour: what had the focus is gone with it.
 * @param isFree no dialog is open any more
 * @returns takes the neighbour's id
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
