import { useCallback, useEffect, useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { showToast } from '../../../ui/toast.tsx'
import type { OracleFile } from '../../document/contract.ts'
import styles from './conversation-files.module.css'
import { FileChip, stateOf } from './file-chip.tsx'

const LOOK_AGAIN_MS = 1_000

/** What the Oracle reads in this conversation. @param version another one: something may have come */
export function ConversationFiles({ conversationId, version }: { conversationId: string; version: number }) {
  const [files, setFiles] = useState<OracleFile[]>([])
  const load = useCallback(async () => {
    const query = { conversationId, limit: 100 }
    const answer = await api.GET('/oracle/files', { params: { query } }).catch(() => null)
    if (answer) setFiles(bodyOf(answer).files.toReversed())
  }, [conversationId])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` says when.
  useEffect(() => void load(), [load, version])
  const isReading = files.some(({ status }) => status === 'reading')
  useEffect(() => {
    if (!isReading) return
    const timer = setInterval(load, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isReading, load])

  async function remove(file: OracleFile) {
    try {
      await api.DELETE('/oracle/files/{id}', { params: { path: { id: file.id } } })
      showToast({ kind: 'success', text: `"${file.name}" is removed, with its text.` })
    } catch (error) {
      showToast({ kind: 'error', text: (error as Error).message })
    }
    await load()
  }

  if (files.length === 0) return null
  return (
    <details className={styles.files}>
      <summary>
        {files.length} {files.length === 1 ? 'file' : 'files'} in this conversation
      </summary>
      <ul className={styles.list} aria-label="Files in this conversation">
        {files.map((file) => (
          <FileChip key={file.id} name={file.name} {...stateOf(file)} onRemove={() => void remove(file)} />
        ))}
      </ul>
    </details>
  )
}
