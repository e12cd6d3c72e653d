import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** Returns the time when the page was made, and then the current time by the server's clock. */
export function useRunningTime(made: string): string {
  const [now, setNow] = useState(made)
  useEffect(() => {
    setNow(made)
    // A phone's clock may be wrong, but it counts minutes correctly.
    const begunMs = performance.now()
    const timer = setInterval(
      () => setNow(new Date(Date.parse(made) + performance.now() - begunMs).toISOString()),
      MINUTE_MS,
    )
    return () => clearInterval(timer)
  }, [made])
  return now
}
