import { api } from '../../../platform/api-client.ts'
import { markAccount } from '../../../ui/account-mark.tsx'

/** Signs out on this browser and opens the start page. */
export async function signOut(): Promise<void> {
  await api.POST('/api/auth/sign-out')
  markAccount(null)
  window.location.assign('/showingbooker')
}
