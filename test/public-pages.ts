/** Pages that are the same for everyone. */
export const STATIC = ['/', '/showingbooker', '/how', '/about', '/pricing', '/speed', '/contact']

/** Pages that people agree to. */
export const LEGAL = ['/terms', '/showingbooker/terms', '/privacy']

/** The other address of the start page. */
export const TWIN = '/start'

/** Pages for sign-in and registration, and those that their emails link to. */
export const SIGN_IN = [
  '/login',
  '/login/code',
  '/register',
  '/forgot-password',
  '/reset-password?token=x',
  '/verify-email?token=x',
  '/confirm-new-email?token=x',
]

/** Other pages that a visitor can open, and an unknown path. */
export const OTHERS = ['/support', '/public-gallery', '/demo-booking', '/nowhere']

/** An agent's pages that need no ID. */
export const OF_AGENTS = [
  '/overview',
  '/add',
  '/properties',
  '/properties/import',
  '/calendar',
  '/calendar?view=week',
  '/upcoming',
  '/upcoming/book',
  '/completed',
  '/buyers',
  '/showings/messages',
  '/profile',
  '/stats',
  '/report',
  '/create',
  '/oracle',
  '/private-gallery',
  ...['/profile', '/settings', '/security', '/credits', '/data', '/delete'].map((name) => `/account${name}`),
]
