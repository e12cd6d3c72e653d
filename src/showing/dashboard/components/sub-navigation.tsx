import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import styles from './sub-navigation.module.css'

const TABS: { path: string; name: string; icon: IconName }[] = [
  { path: '/overview', name: 'Overview', icon: 'home' },
  { path: '/add', name: 'Add', icon: 'plus' },
  { path: '/properties', name: 'Properties', icon: 'list' },
  { path: '/calendar', name: 'Calendar', icon: 'calendar' },
  { path: '/upcoming', name: 'Upcoming', icon: 'clock' },
  { path: '/completed', name: 'Completed', icon: 'check' },
  { path: '/profile', name: 'Profile', icon: 'user' },
  { path: '/stats', name: 'Stats', icon: 'chart' },
  { path: '/support', name: 'Support', icon: 'help' },
]

/** The nine tabs; on a phone a strip that scrolls sideways, with the open one in view. */
export function SubNavigation() {
  const list = useRef<HTMLUListElement>(null)
  const { pathname } = useLocation()
  // biome-ignore lint/correctness/useExhaustiveDependencies: the open tab is another one with every path.
  useEffect(() => {
    const strip = list.current
    const tab = strip?.querySelector<HTMLElement>('[aria-current=page]')
    if (strip && tab) strip.scrollLeft = tab.offsetLeft - (strip.clientWidth - tab.offsetWidth) / 2
  }, [pathname])
  return (
    <nav className={styles.nav} aria-label="Dashboard">
      <ul ref={list} className={styles.tabs}>
        {TABS.map(({ path, name, icon }) => (
          <li key={path}>
            <NavLink to={path} prefetch="intent" className={styles.tab}>
              <Icon name={icon} />
              {name}
            </NavLink>
          </li>
        ))}
      </ul>
    </nav>
  )
}
