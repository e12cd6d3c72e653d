import { data, type LoaderFunctionArgs, Outlet, useLoaderData } from 'react-router'
import { apiFor, bodyOf } from '../../../platform/api-client.ts'
import { Toasts } from '../../../ui/toast.tsx'
import { SubNavigation } from '../components/sub-navigation.tsx'
import { useLiveUpdates } from '../components/use-live-updates.tsx'
import { useSessionSync } from '../components/use-session-sync.tsx'

/** The tabs' frame. Without a session there is none, but for /support, which everybody may read. */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const session = bodyOf(await apiFor(context).GET('/api/auth/get-session'))
  if (session) return { account: { id: session.user.id, email: session.user.email, role: session.user.role } }
  if (new URL(request.url).pathname !== '/support') throw data(null, { status: 401 })
  return { account: null }
}

export const headers = () => ({ 'Cache-Control': 'private, no-store' })
export const meta = () => [{ name: 'robots', content: 'noindex' }]

export default function DashboardShell() {
  const { account } = useLoaderData<typeof loader>()
  useSessionSync(account?.id ?? null)
  useLiveUpdates(account !== null)
  return (
    <>
      {account && <SubNavigation />}
      <Outlet />
      <Toasts />
    </>
  )
}
