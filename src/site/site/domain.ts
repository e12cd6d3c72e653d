/** The day on which the terms and the privacy policy took effect in these words. */
export const TERMS_SINCE = '2026-11-23'

/** Where each page's button leads: whoever is signed in goes on with the work, everybody else comes in. */
const ENTRANCES = {
  home: { signedIn: '/overview', signedOut: '/register' },
  pricing: { signedIn: '/showingbooker/dashboard', signedOut: '/register' },
  speed: { signedIn: '/overview', signedOut: '/login' },
} as const
export type Entrance = keyof typeof ENTRANCES

/** null: no page of ours sends there. */
export function entranceOf(page: string | undefined): (typeof ENTRANCES)[Entrance] | null {
  return page !== undefined && Object.hasOwn(ENTRANCES, page) ? ENTRANCES[page as Entrance] : null
}

export const entrancePath = (page: Entrance): string => `/get-started/${page}`

/** For a page whose words change with a release only: it is kept, and under this path alone. */
export const keptAt = (path: string) => ({ 'x-cache-tag': 'site', 'x-cache-path': path })
