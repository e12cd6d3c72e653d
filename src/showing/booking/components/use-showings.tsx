import { useRevalidator } from 'react-router'
import { api } from '../../../platform/api-client.ts'
import { type ApiClient, listOf, type Page } from '../../../platform/api-list.ts'
import { usePages } from '../../../ui/use-pages.ts'
import type { ShowingRecord } from '../contract.ts'
import type { ShowingQuery } from './showing-views.tsx'

export const showingsOf = (client: ApiClient, query: ShowingQuery) =>
  listOf(client, '/api/showingbooker/bookings', 'bookings', { query })

/** Loads a list page by page. A showing marked here changes at once on every page. */
export function useShowings(first: Page<ShowingRecord>, query: ShowingQuery) {
  const { revalidate } = useRevalidator()
  const { items, put, ...pages } = usePages(showingsOf(api, query), first)
  const wanted = query.status?.split(',')
  async function onChanged(showing: ShowingRecord) {
    put(showing)
    await revalidate()
  }
  return { ...pages, showings: items.filter(({ status }) => !wanted || wanted.includes(status)), onChanged }
}
