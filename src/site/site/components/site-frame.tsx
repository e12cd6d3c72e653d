import type { ReactNode } from 'react'
import { SUPPORT } from '../../../product.ts'
import { LanguageSwitch } from '../../../ui/language-switch.tsx'
import * as t from '../../text/site.ts'
import { PRICES } from '../domain.ts'
import { Brand } from './brand.tsx'
import styles from './site-frame.module.css'
import { SiteMenu } from './site-menu.tsx'

const columns = (): { title: string; links: { href: string; name: string }[] }[] => [
  {
    title: t.footerShowings(),
    links: [
      { href: '/showingbooker', name: t.startPage() },
      { href: '/how', name: t.howItWorks() },
      { href: '/pricing', name: t.pricing() },
      { href: '/speed', name: t.whyFast() },
      { href: '/demo-booking', name: t.demoFor({ price: PRICES.demo }) },
    ],
  },
  {
    title: t.studio(),
    links: [
      { href: '/public-gallery', name: t.gallery() },
      { href: '/create', name: t.imageStudio() },
      { href: '/oracle', name: t.oracle() },
    ],
  },
  {
    title: 'ShowingBooker',
    links: [
      { href: '/about', name: t.about() },
      { href: '/contact', name: t.contact() },
      { href: '/support', name: t.support() },
      { href: `tel:${SUPPORT.tel}`, name: t.callPhone({ phone: SUPPORT.phone }) },
    ],
  },
  {
    title: t.footerLegal(),
    links: [
      { href: '/terms', name: t.termsOfService() },
      { href: '/showingbooker/terms', name: t.showingTerms() },
      { href: '/privacy', name: t.privacy() },
    ],
  },
]

/** Adds header and footer, the same for everyone except for `AccountMark` and a page's `account`. */
export function SiteFrame({ children }: { children: ReactNode }) {
  return (
    <>
      <a className={styles.skip} href="#main">
        {t.skipToContent()}
      </a>
      <SiteMenu />
      <main id="main" tabIndex={-1} className={styles.main}>
        {children}
      </main>
      <footer className={styles.footer}>
        <div className={styles.bar}>
          <div className={styles.about}>
            <Brand />
            <p>{t.slogan()}</p>
            <LanguageSwitch />
          </div>
          {columns().map(({ title, links }) => (
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
