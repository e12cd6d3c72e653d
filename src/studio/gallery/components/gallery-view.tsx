import type { ReactNode } from 'react'
import type { List, Page } from '../../../platform/api-list.ts'
import { ShowMore } from '../../../ui/show-more.tsx'
import { usePages } from '../../../ui/use-pages.ts'
import type { Image } from '../../image/contract.ts'
import { ImageDialog } from './image-dialog.tsx'
import { ImageGrid } from './image-grid.tsx'
import { NewPill } from './new-pill.tsx'
import { useLeaving } from './use-leaving.tsx'
import { useNewImages } from './use-new-images.tsx'
import { useNewestPicture } from './use-newest-picture.tsx'
import { useOpenImage } from './use-open-image.tsx'
import { usePlace } from './use-place.tsx'

type GalleryViewProps = {
  source: List<Image>
  first: Page<Image>
  label: string
  /** Whether new images are offered above the list. */
  isLive?: boolean
  /** Renders the heading above the list. @param goneCount how many images have left the list since it was loaded */
  heading?: (goneCount: number) => ReactNode
  /** The image that the server loaded for the URL. */
  open: Image | null
  /** Shown if there are no images. */
  empty: ReactNode
}

/** Shows a list of other people's images, with the open image over it. */
export function GalleryView({ source, first, label, isLive = true, heading, open, empty }: GalleryViewProps) {
  const list = usePages(source, first, { isStill: true })
  usePlace(source.key, list)
  const fresh = useNewImages(list, source, isLive)
  const opened = useOpenImage(list, open)
  const { onGone } = useLeaving(list, opened)
  const renew = useNewestPicture(list, opened)
  return (
    <>
      {heading?.(list.goneCount)}
      <ImageDialog open={opened} onGone={onGone} onBroken={renew} />
      <div>
        {isLive && <NewPill {...fresh} />}
        {list.items.length > 0 ? <ImageGrid images={list.items} label={label} onBroken={renew} /> : empty}
        <ShowMore {...list} isAhead />
      </div>
    </>
  )
}
