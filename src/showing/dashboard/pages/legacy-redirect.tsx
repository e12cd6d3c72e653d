import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import { apiFor } from '../../../platform/api-client.ts'
import { legacyTarget } from '../domain.ts'

/**
 * Addresses of the dashboard in their longer or older forms (booking.md section 2). Any other address below /showingbooker
 * is the overview for people who are signed in, and not found for everybody else.
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
