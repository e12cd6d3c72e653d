import { NavLink, Outlet, useRouteLoaderData } from 'react-router'
import styles from './panel.module.css'

const PAGES = [
  { path: '/admin', name: 'Panel' },
  { path: '/admin/users', name: 'Users' },
  { path: '/admin/moderation', name: 'Images' },
  { path: '/admin/operations', name: 'Operations' },
  { path: '/admin/audit', name: 'Audit' },
]

/** The frame of the admins' pages. Each page says itself who may not see it. */
export default function AdminFrame() {
  const frame = useRouteLoaderData('showing/dashboard/pages/dashboard') as
    | { account: { role: string } | null }
    | undefined
  return (
    <>
      {frame?.account?.role === 'admin' && (
        <nav className={styles.nav} aria-label="Administration">
          <ul className={styles.pages}>
            {PAGES.map(({ path, name }) => (
              <li key={path}>
                <NavLink end to={path} prefetch="intent" className={styles.page}>
                  {name}
                </NavLink>
              </li>
            ))}
          </ul>
        </nav>
      )}
      <Outlet />
    </>
  )
}
