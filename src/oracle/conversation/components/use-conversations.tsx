import { useCallback, useEffect, useRef, useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { showToast } from '../../../ui/toast.tsx'
import type { Conversation, ConversationPage } from '../contract.ts'

const SEARCH_MS = 250
const LIMIT = 30

/** One's own conversations, the newest first, or those that have some words. */
export function useConversations(first: ConversationPage | null, onRestored: (id: string) => void) {
  const [page, setPage] = useState(first ?? { conversations: [], nextCursor: null })
  const [query, setQuery] = useState('')
  const [isLoading, setIsLoading] = useState(false)
  const latest = useRef({ query: '', run: 0 })
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  useEffect(() => {
    if (first && latest.current.query === '') setPage(first)
  }, [first])

  const ask = useCallback(async (q: string, cursor?: string) => {
    const run = ++latest.current.run
    latest.current.query = q
    setIsLoading(true)
    try {
      const asked = { limit: LIMIT, ...(q && { q }), ...(cursor && { cursor }) }
      const found = bodyOf(await api.GET('/oracle/conversations', { params: { query: asked } }))
      if (run !== latest.current.run) return
      setQuery(q)
      setPage((page) => (cursor ? { ...found, conversations: [...page.conversations, ...found.conversations] } : found))
    } catch (error) {
      showToast({ kind: 'error', key: 'conversations', text: (error as Error).message })
    } finally {
      if (run === latest.current.run) setIsLoading(false)
    }
  }, [])
  const refresh = useCallback(() => void ask(latest.current.query), [ask])

  async function restore(id: string) {
    try {
      await api.POST('/oracle/conversations/{id}/restore', { params: { path: { id } } })
      refresh()
      onRestored(id)
    } catch (error) {
      showToast({ kind: 'error', text: (error as Error).message })
    }
  }

  return {
    conversations: page.conversations,
    hasMore: page.nextCursor !== null,
    query,
    isLoading,
    refresh,
    more: () => page.nextCursor && void ask(query, page.nextCursor),
    search(words: string) {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => void ask(words.trim()), SEARCH_MS)
    },
    /** @returns what is wrong with the title; null: it is kept */
    async rename(id: string, title: string): Promise<string | null> {
      try {
        await api.PATCH('/oracle/conversations/{id}', { params: { path: { id } }, body: { title } })
      } catch (error) {
        return (error as Error).message
      }
      refresh()
      return null
    },
    /** It leaves the list; a message offers to undo that. */
    async remove({ id, title }: Conversation): Promise<boolean> {
      try {
        await api.DELETE('/oracle/conversations/{id}', { params: { path: { id } } })
      } catch (error) {
        showToast({ kind: 'error', text: (error as Error).message })
        return false
      }
      refresh()
      const text = `Deleted "${title}".`
      showToast({ kind: 'success', key: 'deleted', text, action: { label: 'Undo', run: () => void restore(id) } })
      return true
    },
  }
}
