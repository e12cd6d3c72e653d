import { type KeyboardEvent, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Icon } from './icon.tsx'
import styles from './photo-viewer.module.css'
import * as t from './text/kit.ts'

export type ViewedPhoto = {
  url: string
  avif: string
  small: string
  smallAvif: string
  width: number
  height: number
  alt: string
  caption: string | null
}

type PhotoViewerProps = { label: string; photos: readonly ViewedPhoto[]; first: number; onClose: () => void }

const KEYS: Record<string, (at: number, last: number) => number> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_, last) => last,
}

/** Shows photos one at a time over the whole window. A finger swipes, because the row of photos scrolls and snaps. */
export function PhotoViewer({ label, photos, first, onClose }: PhotoViewerProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  const track = useRef<HTMLUListElement>(null)
  const [at, setAt] = useState(first)
  const last = photos.length - 1

  useLayoutEffect(() => {
    const shown = dialog.current
    if (!shown?.open) shown?.showModal()
    if (track.current) track.current.scrollLeft = first * track.current.clientWidth
    // A dialog that React removes while it is open does not restore the focus.
    return () => shown?.close()
  }, [first])

  // A rotated phone has another width.
  useEffect(() => {
    const stay = () => track.current?.scrollTo({ left: at * track.current.clientWidth, behavior: 'instant' })
    window.addEventListener('resize', stay)
    return () => window.removeEventListener('resize', stay)
  }, [at])

  function go(to: number) {
    const next = Math.min(Math.max(to, 0), last)
    track.current?.scrollTo({ left: next * track.current.clientWidth, behavior: 'instant' })
    setAt(next)
  }
  function press(event: KeyboardEvent) {
    const move = KEYS[event.key]
    if (!move) return
    event.preventDefault()
    go(move(at, last))
  }
  const current = photos[at]
  return (
    <dialog
      ref={dialog}
      className={styles.viewer}
      aria-label={label}
      onKeyDown={press}
      onClose={(event) => event.target === dialog.current && onClose()}
    >
      <button type="button" className={styles.close} aria-label={t.close()} onClick={() => dialog.current?.close()}>
        <Icon name="close" />
      </button>
      <ul
        ref={track}
        className={styles.track}
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard.
        tabIndex={0}
        onScroll={({ currentTarget: { scrollLeft, clientWidth } }) => setAt(Math.round(scrollLeft / clientWidth))}
      >
        {photos.map((photo, index) => (
          <li key={photo.url} className={styles.slide}>
            <picture className={styles.picture}>
              <source type="image/avif" srcSet={`${photo.smallAvif} 640w, ${photo.avif} 1200w`} sizes="100vw" />
              <img
                src={photo.url}
                srcSet={`${photo.small} 640w, ${photo.url} 1200w`}
                sizes="100vw"
                width={photo.width}
                height={photo.height}
                alt={photo.alt}
                // Load the neighbors before the swipe.
                loading={Math.abs(index - at) <= 1 ? 'eager' : 'lazy'}
              />
            </picture>
          </li>
        ))}
      </ul>
      <div className={styles.foot}>
        <button
          type="button"
          className={styles.step}
          aria-label={t.previousPhoto()}
          aria-disabled={at === 0}
          onClick={() => go(at - 1)}
        >
          <Icon name="chevron-left" />
        </button>
        <p className={styles.caption} role="status">
          <span className={styles.count}>{t.photoOfCount({ number: at + 1, count: photos.length })}</span>
          {current?.caption && <span>{current.caption}</span>}
        </p>
        <button
          type="button"
          className={styles.step}
          aria-label={t.nextPhoto()}
          aria-disabled={at === last}
          onClick={() => go(at + 1)}
        >
          <Icon name="chevron-right" />
        </button>
      </div>
    </dialog>
  )
}
