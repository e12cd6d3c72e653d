import { api } from '../../../platform/api-client.ts'
import { listOf } from '../../../platform/api-list.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { usePages } from '../../../ui/use-pages.ts'
import type { PropertyPage } from '../contract.ts'

export const PAGE_SIZE = 24

/** The view of the list, as its URL names it. Unknown values are ignored. */
export type PropertyFilter = {
  status: 'listed' | 'unlisted' | ''
  q: string
  agent_id: string
  sort: '' | 'address' | 'showing'
}

export function filterOf(search: URLSearchParams): PropertyFilter {
  const status = search.get('status')
  const agentId = search.get('agent_id') ?? ''
  const sort = search.get('sort')
  return {
    status: status === 'listed' || status === 'unlisted' ? status : '',
    q: (search.get('q') ?? '').replaceAll('\0', '').slice(0, 200).toWellFormed(),
    agent_id: isUuid(agentId) ? agentId : '',
    sort: sort === 'address' || sort === 'showing' ? sort : '',
  }
}

/** Leaves out empty values, as the URL does. */
export const addressOf = ({ status, q, agent_id, sort }: PropertyFilter) => ({
  ...(q.trim() && { q: q.trim() }),
  ...(status && { status }),
  ...(agent_id && { agent_id }),
  ...(sort && { sort }),
})

export const queryOf = (filter: PropertyFilter) => ({ ...addressOf(filter), limit: PAGE_SIZE })

/**
 * Loads the list page by page. A property that changes or is deleted here changes at once on every page, even on those
 * that the loader does not reload.
 */
export function usePropertyList(first: PropertyPage, filter: PropertyFilter) {
  const { items, put, drop, ...pages } = usePages(
    listOf(api, '/api/showingbooker/properties', 'properties', { query: queryOf(filter) }),
    { items: first.properties, nextCursor: first.nextCursor },
    { isOlder: (one, than) => one.version < than.version },
  )
  const properties = items.filter(
    ({ status }) => !filter.status || (status === 'listed') === (filter.status === 'listed'),
  )
  return { ...pages, properties, onChanged: put, onDeleted: drop }
}
