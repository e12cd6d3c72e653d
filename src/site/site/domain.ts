/** For questions that cannot hurry (studio.md section 9); a showing that goes wrong is the support's. */
export const ENQUIRIES = {
  days: 'Monday to Friday',
  clock: '9:00 AM to 5:00 PM',
  zone: 'Pacific time',
  answer: 'within 24 hours on business days',
}

/** Since when the terms and the privacy policy have these words. */
export const TERMS_SINCE = { text: 'November 21, 2026', date: '2026-11-21' }

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
