const KEY = 'showingbooker.return'

/** Remembers, for this tab, the page from which we redirect the person to the sign-in. */
export function rememberPage() {
  try {
    sessionStorage.setItem(KEY, window.location.pathname)
  } catch {
    return
  }
}

/** Returns the remembered page once. It is always a path on our site. */
export function rememberedPage(fallback: string): string {
  try {
    const path = sessionStorage.getItem(KEY)
    sessionStorage.removeItem(KEY)
    return path && /^\/[^/\\]/.test(path) ? path : fallback
  } catch {
    return fallback
  }
}
