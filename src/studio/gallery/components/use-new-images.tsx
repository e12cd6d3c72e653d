import { useEffect, useRef, useState } from 'react'
import type { Image } from '../../image/contract.ts'
import type { ImageList, ImageSource } from './use-image-list.tsx'

const LOOK_MS = 20_000
const LOOKED_AT = 25

/**
 * What has come in front of a list since, counted and not shown: whoever looks at something is not moved.
 * @param isLive false: nothing is looked for
 */
export function useNewImages(list: ImageList, { key, load }: ImageSource, isLive: boolean) {
  const [found, setFound] = useState<{ key: string; images: Image[]; nextCursor: string | null }>()
  const latest = useRef({ list, load })
  latest.current = { list, load }

  useEffect(() => {
    if (!isLive) return
    let isCurrent = true
    async function look() {
      if (document.hidden) return
      const page = await latest.current.load(null, LOOKED_AT).catch(() => null)
      if (!page || !isCurrent) return
      const known = new Set(latest.current.list.images.map(({ id }) => id))
      const end = page.images.findIndex(({ id }) => known.has(id))
      const images = end < 0 ? page.images : page.images.slice(0, end)
      setFound({ key, images, nextCursor: end < 0 ? page.nextCursor : null })
    }
    const timer = setInterval(look, LOOK_MS)
    document.addEventListener('visibilitychange', look)
    return () => {
      isCurrent = false
      clearInterval(timer)
      document.removeEventListener('visibilitychange', look)
    }
  }, [key, isLive])

  const fresh = found?.key === key ? found : undefined
  const count = fresh?.images.length ?? 0
  return {
    count,
    /** There are more than were looked at: between them and the list others lie. */
    isMore: fresh !== undefined && fresh.nextCursor !== null && count > 0,
    show() {
      if (!fresh) return
      if (fresh.nextCursor !== null) list.startOver(fresh)
      else list.prepend(fresh.images)
      setFound(undefined)
      window.scrollTo({ top: 0 })
    },
  }
}
