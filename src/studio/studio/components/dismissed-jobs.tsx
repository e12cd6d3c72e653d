const KEY = 'studio-dismissed'

function dismissed(): string[] {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(KEY) ?? '[]')
    return Array.isArray(kept) ? kept.map(String) : []
  } catch {
    return []
  }
}

export const isDismissed = (jobId: string): boolean => dismissed().includes(jobId)

/** Failed requests are listed for an hour: whoever has put one away does not see it again after a reload. */
export function dismissJob(jobId: string) {
  try {
    sessionStorage.setItem(KEY, JSON.stringify([jobId, ...dismissed()].slice(0, 50)))
  } catch {
    // A browser may refuse to keep it: then it is there again after a reload.
  }
}
