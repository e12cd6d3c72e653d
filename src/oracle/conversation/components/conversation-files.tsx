import type { OracleFile } from '../../document/contract.ts'
import * as t from '../../text/conversation.ts'
import styles from './conversation-files.module.css'
import { FileOverviews } from './file-overview.tsx'
import { useFiles } from './use-files.tsx'

type ConversationFilesProps = {
  conversationId: string
  /** A new value means that files may have been added. */
  version: string
  isBusy: boolean
  onAsk: (question: string, file: OracleFile) => void
  onRemoved: (id: string) => void
}

const LIMIT = 100

/** Lists the files that the Oracle reads in this conversation. */
export function ConversationFiles({ conversationId, version, isBusy, onAsk, onRemoved }: ConversationFilesProps) {
  const { files, remove } = useFiles(conversationId, LIMIT, version, onRemoved)
  if (!files || files.length === 0) return null
  return (
    <details className={styles.files}>
      <summary>{t.filesHere({ count: files.length })}</summary>
      <FileOverviews
        label={t.filesInConversation()}
        files={files.toReversed()}
        isBusy={isBusy}
        onAsk={onAsk}
        onRemove={remove}
      />
    </details>
  )
}
