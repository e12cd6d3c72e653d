import { useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'
import type { ImageList } from './image-list.tsx'

type Place = { count: number; top: number }

/** Nobody waits for more. */
const COUNT_MAX = 1000

const nameOf = (key: string) => `gallery ${key}`
/** Whether a list was left by this document already: from then on its own history tells of returns. */
let wasLeft = false

/** Somebody comes back by the browser's buttons, or loads the page again. */
function isReturn(type: ReturnType<typeof useNavigationType>): boolean {
  if (type !== 'POP') return false
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return wasLeft || entry?.type === 'back_forward' || entry?.type === 'reload'
}

/** Whoever comes back to a list finds it as long as it was, and where he stood. */
export function usePlace(key: string, list: ImageList) {
  const type = useNavigationType()
  const latest = useRef(list)
  latest.current = list
  const arrived = useRef(type)

  useEffect(() => {
    const place = isReturn(arrived.current) ? read(key) : null
    arrived.current = 'PUSH' as typeof type
    if (place) void comeBack(place)
    async function comeBack({ count, top }: Place) {
      await latest.current.showMore(Math.min(count, COUNT_MAX))
      // Once what has come is laid out.
      requestAnimationFrame(() => requestAnimationFrame(() => window.scrollTo({ top, behavior: 'instant' })))
    }
    let top = window.scrollY
    const note = () => {
      top = window.scrollY
    }
    const keep = () => write(key, { count: latest.current.items.length, top })
    window.addEventListener('scroll', note, { passive: true })
    window.addEventListener('pagehide', keep)
    return () => {
      window.removeEventListener('scroll', note)
      window.removeEventListener('pagehide', keep)
      keep()
      wasLeft = true
    }
  }, [key])
}

function read(key: string): Place | null {
  try {
    return JSON.parse(sessionStorage.getItem(nameOf(key)) ?? 'null')
  } catch {
    return null
  }
}

function write(key: string, place: Place) {
  try {
    sessionStorage.setItem(nameOf(key), JSON.stringify(place))
  } catch {
    // A browser may keep nothing.
  }
}
