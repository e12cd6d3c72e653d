import { LRUCache } from 'lru-cache'

/** Answers name what they say in this header: `property:<id>`, several with commas. It never leaves the process. */
export const CACHE_TAG = 'x-cache-tag'
/** RFC 3339: when what the answer says changes by itself. It never leaves the process. */
export const CACHE_UNTIL = 'x-cache-until'

export type CachedPage = {
  body: Record<'identity' | 'gzip' | 'br', Uint8Array>
  headers: Record<string, string>
  etag: string
  tags: string[]
  untilMs: number
}

/**
 * Rendered pages in this process's memory, dropped exactly when what they say changes: by tag (NOTIFY reaches every
 * process) or at an instant. Nothing is kept while the notifications are not being heard.
 */
export function createPageCache({ maxBytes = 64 * 2 ** 20 } = {}) {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    sizeCalculation: (page) => page.body.identity.length + page.body.gzip.length + page.body.br.length + 1024,
  })
  // path by tag; a path is removed lazily when its page is looked up under another tag set.
  const pathsByTag = new LRUCache<string, Set<string>>({ max: 100_000 })
  // A page rendered from what was read before a change must not be kept after it.
  const droppedAt = new LRUCache<string, number>({ max: 100_000 })
  let version = 0
  let wholeDroppedAt = 0
  let hearing = false

  return {
    /** Take it before reading what the page says, and give it to `put`. */
    version: () => version,
    get(path: string, nowMs: number): CachedPage | undefined {
      const page = pages.get(path)
      if (page && page.untilMs <= nowMs) {
        pages.delete(path)
        return undefined
      }
      return page
    },
    put(path: string, page: CachedPage, readAtVersion: number): boolean {
      const stale = wholeDroppedAt > readAtVersion || page.tags.some((tag) => (droppedAt.get(tag) ?? 0) > readAtVersion)
      if (!hearing || stale) return false
      pages.set(path, page)
      for (const tag of page.tags) {
        const paths = pathsByTag.get(tag) ?? new Set()
        pathsByTag.set(tag, paths.add(path))
      }
      return true
    },
    drop(tag: string) {
      droppedAt.set(tag, ++version)
      for (const path of pathsByTag.get(tag) ?? []) pages.delete(path)
      pathsByTag.delete(tag)
    },
    /** Told by the listener: from now on changes are heard, or no longer. */
    setHearing(now: boolean) {
      hearing = now
      wholeDroppedAt = ++version
      pages.clear()
      pathsByTag.clear()
    },
    size: () => pages.size,
  }
}

export type PageCache = ReturnType<typeof createPageCache>
