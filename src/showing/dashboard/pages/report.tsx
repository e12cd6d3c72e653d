import { Form, Link, type LoaderFunctionArgs, useLoaderData, useNavigation } from 'react-router'
import { ApiError, accountApiFor, bodyOf } from '../../../platform/api-client.ts'
import { formatMoney } from '../../../platform/money.ts'
import { AccountTime } from '../../../ui/account-time.tsx'
import { BarChart } from '../../../ui/bar-chart.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { monthName, shortMonthName } from '../../../ui/date-time.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Page } from '../../../ui/page.tsx'
import { MonthTable, PropertyTable } from '../components/figures-table.tsx'
import { MonthRange } from '../components/month-range.tsx'
import { StatCards } from '../components/stat-card.tsx'
import type { Report } from '../contract.ts'
import { spanWords } from '../domain.ts'
import styles from './report.module.css'

type Asked = { from?: string; to?: string }

export async function loader({ context, url }: LoaderFunctionArgs) {
  const api = accountApiFor(context)
  const { searchParams } = url
  const asked: Asked = { from: searchParams.get('from') ?? undefined, to: searchParams.get('to') ?? undefined }
  const load = async (query: Asked) => bodyOf(await api.GET('/api/showingbooker/report', { params: { query } }))
  const now = new Date().toISOString()
  try {
    return { report: await load(asked), asked, issues: [], now }
  } catch (error) {
    if (!(error instanceof ApiError) || error.status !== 400) throw error
    return { report: await load({}), asked, issues: error.issues, now }
  }
}

export const headers = () => ({ 'Cache-Control': 'private, no-store' })
export const meta = () => [{ title: 'Report · ShowingBooker' }, { name: 'robots', content: 'noindex' }]

export default function ReportPage() {
  const { report, asked, issues, now } = useLoaderData<typeof loader>()
  const navigation = useNavigation()
  return (
    <Page width="wide" title="Report" intro="Bookings, money, notices and response times; demo data left out.">
      <section className={styles.choice} aria-label="Months of the report">
        <ErrorSummary title="Please check the following" issues={issues} />
        <Form className={styles.form} method="get" action="/report">
          <MonthRange report={report} asked={asked} error={issues[0]?.message} />
          <Button type="submit" busy={navigation.location?.pathname === '/report'}>
            Show
          </Button>
        </Form>
        <Shortcuts lastMonth={report.lastMonth} />
      </section>
      {issues.length === 0 && <Figures report={report} now={now} />}
    </Page>
  )
}

function Shortcuts({ lastMonth }: { lastMonth: string }) {
  const year = lastMonth.slice(0, 4)
  const ranges = [
    { name: 'This month', query: `from=${lastMonth}&to=${lastMonth}` },
    { name: 'This year', query: `from=${year}-01&to=${lastMonth}` },
    { name: 'Last year', query: `from=${Number(year) - 1}-01&to=${Number(year) - 1}-12` },
    { name: 'Last 12 months', query: '' },
  ]
  return (
    <ul className={styles.shortcuts}>
      {ranges.map(({ name, query }) => (
        <li key={name}>
          <Link to={`/report${query && `?${query}`}`}>{name}</Link>
        </li>
      ))}
    </ul>
  )
}

const plain = (value: number) => value.toLocaleString('en-US')

function Figures({ report, now }: { report: Report; now: string }) {
  const { from, to, totals, months } = report
  const span = from === to ? monthName(from) : `${monthName(from)} to ${monthName(to)}`
  const places = {
    labels: months.map(({ month }) => shortMonthName(month)),
    names: months.map(({ month }) => monthName(month)),
  }
  return (
    <>
      <div className={styles.head}>
        <h2>{span}</h2>
        <div className={styles.actions}>
          <ButtonLink variant="secondary" href={`/api/showingbooker/report.csv?from=${from}&to=${to}`} download>
            <Icon name="download" />
            CSV
          </ButtonLink>
          <Button variant="secondary" onClick={() => window.print()}>
            <Icon name="print" />
            Print
          </Button>
        </div>
        <p className={styles.made}>
          Made on <AccountTime at={now} />
        </p>
      </div>
      <StatCards
        cards={[
          {
            name: 'Bookings',
            value: plain(totals.bookings),
            icon: 'calendar',
            detail: `${plain(totals.cancelled)} cancelled`,
          },
          {
            name: 'Fees collected',
            value: formatMoney(totals.revenue),
            icon: 'rent',
            detail: 'Paid by buyers, minus refunds',
          },
          {
            name: 'Notices sent',
            value: plain(totals.noticesSent),
            icon: 'mail',
            detail: `${plain(totals.noticesNotSent)} not sent`,
          },
          {
            name: 'Response time',
            value: totals.responseMinutes === null ? '–' : spanWords(totals.responseMinutes),
            icon: 'clock',
            detail:
              totals.responseMinutes === null
                ? 'No showing waited for your answer'
                : 'Half of your answers were quicker',
          },
        ]}
      />
      {report.properties.length === 0 ? (
        <Card>
          <EmptyState icon="chart" title="Nothing happened in these months" />
        </Card>
      ) : (
        <>
          <div className={styles.charts}>
            <Card title="Bookings">
              <BarChart
                caption="By the month of booking"
                {...places}
                series={[{ name: 'Bookings', values: months.map(({ bookings }) => bookings) }]}
              />
            </Card>
            <Card title="Fees collected">
              <BarChart
                caption="By the month of payment"
                {...places}
                series={[{ name: 'Fees collected', values: months.map(({ revenue }) => revenue) }]}
                format={formatMoney}
              />
            </Card>
          </div>
          <Card title="By month">
            <MonthTable months={months} totals={totals} />
          </Card>
          <Card
            title="By property"
            intro={<span className={styles.hint}>Most bookings first. Open a property to see its months.</span>}
          >
            <PropertyTable report={report} />
          </Card>
          <p className={styles.notes}>
            A booking counts in the month in which it was made, even if it was cancelled later. Money counts in the
            month in which it was paid or refunded, a notice in the month in which it was sent, and a response time in
            the month of your answer. Months follow each property's own time zone.
          </p>
        </>
      )}
    </>
  )
}
