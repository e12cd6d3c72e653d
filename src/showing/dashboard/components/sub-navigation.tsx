import { useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import * as t from '../../text/dashboard.ts'
import type { TabCounts } from '../contract.ts'
import styles from './sub-navigation.module.css'

type TabItem = { path: string; name: () => string; icon: IconName }

const TABS: TabItem[] = [
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

/** Tabs in the bar at the bottom of a phone. The others are behind its fifth button. */
const ON_BAR = ['/overview', '/upcoming', '/add', '/properties']

const COUNTED: Record<string, { name: keyof TabCounts; words: (of: { count: number }) => string }> = {
  '/upcoming': { name: 'upcoming', words: t.waitingForAnswer },
  '/properties': { name: 'properties', words: t.lackPhone },
}

const MORE_ID = 'more-tabs'

/** Shows the nine tabs: a row below the header, or a bar of five at the bottom of a phone. */
export function SubNavigation({ counts }: { counts: TabCounts | null }) {
  const { pathname } = useLocation()
  const more = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: each path is another tab, and the list of the rest closes.
  useEffect(() => more.current?.hidePopover?.(), [pathname])
  const tabOf = ({ path, name, icon }: TabItem) => (
    <li key={path}>
      <NavLink to={path} prefetch="intent" className={styles.tab}>
        <Icon name={icon} />
        {name()}
        <Count path={path} counts={counts} />
      </NavLink>
    </li>
  )
  const rest = TABS.filter(({ path }) => !ON_BAR.includes(path))
  return (
    <nav className={styles.nav} aria-label={t.dashboard()}>
      <ul className={styles.tabs}>{TABS.map(tabOf)}</ul>
      <ul className={styles.bar}>
        {ON_BAR.flatMap((path) => TABS.filter((tab) => tab.path === path)).map(tabOf)}
        <li>
          <button
            type="button"
            className={styles.tab}
            popoverTarget={MORE_ID}
            data-current={rest.some(({ path }) => pathname.startsWith(path)) || undefined}
          >
            <Icon name="menu" />
            {t.moreTabs()}
          </button>
        </li>
      </ul>
      <ul className={styles.more} id={MORE_ID} popover="auto" ref={more}>
        {rest.map(tabOf)}
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
