import { useState } from 'react'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { showToast } from '../../../ui/toast.tsx'
import type { ShowingRecord } from '../contract.ts'

type Changed = (showing: ShowingRecord) => Promise<void>

/** Loads a showing that someone else has changed. Without a connection, the page keeps what it has. */
export async function reloadShowing(id: string, onChanged: Changed): Promise<void> {
  const now = await api.GET('/api/showingbooker/bookings/{id}', { params: { path: { id } } }).catch(() => null)
  if (now) await onChanged(bodyOf(now))
}

/** Returns the state and the action of a button that changes a showing with one tap. */
export function useShowingAct(id: string, onChanged: Changed) {
  const [isBusy, setIsBusy] = useState(false)
  /** @param send returns the showing as it is after the change */
  async function act(send: () => Promise<ShowingRecord>, done: string) {
    setIsBusy(true)
    try {
      await onChanged(await send())
      showToast({ kind: 'success', text: done })
    } catch (error) {
      showToast({ kind: 'error', text: (error as Error).message })
      if (error instanceof ApiError && error.status === 409) await reloadShowing(id, onChanged)
    }
    setIsBusy(false)
  }
  return { isBusy, act }
}
