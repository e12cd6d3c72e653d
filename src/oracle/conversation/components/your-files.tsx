import { useState } from 'react'
import { useAccountTime } from '../../../ui/account-time.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import * as kit from '../../../ui/text/kit.ts'
import type { OracleFile } from '../../document/contract.ts'
import * as t from '../../text/conversation.ts'
import { FileChip } from './file-chip.tsx'
import { FileOverviews } from './file-overview.tsx'
import { useFiles } from './use-files.tsx'
import styles from './your-files.module.css'

type YourFilesProps = {
  canSee: boolean
  /** A new value means that files may have been added. */
  version: string
  isBusy: boolean
  onAdd: () => void
  onAsk: (question: string, file: OracleFile) => void
  onRemoved: (id: string) => void
}

const FEW = 5
const MANY = 100

/** Before the first question of a chat, shows the files that it can search, or how to add one. */
export function YourFiles({ canSee, version, isBusy, onAdd, onAsk, onRemoved }: YourFilesProps) {
  const [limit, setLimit] = useState(FEW)
  const { files, hasMore, isFailed, load, remove } = useFiles(null, limit, version, onRemoved)
  if (isFailed && !files)
    return (
      <Notice kind="error" role="alert" title={t.filesNotLoaded()}>
        <Button variant="secondary" onClick={() => void load()}>
          {kit.tryAgain()}
        </Button>
      </Notice>
    )
  if (!files)
    return (
      <p className={styles.loading} role="status">
        {t.loadingFiles()}
      </p>
    )
  const add = (
    <Button variant={files.length === 0 ? 'primary' : 'secondary'} onClick={onAdd}>
      <Icon name="upload" />
      {t.addFiles()}
    </Button>
  )
  if (files.length === 0)
    return (
      <>
        <section className={styles.empty} aria-label={t.yourFiles()}>
          <Icon name="file" />
          <p>{t.addOneFirst()}</p>
          <p className={styles.kinds}>{canSee ? t.kindsWithPictures() : t.kinds()}</p>
          {add}
        </section>
        <FilesInDeleted version={version} onRemoved={onRemoved} />
      </>
    )
  return (
    <section className={styles.files} aria-label={t.yourFiles()}>
      <div className={styles.head}>
        <h2>{t.yourFiles()}</h2>
        {add}
      </div>
      <FileOverviews label={t.yourFiles()} files={files} isBusy={isBusy} onAsk={onAsk} onRemove={remove} />
      {hasMore &&
        (limit < MANY ? (
          <Button variant="quiet" onClick={() => setLimit(MANY)}>
            {t.showAllFiles()}
          </Button>
        ) : (
          <p className={styles.kinds}>{t.newestFiles({ many: MANY })}</p>
        ))}
      <FilesInDeleted version={version} onRemoved={onRemoved} />
    </section>
  )
}

/** Lists the files that still count toward the limit because their conversations can be restored. */
function FilesInDeleted({ version, onRemoved }: Pick<YourFilesProps, 'version' | 'onRemoved'>) {
  const { files, hasMore, remove } = useFiles(null, MANY, version, onRemoved, true)
  const write = useAccountTime()
  if (!files || files.length === 0) return null
  return (
    <details className={styles.deleted}>
      <summary>{t.filesInDeleted()}</summary>
      <p className={styles.kinds}>{t.countUntilGone()}</p>
      <ul className={styles.chips} aria-label={t.filesInDeleted()}>
        {files.map((file) => (
          <FileChip
            key={file.id}
            name={file.name}
            state={file.goneAt ? t.goneAt({ when: write(file.goneAt) }) : ''}
            onRemove={() => void remove(file)}
          />
        ))}
      </ul>
      {hasMore && <p className={styles.kinds}>{t.newestInDeleted({ many: MANY })}</p>}
    </details>
  )
}
