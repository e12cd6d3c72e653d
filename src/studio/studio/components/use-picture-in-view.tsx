import { useEffect, useRef, useState } from 'react'

/**
 * Brings a new request, and later its picture, into the window. Whoever has typed since is left alone.
 * @param where what finds them in the page
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
  // Once it is in the document.
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
