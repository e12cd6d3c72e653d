import { useEffect, useRef } from 'react'

/**
 * Delays a change of layout until every finger or button is up. A message that appears between press and release
 * would move the pressed button, and the click would miss it.
 */
export function useAfterPress(): (act: () => void) => void {
  const isDown = useRef(false)
  const waiting = useRef<(() => void)[]>([])
  useEffect(() => {
    const listening = new AbortController()
    const options = { capture: true, signal: listening.signal }
    const press = () => {
      isDown.current = true
    }
    const release = () => {
      isDown.current = false
      // The click comes after the release.
      setTimeout(() => {
        for (const act of waiting.current.splice(0)) act()
      })
    }
    document.addEventListener('pointerdown', press, options)
    document.addEventListener('pointerup', release, options)
    document.addEventListener('pointercancel', release, options)
    return () => listening.abort()
  }, [])
  return (act) => {
    if (isDown.current) waiting.current.push(act)
    else act()
  }
}
