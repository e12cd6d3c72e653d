import { type LoaderFunctionArgs, Outlet, useLinkClickHandler, useLoaderData, useLocation } from 'react-router'
import { apiFor, bodyOf } from '../../../platform/api-client.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Page } from '../../../ui/page.tsx'
import * as t from '../../text/booking.ts'
import { ListLinks } from '../components/export-links.tsx'
import { NothingMatches } from '../components/nothing-matches.tsx'
import { PayLinks } from '../components/pay-links.tsx'
import { ShowingFilter } from '../components/showing-filter.tsx'
import { ShowingList } from '../components/showing-list.tsx'
import { firstShowings, propertyChoices, useShowings } from '../components/use-showings.tsx'
import {
  choiceOf,
  isNarrowed,
  UPCOMING_DAYS,
  UPCOMING_SORTS,
  UPCOMING_STATUSES,
  upcomingQuery,
} from '../showing-view-domain.ts'

export async function loader({ context, url }: LoaderFunctionArgs) {
  const choice = choiceOf(url.searchParams, UPCOMING_STATUSES, UPCOMING_SORTS)
  const query = upcomingQuery(choice)
  const api = apiFor(context)
  const [properties, first, links] = await Promise.all([
    propertyChoices(api),
    firstShowings(api, query),
    api.GET('/api/showingbooker/pay-links'),
  ])
  return { choice, query, properties, ...first, payLinks: bodyOf(links).payLinks }
}

export const meta = () => [{ title: t.metaUpcoming() }, { name: 'robots', content: 'noindex' }]

export default function UpcomingPage() {
  const { choice, query, properties, page, issues, payLinks } = useLoaderData<typeof loader>()
  const list = useShowings(page, query)
  return (
    <Page
      width="wide"
      isList
      title={t.upcomingTitle()}
      intro={query.days ? t.upcomingIntro({ days: UPCOMING_DAYS }) : t.localTimes()}
      action={<BookByHandLink />}
    >
      <PayLinks payLinks={payLinks} />
      <ShowingFilter
        action="/upcoming"
        choice={choice}
        properties={properties}
        statuses={UPCOMING_STATUSES}
        sorts={UPCOMING_SORTS}
        issues={issues}
      />
      <ShowingList
        list={list}
        detail="schedule"
        links={<ListLinks isFaulty={issues.length > 0} query={query} kinds={['csv', 'ics', 'pdf']} />}
        empty={
          <EmptyState icon="calendar" title={t.reportNoUpcoming()}>
            {isNarrowed(choice) ? (
              <NothingMatches all="/upcoming" />
            ) : (
              <p>{t.newBookingsHere({ days: UPCOMING_DAYS })}</p>
            )}
          </EmptyState>
        }
      />
      <Outlet />
    </Page>
  )
}

/** Opens the form over this list. If the list is narrowed to a property, the form has chosen it already. */
function BookByHandLink() {
  const to = `/upcoming/book${useLocation().search}`
  const onClick = useLinkClickHandler<HTMLAnchorElement>(to, { preventScrollReset: true })
  return (
    <ButtonLink href={to} onClick={onClick}>
      <Icon name="plus" />
      {t.bookByHand()}
    </ButtonLink>
  )
}
