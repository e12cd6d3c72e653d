/** Which address a longer or older one of the dashboard stands for (booking.md section 2). */

const TABS = ['overview', 'add', 'properties', 'calendar', 'upcoming', 'completed', 'profile', 'stats', 'support']

const OLDER: Record<string, string> = {
  '/rd': '/support',
  '/showingbooker/rd': '/support',
  '/account/showing-profile': '/profile',
  '/showingbooker/dashboard': '/add',
  '/showingbooker/listings': '/properties',
}

/** null: it stands for none. */
export function shortPathOf(pathname: string): string | null {
  const path = pathname.replace(/\/+$/, '')
  if (Object.hasOwn(OLDER, path)) return OLDER[path] ?? null
  const [, tab = ''] = /^\/showingbooker\/([a-z]+)$/.exec(path) ?? []
  return TABS.includes(tab) ? `/${tab}` : null
}
