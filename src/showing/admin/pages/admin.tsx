import { data, type LoaderFunctionArgs, useLoaderData } from 'react-router'
import { ApiError, apiFor } from '../../../platform/api-client.ts'
import { ButtonLink } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Page } from '../../../ui/page.tsx'
import { agentsOf, SuperUserPanel } from '../components/super-user-panel.tsx'

export async function loader({ context }: LoaderFunctionArgs) {
  try {
    return { agents: await agentsOf(apiFor(context)).load() }
  } catch (error) {
    if (!(error instanceof ApiError)) throw error
    if (error.status === 401) throw data(null, { status: 401 })
    if (error.status === 403) return data(null, { status: 403 })
    return { agents: null }
  }
}

export const headers = () => ({ 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex, nofollow' })
export const meta = () => [{ title: 'Admin · ShowingBooker' }, { name: 'robots', content: 'noindex, nofollow' }]

type Loaded = Extract<Awaited<ReturnType<typeof loader>>, { agents: unknown }>

export default function AdminPage() {
  const loaded = useLoaderData<typeof loader>() as Loaded | null
  if (!loaded) return <Page title="Unauthorized: Admin access required" intro="You don't have admin access" />
  const { agents } = loaded
  return (
    <Page width="wide" title="Super User Control Panel" intro="Every agent, and homes that are added for them.">
      {agents ? (
        <SuperUserPanel first={agents} />
      ) : (
        <Notice kind="error" role="alert" title="Failed to load agents">
          <a href="/admin">Try again</a>
        </Notice>
      )}
      <p>
        <ButtonLink variant="secondary" href="/properties">
          All properties
        </ButtonLink>
      </p>
    </Page>
  )
}
