import { createContext, useCallback, useContext, useSyncExternalStore } from 'react'
import { instantDay, instantName } from './date-time.ts'
import { ZONE_COOKIE } from './time-zone.ts'

/** The zone in which the server rendered the page. */
export const RenderedZone = createContext('UTC')
/** Attribute of the document that passes the zone to the browser. */
export const ZONE_ATTRIBUTE = 'data-time-zone'

const never = () => () => undefined
let own: string | undefined
/** The zone of this browser. */
const ownZone = () => (own ??= Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC')

/**
 * Remembers the browser's zone, so that the server renders an account's pages in it and nothing jumps when the page
 * becomes interactive. Only signed-in people need the cookie.
 */
export function rememberZone(isSignedIn: boolean) {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  const kept = isSignedIn ? `${ownZone()}; Max-Age=31536000` : '; Max-Age=0'
  // biome-ignore lint/suspicious/noDocumentCookie: Safari has no other way before 18.4.
  document.cookie = `${ZONE_COOKIE}=${kept}; Path=/; SameSite=Lax${secure}`
}

type Precision = 'day' | 'minute' | 'second'

/** Writes an account's own times, in the zone of the browser: `Nov 27, 2026, 1:30 PM PST`. */
export function useAccountTime(): (at: string, precision?: Precision) => string {
  const rendered = useContext(RenderedZone)
  const zone = useSyncExternalStore(never, ownZone, () => rendered)
  return useCallback(
    (at, precision = 'minute') =>
      precision === 'day' ? instantDay(at, zone) : instantName(at, zone, { hasSeconds: precision === 'second' }),
    [zone],
  )
}

/** Shows a time of an account, such as a payment, in the browser's zone. Times at a place use that place's zone. */
export function AccountTime({ at, precision }: { at: string; precision?: Precision }) {
  const write = useAccountTime()
  return <time dateTime={at}>{write(at, precision)}</time>
}
