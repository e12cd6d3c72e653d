import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { Link, useLocation } from 'react-router'
import type { Image } from '../../image/contract.ts'
import styles from './image-grid.module.css'
import { altOf, Picture } from './picture.tsx'
import { OPENED_HERE, openPath } from './use-open-image.tsx'
import { useVisibleRows } from './use-visible-rows.tsx'

const SIZES = '(min-width: 60rem) 14rem, (min-width: 40rem) 33vw, 50vw'
/** How many images are in the window at first. */
const EAGER = 5

type ImageGridProps = {
  images: Image[]
  label: string
  /** Content below each picture, with the same height for all. */
  below?: (image: Image) => ReactNode
  onBroken: (image: Image) => void
}

/** Shows square pictures, five in a row if there is room. Only those near the window are in the document. */
export function ImageGrid({ images, label, below, onBroken }: ImageGridProps) {
  const list = useRef<HTMLUListElement>(null)
  const { pathname, search } = useLocation()
  const { from, to, above, below: rest } = useVisibleRows(list, images.length)
  useLayoutEffect(() => {
    if (!list.current) return
    list.current.style.paddingTop = `${above}px`
    list.current.style.paddingBottom = `${rest}px`
  }, [above, rest])
  return (
    <ul ref={list} className={styles.grid} aria-label={label} tabIndex={-1}>
      {images.slice(from, to).map((image, index) => (
        <li key={image.id} className={styles.tile} aria-setsize={images.length} aria-posinset={from + index + 1}>
          <Link
            className={styles.link}
            to={{ pathname, search: openPath(search, image.id) }}
            state={OPENED_HERE}
            preventScrollReset
            data-image={image.id}
            title={altOf(image)}
          >
            <Picture image={image} sizes={SIZES} isLazy={from + index >= EAGER} onBroken={onBroken} />
          </Link>
          {below && <div className={styles.below}>{below(image)}</div>}
        </li>
      ))}
    </ul>
  )
}
