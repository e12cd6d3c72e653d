import { type LoaderFunctionArgs, Outlet, useLoaderData } from 'react-router'
import { apiFor } from '../../../platform/api-client.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Page } from '../../../ui/page.tsx'
import * as t from '../../text/booking.ts'
import { ExportLinks } from '../components/export-links.tsx'
import { ShowingFilter } from '../components/showing-filter.tsx'
import { ShowingList } from '../components/showing-list.tsx'
import {
  choiceOf,
  UPCOMING_DAYS,
  UPCOMING_SORTS,
  UPCOMING_STATUSES,
  upcomingQuery,
} from '../components/showing-views.tsx'
import { showingsOf, useShowings } from '../components/use-showings.tsx'

export async function loader({ context, url }: LoaderFunctionArgs) {
  const choice = choiceOf(url.searchParams, UPCOMING_STATUSES, UPCOMING_SORTS)
  const query = upcomingQuery(choice)
  return {
    choice,
    query,
    page: await showingsOf(apiFor(context), query).load(),
  }
}

export const headers = () => ({ 'Cache-Control': 'private, no-store' })
export const meta = () => [{ title: t.metaUpcoming() }, { name: 'robots', content: 'noindex' }]

export default function UpcomingPage() {
  const { choice, query, page } = useLoaderData<typeof loader>()
  const list = useShowings(page, query)
  const isFiltered = choice.q !== '' || choice.status !== ''
  return (
    <Page width="wide" title={t.upcomingTitle()} intro={t.upcomingIntro({ upcomingDays: UPCOMING_DAYS })}>
      <ShowingFilter action="/upcoming" choice={choice} statuses={UPCOMING_STATUSES} sorts={UPCOMING_SORTS} />
      <ExportLinks query={query} kinds={['csv', 'ics', 'pdf']} />
      <ShowingList
        list={list}
        detail="schedule"
        empty={
          <EmptyState icon="calendar" title={t.reportNoUpcoming()}>
            <p>{isFiltered ? t.nothingMatches() : t.newBookingsHere()}</p>
          </EmptyState>
        }
      />
      <Outlet />
    </Page>
  )
}
