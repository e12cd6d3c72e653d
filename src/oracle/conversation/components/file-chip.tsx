import { Icon } from '../../../ui/icon.tsx'
import type { OracleFile } from '../../document/contract.ts'
import styles from './file-chip.module.css'

type FileChipProps = {
  name: string
  /** How far it is, for a person. */
  state: string
  isFault?: boolean
  /** In per cent, while something is under way. */
  progress?: number | null
  onRemove?: () => void
}

/** A file by name, how far it is, and a way to take it away. */
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
        <button type="button" className={styles.remove} aria-label={`Remove ${name}`} onClick={onRemove}>
          <Icon name="close" />
        </button>
      )}
    </li>
  )
}

type RefusedFilesProps = { files: { key: number; name: string; fault: string }[]; onRemove: () => void }

/** Several files that were not added: one line, which opens to the reasons. */
export function RefusedFiles({ files, onRemove }: RefusedFilesProps) {
  return (
    <li className={styles.chip} data-fault>
      <Icon name="file" />
      <details className={styles.words}>
        <summary className={styles.summary}>
          <span className={styles.name}>{files.length} files were not added</span>{' '}
          <span className={styles.more}>Why?</span>
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
        aria-label={`Remove the ${files.length} files that were not added`}
        onClick={onRemove}
      >
        <Icon name="close" />
      </button>
    </li>
  )
}

/** How far a file is that we have. */
export function stateOf({ status, progress, reason, pages, type }: OracleFile) {
  if (status === 'reading') return { state: `Reading ${progress}%`, progress, isFault: false }
  if (status !== 'ready') return { state: reason ?? 'This file could not be read.', progress: null, isFault: true }
  const isPicture = type.startsWith('image/')
  const count = pages && type === 'application/pdf' ? `, ${pages} ${pages === 1 ? 'page' : 'pages'}` : ''
  return { state: reason ?? (isPicture ? 'Picture' : `Read${count}`), progress: null, isFault: false }
}
