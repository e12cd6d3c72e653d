import { type ReactNode, useEffect, useLayoutEffect, useRef } from 'react'
import { Link } from 'react-router'
import { Button } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Toasts } from '../../../ui/toast.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import type { Image } from '../../image/contract.ts'
import * as t from '../../text/gallery.ts'
import { ImageDetails } from './image-details.tsx'
import styles from './image-dialog.module.css'
import { altOf } from './picture.tsx'
import type { useOpenImage } from './use-open-image.tsx'

type ImageDialogProps = {
  open: ReturnType<typeof useOpenImage>
  /** The owner's actions on the image. */
  actions?: (image: Image) => ReactNode
  /** Whether the dialog belongs to the owner's own list. */
  isOwn?: boolean
  /** Called for an image that turns out to be deleted or hidden from the viewer. */
  onGone: (image: Image) => void
  /** Called for an image whose picture does not load. */
  onBroken: (image: Image) => void
}

/** Shows an image with all its details over its list. Without a script it appears above the list. */
export function ImageDialog({ open, actions, isOwn, onGone, onBroken }: ImageDialogProps) {
  const isAlive = useIsAlive()
  const { id, image, fault, listed } = open
  useReturnedFocus(id)
  if (!id) return null
  if (!isAlive)
    return (
      image && (
        <section className={styles.plain}>
          <Link to={listed}>{t.closeImage()}</Link>
          <ImageDetails image={image} isOwn={isOwn} />
        </section>
      )
    )
  return (
    <Dialog wide title={t.image()} tools={<Neighbours open={open} />} onClose={open.close}>
      {image ? (
        <ImageDetails key={image.id} image={image} isOwn={isOwn} onGone={onGone} onBroken={onBroken}>
          {actions?.(image)}
        </ImageDetails>
      ) : fault ? (
        <Notice kind="error" role="alert" title={fault} />
      ) : (
        <Skeleton lines={6} label={t.loadingImage()} />
      )}
      <Toasts />
    </Dialog>
  )
}

function Neighbours({ open }: { open: ImageDialogProps['open'] }) {
  const { id, image, number, count, hasPrevious, hasNext, step } = open
  const place = useRef<HTMLDivElement>(null)
  // Show each image from its top.
  // biome-ignore lint/correctness/useExhaustiveDependencies: it runs again for each image.
  useLayoutEffect(() => {
    place.current?.closest('dialog')?.scrollTo({ top: 0, behavior: 'instant' })
  }, [id])
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const target = event.target as Element
      // Leave these keys to fields and to a dialog above this one.
      if (target.closest('input, textarea, select') || event.altKey || event.ctrlKey || event.metaKey) return
      if (document.querySelectorAll('dialog[open]').length > 1) return
      if (event.key === 'ArrowLeft') void step(-1)
      if (event.key === 'ArrowRight') void step(1)
    }
    document.addEventListener('keydown', press)
    return () => document.removeEventListener('keydown', press)
  }, [step])
  if (!hasPrevious && !hasNext) return null
  // A disabled last button would lose the focus.
  return (
    <div className={styles.neighbours} ref={place}>
      <p className="visually-hidden" role="status">
        {image &&
          (count === null
            ? t.imageNumber({ number, image: altOf(image) })
            : t.imageOfCount({ number, count, image: altOf(image) }))}
      </p>
      <Button variant="secondary" aria-disabled={!hasPrevious || undefined} onClick={() => void step(-1)}>
        <Icon name="chevron-left" />
        <span className={styles.word}>{t.previous()}</span>
      </Button>
      <Button variant="secondary" aria-disabled={!hasNext || undefined} onClick={() => void step(1)}>
        <span className={styles.word}>{t.next()}</span>
        <Icon name="chevron-right" />
      </Button>
    </div>
  )
}

/**
 * The browser returns the focus to the link that opened the dialog. After stepping, we move it to the last image seen.
 */
function useReturnedFocus(id: string | null) {
  const last = useRef(id)
  useEffect(() => {
    const left = last.current
    last.current = id
    if (id || !left) return
    const frame = requestAnimationFrame(() => {
      const tile = document.querySelector<HTMLElement>(`[data-image="${left}"]`)
      tile?.focus({ preventScroll: isSeen(tile) })
    })
    return () => cancelAnimationFrame(frame)
  }, [id])
}

function isSeen(tile: HTMLElement): boolean {
  const { top, bottom } = tile.getBoundingClientRect()
  return top >= 0 && bottom <= window.innerHeight
}
