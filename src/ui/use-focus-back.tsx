import { useEffect, useRef } from 'react'

/** Gives the focus back to a button that an editor replaced while it was open. */
export function useFocusBack(isOpen: boolean) {
  const button = useRef<HTMLButtonElement>(null)
  const wasOpen = useRef(false)
  // The button is back after this render.
  useEffect(() => {
    if (wasOpen.current && !isOpen) button.current?.focus()
    wasOpen.current = isOpen
  }, [isOpen])
  return button
}
