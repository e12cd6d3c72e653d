import { type LoaderFunctionArgs, Outlet, type ShouldRevalidateFunctionArgs, useLoaderData } from 'react-router'
import { ApiError, apiFor, bodyOf } from '../../../platform/api-client.ts'
import { ControlPanel } from '../components/control-panel.tsx'
import { agentsOf } from '../components/super-user-panel.tsx'

/** Loads the panel an admin has on the properties tab. Returns `null` for everyone else, who see the plain tab. */
export async function loader({ context }: LoaderFunctionArgs) {
  const api = apiFor(context)
  try {
    if (!bodyOf(await api.GET('/admin/check')).isAdmin) return null
    return await agentsOf(api).load()
  } catch (error) {
    // Without a session, the frame has already said so. Without agents, the tab still works.
    if (error instanceof ApiError) return null
    throw error
  }
}

/** Skips reloading for another search, because it changes no agent. */
export const shouldRevalidate = ({ currentUrl, nextUrl, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) =>
  currentUrl.href === nextUrl.href ? defaultShouldRevalidate : false

export default function AllProperties() {
  const agents = useLoaderData<typeof loader>()
  return <Outlet context={agents && { agents: agents.items, panel: <ControlPanel first={agents} /> }} />
}
