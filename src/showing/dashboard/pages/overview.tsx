import { Link, type LoaderFunctionArgs, Outlet, useLoaderData, useRouteLoaderData } from 'react-router'
import { accountApiFor, bodyOf } from '../../../platform/api-client.ts'
import { Card } from '../../../ui/card.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { Page } from '../../../ui/page.tsx'
import { ActivityList, activitiesOf } from '../components/activity-list.tsx'
import { ConfirmEmail } from '../components/confirm-email.tsx'
import { StatCards } from '../components/stat-card.tsx'
import styles from './overview.module.css'

export async function loader({ context }: LoaderFunctionArgs) {
  const api = accountApiFor(context)
  const [stats, activity] = await Promise.all([api.GET('/api/showingbooker/dashboard'), activitiesOf(api).load()])
  return { stats: bodyOf(stats), activity, now: new Date().toISOString() }
}

export const headers = () => ({ 'Cache-Control': 'private, no-store' })
export const meta = () => [{ title: 'Overview · ShowingBooker' }, { name: 'robots', content: 'noindex' }]

const ACTIONS: { name: string; to: string; icon: IconName }[] = [
  { name: 'Add Property', to: '/add', icon: 'plus' },
  { name: 'View Properties', to: '/properties', icon: 'list' },
  { name: 'Calendar View', to: '/calendar', icon: 'calendar' },
  { name: 'Generate QR Code', to: '/properties', icon: 'qr' },
  { name: 'View Reports', to: '/report', icon: 'chart' },
  { name: 'Help & Support', to: '/support', icon: 'help' },
]

type Frame = { account: { email: string; emailVerified: boolean } | null }

const plain = (value: number) => value.toLocaleString('en-US')

export default function OverviewPage() {
  const { stats, activity, now } = useLoaderData<typeof loader>()
  const account = (useRouteLoaderData('showing/dashboard/pages/dashboard') as Frame | undefined)?.account
  return (
    <Page width="wide" title="Overview" intro="Your homes and showings at a glance.">
      {account && !account.emailVerified && <ConfirmEmail email={account.email} />}
      <StatCards
        cards={[
          { name: 'Active Properties', value: plain(stats.properties), icon: 'home', to: '/properties' },
          { name: 'Total Showings', value: plain(stats.totalBookings), icon: 'clock', to: '/upcoming' },
          { name: 'Hours Saved', value: `${plain(stats.hoursSaved)}+`, icon: 'bolt', to: '/stats' },
          { name: 'This Month', value: plain(stats.monthlyBookings), icon: 'calendar', to: '/calendar' },
        ]}
      />
      <Card title="Quick Actions">
        <ul className={styles.actions}>
          {ACTIONS.map(({ name, to, icon }) => (
            <li key={name}>
              <Link className={styles.action} to={to} prefetch="intent">
                <Icon name={icon} />
                {name}
              </Link>
            </li>
          ))}
        </ul>
      </Card>
      <Card title="Recent Activity">
        <ActivityList first={activity} now={now} />
      </Card>
      <Outlet />
    </Page>
  )
}
