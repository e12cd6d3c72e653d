const KEY = 'showingbooker.return'

/** Remembers the page that a person is sent away from, for this tab. */
export function rememberPage() {
  try {
    sessionStorage.setItem(KEY, window.location.pathname)
  } catch {
    return
  }
}

/** The remembered page, once; only ever a path of ours. */
export function rememberedPage(fallback: string): string {
  try {
    const path = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return path && /^\/[^/\\]/.test(path) ? path : fallback
  } catch {
    return fallback
  }
}
