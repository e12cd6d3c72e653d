import { Link, type LoaderFunctionArgs, Outlet, type ShouldRevalidateFunctionArgs, useLoaderData } from 'react-router'
import { apiFor, bodyOf } from '../../../platform/api-client.ts'
import { isCalendarDate } from '../../../platform/calendar-date.ts'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { capitalized } from '../../../ui/date-names.ts'
import { dayName, keepTime } from '../../../ui/date-time.ts'
import { Icon } from '../../../ui/icon.tsx'
import { Page } from '../../../ui/page.tsx'
import phoneHidden from '../../../ui/phone-hidden.module.css'
import { showToast } from '../../../ui/toast.tsx'
import * as t from '../../text/calendar.ts'
import { FeedBox } from '../components/feed-box.tsx'
import { ImportHelp } from '../components/import-help.tsx'
import { WeekGrid } from '../components/week-grid.tsx'
import { WeekView } from '../components/week-view.tsx'
import type { CalendarWeeks } from '../contract.ts'
import styles from './calendar.module.css'

const DAYS_OF_WEEK = 7

export async function loader({ context, url }: LoaderFunctionArgs) {
  const wanted = url.searchParams.get('start') ?? ''
  // If someone edited the URL and its date is invalid, we open today's calendar.
  const start = /^(19[7-9]|2[01]\d)/.test(wanted) && isCalendarDate(wanted) ? wanted : undefined
  const api = apiFor(context)
  if (url.searchParams.get('view') === 'week') {
    const week = await api.GET('/api/showingbooker/calendar/week', { params: { query: { start } } })
    return { week: bodyOf(week) }
  }
  const [weeks, feed] = await Promise.all([
    api.GET('/api/showingbooker/calendar', { params: { query: { start } } }),
    api.GET('/api/showingbooker/calendar-feed'),
  ])
  return { weeks: bodyOf(weeks), feedUrl: bodyOf(feed).url }
}

/** Does not reload when a dialog opens or closes over the calendar. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname && currentUrl.search === nextUrl.search ? false : defaultShouldRevalidate

export const meta = () => [{ title: t.metaTitle() }, { name: 'robots', content: 'noindex' }]

export default function CalendarPage() {
  const shown = useLoaderData<typeof loader>()
  const { week } = shown
  return (
    <Page width="wide" title={t.calendarTitle()} intro={week ? t.weekIntro() : t.calendarIntro()}>
      <nav className={styles.views} aria-label={t.view()}>
        <Link to="/calendar" preventScrollReset aria-current={week ? undefined : 'page'}>
          {t.fourWeeks()}
        </Link>
        <Link to="?view=week" preventScrollReset aria-current={week ? 'page' : undefined}>
          {t.oneWeek()}
        </Link>
      </nav>
      {week ? <WeekView week={week} /> : <FourWeeks weeks={shown.weeks} feedUrl={shown.feedUrl} />}
      <Outlet />
    </Page>
  )
}

function FourWeeks({ weeks, feedUrl }: { weeks: CalendarWeeks; feedUrl: string }) {
  const { start, end, today, thisWeek, days } = weeks
  const count = days.reduce((sum, day) => sum + day.count, 0)
  const rows = Array.from({ length: days.length / DAYS_OF_WEEK }, (_, row) =>
    days.slice(row * DAYS_OF_WEEK, (row + 1) * DAYS_OF_WEEK),
  )
  return (
    <>
      <div className={styles.bar}>
        <nav className={styles.nav} aria-label={t.weeks()}>
          <Link to={`?start=${weeks.previous}`} preventScrollReset className={styles.step}>
            <Icon name="chevron-left" />
            <span className={phoneHidden.words}>{t.previousWeeks()}</span>
          </Link>
          <Link to="/calendar" preventScrollReset className={styles.step}>
            {t.today()}
          </Link>
          <Link to={`?start=${weeks.next}`} preventScrollReset className={styles.step}>
            <span className={phoneHidden.words}>{t.nextWeeks()}</span>
            <Icon name="chevron-right" />
          </Link>
        </nav>
        {weeks.hasShowings ? (
          <ButtonLink variant="secondary" href="/api/showingbooker/bookings.ics" download>
            <Icon name="download" />
            {t.exportAll()}
          </ButtonLink>
        ) : (
          <Button variant="secondary" onClick={() => showToast({ kind: 'info', text: t.nothingToExport() })}>
            <Icon name="download" />
            {t.exportAll()}
          </Button>
        )}
      </div>
      <p className={styles.range} role="status">
        <strong>
          {keepTime(capitalized(dayName(start).long))} – {keepTime(dayName(end).full)}
        </strong>{' '}
        {t.showingCount({ count })}
        {start > thisWeek && today < start && (
          <>
            {' · '}
            <Link to={`?start=${thisWeek}`} preventScrollReset>
              {t.thisWeekToo()}
            </Link>
          </>
        )}
      </p>
      <div className={styles.weeks}>
        {rows.map((row) => (
          <WeekGrid key={row[0]?.date} days={row} today={today} />
        ))}
      </div>
      <div className={styles.boxes}>
        <ImportHelp />
        <FeedBox url={feedUrl} />
      </div>
    </>
  )
}
