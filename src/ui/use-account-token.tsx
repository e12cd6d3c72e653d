import { useEffect } from 'react'
import { ApiError, api, bodyOf } from '../platform/api-client.ts'
import { useReload } from './use-reload.ts'

const KEY = 'userToken'
const LOOK_MS = 60_000
/** We renew a token with less than this time left. */
const SHORT_MS = 5 * 60_000

type Account = { id: string; email: string; username: string | null } | null

/**
 * Keeps a current 15-minute token of the session in this browser's storage, and creates a missing profile. Use it
 * together with `markAccount`.
 */
export function useAccountToken(account: Account) {
  const reload = useReload()
  const id = account?.id ?? null
  const isNameless = account?.username === null

  useEffect(() => {
    if (id === null) return
    const renew = () => void renewToken(id).catch(() => undefined)
    renew()
    const timer = setInterval(renew, LOOK_MS)
    return () => clearInterval(timer)
  }, [id])

  useEffect(() => {
    if (id === null || !isNameless) return
    void ensureProfile(id)
      .then(reload)
      .catch(() => console.error('Failed to create user profile'))
  }, [id, isNameless, reload])
}

async function renewToken(accountId: string) {
  const kept = claimsOf(localStorage.getItem(KEY))
  if (kept?.sub === accountId && kept.exp * 1000 - Date.now() > SHORT_MS) return
  const { token } = bodyOf(await api.GET('/api/auth/token'))
  // The person may have signed out in another tab in the meantime.
  if (localStorage.getItem('userId') === accountId) localStorage.setItem(KEY, token)
}

async function ensureProfile(uid: string) {
  try {
    await api.GET('/user-profile/{uid}', { params: { path: { uid } } })
  } catch (error) {
    if (!(error instanceof ApiError && error.status === 404)) throw error
    await api.POST('/create-user', { body: { uid } })
  }
}

function claimsOf(token: string | null): { sub: string; exp: number } | null {
  try {
    const [, claims = ''] = (token ?? '').split('.')
    return JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')))
  } catch {
    return null
  }
}
