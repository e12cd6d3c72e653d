import { type LoaderFunctionArgs, Outlet, type ShouldRevalidateFunctionArgs, useLoaderData } from 'react-router'
import { ApiError, apiFor, bodyOf } from '../../../platform/api-client.ts'
import { ControlPanel } from '../components/control-panel.tsx'
import { agentsOf } from '../components/super-user-panel.tsx'

/** Loads the admin's panel on the Properties tab. Returns `null` for everyone else, who see the tab without it. */
export async function loader({ context }: LoaderFunctionArgs) {
  const api = apiFor(context)
  try {
    if (!bodyOf(await api.GET('/admin/check')).isAdmin) return null
    return await agentsOf(api).load()
  } catch (error) {
    // If there is no session, the frame already says so. The tab works without the list of agents.
    if (error instanceof ApiError) return null
    throw error
  }
}

/** Does not reload after a search, because a search changes no agent. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.href === nextUrl.href ? defaultShouldRevalidate : false

export default function AllProperties() {
  const agents = useLoaderData<typeof loader>()
  return <Outlet context={agents && { agents: agents.items, panel: <ControlPanel first={agents} /> }} />
}
