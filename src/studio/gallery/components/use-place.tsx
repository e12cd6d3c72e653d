import { useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'
import type { ImageList } from './image-list.tsx'

type Place = { count: number; top: number }

/** The longest list that we restore, because no one waits for more. */
const COUNT_MAX = 1000

const nameOf = (key: string) => `gallery ${key}`
/** Whether this document has left a list before. From then on, its own history tells which visits are returns. */
let wasLeft = false

/** Checks whether the visit is a reload or came from the browser's back and forward buttons. */
function isReturn(type: ReturnType<typeof useNavigationType>): boolean {
  if (type !== 'POP') return false
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return wasLeft || entry?.type === 'back_forward' || entry?.type === 'reload'
}

/** Restores the length and scroll position of a list when someone comes back to it. */
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
      // Wait until the images are laid out.
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
    // The browser may refuse to store the position.
  }
}
