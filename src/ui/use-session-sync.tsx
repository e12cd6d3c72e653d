import { useEffect, useLayoutEffect } from 'react'
import { api, isSessionChanging } from '../platform/api-client.ts'
import { actAs } from '../platform/page-account.ts'
import { type AccountNames, markAccount, nameAccount } from './account-mark.tsx'
import { ACCOUNT_KEY, SIGNED_OUT_KEY } from './account-memory.ts'
import { useReload } from './use-reload.ts'

/** The sign-in state reaches every tab in two seconds (decisions.md section 2), including the round trip. */
const LOOK_MS = 1_000

/**
 * Keeps the page in sync with its browser's sign-in: a sign-in or sign-out in one tab reaches every other tab. The
 * first tab that sees it notifies the others through the storage, because background tabs check less often.
 * @param account the account signed in on this page; null if there is none
 */
export function useSessionSync(account: ({ id: string } & AccountNames) | null) {
  const reload = useReload()
  const accountId = account?.id ?? null
  const showingName = account?.showingName ?? ''
  const username = account?.username ?? null
  // This runs before the effects of the page inside, which might read another account's stored values.
  useLayoutEffect(() => {
    markAccount(accountId)
    actAs(accountId)
    return () => actAs(null)
  }, [accountId])
  useEffect(() => {
    const listen = (event: StorageEvent) => {
      if (event.key === ACCOUNT_KEY && event.newValue !== accountId) void reload()
      // The session was gone before this tab learned of the sign-out.
      if (event.key === SIGNED_OUT_KEY && accountId === null) markAccount(null)
    }
    let isLooking = false
    async function look() {
      if (document.hidden || isLooking) return
      isLooking = true
      try {
        const { data: session } = await api.GET('/api/auth/get-session')
        if ((session?.user.id ?? null) === accountId) return
        // The second step replaces the session. Until its answer arrives, this browser still sends the old cookie.
        if (!(await isSessionChanging())) await reload()
      } catch {
        // An unreachable server does not sign anyone out.
      } finally {
        isLooking = false
      }
    }
    const timer = setInterval(look, LOOK_MS)
    window.addEventListener('storage', listen)
    document.addEventListener('visibilitychange', look)
    return () => {
      clearInterval(timer)
      window.removeEventListener('storage', listen)
      document.removeEventListener('visibilitychange', look)
    }
  }, [accountId, reload])
  // Keep this separate: a reload from before a sign-out may bring new names after it, and must not mark the account
  // again.
  useEffect(() => {
    if (accountId) nameAccount(accountId, { showingName, username })
  }, [accountId, showingName, username])
}
