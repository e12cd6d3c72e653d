import { accountKey } from '../../../ui/tab-memory.ts'

const KEY = accountKey('studio-dismissed')

function dismissed(): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.map(String) : []
  } catch {
    return []
  }
}

export const isDismissed = (jobId: string): boolean => dismissed().includes(jobId)

/** Hides a dismissed request after a reload. Failed requests are listed for an hour. */
export function dismissJob(jobId: string) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([jobId, ...dismissed()].slice(0, 50)))
  } catch {
    // The browser may refuse to store it. Then the request is back after a reload.
  }
}
