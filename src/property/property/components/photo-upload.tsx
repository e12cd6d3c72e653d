import { Button, Spinner } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { hidden, rich } from '../../../ui/rich.ts'
import type { QueuedImage } from '../../../ui/use-image-queue.tsx'
import * as t from '../../text/property.ts'
import styles from './photos-field.module.css'

type PhotoUploadProps = { item: QueuedImage; onRetry: () => void; onRemove: () => void }

/** Shows how far the upload of one file is, or why it failed. Its button also cancels the upload. */
export function PhotoUpload({ item, onRetry, onRemove }: PhotoUploadProps) {
  const { name, preview, state, progress, fault, canRetry } = item
  return (
    <li className={styles.upload}>
      <span className={styles.preview}>
        {preview && !fault ? <img src={preview} alt="" /> : <Icon name="upload" />}
      </span>
      <div className={styles.state}>
        <p className={styles.name}>{name}</p>
        {state === 'failed' ? (
          <p className={styles.fault} role="alert">
            <span className="visually-hidden">{name}: </span>
            {fault}
          </p>
        ) : (
          <p className={styles.word}>
            {state !== 'waiting' && <Spinner />}
            {state === 'waiting' && t.uploadWaiting()}
            {state === 'shrinking' && t.uploadShrinking()}
            {state === 'sending' &&
              (progress < 1 ? t.uploadSending({ percent: Math.round(progress * 100) }) : t.saving())}
          </p>
        )}
        {state === 'sending' && (
          <progress className={styles.progress} value={progress} aria-label={t.uploadOf({ name })} />
        )}
      </div>
      <div className={styles.actions}>
        {state === 'failed' && canRetry && (
          <Button variant="secondary" onClick={onRetry}>
            {rich(t.retryUpload({ hidden, name }))}
          </Button>
        )}
        <Button variant="quiet" onClick={onRemove}>
          {rich(t.dismissUpload({ hidden, name }))}
        </Button>
      </div>
    </li>
  )
}
