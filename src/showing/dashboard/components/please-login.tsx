import { useLocation } from 'react-router'
import { ButtonLink } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'
import { useSessionSync } from '../../../ui/use-session-sync.tsx'
import * as t from '../../text/dashboard.ts'
import styles from './please-login.module.css'

/** Messages, by requested page (booking.md section 5). */
const WANTED: [path: RegExp, message: () => string][] = [
  [/^\/add$/, t.logInToAdd],
  [/^\/properties\/[^/]+\/edit$/, t.logInToUpdate],
  [/^\/properties\/[^/]+\/bookings(\/|$)/, t.logInToViewBookings],
  [/^\/properties\/[^/]+\/logs$/, t.logInToViewLogs],
]

/** Replaces every dashboard page if no one is signed in. */
export function PleaseLogin() {
  const { pathname, search } = useLocation()
  const next = encodeURIComponent(pathname + search)
  const wanted = WANTED.find(([path]) => path.test(pathname))?.[1]
  useSessionSync(null)
  return (
    <Page title={t.pleaseLogin()} intro={wanted?.() ?? t.logInToSee()}>
      <title>{t.metaPleaseLogin()}</title>
      <p className={styles.actions}>
        <ButtonLink href={`/login?next=${next}`}>{t.login()}</ButtonLink>
        <ButtonLink variant="secondary" href={`/register?next=${next}`}>
          {t.register()}
        </ButtonLink>
      </p>
    </Page>
  )
}
