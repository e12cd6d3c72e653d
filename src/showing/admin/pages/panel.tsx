import { useEffect, useRef } from 'react'
import { NavLink, Outlet, useLocation, useRouteLoaderData } from 'react-router'
import { showCurrent } from '../../../ui/show-current.ts'
import * as t from '../../text/admin.ts'
import styles from './panel.module.css'

const PAGES = [
  { path: '/admin', name: t.panel },
  { path: '/admin/users', name: t.users },
  { path: '/admin/moderation', name: t.images },
  { path: '/admin/operations', name: t.operations },
  { path: '/admin/audit', name: t.audit },
]

/** Frames the admin pages. Each page checks its own access. */
export default function AdminFrame() {
  const frame = useRouteLoaderData('showing/dashboard/pages/dashboard') as
    | { account: { role: string } | null }
    | undefined
  const { pathname } = useLocation()
  const pages = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each path is another page.
  useEffect(() => {
    showCurrent(pages.current)
  }, [pathname])
  return (
    <>
      {frame?.account?.role === 'admin' && (
        <nav className={styles.nav} aria-label={t.administration()}>
          <ul ref={pages} className={styles.pages}>
            {PAGES.map(({ path, name }) => (
              <li key={path}>
                <NavLink end to={path} prefetch="intent" className={styles.page}>
                  {name()}
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
