import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import { apiFor } from '../../../platform/api-client.ts'
import { shortPathOf } from '../domain.ts'

/**
 * Addresses of the dashboard in their longer or older forms (booking.md section 2). Below /showingbooker whatever else
 * is asked for is the overview for whoever is signed in, and nothing for everybody else.
 */
export async function loader({ context, request }: LoaderFunctionArgs) {
  const { pathname, search } = new URL(request.url)
  const path = shortPathOf(pathname)
  if (path) throw redirect(path + search, 301)
  const { data: session } = await apiFor(context).GET('/api/auth/get-session')
  if (session) throw redirect('/overview')
  throw data(null, { status: 404 })
}

export default function ShortPath() {
  return null
}
