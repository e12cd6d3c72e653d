import { lazy, Suspense, useState } from 'react'
import type { PublicProperty } from '../../../property/property/contract.ts'
import { Icon } from '../../../ui/icon.tsx'
import * as t from '../../text/booking.ts'
import styles from './property-gallery.module.css'

const viewer = () => import('../../../ui/photo-viewer.tsx')
const PhotoViewer = lazy(() => viewer().then(({ PhotoViewer }) => ({ default: PhotoViewer })))

/** Number of photos next to the large one. */
const BESIDE = 4

/**
 * Shows the first photo and, where there is room, the next ones. Each one opens a viewer with all photos over the page.
 */
export function PropertyGallery({ property: { photos, full_address: address } }: { property: PublicProperty }) {
  const [opened, setOpened] = useState<number>()
  const [first, ...others] = photos
  if (!first) return null
  const shown = photos.map((photo, at) => ({
    ...photo,
    alt: photo.caption ?? (at === 0 ? t.photoOf({ address }) : t.photoNumberOf({ number: at + 1, address })),
  }))
  const beside = others.slice(0, BESIDE)
  const hidden = others.length - beside.length
  const sizes = '(min-width: 60rem) 42rem, 100vw'
  const open = (at: number) => ({ onClick: () => setOpened(at), onPointerEnter: () => void viewer() })
  return (
    <section className={styles.gallery} aria-label={t.photos()}>
      <div className={styles.first}>
        <img className={styles.blur} src={first.placeholder} alt="" />
        <picture className={styles.picture}>
          <source type="image/avif" srcSet={`${first.smallAvif} 640w, ${first.avif} 1200w`} sizes={sizes} />
          <img
            src={first.url}
            srcSet={`${first.small} 640w, ${first.url} 1200w`}
            sizes={sizes}
            width={first.width}
            height={first.height}
            alt={shown[0]?.alt}
            fetchPriority="high"
          />
        </picture>
        <button type="button" className={styles.all} {...open(0)}>
          <span className={styles.badge}>
            <Icon name="eye" />
            {t.seePhotos({ count: photos.length })}
          </span>
        </button>
      </div>
      {beside.length > 0 && (
        <ul className={styles.beside} data-count={beside.length}>
          {beside.map((photo, index) => (
            <li key={photo.url}>
              <picture className={styles.picture}>
                <source type="image/avif" srcSet={photo.smallAvif} />
                <img
                  src={photo.small}
                  width={photo.width}
                  height={photo.height}
                  alt={shown[index + 1]?.alt}
                  loading="lazy"
                />
              </picture>
              <button
                type="button"
                className={styles.all}
                aria-label={t.openPhoto({ number: index + 2 })}
                {...open(index + 1)}
              >
                {hidden > 0 && index === BESIDE - 1 && <span className={styles.more}>+{hidden}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      {opened !== undefined && (
        <Suspense>
          <PhotoViewer
            label={t.photosOf({ address })}
            photos={shown}
            first={opened}
            onClose={() => setOpened(undefined)}
          />
        </Suspense>
      )}
    </section>
  )
}
