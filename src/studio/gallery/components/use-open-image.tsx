import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { isUuid } from '../../../platform/uuid.ts'
import type { Image } from '../../image/contract.ts'

const PARAMETER = 'image'
/** State of a history entry that was opened from the list: closing it is the way back. */
export const OPENED_HERE = { isOpenedHere: true }

/** The address of a page with an image open over it. */
export function openPath(search: string, id: string | null): string {
  const parameters = new URLSearchParams(search)
  if (id) parameters.set(PARAMETER, id)
  else parameters.delete(PARAMETER)
  const text = parameters.toString()
  return text && `?${text}`
}

/** The id that an address asks for; null: none. */
export function openIdOf(search: URLSearchParams): string | null {
  const id = search.get(PARAMETER) ?? ''
  return isUuid(id) ? id : null
}

/**
 * The image that the page's address names: of the list, of the server's answer, or asked for.
 * @param loaded what the server has brought with the page
 */
export function useOpenImage(images: Image[], loaded: Image | null) {
  const [search] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const [fetched, setFetched] = useState<Image | { id: string; fault: string }>()
  const id = openIdOf(search)
  const at = images.findIndex((one) => one.id === id)
  const known = at >= 0 ? images[at] : [loaded, fetched].find((one) => one?.id === id)
  const isKnown = known !== undefined && known !== null

  useEffect(() => {
    if (!id || isKnown) return
    let isCurrent = true
    api.GET('/images/{id}', { params: { path: { id } } }).then(
      (answer) => isCurrent && setFetched(bodyOf(answer)),
      (error: Error) => isCurrent && setFetched({ id, fault: error.message }),
    )
    return () => {
      isCurrent = false
    }
  }, [id, isKnown])

  /** Asked for, and not in the address yet. */
  const walk = useRef<{ to: string; count: number }>({ to: '', count: 0 })

  const goTo = (other: string | null) => ({ pathname: location.pathname, search: openPath(location.search, other) })
  const isOpenedHere = (location.state as Partial<typeof OPENED_HERE> | null)?.isOpenedHere === true
  return {
    id,
    /** The page without it. */
    listed: goTo(null),
    image: known && !('fault' in known) ? known : null,
    fault: known && 'fault' in known ? known.fault : null,
    hasPrevious: at > 0,
    hasNext: at >= 0 && at < images.length - 1,
    /**
     * Shows a neighbour in the place of the one that is open. A press may come before the page has drawn what an earlier
     * press asked for, so it counts from that one.
     */
    async step(by: 1 | -1) {
      const from = walk.current.count > 0 ? walk.current.to : openIdOf(new URLSearchParams(window.location.search))
      const place = images.findIndex((one) => one.id === from)
      const other = place >= 0 ? images[place + by] : undefined
      if (!other) return
      walk.current = { to: other.id, count: walk.current.count + 1 }
      try {
        await navigate(goTo(other.id), { replace: true, state: location.state, preventScrollReset: true })
      } finally {
        walk.current.count -= 1
      }
    },
    close() {
      if (isOpenedHere) void navigate(-1)
      else void navigate(goTo(null), { replace: true, preventScrollReset: true })
    },
    /** The dialog's fresh data, such as another visibility. */
    put: setFetched,
  }
}
