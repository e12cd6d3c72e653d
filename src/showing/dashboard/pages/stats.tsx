import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { accountApiFor, bodyOf } from '../../../platform/api-client.ts'
import { Badge } from '../../../ui/badge.tsx'
import { BarChart } from '../../../ui/bar-chart.tsx'
import { Card } from '../../../ui/card.tsx'
import { monthName, shortMonthName } from '../../../ui/date-time.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { StatCards } from '../components/stat-card.tsx'
import type { Stats } from '../contract.ts'
import styles from './stats.module.css'

export async function loader({ context }: LoaderFunctionArgs) {
  return bodyOf(await accountApiFor(context).GET('/api/showingbooker/stats'))
}

export const headers = () => ({ 'Cache-Control': 'private, no-store' })
export const meta = () => [{ title: 'Stats · ShowingBooker' }, { name: 'robots', content: 'noindex' }]

const places = (months: { month: string }[]) => ({
  labels: months.map(({ month }) => shortMonthName(month)),
  names: months.map(({ month }) => monthName(month)),
})
const plain = (value: number) => value.toLocaleString('en-US')
const orDash = (value: number | null, write: (value: number) => string) => (value === null ? '–' : write(value))
const dollars = (cents: number) => `$${plain(Math.round(cents / 100))}`

export default function StatsPage() {
  const stats = useLoaderData<typeof loader>()
  const { months } = stats
  const span = `${monthName(months[0]?.month ?? '')} to ${monthName(months.at(-1)?.month ?? '')}`
  const hasData = stats.bookings > 0 || stats.views > 0
  return (
    <Page
      width="wide"
      title="Stats"
      intro={
        <>
          All your homes together, demo data left out. Money, notices and response times are in the{' '}
          <Link to="/report">report</Link>.
        </>
      }
    >
      <StatCards
        cards={[
          { name: 'Total Properties', value: plain(stats.properties), icon: 'home' },
          { name: 'Total Bookings', value: plain(stats.bookings), icon: 'calendar' },
          { name: 'Total Views', value: plain(stats.views), icon: 'eye' },
          {
            name: 'Conversion Rate',
            value: orDash(stats.conversionRate, (rate) => `${rate.toFixed(1)}%`),
            icon: 'chart',
            detail: 'Bookings per 100 views',
          },
          {
            name: 'Average Bookings',
            value: orDash(stats.averageBookings, (average) => average.toFixed(1)),
            icon: 'list',
            detail: 'Per property',
          },
          {
            name: 'Estimated Revenue',
            value: dollars(stats.estimatedRevenue),
            icon: 'rent',
            detail: `${stats.estimatedRevenueFormula}, not money received. The report has the fees collected.`,
          },
        ]}
      />
      {hasData ? (
        <>
          <TopProperties stats={stats} />
          <div className={styles.charts}>
            <Card title="Bookings over time">
              <BarChart
                caption={`Bookings by month, ${span}`}
                {...places(months)}
                series={[{ name: 'Bookings', values: months.map(({ bookings }) => bookings) }]}
              />
            </Card>
            <Card title="Views over time">
              <BarChart
                caption={`Views by month, ${span}`}
                {...places(months)}
                series={[{ name: 'Views', values: months.map(({ views }) => views) }]}
              />
            </Card>
          </div>
        </>
      ) : (
        <Card>
          <EmptyState icon="chart" title="No Data Yet">
            <p>Share a booking link: its views and bookings will be counted here.</p>
          </EmptyState>
        </Card>
      )}
    </Page>
  )
}

function TopProperties({ stats: { topProperties } }: { stats: Stats }) {
  if (topProperties.length === 0) return null
  return (
    <Card title="Top Properties by Bookings">
      <ol className={styles.top}>
        {topProperties.map(({ rank, property_id, address, bookings, status, city }) => (
          <li key={property_id} className={styles.home}>
            <span className={styles.rank}>{rank}</span>
            <div className={styles.address}>
              <p>{address}</p>
              <p className={styles.city}>{city}</p>
            </div>
            <Badge tone={status === 'listed' ? 'good' : 'plain'}>{status[0]?.toUpperCase() + status.slice(1)}</Badge>
            <p className={styles.count}>
              <strong>{plain(bookings)}</strong> {bookings === 1 ? 'booking' : 'bookings'}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
