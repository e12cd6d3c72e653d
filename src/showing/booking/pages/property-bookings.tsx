import { data, Link, type LoaderFunctionArgs, useLoaderData, useLocation, useNavigate } from 'react-router'
import { accountApiFor, bodyOf } from '../../../platform/api-client.ts'
import { Dialog } from '../../../ui/dialog.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Toasts } from '../../../ui/toast.tsx'
import * as t from '../../text/booking.ts'
import { DirectionsLink } from '../components/directions-link.tsx'
import { ExportLinks } from '../components/export-links.tsx'
import { ShowingList } from '../components/showing-list.tsx'
import { showingsOf, useShowings } from '../components/use-showings.tsx'
import type { ShowingQuery } from '../showing-view-domain.ts'
import styles from './property-bookings.module.css'

const SEGMENTS = {
  upcoming: { name: t.upcoming, empty: t.noUpcomingBookings },
  completed: { name: t.completedTab, empty: t.reportNoCompleted },
  all: { name: t.allBookings, empty: t.noBookingsYet },
} as const
type Segment = keyof typeof SEGMENTS

const queryOf = (segment: Segment, property_id: string): ShowingQuery => {
  if (segment === 'all') return { property_id, sort: '-date' }
  return segment === 'upcoming'
    ? { property_id, when: 'upcoming', status: 'pending,confirmed', sort: 'date' }
    : // A showing counts as completed only some time after its end.
      { property_id, when: 'past', status: 'confirmed,completed,no_show', sort: '-date' }
}

export async function loader({ context, params }: LoaderFunctionArgs) {
  const { id = '', segment = 'upcoming' } = params
  if (!Object.hasOwn(SEGMENTS, segment)) throw data(null, { status: 404 })
  const query = queryOf(segment as Segment, id)
  const api = accountApiFor(context)
  const [property, page] = await Promise.all([
    api.GET('/api/showingbooker/properties/{id}', { params: { path: { id } } }),
    showingsOf(api, query).load(),
  ])
  return { id, segment: segment as Segment, query, address: bodyOf(property).full_address, page }
}

export const meta = () => [{ title: t.metaBookings() }, { name: 'robots', content: 'noindex' }]

/** Shows the showings of one property over the list of properties. */
export default function PropertyBookingsDialog() {
  const { id, segment, query, address, page } = useLoaderData<typeof loader>()
  const navigate = useNavigate()
  const { search } = useLocation()
  const list = useShowings(page, query)
  return (
    <Dialog
      wide
      title={t.bookings()}
      onClose={() => void navigate({ pathname: '/properties', search }, { preventScrollReset: true })}
    >
      <div className={styles.body}>
        <p className={styles.address}>
          {address} <DirectionsLink address={address} />
        </p>
        <div className={styles.bar}>
          <nav className={styles.segments} aria-label={t.whichBookings()}>
            {(Object.keys(SEGMENTS) as Segment[]).map((one) => (
              <Link
                key={one}
                to={{ pathname: `/properties/${id}/bookings/${one}`, search }}
                replace
                preventScrollReset
                aria-current={one === segment ? 'page' : undefined}
              >
                {SEGMENTS[one].name()}
              </Link>
            ))}
          </nav>
          <ExportLinks query={query} kinds={['csv']} />
        </div>
        <ShowingList
          list={list}
          isOfOneProperty
          detail={segment === 'upcoming' ? 'schedule' : 'compliance'}
          empty={<EmptyState icon="calendar" title={SEGMENTS[segment].empty()} />}
        />
      </div>
      {/* No one can reach anything outside an open dialog, so it needs its own toasts. */}
      <Toasts />
    </Dialog>
  )
}
