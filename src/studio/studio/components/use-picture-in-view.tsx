import { useEffect, useRef, useState } from 'react'

/**
 * Scrolls to a new request, and later to its picture, unless the person has typed since.
 * @param where selectors that find them in the page
 */
export function usePictureInView(where: { request: string; picture: string }) {
  const [awaited, setAwaited] = useState<{ selector: string } | null>(null)
  const hasTyped = useRef(false)
  useEffect(() => {
    const note = () => {
      hasTyped.current = true
    }
    document.addEventListener('input', note)
    return () => document.removeEventListener('input', note)
  }, [])
  // Wait until the element is in the document.
  useEffect(() => {
    if (awaited && !hasTyped.current) document.querySelector(awaited.selector)?.scrollIntoView({ block: 'nearest' })
  }, [awaited])
  return {
    showRequest() {
      hasTyped.current = false
      setAwaited({ selector: where.request })
    },
    showPicture: () => setAwaited({ selector: where.picture }),
  }
}
