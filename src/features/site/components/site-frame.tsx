import type { ReactNode } from 'react'
import { SUPPORT } from '../domain.ts'
import styles from './site-frame.module.css'

/** Header and footer, the same for everyone: pages that carry them are kept and served to all. */
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
            <a className={styles.link} href="/login">
              Sign In
            </a>
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

/** A calendar leaf with a door in it. */
function Mark() {
  return (
    <svg className={styles.mark} viewBox="0 0 32 32" aria-hidden="true">
      <path className={styles.leaf} d="M10 4a8 8 0 0 0-8 8v10a8 8 0 0 0 8 8h12a8 8 0 0 0 8-8V12a8 8 0 0 0-8-8z" />
      <path className={styles.rings} d="M10 2v5M22 2v5" />
      <path className={styles.door} d="M10.5 26v-9a5.5 5.5 0 0 1 11 0v9z" />
      <circle className={styles.leaf} cx="18.4" cy="20.6" r="1.4" />
    </svg>
  )
}
