import { useState } from 'react'
import { useRevalidator } from 'react-router'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { usePages } from '../../../ui/use-pages.ts'
import type { ShowingRecord } from '../contract.ts'
import type { ShowingQuery } from './showing-views.tsx'

export type ShowingPageData = { bookings: ShowingRecord[]; nextCursor: string | null }

/** A list by cursor. What is marked here is known at once, also on the pages that the loader does not bring again. */
export function useShowings(first: ShowingPageData, query: ShowingQuery) {
  const [marked, setMarked] = useState<ReadonlyMap<string, ShowingRecord>>(new Map())
  const { revalidate } = useRevalidator()
  const pages = usePages<ShowingRecord>({
    key: JSON.stringify(query),
    first: { items: first.bookings, nextCursor: first.nextCursor },
    async load(cursor) {
      const page = bodyOf(await api.GET('/api/showingbooker/bookings', { params: { query: { ...query, cursor } } }))
      return { items: page.bookings, nextCursor: page.nextCursor }
    },
  })
  const isFresh = new Set(first.bookings)
  const wanted = query.status?.split(',')
  const showings = pages.items
    .map((item) => (isFresh.has(item) ? item : (marked.get(item.id) ?? item)))
    .filter(({ status }) => !wanted || wanted.includes(status))
  async function onMarked(showing: ShowingRecord) {
    setMarked((known) => new Map(known).set(showing.id, showing))
    await revalidate()
  }
  return { ...pages, showings, onMarked }
}
