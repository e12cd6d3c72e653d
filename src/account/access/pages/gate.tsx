import { useEffect, useRef } from 'react'
import { type LoaderFunctionArgs, Outlet, redirect, useLoaderData } from 'react-router'
import { apiFor, bodyOf } from '../../../platform/api-client.ts'
import { focusOn } from '../../../ui/focus-on.ts'
import { Toasts } from '../../../ui/toast.tsx'
import { useAccountToken } from '../../../ui/use-account-token.tsx'
import { useReloadAfterAct } from '../../../ui/use-reload.ts'
import { useSessionSync } from '../../../ui/use-session-sync.tsx'
import * as t from '../../text/access.ts'
import { AccessDialog } from '../components/access-dialog.tsx'
import type { ProtectedApp } from '../contract.ts'

/** Title of each app's dialog, and the page that Cancel leads to (studio.md section 2). */
const APPS: Record<ProtectedApp, { title: () => string; way: string }> = {
  create: { title: t.enterStudio, way: '/about' },
  oracle: { title: t.enterOracle, way: '/' },
}

/**
 * The frame of the pages that need an access code. It sends visitors to sign in and back, and shows the dialog over the
 * page until access is granted. Pages inside it call `useOutletContext<boolean>()` to learn whether access is granted.
 */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const api = apiFor(context)
  const { data: session } = await api.GET('/api/auth/get-session')
  const { pathname, search } = url
  if (!session) throw redirect(`/login?next=${encodeURIComponent(pathname + search)}`)
  const app: ProtectedApp = pathname.startsWith('/oracle') ? 'oracle' : 'create'
  const { granted } = bodyOf(await api.GET('/api/access/{app}', { params: { path: { app } } }))
  const { id, email, role, username, showingName } = session.user
  return { account: { id, email, role, username, showingName }, app, granted }
}

export const meta = () => [{ name: 'robots', content: 'noindex' }]

export default function Gate() {
  const { account, app, granted } = useLoaderData<typeof loader>()
  const reload = useReloadAfterAct()
  useSessionSync(account)
  useAccountToken(account)
  useEffect(() => rememberGrant(app, granted), [app, granted])
  const hasAsked = useRef(false)
  useEffect(() => {
    // The dialog with the focus is gone. The heading says what is open now.
    if (granted && hasAsked.current) focusOn('h1')
    hasAsked.current = !granted
  }, [granted])
  return (
    <>
      <Outlet key={account.id} context={granted} />
      {!granted && (
        <AccessDialog
          key={app}
          app={app}
          title={APPS[app].title()}
          onGranted={() => void reload()}
          // Replaces this page in the history. Otherwise Back would lead to the dialog again.
          onCancel={() => window.location.replace(APPS[app].way)}
        />
      )}
      <Toasts />
    </>
  )
}

/** Sets the flag of studio.md section 3. The server checks the cookie instead. */
function rememberGrant(app: ProtectedApp, granted: boolean) {
  try {
    if (granted) sessionStorage.setItem(`${app}_access`, 'granted')
    else sessionStorage.removeItem(`${app}_access`)
  } catch {
    // The browser blocks storage. The cookie still holds the grant.
  }
}
