import { Badge } from '../../../ui/badge.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { useIsAlive } from '../../../ui/use-is-alive.ts'
import type { Image } from '../../image/contract.ts'
import styles from './own-image.module.css'
import { altOf } from './picture.tsx'
import type { Visibilities } from './use-visibility.tsx'

type OwnImageProps = { image: Image; visibility: Visibilities; onDelete: () => void }

/** What an owner can do with an image without opening it. */
export function OwnImage({ image, visibility, onDelete }: OwnImageProps) {
  const isAlive = useIsAlive()
  const isPublic = image.visibility === 'public'
  return (
    <div className={styles.row}>
      {image.removed ? (
        <span className={styles.removed}>
          <Badge tone="bad">Removed</Badge>
        </span>
      ) : (
        <button
          type="button"
          role="switch"
          aria-checked={isPublic}
          aria-label={`Public: ${altOf(image)}`}
          className={styles.switch}
          disabled={!isAlive || visibility.busyId === image.id}
          onClick={() => visibility.toggle(image)}
        >
          <span className={styles.track} aria-hidden="true" />
          {isPublic ? 'Public' : 'Private'}
        </button>
      )}
      <button
        type="button"
        className={styles.delete}
        aria-label={`Delete: ${altOf(image)}`}
        disabled={!isAlive}
        onClick={onDelete}
      >
        <Icon name="trash" />
      </button>
    </div>
  )
}
