import { type LoaderFunctionArgs, Outlet, useLoaderData } from 'react-router'
import { apiFor } from '../../../platform/api-client.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Page } from '../../../ui/page.tsx'
import * as t from '../../text/booking.ts'
import { ListLinks } from '../components/export-links.tsx'
import { NothingMatches } from '../components/nothing-matches.tsx'
import { ShowingFilter } from '../components/showing-filter.tsx'
import { ShowingList } from '../components/showing-list.tsx'
import { firstShowings, propertyChoices, useShowings } from '../components/use-showings.tsx'
import { choiceOf, isNarrowed, PAST_RANGES, PAST_SORTS, PAST_STATUSES, pastQuery } from '../showing-view-domain.ts'

export async function loader({ context, url }: LoaderFunctionArgs) {
  const choice = choiceOf(url.searchParams, PAST_STATUSES, PAST_SORTS)
  const query = pastQuery(choice)
  const api = apiFor(context)
  const [properties, first] = await Promise.all([propertyChoices(api), firstShowings(api, query)])
  return { choice, query, properties, ...first }
}

export const meta = () => [{ title: t.metaCompleted() }, { name: 'robots', content: 'noindex' }]

export default function CompletedPage() {
  const { choice, query, properties, page, issues } = useLoaderData<typeof loader>()
  const list = useShowings(page, query)
  return (
    <Page width="wide" isList title={t.completedTitle()} intro={t.completedIntro()}>
      <ShowingFilter
        action="/completed"
        choice={choice}
        properties={properties}
        statuses={PAST_STATUSES}
        sorts={PAST_SORTS}
        ranges={PAST_RANGES}
        issues={issues}
      />
      <ShowingList
        list={list}
        detail="compliance"
        links={
          <ListLinks isFaulty={issues.length > 0} query={query} kinds={['csv', 'pdf']} pdf={t.complianceReport()} />
        }
        empty={
          <EmptyState icon="check" title={t.reportNoCompleted()}>
            {isNarrowed(choice) ? <NothingMatches all="/completed?days=all" /> : <p>{t.completedAppear()}</p>}
          </EmptyState>
        }
      />
      <Outlet />
    </Page>
  )
}
