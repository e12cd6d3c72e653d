import { useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { isUuid } from '../../../platform/uuid.ts'
import type { Image } from '../../image/contract.ts'

const PARAMETER = 'image'
/** State of a history entry that was opened from the list. Closing it goes back. */
export const OPENED_HERE = { isOpenedHere: true }

/** Builds the address of a page with an image open over it. */
export function openPath(search: string, id: string | null): string {
  const parameters = new URLSearchParams(search)
  if (id) parameters.set(PARAMETER, id)
  else parameters.delete(PARAMETER)
  const text = parameters.toString()
  return text && `?${text}`
}

/** Returns the image ID in a URL, or `null`. */
export function openIdOf(search: URLSearchParams): string | null {
  const id = search.get(PARAMETER) ?? ''
  return isUuid(id) ? id : null
}

type Listed = { items: Image[]; hasMore: boolean }

/**
 * Finds the image in the page's URL: in the list, in the server's answer, or by a request.
 * @param loaded the image that the server sent with the page
 * @param faultOf says why the page does not show an image that it requested
 */
export function useOpenImage(
  { items: images, hasMore }: Listed,
  loaded: Image | null,
  faultOf?: (image: Image) => string | null,
) {
  const [search] = useSearchParams()
  const location = useLocation()
  const navigate = useNavigate()
  const [newest, setNewest] = useState<Image | { id: string; fault: string } | null>(loaded)
  const [before, setBefore] = useState(loaded)
  // Newly loaded data replaces the old data.
  if (before !== loaded) {
    setBefore(loaded)
    setNewest(loaded)
  }
  const id = openIdOf(search)
  const at = images.findIndex((one) => one.id === id)
  const known = at >= 0 ? images[at] : newest?.id === id ? newest : undefined
  const isKnown = known !== undefined

  // When the image is opened again, it is requested again.
  useEffect(() => {
    if (id) return () => setNewest((one) => (one?.id === id ? null : one))
  }, [id])

  const latestFaultOf = useRef(faultOf)
  latestFaultOf.current = faultOf

  useEffect(() => {
    if (!id || isKnown) return
    let isCurrent = true
    function take(image: Image) {
      const fault = latestFaultOf.current?.(image)
      setNewest(fault ? { id: image.id, fault } : image)
    }
    api.GET('/images/{id}', { params: { path: { id } } }).then(
      (answer) => isCurrent && take(bodyOf(answer)),
      (error: Error) => isCurrent && setNewest({ id, fault: error.message }),
    )
    return () => {
      isCurrent = false
    }
  }, [id, isKnown])

  /** The image that we are moving to but that is not in the URL yet. */
  const walk = useRef<{ to: string; count: number }>({ to: '', count: 0 })

  const goTo = (other: string | null) => ({ pathname: location.pathname, search: openPath(location.search, other) })
  const isOpenedHere = (location.state as Partial<typeof OPENED_HERE> | null)?.isOpenedHere === true
  function close() {
    if (isOpenedHere) void navigate(-1)
    else void navigate(goTo(null), { replace: true, preventScrollReset: true })
  }
  return {
    id,
    /** Path of the page without the image. */
    listed: goTo(null),
    image: known && !('fault' in known) ? known : null,
    fault: known && 'fault' in known ? known.fault : null,
    /** Its place in the list, from 1. It is 0 if the list does not have it. */
    number: at + 1,
    /** How many there are; `null` until all are loaded. */
    count: hasMore ? null : images.length,
    hasPrevious: at > 0,
    hasNext: at >= 0 && at < images.length - 1,
    /**
     * Replaces the open image with a neighbor. A person may press keys faster than the page renders, so each press
     * counts from the image that the previous press moved to.
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
    close,
    /** Takes new data from the dialog, such as another visibility. */
    put: setNewest,
    /** Closes the dialog if it shows this image, which the viewer can no longer see. */
    leave(image: Image) {
      // If an answer is late, the page may have closed the image or moved on.
      if (openIdOf(new URLSearchParams(window.location.search)) !== image.id) return
      // The image stays known until the dialog has closed, so nothing fetches it again.
      setNewest(image)
      close()
    },
  }
}
