import type { ShowingLinkState } from '../../../showing/booking/showing-link-domain.ts'
import type { IconName } from '../../../ui/icon.tsx'
import * as t from '../../text/site.ts'

/** A destination, with the history state for its page. Without `href`, it signs out. */
export type Command = {
  id: string
  name: string
  detail?: string
  icon: IconName
  href?: string
  state?: ShowingLinkState
}

type Place = { href: string; name: () => string; icon: IconName }

const PLACES: Place[] = [
  { href: '/overview', name: t.goOverview, icon: 'home' },
  { href: '/upcoming', name: t.goUpcoming, icon: 'clock' },
  { href: '/properties', name: t.goProperties, icon: 'list' },
  { href: '/add', name: t.goAdd, icon: 'plus' },
  { href: '/properties/import', name: t.goImport, icon: 'upload' },
  { href: '/calendar', name: t.goCalendar, icon: 'calendar' },
  { href: '/calendar?view=week', name: t.goWeek, icon: 'grid' },
  { href: '/completed', name: t.goCompleted, icon: 'check' },
  { href: '/buyers', name: t.goBuyers, icon: 'user' },
  { href: '/showings/messages', name: t.goMessages, icon: 'message' },
  { href: '/stats', name: t.goStats, icon: 'chart' },
  { href: '/report', name: t.goReport, icon: 'chart' },
  { href: '/profile', name: t.goProfile, icon: 'user' },
  { href: '/support', name: t.support, icon: 'help' },
  { href: '/create', name: t.imageStudio, icon: 'bolt' },
  { href: '/private-gallery', name: t.privateStudio, icon: 'lock' },
  { href: '/public-gallery', name: t.gallery, icon: 'eye' },
  { href: '/oracle', name: t.oracle, icon: 'message' },
  { href: '/account', name: t.account, icon: 'user' },
  { href: '/account/settings', name: t.settings, icon: 'edit' },
  { href: '/account/security', name: t.goSecurity, icon: 'key' },
  { href: '/account/credits', name: t.credits, icon: 'card' },
  { href: '/account/data', name: t.goData, icon: 'download' },
  { href: '/account/delete', name: t.goDelete, icon: 'trash' },
]

const ADMIN_PLACES: Place[] = [
  { href: '/admin', name: t.admin, icon: 'shield' },
  { href: '/admin/users', name: t.goUsers, icon: 'user' },
  { href: '/admin/moderation', name: t.goModeration, icon: 'eye' },
  { href: '/admin/operations', name: t.operations, icon: 'chart' },
  { href: '/admin/audit', name: t.goAudit, icon: 'list' },
]

export const SIGN_OUT = 'sign-out'

/** Lists the destinations that a person always has. */
export const commandsFor = (role: string | undefined): Command[] => [
  ...[...PLACES, ...(role === 'admin' ? ADMIN_PLACES : [])].map(({ href, name, icon }) => ({
    id: href,
    href,
    name: name(),
    icon,
  })),
  { id: SIGN_OUT, name: t.signOut(), icon: 'lock' },
]
