import { useEffect, useRef } from 'react'

/**
 * Does something again and again while the page is seen, and at once when it is seen again. One that is under way is waited
 * for.
 * @param everyMs null: not now
 */
export function useRefresh(act: () => Promise<unknown>, everyMs: number | null) {
  const latest = useRef(act)
  latest.current = act
  useEffect(() => {
    if (everyMs === null) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let isOver = false
    let isUnderWay = false
    async function again() {
      clearTimeout(timer)
      if (isOver || isUnderWay || document.hidden) return
      isUnderWay = true
      // What fails is tried again; whoever acts says so.
      await latest.current().catch(() => undefined)
      isUnderWay = false
      wait()
    }
    function wait() {
      clearTimeout(timer)
      if (!isOver && everyMs !== null) timer = setTimeout(again, everyMs)
    }
    const look = () => {
      if (!document.hidden) void again()
    }
    document.addEventListener('visibilitychange', look)
    wait()
    return () => {
      isOver = true
      clearTimeout(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [everyMs])
}
