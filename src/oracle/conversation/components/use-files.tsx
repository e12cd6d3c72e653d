import { useCallback, useEffect, useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { showToast } from '../../../ui/toast.tsx'
import type { OracleFile, OracleFiles } from '../../document/contract.ts'
import * as t from '../../text/conversation.ts'

const LOOK_AGAIN_MS = 1_000

/**
 * Loads the Oracle's files, newest first.
 * @param conversationId `null` for all files of the account
 * @param version a new value means that files may have been added
 * @param inDeleted whether to load those of deleted conversations, or the others
 */
export function useFiles(
  conversationId: string | null,
  limit: number,
  version: string,
  onRemoved: (id: string) => void,
  inDeleted = false,
) {
  const [page, setPage] = useState<OracleFiles | null>(null)
  const [isFailed, setIsFailed] = useState(false)
  const load = useCallback(async () => {
    const query = { limit, ...(conversationId && { conversationId }), ...(inDeleted && { inDeleted: 'true' as const }) }
    try {
      setPage(bodyOf(await api.GET('/oracle/files', { params: { query } })))
      setIsFailed(false)
    } catch {
      setIsFailed(true)
    }
  }, [conversationId, limit, inDeleted])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `version` loads again.
  useEffect(() => void load(), [load, version])
  const isReading = page?.files.some(({ status }) => status === 'reading') ?? false
  useEffect(() => {
    if (!isReading) return
    const timer = setInterval(load, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isReading, load])

  return {
    /** `null` until they are loaded. */
    files: page?.files ?? null,
    hasMore: page !== null && page.nextCursor !== null,
    isFailed,
    load,
    async remove({ id, name }: OracleFile) {
      try {
        await api.DELETE('/oracle/files/{id}', { params: { path: { id } } })
        onRemoved(id)
        showToast({ kind: 'success', text: t.removedFile({ name }) })
      } catch (error) {
        showToast({ kind: 'error', text: (error as Error).message })
      }
      await load()
    },
  }
}
