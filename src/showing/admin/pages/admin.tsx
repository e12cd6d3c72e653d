import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ApiError, apiFor } from '../../../platform/api-client.ts'
import { AdminsOnly } from '../../../ui/admins-only.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import * as kit from '../../../ui/text/kit.ts'
import * as t from '../../text/admin.ts'
import { agentsOf, SuperUserPanel } from '../components/super-user-panel.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  try {
    return { agents: await agentsOf(apiFor(context)).load() }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 403) return data(null, { status: 403 })
    return { agents: null }
  }
}

export const headers = () => ({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex, nofollow' })
export const meta = () => [{ title: t.metaAdmin() }, { name: 'robots', content: 'noindex, nofollow' }]

type Loaded = Extract<Awaited<ReturnType<typeof loader>>, { agents: unknown }>

export default function AdminPage() {
  const loaded = useLoaderData<typeof loader>() as Loaded | null
  if (!loaded) return <AdminsOnly />
  const { agents } = loaded
  return (
    <Page width="wide" title={t.controlPanel()} intro={t.adminIntro()}>
      {agents ? (
        <SuperUserPanel first={agents} />
      ) : (
        <Notice kind="error" role="alert" title={t.agentsFailed()}>
          <a href="/admin">{kit.tryAgain()}</a>
        </Notice>
      )}
      <p>
        <ButtonLink variant="secondary" href="/properties">
          {t.allProperties()}
        </ButtonLink>
      </p>
    </Page>
  )
}
