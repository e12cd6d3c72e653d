import { useState } from 'react'
import type { List, Page } from '../../../platform/api-list.ts'
import { useRefresh } from '../../../ui/use-refresh.ts'
import type { Image } from '../../image/contract.ts'
import type { ImageList } from './image-list.tsx'

const LOOK_MS = 20_000
const LOOKED_AT = 25

/**
 * Counts new images at the front of a list without showing them, so that the page does not move under the reader.
 * @param isLive false stops looking for new images
 */
export function useNewImages(list: ImageList, { key, load }: List<Image>, isLive: boolean) {
  const [found, setFound] = useState<Page<Image> & { key: string }>()
  useRefresh(
    async (signal) => {
      const page = await load(null, { limit: LOOKED_AT, signal })
      const known = new Set(list.items.map(({ id }) => id))
      const end = page.items.findIndex(({ id }) => known.has(id))
      const items = end < 0 ? page.items : page.items.slice(0, end)
      setFound({ key, items, nextCursor: end < 0 ? page.nextCursor : null })
    },
    isLive ? LOOK_MS : null,
    key,
  )

  const fresh = found?.key === key ? found : undefined
  const count = fresh?.items.length ?? 0
  return {
    count,
    /** Whether more images are new than we fetched, so that some are missing between them and the list. */
    isMore: fresh !== undefined && fresh.nextCursor !== null && count > 0,
    show() {
      if (!fresh) return
      if (fresh.nextCursor !== null) list.startOver(fresh)
      else list.prepend(fresh.items)
      setFound(undefined)
      window.scrollTo({ top: 0 })
    },
  }
}
