import { useEffect, useState } from 'react'

const MINUTE_MS = 60_000

/** Returns the time the page was made at first, then the running time. */
export function useRunningTime(made: string): string {
  const [now, setNow] = useState(made)
  useEffect(() => {
    setNow(made)
    const timer = setInterval(() => setNow(new Date().toISOString()), MINUTE_MS)
    return () => clearInterval(timer)
  }, [made])
  return now
}
