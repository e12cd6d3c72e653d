import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import { apiFor } from '../../../platform/api-client.ts'
import { entranceOf } from '../domain.ts'

/** A page's button leads here, and this redirects each person to the right place. */
export async function loader({ context, params }: LoaderFunctionArgs) {
  const entrance = entranceOf(params.page)
  if (!entrance) throw data(null, { status: 404 })
  const { data: session } = await apiFor(context).GET('/api/auth/get-session')
  throw redirect(session ? entrance.signedIn : entrance.signedOut, { headers: { 'Cache-Control': 'no-store' } })
}

export default function GetStarted() {
  return null
}
