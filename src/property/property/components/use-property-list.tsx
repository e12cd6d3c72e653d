import { useState } from 'react'
import { api, bodyOf } from '../../../platform/api-client.ts'
import { isUuid } from '../../../platform/uuid.ts'
import { usePages } from '../../../ui/use-pages.ts'
import type { Property, PropertyPage } from '../contract.ts'

export const PAGE_SIZE = 24

/** What the list is of, as its address says it: what means nothing there asks for nothing. */
export type PropertyFilter = { status: 'listed' | 'unlisted' | ''; q: string; agent_id: string }

export function filterOf(search: URLSearchParams): PropertyFilter {
  const status = search.get('status')
  const agentId = search.get('agent_id') ?? ''
  return {
    status: status === 'listed' || status === 'unlisted' ? status : '',
    q: (search.get('q') ?? '').replaceAll('\0', '').slice(0, 200).toWellFormed(),
    agent_id: isUuid(agentId) ? agentId : '',
  }
}

/** For the API: what is empty is not asked for. */
export const queryOf = ({ status, q, agent_id }: PropertyFilter) => ({
  ...(status && { status }),
  ...(q.trim() && { q: q.trim() }),
  ...(agent_id && { agent_id }),
  limit: PAGE_SIZE,
})

/**
 * The list by cursor. What is changed or deleted here is known at once, also on the pages that the loader does not
 * bring again.
 */
export function usePropertyList(first: PropertyPage, filter: PropertyFilter) {
  const [known, setKnown] = useState<ReadonlyMap<string, Property | 'deleted'>>(new Map())
  const pages = usePages<Property>({
    key: JSON.stringify(filter),
    first: { items: first.properties, nextCursor: first.nextCursor },
    async load(cursor) {
      const query = { ...queryOf(filter), cursor }
      const page = bodyOf(await api.GET('/api/showingbooker/properties', { params: { query } }))
      return { items: page.properties, nextCursor: page.nextCursor }
    },
  })
  const properties = pages.items.flatMap((item) => {
    const seen = known.get(item.id)
    if (seen === 'deleted') return []
    const newest = seen && seen.version > item.version ? seen : item
    return matches(newest, filter) ? [newest] : []
  })
  const learn = (id: string, news: Property | 'deleted') => setKnown((current) => new Map(current).set(id, news))
  return {
    ...pages,
    properties,
    onChanged: (property: Property) => learn(property.id, property),
    onDeleted: (id: string) => learn(id, 'deleted'),
  }
}

const matches = ({ status }: Property, filter: PropertyFilter) =>
  !filter.status || (status === 'listed') === (filter.status === 'listed')
