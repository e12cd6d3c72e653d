import { api } from '../../../platform/api-client.ts'
import { markSignedOut } from '../../../ui/account-mark.tsx'

/** Signs out on this browser and opens the start page. */
export async function signOut(): Promise<void> {
  await api.POST('/api/auth/sign-out')
  markSignedOut()
  window.location.assign('/showingbooker')
}
