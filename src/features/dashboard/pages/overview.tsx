import { type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { accountApiFor, bodyOf } from '../../../platform/api-client.ts'
import { Card } from '../../../ui/card.tsx'
import { instantName } from '../../../ui/date-time.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Page } from '../../../ui/page.tsx'
import styles from './overview.module.css'

export async function loader({ context }: LoaderFunctionArgs) {
  const api = accountApiFor(context)
  const [properties, bookings] = await Promise.all([
    api.GET('/api/showingbooker/properties', { params: { query: { limit: 20 } } }),
    api.GET('/api/showingbooker/bookings', { params: { query: { limit: 10 } } }),
  ])
  return { properties: bodyOf(properties).properties, bookings: bodyOf(bookings).bookings }
}

export const headers = () => ({ 'Cache-Control': 'private, no-store' })
export const meta = () => [{ title: 'Overview · ShowingBooker' }, { name: 'robots', content: 'noindex' }]

export default function OverviewPage() {
  const { properties, bookings } = useLoaderData<typeof loader>()
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
