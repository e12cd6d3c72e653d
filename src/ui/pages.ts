import type { List, Page } from '../platform/api-list.ts'

export type PagesOptions<Item> = {
  idOf: (item: Item) => string
  /** `true` if a reload of the page must not change the shown items, and only requests here do. */
  isStill?: boolean
  /** Chooses between two copies of an item. By default, the later one counts. */
  isOlder?: (item: Item, than: Item) => boolean
}

/** Maximum number of rows per page. */
const LARGE = 100

/**
 * Keeps a list by cursor: the page that a loader brought, and the pages requested since. When the loader brings a
 * different first page, it loads the following pages again, because an item that moved off the first page would otherwise disappear.
 */
export function createPages<Item>({ idOf, isStill = false, isOlder = () => false }: PagesOptions<Item>) {
  let list: List<Item> | undefined
  /** Key of the list that the items belong to. The previous list stays until another arrives. */
  let key: string | undefined
  let brought: readonly Item[] | undefined
  let first: Page<Item> = { items: [], nextCursor: null }
  let more: Page<Item> | null = null
  let gone = new Set<string>()
  let isLoading = false
  let fault: string | undefined
  let leaving = new AbortController()
  /** Loads one page after another, because each starts from the previous one's result. */
  let line = Promise.resolve()
  const listeners = new Set<() => void>()
  let shown = look()

  function look() {
    const known = new Set(gone)
    const loaded = [...first.items, ...(more?.items ?? [])]
    const items = loaded.filter((item) => {
      const id = idOf(item)
      return !known.has(id) && known.add(id)
    })
    const isOld = key !== list?.key
    return {
      items,
      /** How many loaded items were removed since. */
      goneCount: loaded.filter((item) => gone.has(idOf(item))).length,
      hasMore: isOld ? fault !== undefined : (more ?? first).nextCursor !== null,
      isLoading,
      fault,
      isOld,
    }
  }
  function notify() {
    shown = look()
    for (const listener of listeners) listener()
  }
  const newestOf = (item: Item): Item => {
    const kept = shown.items.find((one) => idOf(one) === idOf(item))
    return kept && isOlder(item, kept) ? kept : item
  }
  const newest = ({ items, nextCursor }: Page<Item>) => ({ items: items.map(newestOf), nextCursor })

  function startOver(page: Page<Item>) {
    key = list?.key
    first = page
    more = null
    gone = new Set()
  }

  async function fetchMore(to: List<Item>, signal: AbortSignal, atLeast: number) {
    do {
      if (key !== to.key) {
        const page = await to.load(null, { signal })
        if (signal.aborted) return
        startOver(page)
      } else {
        const { nextCursor } = more ?? first
        if (nextCursor === null) return
        const isFar = atLeast - shown.items.length > LARGE / 2
        const page = await to.load(nextCursor, { signal, ...(isFar && { limit: LARGE }) })
        if (signal.aborted) return
        more = { items: [...(more?.items ?? []), ...page.items], nextCursor: page.nextCursor }
      }
      notify()
    } while (shown.items.length < atLeast)
  }

  /** @param begin the first page, if it is reloaded, too */
  async function renew(to: List<Item>, signal: AbortSignal, begin?: () => Promise<Page<Item>>) {
    const count = more?.items.length ?? 0
    const start = begin ? await begin() : first
    const rest: Page<Item> = { items: [], nextCursor: start.nextCursor }
    while (rest.nextCursor !== null && rest.items.length < count) {
      const page = await to.load(rest.nextCursor, { signal })
      rest.items.push(...page.items)
      rest.nextCursor = page.nextCursor
    }
    if (signal.aborted) return
    key = to.key
    first = newest(start)
    more = count > 0 ? newest(rest) : null
    notify()
  }

  function inLine(act: (to: List<Item>, signal: AbortSignal) => Promise<void>): Promise<void> {
    const { signal } = leaving
    line = line.then(async () => {
      // If loading fails, the old items stay.
      if (list && !signal.aborted) await act(list, signal).catch(() => undefined)
    })
    return line
  }

  function change(make: (items: Item[]) => Item[]) {
    first = { ...first, items: make(first.items) }
    if (more) more = { ...more, items: make(more.items) }
    notify()
  }

  async function fetch(atLeast: number) {
    isLoading = true
    fault = undefined
    notify()
    await inLine(async (to, signal) => {
      try {
        await fetchMore(to, signal, atLeast)
      } catch (error) {
        if (!signal.aborted) fault = (error as Error).message
      }
      if (!signal.aborted) isLoading = false
    })
    notify()
  }

  return {
    /** Takes the items of the latest render. @param page null to load the list from its beginning */
    show(to: List<Item>, page: Page<Item> | null) {
      const isOther = list?.key !== to.key
      const isBegun = page !== null && key !== to.key
      const isBrought = page !== null && brought !== page.items && !isStill
      if (!isOther && !isBegun && !isBrought) return shown
      list = to
      if (isOther) fault = undefined
      if (isBegun) startOver(page)
      else if (isBrought) first = newest(page)
      brought = page?.items
      shown = look()
      return shown
    },
    /** Connects the list to the mounted page. @returns a function that disconnects it */
    enter() {
      leaving = new AbortController()
      isLoading = false
      if (key !== list?.key) void fetch(0)
      return () => leaving.abort()
    },
    /** Called when another first page arrives. */
    followFirst: () => void (more && !isStill && inLine((to, signal) => renew(to, signal))),
    get: () => shown,
    subscribe(listener: () => void) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    /** @param atLeast number of items to show in the end */
    async showMore(atLeast = 0) {
      if (!isLoading && (atLeast === 0 || shown.items.length < atLeast)) await fetch(atLeast)
    },
    /** Reloads everything shown. */
    refresh: () => inLine((to, signal) => renew(to, signal, () => to.load(null, { signal }))),
    put: (item: Item) => change((items) => items.map((one) => (idOf(one) === idOf(item) ? item : one))),
    drop(id: string) {
      gone.add(id)
      notify()
    },
    prepend(items: Item[]) {
      first = { ...first, items: [...items, ...first.items] }
      notify()
    },
    startOver(page: Page<Item>) {
      startOver(page)
      notify()
    },
  }
}
