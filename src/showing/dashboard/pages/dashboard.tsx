import { data, type LoaderFunctionArgs, useLoaderData, useLocation, useMatches } from 'react-router'
import { apiFor, bodyOf } from '../../../platform/api-client.ts'
import { Toasts } from '../../../ui/toast.tsx'
import { useAccountToken } from '../../../ui/use-account-token.tsx'
import { useSessionSync } from '../../../ui/use-session-sync.tsx'
import { UnsentPostings } from '../../evidence/components/unsent-postings.tsx'
import { ConnectionBanner } from '../components/connection-banner.tsx'
import { DemoBanner, isDemoBannerHidden } from '../components/demo-banner.tsx'
import { SubNavigation } from '../components/sub-navigation.tsx'
import { Tab } from '../components/tab.tsx'
import { useLiveUpdates } from '../components/use-live-updates.tsx'

/** Loads the frame of the tabs. Without a session, only /support has one, because everyone can read that page. */
export async function loader({ context, url, request }: LoaderFunctionArgs) {
  const api = apiFor(context)
  const session = bodyOf(await api.GET('/api/auth/get-session'))
  if (session) {
    const { id, email, role, username, showingName, emailVerified } = session.user
    const [demo, counts] = await Promise.all([
      api.GET('/api/showingbooker/demo-data'),
      api.GET('/api/showingbooker/agenda/counts'),
    ])
    return {
      account: { id, email, role, username, showingName, emailVerified },
      demo: isDemoBannerHidden(request.headers.get('cookie')) ? null : bodyOf(demo),
      counts: bodyOf(counts),
    }
  }
  if (url.pathname !== '/support') throw data(null, { status: 401 })
  return { account: null, demo: null, counts: null }
}

export const meta = () => [{ name: 'robots', content: 'noindex' }]

export default function DashboardShell() {
  const { account, demo, counts } = useLoaderData<typeof loader>()
  const { pathname } = useLocation()
  useSessionSync(account ?? null)
  useAccountToken(account)
  const readsItself = useMatches().some(({ handle }) => (handle as { readsItself?: boolean } | undefined)?.readsItself)
  useLiveUpdates(readsItself ? null : (account?.id ?? null))
  return (
    <>
      {account && <SubNavigation counts={counts} />}
      <DemoBanner demo={/^\/admin\b/.test(pathname) ? null : demo} />
      {account && <UnsentPostings accountId={account.id} />}
      {pathname === '/add' && <ConnectionBanner />}
      <Tab key={account?.id} />
      <Toasts />
    </>
  )
}
