import { useEffect, useRef } from 'react'
import { showToast } from './toast.tsx'

/**
 * Helps a dialog whose answer arrives after it was closed: it must not close another dialog, and a failure must be
 * visible.
 * @param name of the dialog's action
 */
export function useLateAnswer(name: string) {
  const isMounted = useRef(true)
  useEffect(() => {
    isMounted.current = true
    return () => {
      isMounted.current = false
    }
  }, [])
  return {
    isOpen: () => isMounted.current,
    /** Reports a failure as a toast if the dialog is closed. @returns whether it did */
    failed(message: string): boolean {
      if (!isMounted.current) showToast({ kind: 'error', text: `${name}: ${message}` })
      return !isMounted.current
    },
  }
}
