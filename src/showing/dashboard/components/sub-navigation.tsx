import { type FocusEvent, useEffect, useRef } from 'react'
import { NavLink, useLocation } from 'react-router'
import bottom from '../../../ui/bottom-bar.module.css'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { showCurrent } from '../../../ui/show-current.ts'
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

/** Pages without a tab. "More" lists them at every width. */
const UNTABBED: TabItem[] = [
  { path: '/buyers', name: t.moreBuyers, icon: 'user' },
  { path: '/showings/messages', name: t.moreMessages, icon: 'message' },
  { path: '/report', name: t.moreReport, icon: 'file' },
]

/** Tabs in the bar at the bottom of a phone. Its fifth button, "More", lists the others. */
const ON_BAR = ['/overview', '/upcoming', '/add', '/properties']

const COUNTED: Record<string, { name: keyof TabCounts; words: (of: { count: number }) => string }> = {
  '/overview': { name: 'overview', words: t.waitingForAnswer },
  '/upcoming': { name: 'upcoming', words: t.waitingForAnswer },
  '/completed': { name: 'completed', words: t.waitingForAnswer },
  '/properties': { name: 'properties', words: t.lackPhone },
}

const MORE_ID = 'more-tabs'

/** Shows the tabs and "More" in a row below the header, or in a bar of five buttons at the bottom of a phone. */
export function SubNavigation({ counts }: { counts: TabCounts | null }) {
  const { pathname } = useLocation()
  const more = useRef<HTMLDivElement>(null)
  const tabs = useRef<HTMLUListElement>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new path opens another tab, so the list closes.
  useEffect(() => {
    more.current?.hidePopover?.()
    // On a tablet, the row of tabs scrolls.
    showCurrent(tabs.current)
  }, [pathname])
  const tabOf = ({ path, name, icon }: TabItem) => (
    <li key={path}>
      <NavLink to={path} prefetch="intent" className={bottom.item}>
        <Icon name={icon} />
        {name()}
        <Count of={[path]} counts={counts} />
      </NavLink>
    </li>
  )
  const rest = TABS.filter(({ path }) => !ON_BAR.includes(path))
  const moreButton = (behind: TabItem[]) => (
    <button
      type="button"
      className={bottom.item}
      popoverTarget={MORE_ID}
      aria-current={behind.some(({ path }) => pathname.startsWith(path)) || undefined}
    >
      <Icon name="menu" />
      {t.moreTabs()}
      <Count of={behind.map(({ path }) => path)} counts={counts} />
    </button>
  )
  return (
    <nav className={`${bottom.nav} ${styles.nav}`} aria-label={t.dashboard()}>
      <div className={styles.wide}>
        <ul ref={tabs} className={styles.tabs}>
          {TABS.map(tabOf)}
        </ul>
        {moreButton(UNTABBED)}
      </div>
      <ul className={`${bottom.bar} ${styles.bar}`}>
        {ON_BAR.flatMap((path) => TABS.filter((tab) => tab.path === path)).map(tabOf)}
        <li>{moreButton([...rest, ...UNTABBED])}</li>
      </ul>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: it only listens for focus; no one presses it. */}
      <div className={styles.more} id={MORE_ID} popover="auto" ref={more} onBlur={closeWhenLeft}>
        <ul className={styles.rest}>{rest.map(tabOf)}</ul>
        <ul>{UNTABBED.map(tabOf)}</ul>
      </div>
    </nav>
  )
}

/**
 * Closes the list when focus leaves it, because it would cover the next element. Its button opens and closes it itself.
 */
function closeWhenLeft({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>) {
  if (!relatedTarget || currentTarget.contains(relatedTarget) || relatedTarget.hasAttribute('popovertarget')) return
  currentTarget.hidePopover()
}

/** Shows how many items need attention on these tabs. */
function Count({ of, counts }: { of: string[]; counts: TabCounts | null }) {
  const waiting = of.flatMap((path) => {
    const counted = COUNTED[path]
    const count = counted && counts ? counts[counted.name] : 0
    return counted && count > 0 ? [{ count, words: counted.words({ count }) }] : []
  })
  if (waiting.length === 0) return null
  const sum = waiting.reduce((total, { count }) => total + count, 0)
  return (
    <span className={styles.count}>
      <span aria-hidden="true">{sum > 99 ? '99+' : sum}</span>
      <span className="visually-hidden">({waiting.map(({ words }) => words).join(', ')})</span>
    </span>
  )
}
