import { type LoaderFunctionArgs, Outlet, type ShouldRevalidateFunctionArgs, useLoaderData } from 'react-router'
import { ApiError, apiFor, bodyOf } from '../../../platform/api-client.ts'
import { ControlPanel } from '../components/control-panel.tsx'
import { agentsOf } from '../components/super-user-panel.tsx'

/** What an admin has on the tab of the properties beside them; null for everybody else, who see the tab as it is. */
export async function loader({ context }: LoaderFunctionArgs) {
  const api = apiFor(context)
  try {
    if (!bodyOf(await api.GET('/admin/check')).isAdmin) return null
    return await agentsOf(api).load()
  } catch (error) {
    // Without a session the frame has said so already; without agents the tab is there still.
    if (error instanceof ApiError) return null
    throw error
  }
}

/** Another search changes no agent. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.href === nextUrl.href ? defaultShouldRevalidate : false

export default function AllProperties() {
  const agents = useLoaderData<typeof loader>()
  return <Outlet context={agents && { agents: agents.items, panel: <ControlPanel first={agents} /> }} />
}
