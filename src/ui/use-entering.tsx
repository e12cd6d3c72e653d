import { useEffect, useState } from 'react'
import { api } from '../platform/api-client.ts'
import { markAccount, nameAccount } from './account-mark.tsx'

/** The name of the hidden field that tells the server that a script will continue. */
export const SCRIPTED = 'scripted'

export type Entered = { accountId: string; next: string }

/**
 * Remembers in this browser that the person has signed in, and loads the whole next page. Without a script, the form
 * gets a redirect instead, and the next page of the dashboard remembers it.
 */
export function useEntering(entered: Entered | undefined) {
  const [isScripted, setIsScripted] = useState(false)
  useEffect(() => setIsScripted(true), [])
  useEffect(() => {
    if (!entered) return
    void enter(entered)
  }, [entered])
  return { scripted: isScripted ? <input type="hidden" name={SCRIPTED} value="yes" /> : null }
}

async function enter({ accountId, next }: Entered) {
  markAccount(accountId)
  try {
    // A kept page gets the name only from this browser.
    const { data: session } = await api.GET('/api/auth/get-session')
    if (session?.user.id === accountId) nameAccount(accountId, session.user)
  } catch {
    // The next page of the dashboard remembers it.
  }
  window.location.assign(next)
}
