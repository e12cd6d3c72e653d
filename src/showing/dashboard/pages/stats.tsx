import { Link, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { accountApiFor, bodyOf } from '../../../platform/api-client.ts'
import { formatNumber } from '../../../platform/language.ts'
import { Badge } from '../../../ui/badge.tsx'
import { BarChart } from '../../../ui/bar-chart.tsx'
import { Card } from '../../../ui/card.tsx'
import { monthName, shortMonthName } from '../../../ui/date-names.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Page } from '../../../ui/page.tsx'
import { rich } from '../../../ui/rich.ts'
import * as t from '../../text/dashboard.ts'
import { StatCards } from '../components/stat-card.tsx'
import type { Stats } from '../contract.ts'
import { ESTIMATED_REVENUE_CENTS } from '../domain.ts'
import styles from './stats.module.css'

export async function loader({ context }: LoaderFunctionArgs) {
  return bodyOf(await accountApiFor(context).GET('/api/showingbooker/stats'))
}

export const meta = () => [{ title: t.metaStats() }, { name: 'robots', content: 'noindex' }]

const places = (months: { month: string }[]) => ({
  labels: months.map(({ month }) => shortMonthName(month)),
  names: months.map(({ month }) => monthName(month)),
})
const orDash = (value: number | null, write: (value: number) => string) => (value === null ? '–' : write(value))
const dollars = (cents: number) => `$${formatNumber(Math.round(cents / 100))}`

export default function StatsPage() {
  const stats = useLoaderData<typeof loader>()
  const { months } = stats
  const span = t.fromTo({ month: monthName(months[0]?.month ?? ''), month2: monthName(months.at(-1)?.month ?? '') })
  const hasData = stats.bookings > 0 || stats.views > 0
  return (
    <Page
      width="wide"
      title={t.stats()}
      intro={rich(t.statsIntro({ link: (inner) => <Link to="/report">{inner}</Link> }))}
    >
      <StatCards
        cards={[
          { name: t.totalProperties(), value: formatNumber(stats.properties), icon: 'home' },
          { name: t.totalBookings(), value: formatNumber(stats.bookings), icon: 'calendar' },
          { name: t.totalViews(), value: formatNumber(stats.views), icon: 'eye' },
          {
            name: t.conversionRate(),
            value: orDash(stats.conversionRate, (rate) => `${rate.toFixed(1)}%`),
            icon: 'chart',
            detail: t.per100Views(),
          },
          {
            name: t.averageBookings(),
            value: orDash(stats.averageBookings, (average) => average.toFixed(1)),
            icon: 'list',
            detail: t.perProperty(),
          },
          {
            name: t.estimatedRevenue(),
            value: dollars(stats.estimatedRevenue),
            icon: 'rent',
            detail: t.estimatedHow({ each: dollars(ESTIMATED_REVENUE_CENTS) }),
          },
        ]}
      />
      {hasData ? (
        <>
          <TopProperties stats={stats} />
          <div className={styles.charts}>
            <Card title={t.bookingsOverTime()}>
              <BarChart
                caption={t.bookingsByMonth({ span })}
                {...places(months)}
                series={[{ name: t.bookings(), values: months.map(({ bookings }) => bookings) }]}
              />
            </Card>
            <Card title={t.viewsOverTime()}>
              <BarChart
                caption={t.viewsByMonth({ span })}
                {...places(months)}
                series={[{ name: t.views(), values: months.map(({ views }) => views) }]}
              />
            </Card>
          </div>
        </>
      ) : (
        <Card>
          <EmptyState icon="chart" title={t.noDataYet()}>
            <p>{t.noDataHow()}</p>
          </EmptyState>
        </Card>
      )}
    </Page>
  )
}

function TopProperties({ stats: { topProperties } }: { stats: Stats }) {
  if (topProperties.length === 0) return null
  return (
    <Card title={t.topProperties()}>
      <ol className={styles.top}>
        {topProperties.map(({ rank, property_id, address, bookings, status, city }) => (
          <li key={property_id} className={styles.home}>
            <span className={styles.rank}>{rank}</span>
            <div className={styles.address}>
              <p>
                <Link to={`/properties/${property_id}/bookings`}>{address}</Link>
              </p>
              <p className={styles.city}>{city}</p>
            </div>
            <Badge tone={status === 'listed' ? 'good' : 'plain'}>{t.status({ status })}</Badge>
            <p className={styles.count}>
              {rich(
                t.bookingCount({
                  count: bookings,
                  number: formatNumber(bookings),
                  b: (inner) => <strong key="b">{inner}</strong>,
                }),
              )}
            </p>
          </li>
        ))}
      </ol>
    </Card>
  )
}
