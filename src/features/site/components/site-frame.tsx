import { type ReactNode, useState } from 'react'
import { useMatches } from 'react-router'
import { api } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { SUPPORT } from '../domain.ts'
import styles from './site-frame.module.css'

/**
 * Header and footer. The same for everyone, since most pages are kept and served to all; only a page whose loader
 * answers an `account` shows whose it is.
 */
export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <header className={styles.header}>
        <div className={styles.bar}>
          <a className={styles.brand} href="/showingbooker">
            <Mark />
            ShowingBooker
          </a>
          <nav aria-label="Main">
            <AccountLinks />
          </nav>
        </div>
      </header>
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <footer className={styles.footer}>
        <div className={styles.bar}>
          <p>Private showings, booked in minutes.</p>
          <ul className={styles.links}>
            <li>
              <a href="/showingbooker">How it works</a>
            </li>
            <li>
              <a href="/showingbooker/terms">Showing terms</a>
            </li>
            <li>
              <a href={`tel:${SUPPORT.tel}`}>Support {SUPPORT.phone}</a>
            </li>
          </ul>
        </div>
      </footer>
    </>
  )
}

function AccountLinks() {
  const account = useAccount()
  const [isLeaving, setIsLeaving] = useState(false)
  if (!account) {
    return (
      <a className={styles.link} href="/login">
        Sign In
      </a>
    )
  }
  async function signOut() {
    setIsLeaving(true)
    try {
      await api.POST('/api/auth/sign-out')
      window.location.assign('/showingbooker')
    } catch {
      setIsLeaving(false)
    }
  }
  return (
    <div className={styles.account}>
      <span className={styles.email}>{account.email}</span>
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

/** A doorway with a tick in it. */
function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true">
      <rect className={styles.ground} x="1" y="1" width="30" height="30" rx="9" />
      <path className={styles.door} d="M8.5 31V14.5a7.5 7.5 0 0 1 15 0V31z" />
      <path className={styles.tick} d="m12.5 19 2.5 2.6 4.7-5.200" />
    </svg>
  )
}
