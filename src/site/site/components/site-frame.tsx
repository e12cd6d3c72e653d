import type { ReactNode } from 'react'
import { SUPPORT } from '../../../product.ts'
import { LanguageSwitch } from '../../../ui/language-switch.tsx'
import { Brand } from './brand.tsx'
import styles from './site-frame.module.css'
import { SiteMenu } from './site-menu.tsx'

const FOOTER: { title: string; links: { href: string; name: string }[] }[] = [
  {
    title: 'Showings',
    links: [
      { href: '/showingbooker', name: 'Start page' },
      { href: '/how', name: 'How it works' },
      { href: '/pricing', name: 'Pricing' },
      { href: '/speed', name: 'Why it is fast' },
      { href: '/demo-booking', name: 'Demo for $1' },
    ],
  },
  {
    title: 'Studio',
    links: [
      { href: '/public-gallery', name: 'Gallery' },
      { href: '/create', name: 'Image studio' },
      { href: '/oracle', name: 'Oracle' },
    ],
  },
  {
    title: 'ShowingBooker',
    links: [
      { href: '/about', name: 'About' },
      { href: '/contact', name: 'Contact' },
      { href: '/support', name: 'Support' },
      { href: `tel:${SUPPORT.tel}`, name: `Call ${SUPPORT.phone}` },
    ],
  },
  {
    title: 'Rules',
    links: [
      { href: '/terms', name: 'Terms of service' },
      { href: '/showingbooker/terms', name: 'Showing terms' },
      { href: '/privacy', name: 'Privacy' },
    ],
  },
]

/** Header and footer, the same for everyone but for what `AccountMark` and a page's `account` say. */
export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <a className={styles.skip} href="#main">
        Skip to content
      </a>
      <SiteMenu />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <footer className={styles.footer}>
        <div className={styles.bar}>
          <div className={styles.about}>
            <Brand />
            <p>Private showings, booked in minutes.</p>
            <LanguageSwitch />
          </div>
          {FOOTER.map(({ title, links }) => (
            <div key={title} className={styles.column}>
              <h2>{title}</h2>
              <ul className={styles.links}>
                {links.map(({ href, name }) => (
                  <li key={href}>
                    <a href={href}>{name}</a>
                  </li>
                ))}
              </ul>
            </div>
          ))}
        </div>
      </footer>
    </>
  )
}
