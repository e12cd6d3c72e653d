import { useLocation, useMatches } from 'react-router'
import { onlySignedIn, onlySignedOut } from '../../../ui/account-mark.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import * as t from '../../text/site.ts'
import { Brand } from './brand.tsx'
import { GoTo } from './go-to.tsx'
import styles from './site-menu.module.css'
import { UserMenu } from './user-menu.tsx'

/** A visitor's links. The header drops them for signed-in people, and the footer keeps them. */
const publicPages = () => [
  { href: '/', name: t.menuHome() },
  { href: '/about', name: t.about() },
  { href: '/how', name: t.menuHow() },
  { href: '/pricing', name: t.pricing() },
  { href: '/contact', name: t.contact() },
  { href: '/public-gallery', name: t.gallery() },
]

/** The three parts of the product. */
const PARTS = [
  {
    href: '/overview',
    name: t.menuShowings,
    has: /^\/(overview|add|properties|calendar|upcoming|completed|buyers|stats|report|showings|profile$)/,
  },
  { href: '/create', name: t.studio, has: /^\/(create|private-gallery|public-gallery|profile\/)/ },
  { href: '/oracle', name: t.oracle, has: /^\/oracle/ },
]

const ID = 'site-menu'

/**
 * Shows the header. On a phone, a button opens its links in a native popover, which needs no script and closes on
 * Escape or a touch outside.
 */
export function SiteMenu() {
  const { pathname } = useLocation()
  const account = useAccount()
  return (
    <header className={styles.header}>
      <div className={styles.bar}>
        <Brand />
        <nav className={styles.nav} aria-label={t.menuMain()}>
          <button type="button" className={styles.opener} popoverTarget={ID}>
            <svg viewBox="0 0 24 24" aria-hidden="true">
              <path d="M4 7h16M4 12h16M4 17h16" />
            </svg>
            {t.menu()}
          </button>
          <ul className={`${styles.links} ${account?.role === 'admin' ? styles.many : ''}`} id={ID} popover="auto">
            {!account &&
              publicPages().map(({ href, name }) => (
                <li key={href} className={onlySignedOut}>
                  <a href={href} aria-current={pathname === href ? 'page' : undefined}>
                    {name}
                  </a>
                </li>
              ))}
            {PARTS.flatMap(({ href, name, has }) =>
              audiencesOf(href, pathname, account).map((only) => (
                <li key={href + only} className={only}>
                  <a href={href} aria-current={only === onlySignedOut ? undefined : currentOf(pathname, href, has)}>
                    {name()}
                  </a>
                </li>
              )),
            )}
            {account ? (
              <>
                {account.role === 'admin' && (
                  <li>
                    <a href="/admin" aria-current={pathname === '/admin' ? 'page' : undefined}>
                      {t.admin()}
                    </a>
                  </li>
                )}
                {account.role === 'admin' && (
                  <li>
                    <a href="/admin/operations" aria-current={pathname === '/admin/operations' ? 'page' : undefined}>
                      {t.operations()}
                    </a>
                  </li>
                )}
              </>
            ) : (
              <>
                <li className={`${styles.apart} ${onlySignedOut}`}>
                  <a href="/login" aria-current={pathname === '/login' ? 'page' : undefined}>
                    {t.signIn()}
                  </a>
                </li>
                <li className={onlySignedOut}>
                  <ButtonLink href="/register">{t.getStarted()}</ButtonLink>
                </li>
              </>
            )}
          </ul>
        </nav>
        <div className={account ? undefined : onlySignedIn}>
          <GoTo account={account} />
        </div>
        <div className={account ? styles.account : `${styles.own} ${onlySignedIn}`}>
          <UserMenu name={account && nameOn(pathname, account)} email={account?.email ?? null} />
        </div>
      </div>
    </header>
  )
}

const currentOf = (pathname: string, href: string, has: RegExp) =>
  pathname === href ? 'page' : has.test(pathname) ? 'true' : undefined

/** Returns who gets a link to a part. Signed out, the gallery has its own link, so the studio's is not the current one. */
function audiencesOf(href: string, pathname: string, account: Account | null) {
  if (account) return [undefined]
  if (href === '/create' && pathname === '/public-gallery') return [onlySignedIn, onlySignedOut]
  return [href === '/overview' ? onlySignedIn : undefined]
}

type Account = { email: string; username?: string | null; showingName?: string; role?: string }
type Named = { account?: Account | null } | null | undefined

/** Returns the anonymous username in the studio and gallery, and the name elsewhere. */
const nameOn = (pathname: string, { email, username, showingName }: Account) =>
  (/^\/(create|private-gallery|public-gallery|profile\/)/.test(pathname) && username) || showingName || email

/** Returns the account from the innermost page that has one. */
function useAccount() {
  const named = useMatches().findLast(({ loaderData }) => (loaderData as Named)?.account)
  return (named?.loaderData as Named)?.account ?? null
}
