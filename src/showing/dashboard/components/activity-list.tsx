import { Link } from 'react-router'
import { api } from '../../../platform/api-client.ts'
import { type ApiClient, listOf, type Page } from '../../../platform/api-list.ts'
import { AccountTime } from '../../../ui/account-time.tsx'
import { instantName } from '../../../ui/date-time.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon, type IconName } from '../../../ui/icon.tsx'
import { ShowMore } from '../../../ui/show-more.tsx'
import { usePages } from '../../../ui/use-pages.ts'
import { OPENED_HERE } from '../../booking/showing-link-domain.ts'
import * as t from '../../text/dashboard.ts'
import type { Activity } from '../contract.ts'
import { type ActivityKind, activityPath, activityWords, timeAgo } from '../domain.ts'
import styles from './activity-list.module.css'
import { useRunningTime } from './use-running-time.tsx'

const ICONS: Record<ActivityKind, IconName> = {
  property_added: 'plus',
  property_listed: 'eye',
  property_unlisted: 'lock',
  property_deleted: 'trash',
  booked: 'calendar',
  requested: 'help',
  approved: 'check',
  declined: 'close',
  moved: 'clock',
  completed: 'check',
  no_show: 'alert',
  cancelled: 'close',
  message_failed: 'alert',
}

export const activitiesOf = (client: ApiClient) =>
  listOf(client, '/api/showingbooker/activity', 'activities', { query: { limit: 10 } })

/** Lists what happened, newest first. @param now when the page was made, so that server and browser render the same */
export function ActivityList({ first, now }: { first: Page<Activity>; now: string }) {
  const { items, ...rest } = usePages(activitiesOf(api), first)
  const at = useRunningTime(now)
  if (items.length === 0) return <EmptyState icon="clock" title={t.noActivity()} />
  return (
    <>
      <ol className={styles.list}>
        {items.map((activity) => (
          <ActivityRow key={activity.id} activity={activity} now={at} />
        ))}
      </ol>
      <ShowMore {...rest} />
    </>
  )
}

function ActivityRow({ activity, now }: { activity: Activity; now: string }) {
  const { kind, at, time_zone, propertyAddress, booking_id, datetime, confirmation_number } = activity
  const ago = timeAgo(at, now)
  const showing = datetime && t.showingOn({ datetime: instantName(datetime, time_zone) })
  return (
    <li className={styles.row}>
      <span className={styles.icon} data-kind={kind}>
        <Icon name={ICONS[kind]} />
      </span>
      <div>
        <p className={styles.words}>
          {/* Only a showing opens over this page. */}
          <Link to={activityPath(activity)} state={OPENED_HERE} preventScrollReset={booking_id !== null}>
            {activityWords(activity)}
          </Link>
        </p>
        <p className={styles.where}>{propertyAddress}</p>
        {showing && <p className={styles.where}>{[showing, confirmation_number].filter(Boolean).join(' · ')}</p>}
      </div>
      <p className={styles.when}>
        {ago && <span className={styles.ago}>{ago}</span>}
        <AccountTime at={at} />
      </p>
    </li>
  )
}
