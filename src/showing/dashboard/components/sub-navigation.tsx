import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import * as t from '../../text/dashboard.ts'
import type { TabCounts } from '../contract.ts'
import styles from './sub-navigation.module.css'

const TABS: { path: string; name: () => string; icon: IconName }[] = [
  { path: '/overview', name: t.overview, icon: 'home' },
  { path: '/add', name: t.add, icon: 'plus' },
  { path: '/properties', name: t.properties, icon: 'list' },
  { path: '/calendar', name: t.calendar, icon: 'calendar' },
  { path: '/upcoming', name: t.upcoming, icon: 'clock' },
  { path: '/completed', name: t.completed, icon: 'check' },
  { path: '/profile', name: t.profile, icon: 'user' },
  { path: '/stats', name: t.stats, icon: 'chart' },
  { path: '/support', name: t.support, icon: 'help' },
]

const COUNTED: Record<string, { name: keyof TabCounts; words: (of: { count: number }) => string }> = {
  '/upcoming': { name: 'upcoming', words: t.waitingForAnswer },
  '/properties': { name: 'properties', words: t.lackPhone },
}

/** Shows the nine tabs. On a phone, the strip scrolls sideways and keeps the open tab in view. */
export function SubNavigation({ counts }: { counts: TabCounts | null }) {
  const list = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: each path opens another tab.
  useEffect(() => {
    const strip = list.current
    const tab = strip?.querySelector<HTMLElement>('[aria-current=page]')
    if (strip && tab) strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2
  }, [pathname])
  return (
    <nav className={styles.nav} aria-label={t.dashboard()}>
      <ul ref={list} className={styles.tabs}>
        {TABS.map(({ path, name, icon }) => (
          <li key={path}>
            <NavLink to={path} prefetch="intent" className={styles.tab}>
              <Icon name={icon} />
              {name()}
              <Count path={path} counts={counts} />
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}

function Count({ path, counts }: { path: string; counts: TabCounts | null }) {
  const of = COUNTED[path]
  const count = of && counts ? counts[of.name] : 0
  if (!of || count === 0) return null
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{count > 99 ? '99+' : count}</span>
      <span className="visually-hidden">({of.words({ count })})</span>
    </span>
  )
}
