import { data, type LoaderFunctionArgs, redirect } from 'react-router'
import { ApiError, apiFor, bodyOf } from '../../../platform/api-client.ts'
import * as t from '../../text/profile.ts'
import type { UserProfile } from '../contract.ts'

/** Loads the profile of the signed-in person, and creates it if there is none. For the loaders of account pages. */
export async function ownProfile({ context, url }: LoaderFunctionArgs) {
  const api = apiFor(context)
  const { data: session } = await api.GET('/api/auth/get-session')
  const { pathname, search } = url
  if (!session) throw redirect(`/login?next=${encodeURIComponent(pathname + search)}`)
  const { id: uid, emailVerified } = session.user
  try {
    const profile: UserProfile = bodyOf(await api.GET('/user-profile/{uid}', { params: { path: { uid } } }))
    return { profile, emailVerified }
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
  }
  try {
    const profile: UserProfile = bodyOf(await api.POST('/create-user', { body: { uid } }))
    return { profile, emailVerified }
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) throw data(t.createFailed(), { status: 500 })
    throw error
  }
}
