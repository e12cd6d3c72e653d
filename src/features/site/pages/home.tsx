import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ApiError, apiFor, cacheHeaders } from '../../../platform/api-client.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { Page } from '../../../ui/page.tsx'
import styles from './home.module.css'

const SAMPLE = 'sample-property'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const path = { slug: SAMPLE }
  const ownPath = new URL(request.url).pathname === '/' ? '/' : '/showingbooker'
  try {
    const sample = await apiFor(context).GET('/api/showingbooker/public/property/{slug}', { params: { path } })
    return data({ hasSample: true }, { headers: { ...cacheHeaders(sample), 'x-cache-path': ownPath } })
  } catch (error) {
    if (error instanceof ApiError) return data({ hasSample: false })
    throw error
  }
}

export const headers = ({ loaderHeaders }: { loaderHeaders: Headers }) => loaderHeaders

export const meta = () => [
  { title: 'ShowingBooker: private showings, booked in minutes' },
  {
    name: 'description',
    content:
      'Share one link. Buyers and renters choose a free time, pay a flat $25 and are confirmed at once. Agents and owners pay nothing.',
  },
]

const STEPS: { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'home',
    title: 'List properties',
    text: 'Add a home with its hours, its occupancy and how to get in. It has its own booking link at once.',
  },
  {
    icon: 'mail',
    title: 'Share booking links',
    text: 'Send the link to whoever asks. Visitors choose a free time and pay, without an account.',
  },
  {
    icon: 'clock',
    title: 'Automatic notifications',
    text: 'Agent, resident and visitor are told by text and email. Occupied homes get the notice to enter.',
  },
  {
    icon: 'calendar',
    title: 'Manage and track',
    text: 'Every visit, message and payment stands in a log that cannot be changed afterwards.',
  },
]

export default function HomePage() {
  const { hasSample } = useLoaderData<typeof loader>()
  return (
    <Page width="wide">
      <section className={styles.hero}>
        <h1>Private showings, booked in minutes</h1>
        <p>
          Share one link. Buyers and renters choose a free time, pay a flat $25 and are confirmed at once. No phone tag,
          no double bookings, everyone is told.
        </p>
        <div className={styles.actions}>
          {hasSample && (
            <ButtonLink size="large" href={`/showingbooker/book/${SAMPLE}`}>
              Book the sample home
            </ButtonLink>
          )}
          <ButtonLink size="large" variant={hasSample ? 'secondary' : 'primary'} href="/login">
            Sign in
          </ButtonLink>
        </div>
      </section>
      <section aria-labelledby="how" className={styles.how}>
        <h2 id="how">How it works</h2>
        <ol className={styles.steps}>
          {STEPS.map(({ icon, title, text }) => (
            <li key={title}>
              <span className={styles.icon}>
                <Icon name={icon} />
              </span>
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ol>
      </section>
      <div className={styles.prices}>
        <Card title="For visitors: $25 a showing">
          <p>One flat fee for a private visit of 30 minutes. You get it back if you cannot be let in.</p>
        </Card>
        <Card title="For agents and owners: free">
          <p>No subscription and no cost per booking. Links, notices and the log are part of it.</p>
        </Card>
      </div>
    </Page>
  )
}
