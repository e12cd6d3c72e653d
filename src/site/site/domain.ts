import { DEMO_FEE_CENTS, SHOWING_FEE_CENTS } from '../../money/payment/domain.ts'
import { formatShortMoney } from '../../platform/money.ts'

/** Prices of showings as they appear in sentences: `$25`. */
export const PRICES = {
  showing: formatShortMoney(SHOWING_FEE_CENTS),
  demo: formatShortMoney(DEMO_FEE_CENTS),
}

/** Day on which the current terms and privacy policy took effect. */
export const TERMS_SINCE = '2026-11-23'

/** Where each page's button leads. Signed-in people continue their work, and everyone else signs up or in. */
const ENTRANCES = {
  home: { signedIn: '/overview', signedOut: '/register' },
  pricing: { signedIn: '/showingbooker/dashboard', signedOut: '/register' },
  speed: { signedIn: '/overview', signedOut: '/login' },
} as const
export type Entrance = keyof typeof ENTRANCES

/** @returns null if none of our pages links there */
export function entranceOf(page: string | undefined): (typeof ENTRANCES)[Entrance] | null {
  return page !== undefined && Object.hasOwn(ENTRANCES, page) ? ENTRANCES[page as Entrance] : null
}

export const entrancePath = (page: Entrance): string => `/get-started/${page}`

/** Headers that cache a page at this path only, for pages that change only with a release. */
export const keptAt = (path: string) => ({ 'x-cache-tag': 'site', 'x-cache-path': path })
