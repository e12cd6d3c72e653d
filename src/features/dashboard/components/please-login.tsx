import { useLocation } from 'react-router'
import { ButtonLink } from '../../../ui/button.tsx'
import { Page } from '../../../ui/page.tsx'
import styles from './please-login.module.css'
import { useSessionSync } from './use-session-sync.tsx'

/** In the place of every page of the dashboard, for whoever is not signed in. */
export function PleaseLogin() {
  const { pathname, search } = useLocation()
  const next = encodeURIComponent(pathname + search)
  useSessionSync(null)
  return (
    <Page
      title="Please Login to Access ShowingBooker"
      intro="Your properties, bookings and logs are behind your sign-in."
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
