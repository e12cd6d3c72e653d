import { type LoaderFunctionArgs, NavLink, Outlet, redirect, useLoaderData, useLocation } from 'react-router'
import { apiFor } from '../../../platform/api-client.ts'
import bottom from '../../../ui/bottom-bar.module.css'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { Toasts } from '../../../ui/toast.tsx'
import { useAccountToken } from '../../../ui/use-account-token.tsx'
import { useSessionSync } from '../../../ui/use-session-sync.tsx'
import * as t from '../../text/profile.ts'
import styles from './account.module.css'

const PAGES: { path: string; name: () => string; icon: IconName }[] = [
  { path: '/account/profile', name: t.profile, icon: 'user' },
  { path: '/account/credits', name: t.credits, icon: 'card' },
  { path: '/account/settings', name: t.settings, icon: 'mail' },
  { path: '/account/security', name: t.security, icon: 'shield' },
  { path: '/account/data', name: t.yourData, icon: 'download' },
]

/** Loads the frame around the account pages. Sends visitors to sign in and back. */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const { data: session } = await apiFor(context).GET('/api/auth/get-session')
  const { pathname, search } = url
  if (!session) throw redirect(`/login?next=${encodeURIComponent(pathname + search)}`)
  const { id, email, role, username, showingName } = session.user
  return { account: { id, email, role, username, showingName } }
}

export const meta = () => [{ name: 'robots', content: 'noindex' }]

export default function AccountFrame() {
  const { account } = useLoaderData<typeof loader>()
  const { pathname } = useLocation()
  useSessionSync(account)
  useAccountToken(account)
  return (
    <div className={styles.frame}>
      <nav className={`${bottom.nav} ${styles.side}`} aria-label={t.account()}>
        <ul className={`${bottom.bar} ${styles.links}`}>
          {PAGES.map(({ path, name, icon }, index) => (
            <li key={path}>
              <NavLink className={bottom.item} to={index === 0 && pathname === '/account' ? pathname : path}>
                <Icon name={icon} />
                {name()}
              </NavLink>
            </li>
          ))}
        </ul>
      </nav>
      <Outlet key={account.id} />
      <Toasts />
    </div>
  )
}
