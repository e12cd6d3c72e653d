import { Icon } from '../../../ui/icon.tsx'
import type { OracleFile } from '../../document/contract.ts'
import * as t from '../../text/conversation.ts'
import styles from './file-chip.module.css'

type FileChipProps = {
  name: string
  /** Progress in words. */
  state: string
  isFault?: boolean
  /** Progress in percent, while the file is being sent or read. */
  progress?: number | null
  onRemove?: () => void
}

/** Shows a file with its name, its progress and a button to remove it. */
export function FileChip({ name, state, isFault, progress = null, onRemove }: FileChipProps) {
  return (
    <li className={styles.chip} data-fault={isFault || undefined}>
      <Icon name="file" />
      <span className={styles.words}>
        <span className={styles.name}>{name}</span>
        <span className={styles.state}>{state}</span>
        {progress !== null && (
          <progress className={styles.progress} aria-label={`${name}: ${state}`} value={progress} max={100} />
        )}
      </span>
      {onRemove && (
        <button type="button" className={styles.remove} aria-label={t.removeName({ name })} onClick={onRemove}>
          <Icon name="close" />
        </button>
      )}
    </li>
  )
}

type RefusedFilesProps = { files: { key: number; name: string; fault: string }[]; onRemove: () => void }

/** Shows several refused files as one line that opens to the reasons. */
export function RefusedFiles({ files, onRemove }: RefusedFilesProps) {
  return (
    <li className={styles.chip} data-fault>
      <Icon name="file" />
      <details className={styles.words}>
        <summary className={styles.summary}>
          <span className={styles.name}>{t.filesRefused({ count: files.length })}</span>{' '}
          <span className={styles.more}>{t.why()}</span>
        </summary>
        <ul className={styles.reasons}>
          {files.map(({ key, name, fault }) => (
            <li key={key}>
              <span className={styles.name}>{name}</span> <span className={styles.state}>{fault}</span>
            </li>
          ))}
        </ul>
      </details>
      <button
        type="button"
        className={styles.remove}
        aria-label={t.removeRefused({ count: files.length })}
        onClick={onRemove}
      >
        <Icon name="close" />
      </button>
    </li>
  )
}

/** Describes how far the reading of a file is. */
export function stateOf({ status, progress, reason, pages, type }: OracleFile) {
  if (status === 'reading') return { state: t.reading({ progress }), progress, isFault: false }
  if (status !== 'ready') return { state: reason ?? t.fileUnreadable(), progress: null, isFault: true }
  const isPicture = type.startsWith('image/')
  const read = pages && type === 'application/pdf' ? t.readPages({ count: pages }) : t.read()
  return { state: reason ?? (isPicture ? t.picture() : read), progress: null, isFault: false }
}
