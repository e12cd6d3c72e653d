import { useEffect } from 'react'
import { useRevalidator } from 'react-router'

/** Changes that come together are shown together. */
const SETTLE_MS = 250

/** Loads the open page anew whenever something of this account has changed, and after every lost connection. */
export function useLiveUpdates(isSignedIn: boolean) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!isSignedIn) return
    let timer: ReturnType<typeof setTimeout> | undefined
    const reload = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void revalidate(), SETTLE_MS)
    }
    const events = new EventSource('/api/showingbooker/events')
    let wasOpen = false
    events.addEventListener('open', () => {
      if (wasOpen) reload()
      wasOpen = true
    })
    events.addEventListener('change', reload)
    return () => {
      clearTimeout(timer)
      events.close()
    }
  }, [isSignedIn, revalidate])
}
