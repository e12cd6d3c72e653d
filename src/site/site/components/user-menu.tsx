import { useState } from 'react'
import { rememberedName } from '../../../ui/account-mark.tsx'
import * as t from '../../text/site.ts'
import { signOut } from './sign-out.tsx'
import styles from './user-menu.module.css'

const ID = 'user-menu'

const pages = () => [
  { href: '/account', name: t.account() },
  { href: '/account/settings', name: t.settings() },
  { href: '/account/credits', name: t.credits() },
  { href: '/create', name: t.studio() },
  { href: '/private-gallery', name: t.privateStudio() },
  { href: '/public-gallery', name: t.gallery() },
  { href: '/oracle', name: t.oracle() },
]

/** Shows the account menu in a native popover. `name` is null on cached pages, where the browser remembers the name. */
export function UserMenu({ name, email }: { name: string | null; email: string | null }) {
  const [isLeaving, setIsLeaving] = useState(false)
  const [fault, setFault] = useState<string>()
  async function leave() {
    setIsLeaving(true)
    setFault(undefined)
    try {
      await signOut()
    } catch (error) {
      setFault(t.signOutFailed({ message: (error as Error).message }))
      setIsLeaving(false)
    }
  }
  return (
    <div className={styles.menu}>
      <button type="button" className={styles.opener} popoverTarget={ID}>
        <svg viewBox="0 0 24 24" aria-hidden="true">
          <path d="M12 11.5a3.5 3.5 0 1 0 0-7 3.5 3.5 0 0 0 0 7zM5 20c.5-3.6 3.2-5.5 7-5.5s6.5 1.9 7 5.5" />
        </svg>
        <span className="visually-hidden">{t.yourAccount()}</span>
        <span className={`${styles.name} ${name ? '' : rememberedName}`}>{name}</span>
      </button>
      <div className={styles.list} id={ID} popover="auto">
        {email && <p className={styles.who}>{email}</p>}
        <ul>
          {pages().map(({ href, name }) => (
            <li key={href}>
              <a href={href}>{name}</a>
            </li>
          ))}
          <li>
            <button type="button" disabled={isLeaving} onClick={leave}>
              {t.signOut()}
            </button>
          </li>
        </ul>
        {fault && (
          <p className={styles.fault} role="alert">
            {fault}
          </p>
        )}
      </div>
    </div>
  )
}
