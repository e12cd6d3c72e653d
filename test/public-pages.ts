/** Pages that say the same to everybody. */
export const STATIC = ['/', '/showingbooker', '/how', '/about', '/pricing', '/speed', '/contact']

/** Of those, what people agree to. */
export const LEGAL = ['/terms', '/showingbooker/terms', '/privacy']

/** The start page under its other address. */
export const TWIN = '/start'

/** Signing in, registering and the links of their emails. */
export const SIGN_IN = [
  '/login',
  '/login/code',
  '/register',
  '/forgot-password',
  '/reset-password?token=x',
  '/verify-email?token=x',
]

/** What else a visitor can open, with a path that leads nowhere. */
export const OTHERS = ['/support', '/public-gallery', '/demo-booking', '/nowhere']

/** The pages of an agent that need no id. */
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
