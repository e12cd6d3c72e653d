import { useEffect, useRef } from 'react'

/**
 * Repeats a call while the page is visible, and at once when it becomes visible again. It waits for a running call, and
 * cancels it when the person leaves the page.
 * @param everyMs null to pause
 * @param of a new value starts over
 */
export function useRefresh(act: (leaving: AbortSignal) => Promise<unknown>, everyMs: number | null, of?: unknown) {
  const latest = useRef(act)
  latest.current = act
  // biome-ignore lint/correctness/useExhaustiveDependencies: `of` says when to start over.
  useEffect(() => {
    if (everyMs === null) return
    const leaving = new AbortController()
    const { signal } = leaving
    let timer: ReturnType<typeof setTimeout> | undefined
    let isRunning = false
    async function again() {
      clearTimeout(timer)
      if (signal.aborted || isRunning || document.hidden) return
      isRunning = true
      // A failed call repeats anyway. A failed user action reports its own error.
      await latest.current(signal).catch(() => undefined)
      isRunning = false
      wait()
    }
    function wait() {
      clearTimeout(timer)
      if (!signal.aborted && everyMs !== null) timer = setTimeout(again, everyMs)
    }
    document.addEventListener('visibilitychange', again, { signal })
    wait()
    return () => {
      leaving.abort()
      clearTimeout(timer)
    }
  }, [everyMs, of])
}
