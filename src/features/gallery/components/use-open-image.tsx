import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { api, bodyOf } from '../../../platform/api-client.ts'
import type { Image } from '../../image/contract.ts'

const PARAMETER = 'image'
/** State of a history entry that was opened from the list: closing it is the way back. */
export const OPENED_HERE = { isOpenedHere: true }

export const isId = (text: string) => /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i.test(text)

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
  return isId(id) ? id : null
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

  const goTo = (other: string | null) => ({ pathname: location.pathname, search: openPath(location.search, other) })
  const isOpenedHere = (location.state as Partial<typeof OPENED_HERE> | null)?.isOpenedHere === true
  return {
    id,
    /** The page without it. */
    listed: goTo(null),
    image: known && !('fault' in known) ? known : null,
    fault: known && 'fault' in known ? known.fault : null,
    previous: at > 0 ? (images[at - 1]?.id ?? null) : null,
    next: at >= 0 ? (images[at + 1]?.id ?? null) : null,
    /** In the place of the one that is open. */
    show: (other: string) => navigate(goTo(other), { replace: true, state: location.state, preventScrollReset: true }),
    close() {
      if (isOpenedHere) void navigate(-1)
      else void navigate(goTo(null), { replace: true, preventScrollReset: true })
    },
    /** The dialog's fresh data, such as another visibility. */
    put: setFetched,
  }
}
