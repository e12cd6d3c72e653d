import { type ReactNode, useEffect, useRef, useState } from 'react'
import {
  Link,
  type LoaderFunctionArgs,
  Outlet,
  type ShouldRevalidateFunctionArgs,
  useLoaderData,
  useLocation,
  useOutletContext,
  useRouteLoaderData,
} from 'react-router'
import { accountApiFor, bodyOf, serverContext } from '../../../platform/api-client.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { ListRows } from '../../../ui/list-row.tsx'
import { Page } from '../../../ui/page.tsx'
import phoneHidden from '../../../ui/phone-hidden.module.css'
import { ShowMore } from '../../../ui/show-more.tsx'
import { useRowKeys } from '../../../ui/use-row-keys.tsx'
import * as t from '../../text/property.ts'
import { AddedPanel } from '../components/added-panel.tsx'
import type { ListedAgent } from '../components/agent-filter.tsx'
import { DASHBOARD, type DashboardData } from '../components/dashboard-data.tsx'
import { PropertyCard } from '../components/property-card.tsx'
import type { PropertyDialogContext } from '../components/property-editing.tsx'
import { PropertyFilter } from '../components/property-filter.tsx'
import { PropertyRow } from '../components/property-row.tsx'
import { filterOf, queryOf, usePropertyList } from '../components/use-property-list.tsx'
import { useReturnedFocus } from '../components/use-returned-focus.tsx'
import { ViewSwitch, viewOf } from '../components/view-switch.tsx'
import type { Property } from '../contract.ts'
import styles from './properties.module.css'

export async function loader({ context, url, request }: LoaderFunctionArgs) {
  const filter = filterOf(url.searchParams)
  const api = accountApiFor(context)
  const [page, profile] = await Promise.all([
    api.GET('/api/showingbooker/properties', { params: { query: queryOf(filter) } }),
    api.GET('/api/showingbooker/profile'),
  ])
  const origin = context.get(serverContext).publicUrl ?? ''
  const view = viewOf(request.headers.get('cookie'))
  return { filter, page: bodyOf(page), profile: bodyOf(profile), origin, view }
}

/** Skips reloading when a dialog opens or closes over the list. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.pathname !== nextUrl.pathname && currentUrl.search === nextUrl.search ? false : defaultShouldRevalidate

export const meta = () => [{ title: t.propertiesPageTitle() }, { name: 'robots', content: 'noindex' }]

export default function PropertiesPage() {
  const { filter, page, profile, origin, view } = useLoaderData<typeof loader>()
  const account = useRouteLoaderData<DashboardData>(DASHBOARD)?.account ?? NOBODY
  const { search } = useLocation()
  const admin = useOutletContext<ForAdmins | null>()
  const list = usePropertyList(page, filter)
  const results = useRef<HTMLParagraphElement>(null)
  const [gone, setGone] = useState(0)
  // Move the focus after the card, and anything open in it, has left the page.
  useEffect(() => {
    if (gone > 0) results.current?.focus()
  }, [gone])
  const isAdmin = account.role === 'admin'
  const addedId = useAdded()
  const added = list.properties.find(({ id }) => id === addedId)
  useReturnedFocus()
  const { listed, unlisted } = page.counts
  const total = filter.status ? page.counts[filter.status] : listed + unlisted
  const shownAgent = filter.agent_id
    ? (admin?.agents.find(({ id }) => id === filter.agent_id)?.email ?? page.properties[0]?.agent_account ?? '')
    : ''
  const context: PropertyDialogContext = { search, profile, account, onChanged: list.onChanged }
  const keys = useRowKeys({ next: t.keyNext(), previous: t.keyPrevious(), open: t.keyOpen() })
  const shown = list.properties.map((property) => ({
    property,
    account,
    search,
    origin,
    onChanged(changed: Property) {
      list.onChanged(changed)
      if (filter.status && (changed.status === 'listed') !== (filter.status === 'listed')) setGone((count) => count + 1)
    },
    onDeleted(id: string) {
      list.onDeleted(id)
      setGone((count) => count + 1)
    },
  }))
  return (
    <Page
      width="wide"
      isList
      title={isAdmin ? t.allProperties() : t.yourProperties()}
      intro={isAdmin ? t.allPropertiesIntro() : t.yourPropertiesIntro()}
    >
      {admin?.panel && <div>{admin.panel}</div>}
      {added && <AddedPanel property={added} origin={origin} />}
      <PropertyFilter
        filter={filter}
        counts={page.counts}
        isAdmin={isAdmin}
        agents={admin?.agents}
        shownAgent={shownAgent}
      />
      <div className={styles.bar}>
        <p ref={results} tabIndex={-1} role="status">
          {filter.q ? t.foundFor({ count: total, query: filter.q }) : t.propertyCount({ count: total })}
        </p>
        {view === 'rows' && shown.length > 0 && keys.hint}
        {filter.agent_id && <Link to="/properties">{t.showEveryAgents()}</Link>}
        <Link to={`/properties/import${search}`} preventScrollReset>
          {t.importLink()}
        </Link>
        <ViewSwitch shown={view} />
        <Link className={styles.add} to="/add">
          <Icon name="plus" />
          <span className={phoneHidden.words}>{t.addButton()}</span>
        </Link>
      </div>
      {list.properties.length === 0 && <Nothing isFiltered={search !== '' && search !== '?'} />}
      {view === 'cards' ? (
        <div className={styles.cards}>
          {shown.map((property) => (
            <PropertyCard key={property.property.id} {...property} />
          ))}
        </div>
      ) : (
        shown.length > 0 && (
          <div {...keys.handlers}>
            {keys.help}
            <ListRows>
              {shown.map((property) => (
                <li key={property.property.id}>
                  <PropertyRow {...property} />
                </li>
              ))}
            </ListRows>
          </div>
        )
      )}
      <ShowMore {...list} />
      <Outlet context={context} />
    </Page>
  )
}

const NOBODY = { id: '', email: '', role: 'agent' as const, showingName: '' }

/** What the frame around this tab passes for admins: the agents and the admin's panel. */
type ForAdmins = { agents: ListedAgent[]; panel: ReactNode }

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  if (isFiltered) {
    return (
      <EmptyState icon="search" title={t.nothingFound()}>
        <p>{t.nothingFoundText()}</p>
        <p>
          <Link to="/properties">{t.showAll()}</Link>
        </p>
      </EmptyState>
    )
  }
  return (
    <EmptyState icon="home" title={t.noneYet()}>
      <p>{t.noneYetText()}</p>
      <p>
        <Link to="/add">{t.addFirst()}</Link>
      </p>
    </EmptyState>
  )
}

/** Returns the ID of the property that was just added, once the browser has the page. It stays while dialogs open. */
function useAdded(): string | null {
  const { state } = useLocation()
  const [added, setAdded] = useState<string | null>(null)
  const addedId: unknown = state?.added
  useEffect(() => {
    if (typeof addedId === 'string') setAdded(addedId)
  }, [addedId])
  return added
}
