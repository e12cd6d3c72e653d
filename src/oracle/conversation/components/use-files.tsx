import { useCallback, useEffect, useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { showToast } from '../../../ui/toast.tsx'
import type { OracleFile, OracleFiles } from '../../document/contract.ts'
import * as t from '../../text/conversation.ts'

const LOOK_AGAIN_MS = 1_000

/**
 * Files that the Oracle has, the newest first.
 * @param conversationId null: all of the account
 * @param version another one: something may have come
 */
export function useFiles(conversationId: string | null, limit: number, version: string) {
  const [page, setPage] = useState<OracleFiles | null>(null)
  const [isFailed, setIsFailed] = useState(false)
  const load = useCallback(async () => {
    const query = { limit, ...(conversationId && { conversationId }) }
    try {
      setPage(bodyOf(await api.GET('/oracle/files', { params: { query } })))
      setIsFailed(false)
    } catch {
      setIsFailed(true)
    }
  }, [conversationId, limit])
  // biome-ignore lint/correctness/useExhaustiveDependencies: `version` says when.
  useEffect(() => void load(), [load, version])
  const isReading = page?.files.some(({ status }) => status === 'reading') ?? false
  useEffect(() => {
    if (!isReading) return
    const timer = setInterval(load, LOOK_AGAIN_MS)
    return () => clearInterval(timer)
  }, [isReading, load])

  return {
    /** null: they are not loaded yet */
    files: page?.files ?? null,
    hasMore: page !== null && page.nextCursor !== null,
    isFailed,
    load,
    async remove({ id, name }: OracleFile) {
      try {
        await api.DELETE('/oracle/files/{id}', { params: { path: { id } } })
        showToast({ kind: 'success', text: t.removedFile({ name }) })
      } catch (error) {
        showToast({ kind: 'error', text: (error as Error).message })
      }
      await load()
    },
  }
}
