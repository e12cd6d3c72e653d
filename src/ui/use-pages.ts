import { useEffect, useRef, useState } from 'react'

type Page<Item> = { items: Item[]; nextCursor: string | null }
type Extra<Item> = Page<Item> & { key: string }

/**
 * A list by cursor: the page that the loader brought, and what "Show more" has fetched since. When the first page is
 * loaded anew because something has changed, what was fetched is fetched anew behind it: what has moved off the first page
 * would else be on none.
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
  const latest = useRef({ ...options, extra })
  latest.current = { ...options, extra }
  // One after the other: each starts from what the one before has brought.
  const line = useRef(Promise.resolve())

  const more = extra?.key === key ? extra : undefined
  const known = new Set(first.items.map(({ id }) => id))
  const items = more ? [...first.items, ...more.items.filter(({ id }) => !known.has(id))] : first.items
  const nextCursor = more ? more.nextCursor : first.nextCursor

  function put(asked: string, page: Page<Item>) {
    if (latest.current.key !== asked) return
    latest.current.extra = { key: asked, ...page }
    setExtra(latest.current.extra)
  }

  async function refresh() {
    const { key: asked, first: now, extra: old, load } = latest.current
    if (old?.key !== asked) return
    const page: Page<Item> = { items: [], nextCursor: now.nextCursor }
    while (page.nextCursor && page.items.length < old.items.length) {
      const next = await load(page.nextCursor)
      page.items.push(...next.items)
      page.nextCursor = next.nextCursor
    }
    put(asked, page)
  }

  async function fetchMore() {
    const { key: asked, first: now, extra: old, load } = latest.current
    const before = old?.key === asked ? old : { items: [], nextCursor: now.nextCursor }
    if (!before.nextCursor) return
    setIsLoading(true)
    setFault(undefined)
    try {
      const page = await load(before.nextCursor)
      put(asked, { items: [...before.items, ...page.items], nextCursor: page.nextCursor })
    } catch (error) {
      setFault((error as Error).message)
    } finally {
      setIsLoading(false)
    }
  }

  // biome-ignore lint/correctness/useExhaustiveDependencies: another list has its own faults.
  useEffect(() => setFault(undefined), [key])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it reads the latest of everything when its turn comes.
  useEffect(() => {
    // What could not be fetched again stays as it was.
    line.current = line.current.then(refresh).catch(() => undefined)
  }, [first.items])

  return {
    items,
    hasMore: nextCursor !== null,
    isLoading,
    fault,
    async showMore() {
      if (isLoading) return
      line.current = line.current.then(fetchMore)
      await line.current
    },
  }
}
