import { useSyncExternalStore } from 'react'
import { ApiError, api } from './api-client.ts'

/** Tells whether the backend answers, as far as this tab knows. */
export type Connection = 'unknown' | 'up' | 'away'

let connection: Connection = 'unknown'
const watchers = new Set<() => void>()

function become(next: Connection) {
  connection = next
  for (const watcher of watchers) watcher()
}

const watch = (watcher: () => void) => {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

export const useConnection = (): Connection =>
  useSyncExternalStore(
    watch,
    () => connection,
    () => 'unknown',
  )

/** Tells whether there was no answer, or the server said that it or its database is down. */
export const isAway = (error: unknown): boolean =>
  error instanceof ApiError && (error.status === 0 || [502, 503, 504].includes(error.status))

/** Records a failed call. */
export function noteFailure(error: unknown): void {
  if (isAway(error)) become('away')
}

/** Checks that the backend and its database answer. */
export async function testConnection(signal?: AbortSignal): Promise<boolean> {
  try {
    await api.GET('/db-test', { signal })
    become('up')
  } catch (error) {
    if (signal?.aborted) return false
    become(isAway(error) ? 'away' : 'up')
  }
  return connection === 'up'
}
