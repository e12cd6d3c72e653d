import { useLocation } from 'react-router'
import { ButtonLink } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'
import { useSessionSync } from '../../../ui/use-session-sync.tsx'
import styles from './please-login.module.css'

/** What was wanted, as its address says it (booking.md section 5). */
const WANTED: [path: RegExp, message: string][] = [
  [/^\/add$/, 'Please log in to add properties'],
  [/^\/properties\/[^/]+\/edit$/, 'Please log in to update properties'],
  [/^\/properties\/[^/]+\/bookings(\/|$)/, 'Please log in to view bookings'],
  [/^\/properties\/[^/]+\/logs$/, 'Please log in to view compliance logs'],
]

/** In place of every page of the dashboard, for people who are not signed in. */
export function PleaseLogin() {
  const { pathname, search } = useLocation()
  const next = encodeURIComponent(pathname + search)
  const wanted = WANTED.find(([path]) => path.test(pathname))?.[1]
  useSessionSync(null)
  return (
    <Page
      title="Please Login to Access ShowingBooker"
      intro={wanted ?? 'Your properties, bookings and logs are behind your sign-in.'}
    >
      <title>Please login · ShowingBooker</title>
      <p className={styles.actions}>
        <ButtonLink href={`/login?next=${next}`}>Login</ButtonLink>
        <ButtonLink variant="secondary" href={`/register?next=${next}`}>
          Register
        </ButtonLink>
      </p>
    </Page>
  )
}
