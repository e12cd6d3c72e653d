import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import { apiFor } from '../../../platform/api-client.ts'
import { legacyTarget } from '../domain.ts'

/**
 * Redirects older or longer URLs of the dashboard (booking.md section 2). Any other URL under /showingbooker redirects
 * signed-in people to the overview. Everyone else gets a 404.
 */
export async function loader({ context, url }: LoaderFunctionArgs) {
  const { pathname, search } = url
  const path = legacyTarget(pathname)
  if (path) throw redirect(path + search, 301)
  const { data: session } = await apiFor(context).GET('/api/auth/get-session')
  if (session) throw redirect('/overview')
  throw data(null, { status: 404 })
}

export default function LegacyRedirect() {
  return null
}
