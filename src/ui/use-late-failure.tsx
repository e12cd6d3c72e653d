import { useEffect, useRef } from 'react'
import { showToast } from './toast.tsx'

/**
 * Returns a function that reports a failure as a toast if what caused it is closed by now, because nobody would see it
 * there. It tells whether it did.
 * @param name of what failed
 */
export function useLateFailure(name: string): (message: string) => boolean {
  const isOpen = useRef(true)
  useEffect(() => {
    isOpen.current = true
    return () => {
      isOpen.current = false
    }
  }, [])
  return (message) => {
    if (!isOpen.current) showToast({ kind: 'error', text: `${name}: ${message}` })
    return !isOpen.current
  }
}
