import { useEffect, useRef } from 'react'
import { showToast } from './toast.tsx'

/**
 * Helps a dialog whose answer comes after it was closed: it must not close another one, and its failure must be seen.
 * @param name of what the dialog does
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
