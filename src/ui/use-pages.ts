import { useEffect, useRef, useState } from 'react'

type Page<Item> = { items: Item[]; nextCursor: string | null }
type Extra<Item> = { key: string; items: Item[]; nextCursor: string | null }

/**
 * A list by cursor: the page that the loader brought, and what "Show more" has fetched since. A first page that is loaded
 * anew (something has changed) leaves what was fetched where it is.
 * @param key what the list is of: another one starts it over
 */
export function usePages<Item extends { id: string }>(options: {
  key: string
  first: Page<Item>
  load: (cursor: string) => Promise<Page<Item>>
}) {
  const { key, first } = options
  const [extra, setExtra] = useState<Extra<Item>>()
  const [isLoading, setIsLoading] = useState(false)
  const [fault, setFault] = useState<string>()
  const current = useRef(key)
  useEffect(() => {
    current.current = key
    setFault(undefined)
  }, [key])

  const more = extra?.key === key ? extra : undefined
  const nextCursor = more ? more.nextCursor : first.nextCursor
  const known = new Set(first.items.map(({ id }) => id))
  const items = more ? [...first.items, ...more.items.filter(({ id }) => !known.has(id))] : first.items

  async function showMore() {
    if (!nextCursor || isLoading) return
    setIsLoading(true)
    setFault(undefined)
    try {
      const page = await options.load(nextCursor)
      if (current.current === key)
        setExtra({ key, items: [...(more?.items ?? []), ...page.items], nextCursor: page.nextCursor })
    } catch (error) {
      setFault((error as Error).message)
    } finally {
      setIsLoading(false)
    }
  }
  return { items, hasMore: nextCursor !== null, isLoading, fault, showMore }
}
