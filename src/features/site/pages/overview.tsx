import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ApiError, apiFor, bodyOf } from '../../../platform/api-client.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { instantName } from '../../../ui/date-time.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Page } from '../../../ui/page.tsx'
import styles from './overview.module.css'

export async function loader({ context }: LoaderFunctionArgs) {
  const api = apiFor(context)
  try {
    const [session, properties, bookings] = await Promise.all([
      api.GET('/api/auth/get-session'),
      api.GET('/api/showingbooker/properties', { params: { query: { limit: 20 } } }),
      api.GET('/api/showingbooker/bookings', { params: { query: { limit: 10 } } }),
    ])
    const account = { email: bodyOf(session)?.user.email ?? '' }
    return { account, properties: bodyOf(properties).properties, bookings: bodyOf(bookings).bookings }
  } catch (error) {
    if (error instanceof ApiError && error.status === 401) return data(null, { status: 401 })
    throw error
  }
}

export const headers = () => ({ 'Cache-Control': 'private, no-store' })
export const meta = () => [{ title: 'Overview · ShowingBooker' }, { name: 'robots', content: 'noindex' }]

export default function OverviewPage() {
  const overview = useLoaderData<typeof loader>()
  if (!overview) return <PleaseLogin />
  const { properties, bookings } = overview
  return (
    <Page width="wide" title="Overview" intro="Your properties with their booking links, and the latest bookings.">
      <Card title="Your Properties">
        {properties.length === 0 && <EmptyState icon="home" title="No properties yet" />}
        <ul className={styles.rows}>
          {properties.map(({ id, slug, full_address, status }) => (
            <li key={id}>
              <div>
                <p className={styles.name}>{full_address}</p>
                <p className={styles.meta}>{status === 'listed' ? 'Listed' : status}</p>
              </div>
              {status === 'listed' && (
                <a href={`/showingbooker/book/${slug}`}>
                  Booking page<span className="visually-hidden"> of {full_address}</span>
                </a>
              )}
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Latest bookings">
        {bookings.length === 0 && <EmptyState icon="calendar" title="No showings have been booked yet" />}
        <ul className={styles.rows}>
          {bookings.map((booking) => (
            <li key={booking.id}>
              <div>
                <p className={styles.name}>{instantName(booking.datetime, booking.time_zone)}</p>
                <p className={styles.meta}>
                  {booking.buyerName} · {booking.propertyAddress}
                </p>
              </div>
              <p className={styles.status} data-status={booking.status}>
                {booking.status.replace('_', '-')}
              </p>
            </li>
          ))}
        </ul>
      </Card>
    </Page>
  )
}

function PleaseLogin() {
  return (
    <Page
      title="Please Login to Access ShowingBooker"
      intro="Your properties, bookings and logs are behind your sign-in."
    >
      <p>
        <ButtonLink href="/login?next=%2Foverview">Login</ButtonLink>
      </p>
    </Page>
  )
}
