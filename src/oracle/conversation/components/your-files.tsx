import { useState } from 'react'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import type { OracleFile } from '../../document/contract.ts'
import { FileOverviews } from './file-overview.tsx'
import { useFiles } from './use-files.tsx'
import styles from './your-files.module.css'

type YourFilesProps = {
  canSee: boolean
  /** Another one: something may have come. */
  version: string
  isBusy: boolean
  onAdd: () => void
  onAsk: (question: string, file: OracleFile) => void
}

const FEW = 5
const MANY = 100

/** Before the first question of a chat: the files that it can search, or the way to add one. */
export function YourFiles({ canSee, version, isBusy, onAdd, onAsk }: YourFilesProps) {
  const [limit, setLimit] = useState(FEW)
  const { files, hasMore, isFailed, load, remove } = useFiles(null, limit, version)
  if (isFailed && !files)
    return (
      <Notice kind="error" role="alert" title="Your files could not be loaded.">
        <Button variant="secondary" onClick={() => void load()}>
          Try again
        </Button>
      </Notice>
    )
  if (!files)
    return (
      <p className={styles.loading} role="status">
        Loading your files
      </p>
    )
  const add = (
    <Button variant={files.length === 0 ? 'primary' : 'secondary'} onClick={onAdd}>
      <Icon name="upload" />
      Add files
    </Button>
  )
  if (files.length === 0)
    return (
      <section className={styles.empty} aria-label="Your files">
        <Icon name="file" />
        <p>Add a file to get an overview and questions to start with.</p>
        <p className={styles.kinds}>{canSee ? 'PDF, Word, text, JPG or PNG' : 'PDF, Word or text'}, up to 10 MB each</p>
        {add}
      </section>
    )
  return (
    <section className={styles.files} aria-label="Your files">
      <div className={styles.head}>
        <h2>Your files</h2>
        {add}
      </div>
      <FileOverviews label="Your files" files={files} isBusy={isBusy} onAsk={onAsk} onRemove={remove} />
      {hasMore &&
        (limit < MANY ? (
          <Button variant="quiet" onClick={() => setLimit(MANY)}>
            Show all files
          </Button>
        ) : (
          <p className={styles.kinds}>These are your {MANY} newest files. Questions search all of them.</p>
        ))}
    </section>
  )
}
