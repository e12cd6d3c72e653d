import { Badge } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import type { Image } from '../../image/contract.ts'
import * as t from '../../text/gallery.ts'
import styles from './own-image.module.css'
import { altOf } from './picture.tsx'
import type { Visibilities } from './use-visibility.tsx'

type OwnImageProps = { image: Image; visibility: Visibilities; onDelete: () => void }

/** Shows the owner's actions on an image that is not open. */
export function OwnImage({ image, visibility, onDelete }: OwnImageProps) {
  const isAlive = useIsAlive()
  const isBusy = visibility.busyId === image.id
  const isPublic = image.visibility === 'public'
  return (
    <div className={styles.row}>
      {image.removed ? (
        <span className={styles.removed}>
          <Badge tone="bad">{t.removed()}</Badge>
        </span>
      ) : (
        <button
          type="button"
          role="switch"
          aria-checked={isPublic}
          aria-label={t.publicOf({ image: altOf(image) })}
          className={styles.switch}
          disabled={!isAlive}
          aria-busy={isBusy || undefined}
          onClick={() => isBusy || visibility.toggle(image)}
        >
          <span className={styles.track} aria-hidden="true" />
          {t.publicBadge()}
        </button>
      )}
      <button
        type="button"
        className={styles.delete}
        aria-label={t.deleteOf({ image: altOf(image) })}
        disabled={!isAlive}
        onClick={onDelete}
      >
        <Icon name="trash" />
      </button>
    </div>
  )
}
