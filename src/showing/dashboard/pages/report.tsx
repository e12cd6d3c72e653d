import { Form, Link, type LoaderFunctionArgs, useLoaderData, useLocation, useNavigation } from 'react-router'
import { ApiError, accountApiFor, bodyOf } from '../../../platform/api-client.ts'
import { formatNumber } from '../../../platform/language.ts'
import { formatMoney } from '../../../platform/money.ts'
import { AccountTime } from '../../../ui/account-time.tsx'
import { BarChart } from '../../../ui/bar-chart.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { capitalized, monthName, shortMonthName } from '../../../ui/date-names.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { ErrorSummary } from '../../../ui/error-summary.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Page } from '../../../ui/page.tsx'
import { rich } from '../../../ui/rich.ts'
import * as t from '../../text/dashboard.ts'
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

export const meta = () => [{ title: t.metaReport() }, { name: 'robots', content: 'noindex' }]

export default function ReportPage() {
  const { report, asked, issues, now } = useLoaderData<typeof loader>()
  const navigation = useNavigation()
  const { key } = useLocation()
  return (
    <Page width="wide" title={t.report()} intro={t.reportIntro()}>
      <section className={styles.choice} aria-label={t.reportMonths()}>
        <ErrorSummary title={t.pleaseCheck()} issues={issues} attempt={key} />
        <Form className={styles.form} method="get" action="/report">
          <MonthRange report={report} asked={asked} error={issues[0]?.message} />
          <Button type="submit" busy={navigation.location?.pathname === '/report'}>
            {t.show()}
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
    { name: t.thisMonth(), query: `from=${lastMonth}&to=${lastMonth}` },
    { name: t.thisYear(), query: `from=${year}-01&to=${lastMonth}` },
    { name: t.lastYear(), query: `from=${Number(year) - 1}-01&to=${Number(year) - 1}-12` },
    { name: t.last12Months(), query: '' },
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

function Figures({ report, now }: { report: Report; now: string }) {
  const { from, to, totals, months } = report
  const span = from === to ? monthName(from) : t.fromTo({ month: monthName(from), month2: monthName(to) })
  const places = {
    labels: months.map(({ month }) => shortMonthName(month)),
    names: months.map(({ month }) => monthName(month)),
  }
  return (
    <>
      <div className={styles.head}>
        <h2>{capitalized(span)}</h2>
        <div className={styles.actions}>
          <ButtonLink variant="secondary" href={`/api/showingbooker/report.csv?from=${from}&to=${to}`} download>
            <Icon name="download" />
            {t.csv()}
          </ButtonLink>
          <Button variant="secondary" onClick={() => window.print()}>
            <Icon name="print" />
            {t.print()}
          </Button>
        </div>
        <p className={styles.made}>{rich(t.madeOn({ at: () => <AccountTime key="at" at={now} /> }))}</p>
      </div>
      <StatCards
        cards={[
          {
            name: t.bookings(),
            value: formatNumber(totals.bookings),
            icon: 'calendar',
            detail: t.cancelledCount({ cancelled: formatNumber(totals.cancelled) }),
          },
          {
            name: t.feesCollected(),
            value: formatMoney(totals.revenue),
            icon: 'rent',
            detail: t.feesHow(),
          },
          {
            name: t.noticesSent(),
            value: formatNumber(totals.noticesSent),
            icon: 'mail',
            detail: t.notSentCount({ noticesNotSent: formatNumber(totals.noticesNotSent) }),
          },
          {
            name: t.responseTime(),
            value: totals.responseMinutes === null ? '–' : spanWords(totals.responseMinutes),
            icon: 'clock',
            detail: totals.responseMinutes === null ? t.noApprovals() : t.medianHow(),
          },
        ]}
      />
      {report.properties.length === 0 ? (
        <Card>
          <EmptyState icon="chart" title={t.noReportActivity()} />
        </Card>
      ) : (
        <>
          <div className={styles.charts}>
            <Card title={t.bookings()}>
              <BarChart
                caption={t.byBookingMonth()}
                {...places}
                series={[{ name: t.bookings(), values: months.map(({ bookings }) => bookings) }]}
              />
            </Card>
            <Card title={t.feesCollected()}>
              <BarChart
                caption={t.byPaymentMonth()}
                {...places}
                series={[{ name: t.feesCollected(), values: months.map(({ revenue }) => revenue) }]}
                format={formatMoney}
              />
            </Card>
          </div>
          <Card title={t.byMonth()}>
            <MonthTable months={months} totals={totals} />
          </Card>
          <Card title={t.byProperty()} intro={<span className={styles.hint}>{t.byPropertyHow()}</span>}>
            <PropertyTable report={report} />
          </Card>
          <p className={styles.notes}>{t.reportHow()}</p>
        </>
      )}
    </>
  )
}
