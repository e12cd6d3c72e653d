/** Unsent input that the browser keeps. If its storage is full or blocked, it keeps nothing. */

export type KeptDraft<Values> = { key: string; keptAt: string; values: Values }

const KEPT_MS = 30 * 86_400_000

type Kept = { keptAt: string; values: unknown }

/** @returns whether it is stored now */
export function keepDraft(storage: Storage, draft: KeptDraft<unknown>): boolean {
  const { key, keptAt, values } = draft
  try {
    storage.setItem(key, JSON.stringify({ keptAt, values } satisfies Kept))
    return true
  } catch {
    return false
  }
}

export function dropDraft(storage: Storage, key: string): void {
  try {
    storage.removeItem(key)
  } catch {
    // Storage that we cannot write to has no draft.
  }
}

/**
 * Lists the drafts whose keys begin with a prefix, newest first. It removes those older than 30 days and everything
 * that is not a draft.
 * @param isValues tells whether a value is what such keys keep today
 */
export function listDrafts<Values>(
  storage: Storage,
  prefix: string,
  { now, isValues }: { now: Date; isValues: (values: unknown) => values is Values },
): KeptDraft<Values>[] {
  const found: KeptDraft<Values>[] = []
  for (const key of keysOf(storage)) {
    if (!key.startsWith(prefix)) continue
    const kept = parse(storage.getItem(key))
    const isFresh = kept && now.getTime() - Date.parse(kept.keptAt) < KEPT_MS
    if (isFresh && isValues(kept.values)) found.push({ key, keptAt: kept.keptAt, values: kept.values })
    else dropDraft(storage, key)
  }
  return found.sort((one, other) => (one.keptAt < other.keptAt ? 1 : -1))
}

function keysOf(storage: Storage): string[] {
  try {
    return Array.from({ length: storage.length }, (_, index) => storage.key(index) ?? '')
  } catch {
    return []
  }
}

function parse(text: string | null): Kept | null {
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<Kept> | null
    return typeof kept?.keptAt === 'string' ? { keptAt: kept.keptAt, values: kept.values } : null
  } catch {
    return null
  }
}
