import { useEffect, useRef } from 'react'
import { Link, type LoaderFunctionArgs, Outlet, useLoaderData, useMatch, useRouteLoaderData } from 'react-router'
import { accountApiFor, bodyOf } from '../../../platform/api-client.ts'
import { formatNumber } from '../../../platform/language.ts'
import { Card } from '../../../ui/card.tsx'
import { Fold, foldOf } from '../../../ui/fold.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { Page } from '../../../ui/page.tsx'
import * as t from '../../text/dashboard.ts'
import { isDayFree } from '../agenda-domain.ts'
import { ActivityList, activitiesOf } from '../components/activity-list.tsx'
import { ConfirmEmail } from '../components/confirm-email.tsx'
import { FirstSteps } from '../components/first-steps.tsx'
import { focusCount, NeedsYou } from '../components/needs-you.tsx'
import { StatCards } from '../components/stat-card.tsx'
import { NextStop, Today } from '../components/today.tsx'
import { useRunningTime } from '../components/use-running-time.tsx'
import styles from './overview.module.css'

const REST = 'overview_rest'

export async function loader({ context, request }: LoaderFunctionArgs) {
  const api = accountApiFor(context)
  const [stats, agenda, activity] = await Promise.all([
    api.GET('/api/showingbooker/dashboard'),
    api.GET('/api/showingbooker/agenda'),
    activitiesOf(api).load(),
  ])
  const agendaNow = bodyOf(agenda)
  const isRestOpen = foldOf(request.headers.get('cookie'), REST) ?? isDayFree(agendaNow)
  return { stats: bodyOf(stats), agenda: agendaNow, activity, isRestOpen, now: new Date().toISOString() }
}

export const meta = () => [{ title: t.metaOverview() }, { name: 'robots', content: 'noindex' }]

const ACTIONS: { name: () => string; to: string; icon: IconName }[] = [
  { name: t.addProperty, to: '/add', icon: 'plus' },
  { name: t.viewProperties, to: '/properties', icon: 'list' },
  { name: t.calendarView, to: '/calendar', icon: 'calendar' },
  { name: t.generateQr, to: '/properties', icon: 'qr' },
  { name: t.viewReports, to: '/report', icon: 'chart' },
  { name: t.helpAndSupport, to: '/support', icon: 'help' },
]

type Frame = { account: { email: string; emailVerified: boolean } | null }

export default function OverviewPage() {
  const { stats, agenda: loaded, activity, isRestOpen, now: made } = useLoaderData<typeof loader>()
  const now = useRunningTime(made)
  const agenda = {
    ...loaded,
    today: loaded.today.filter(({ showing }) => Date.parse(showing.endsAt) > Date.parse(now)),
  }
  const account = (useRouteLoaderData('showing/dashboard/pages/dashboard') as Frame | undefined)?.account
  // The outlet has a dialog or the studio. A dialog must be outside the folded part; the studio is inside it.
  const hasDialog = !useMatch('/overview')
  useFocusAfter(hasDialog)
  // If there are tasks, they come before the remaining setup, and higher on the page.
  const isFree = isDayFree(agenda)
  const setUp = (
    <>
      {account && !account.emailVerified && <ConfirmEmail email={account.email} isShort={!isFree} />}
      <FirstSteps steps={agenda.steps} />
    </>
  )
  return (
    <Page width="wide" isList={!isFree} title={t.overview()} intro={isFree && t.overviewIntro()}>
      {isFree && setUp}
      <NextStop agenda={agenda} now={now} />
      <div className={styles.due}>
        <NeedsYou agenda={agenda} made={made} now={now} />
        <Today agenda={agenda} now={now} />
      </div>
      {!isFree && setUp}
      <Fold name={REST} title={t.overviewRest()} isOpen={isRestOpen}>
        <StatCards
          cards={[
            { name: t.activeProperties(), value: formatNumber(stats.properties), icon: 'home', to: '/properties' },
            { name: t.totalShowings(), value: formatNumber(stats.totalBookings), icon: 'clock', to: '/upcoming' },
            { name: t.hoursSaved(), value: `${formatNumber(stats.hoursSaved)}+`, icon: 'bolt', to: '/stats' },
            { name: t.thisMonthTitle(), value: formatNumber(stats.monthlyBookings), icon: 'calendar', to: '/calendar' },
          ]}
        />
        <Card title={t.quickActions()}>
          <ul className={styles.actions}>
            {ACTIONS.map(({ name, to, icon }) => (
              <li key={name()}>
                <Link className={styles.action} to={to} prefetch="intent">
                  <Icon name={icon} />
                  {name()}
                </Link>
              </li>
            ))}
          </ul>
        </Card>
        <Card title={t.recentActivity()}>
          <ActivityList first={activity} now={made} />
        </Card>
        {!hasDialog && <Outlet />}
      </Fold>
      {hasDialog && <Outlet />}
    </Page>
  )
}

/**
 * Focuses the count when a dialog closes and its link is gone, because its task is done. Otherwise, the link gets the
 * focus.
 */
function useFocusAfter(hasDialog: boolean) {
  const hadDialog = useRef(hasDialog)
  useEffect(() => {
    if (hadDialog.current && !hasDialog && document.activeElement === document.body) focusCount()
    hadDialog.current = hasDialog
  }, [hasDialog])
}
