import { useState } from 'react'
import { useLocation, useMatches } from 'react-router'
import { api } from '../../../platform/api-client.ts'
import { markAccount, onlySignedIn, onlySignedOut } from '../../../ui/account-mark.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Brand } from './brand.tsx'
import styles from './site-menu.module.css'

const PAGES = [
  { href: '/', name: 'Home' },
  { href: '/about', name: 'About' },
  { href: '/how', name: 'How' },
  { href: '/pricing', name: 'Pricing' },
]

const ID = 'site-menu'

/**
 * The header. On a phone its links open from a button: a native popover, which Escape and a touch beside it close, and which
 * needs no script.
 */
export function SiteMenu() {
  const { pathname } = useLocation()
  const account = useAccount()
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Brand />
        <nav className={styles.nav} aria-label="Main">
          <button type="button" className={styles.opener} popoverTarget={ID}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M4 7h16M4 12h16M4 17h16" />
            </svg>
            Menu
          </button>
          <ul className={styles.links} id={ID} popover="auto">
            {PAGES.map(({ href, name }) => (
              <li key={href}>
                <a href={href} aria-current={pathname === href ? 'page' : undefined}>
                  {name}
                </a>
              </li>
            ))}
            {account ? (
              <li>
                <a href="/overview">Dashboard</a>
              </li>
            ) : (
              <>
                <li className={`${styles.apart} ${onlySignedIn}`}>
                  <a href="/overview">Dashboard</a>
                </li>
                <li className={`${styles.apart} ${onlySignedOut}`}>
                  <a href="/login" aria-current={pathname === '/login' ? 'page' : undefined}>
                    Sign In
                  </a>
                </li>
                <li className={onlySignedOut}>
                  <ButtonLink href="/register">Get Started</ButtonLink>
                </li>
              </>
            )}
          </ul>
        </nav>
        {account && <Account email={account.email} />}
      </div>
    </header>
  )
}

function Account({ email }: { email: string }) {
  const [isLeaving, setIsLeaving] = useState(false)
  async function signOut() {
    setIsLeaving(true)
    try {
      await api.POST('/api/auth/sign-out')
      markAccount(null)
      window.location.assign('/showingbooker')
    } catch {
      setIsLeaving(false)
    }
  }
  return (
    <div className={styles.account}>
      <span className={styles.email}>{email}</span>
      <Button variant="quiet" busy={isLeaving} onClick={signOut}>
        Sign out
      </Button>
    </div>
  )
}

type Named = { account?: { email: string } | null } | null | undefined

/** Of the innermost page that names one. */
function useAccount(): { email: string } | null {
  const named = useMatches().findLast(({ loaderData }) => (loaderData as Named)?.account)
  return (named?.loaderData as Named)?.account ?? null
}
