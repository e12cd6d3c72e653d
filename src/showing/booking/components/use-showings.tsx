import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { type ApiClient, listOf, type Page } from '../../../platform/api-list.ts'
import { usePages } from '../../../ui/use-pages.ts'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import type { ShowingRecord } from '../contract.ts'
import type { ShowingQuery } from '../showing-view-domain.ts'

/**
 * Most properties that a list of showings offers to choose from. If
 * there are more, an agent finds an address faster by searching.
 */
const MOST_PROPERTIES = 50

/**
 * Lists the properties by which an agent can filter showings, in
 * order of address. Returns none if there are too many or only one.
 */
export async function propertyChoices(client: ApiClient): Promise<{ value: string; label: string }[]> {
  const query = { limit: MOST_PROPERTIES }
  const { properties, nextCursor } = bodyOf(await client.GET('/api/showingbooker/properties', { params: { query } }))
  if (nextCursor || properties.length < 2) return []
  return properties.map(({ id, full_address }) => ({ value: id, label: full_address })).sort(byLabel)
}

/** 9 Oak Lane comes before 88 Willow Court. */
export const byLabel = (a: { label: string }, b: { label: string }) =>
  a.label.localeCompare(b.label, 'en', { numeric: true })

export const showingsOf = (client: ApiClient, query: ShowingQuery) =>
  listOf(client, '/api/showingbooker/bookings', 'bookings', { query })

/** Loads the first page for a loader. If the query has errors, the list is empty and its fields show them. */
export async function firstShowings(client: ApiClient, query: ShowingQuery) {
  try {
    return { page: await showingsOf(client, query).load(), issues: [] }
  } catch (error) {
    if (!(error instanceof ApiError) || error.issues.length === 0) throw error
    return { page: { items: [], nextCursor: null }, issues: error.issues }
  }
}

/** Loads a list page by page. A showing that the agent marks here changes at once on every page. */
export function useShowings(first: Page<ShowingRecord>, query: ShowingQuery) {
  const reload = useReloadAfterAct()
  const { items, put, ...pages } = usePages(showingsOf(api, query), first)
  const wanted = query.status?.split(',')
  async function onChanged(showing: ShowingRecord) {
    put(showing)
    await reload()
  }
  return { ...pages, showings: items.filter(({ status }) => !wanted || wanted.includes(status)), onChanged }
}
