import { useEffect, useRef, useState } from 'react'
import { ApiError, api } from '../../../platform/api-client.ts'
import { type ApiClient, listOf, type Page } from '../../../platform/api-list.ts'
import { showToast } from '../../../ui/toast.tsx'
import { usePages } from '../../../ui/use-pages.ts'
import * as t from '../../text/conversation.ts'
import type { Conversation } from '../contract.ts'

const SEARCH_MS = 250
const NONE = { items: [], nextCursor: null }

/** Lists conversations, newest first, or those with certain words. */
export const conversationsOf = (client: ApiClient, q = '') =>
  listOf(client, '/oracle/conversations', 'conversations', { query: { limit: 30, ...(q && { q }) } })

/** Manages the person's conversations. @param first `null` if the caller has none */
export function useConversations(first: Page<Conversation> | null, onRestored: (id: string) => void) {
  /** The last search. After one, the loader's list is outdated. */
  const [asked, setAsked] = useState<{ query: string; old?: typeof first }>({ query: '' })
  const { query } = asked
  const loaded = query === '' && first !== asked.old ? (first ?? NONE) : null
  /** The conversation that this tab deleted last. */
  const removing = useRef<string>(undefined)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const { items: conversations, ...pages } = usePages(conversationsOf(api, query), loaded)
  const refresh = () => void pages.refresh()

  async function restore(id: string) {
    removing.current = undefined
    try {
      await api.POST('/oracle/conversations/{id}/restore', { params: { path: { id } } })
      refresh()
      onRestored(id)
    } catch (error) {
      showToast({ kind: 'error', text: (error as Error).message })
    }
  }

  return {
    ...pages,
    conversations,
    query,
    refresh,
    /** Tells whether this tab deleted it. */
    isRemoved: (id: string) => removing.current === id,
    search(words: string) {
      clearTimeout(timer.current)
      timer.current = setTimeout(() => setAsked({ query: words.trim(), old: first }), SEARCH_MS)
    },
    /** @returns an error of the title, or `null` if it was saved */
    async rename(id: string, title: string): Promise<string | null> {
      try {
        await api.PATCH('/oracle/conversations/{id}', { params: { path: { id } }, body: { title } })
      } catch (error) {
        return (error as Error).message
      }
      refresh()
      return null
    },
    /** Removes it from the list and shows a message that offers to undo it. */
    async remove({ id, title }: Conversation): Promise<boolean> {
      removing.current = id
      try {
        await api.DELETE('/oracle/conversations/{id}', { params: { path: { id } } })
      } catch (error) {
        // Another tab has deleted it.
        if (!(error instanceof ApiError && error.code === 'conversation_not_found')) {
          removing.current = undefined
          showToast({ kind: 'error', text: (error as Error).message })
          return false
        }
      }
      refresh()
      const text = t.deletedTitle({ title })
      showToast({ kind: 'success', key: 'deleted', text, action: { label: t.undo(), run: () => void restore(id) } })
      return true
    },
  }
}
