import { LRUCache } from 'lru-cache'

/** Header with an answer's tags, such as `property:<id>`, separated by commas. It never leaves the process. */
export const CACHE_TAG = 'x-cache-tag'
/** Header with the only path under which we keep a document. It never leaves the process. */
export const CACHE_PATH = 'x-cache-path'
/** Header with the time when the answer changes without an event (RFC 3339). It never leaves the process. */
export const CACHE_UNTIL = 'x-cache-until'

export type CachedPage = {
  body: Record<'identity' | 'gzip' | 'br', Uint8Array>
  headers: Record<string, string>
  etag: string
  tags: string[]
  untilMs: number
  /** The page's pattern, for the log and the metrics. */
  route?: string
}

/** Maximum number of dropped tags that we remember. This many changes take longer than reading a page's data. */
const REMEMBERED = 100_000

/**
 * Keeps rendered pages in this process's memory and drops them when their content changes: by tag (NOTIFY reaches every
 * process) or at a set time. It keeps nothing while notifications do not reach us.
 */
export function createPageCache({ maxBytes = 64 * 2 ** 20 } = {}) {
  const pages = new LRUCache<string, CachedPage>({
    maxSize: maxBytes,
    sizeCalculation: ({ body }, path) => body.identity.length + body.gzip.length + body.br.length + path.length + 1024,
    dispose(page, path) {
      for (const tag of page.tags) {
        const paths = pathsByTag.get(tag)
        paths?.delete(path)
        if (paths?.size === 0) pathsByTag.delete(tag)
      }
    },
  })
  // Only kept pages have tags here.
  const pathsByTag = new Map<string, Set<string>>()
  // We must not keep a page after a change if its data was read before it.
  const droppedAt = new Map<string, number>()
  let version = 0
  let wholeDroppedAt = 0
  let isListening = false

  /** Tells whether its content may have changed since then. */
  const isStale = ({ tags }: Pick<CachedPage, 'tags'>, readAtVersion: number) =>
    wholeDroppedAt > readAtVersion || tags.some((tag) => (droppedAt.get(tag) ?? 0) > readAtVersion)

  return {
    isStale,
    /** Take it before you read the page's data, and pass it to `put`. */
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
      if (!isListening || isStale(page, readAtVersion)) return false
      pages.set(path, page)
      // We do not keep a page that is larger than the whole cache.
      if (!pages.has(path)) return false
      for (const tag of page.tags) {
        const paths = pathsByTag.get(tag) ?? new Set()
        pathsByTag.set(tag, paths.add(path))
      }
      return true
    },
    drop(tag: string) {
      // The tags that were dropped last come last.
      droppedAt.delete(tag)
      droppedAt.set(tag, ++version)
      if (droppedAt.size > REMEMBERED) for (const oldest of droppedAt.keys().take(1)) droppedAt.delete(oldest)
      for (const path of pathsByTag.get(tag) ?? []) pages.delete(path)
    },
    /** Sets whether change events currently arrive. */
    setListening(now: boolean) {
      isListening = now
      wholeDroppedAt = ++version
      pages.clear()
    },
    size: () => pages.size,
    /** Counts the tags of all kept pages. */
    tagCount: () => pathsByTag.size,
  }
}

export type PageCache = ReturnType<typeof createPageCache>
