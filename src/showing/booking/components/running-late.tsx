import { useState } from 'react'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast.tsx'
import * as t from '../../text/booking.ts'
import type { ShowingRecord } from '../contract.ts'

type RunningLateProps = { showing: ShowingRecord; onChanged: (showing: ShowingRecord) => Promise<void> }

/**
 * Lets the agent tell the buyer with one tap that they are running late, from an hour before the start until the end.
 */
export function RunningLate({ showing, onChanged }: RunningLateProps) {
  const [isBusy, setIsBusy] = useState(false)
  const { id, buyerName } = showing
  const { next } = showing.late
  if (next === null) return null
  async function notify(minutes: 10 | 20 | 30) {
    setIsBusy(true)
    try {
      const path = '/api/showingbooker/bookings/{id}/running-late'
      const answer = await api.POST(path, { params: { path: { id } }, body: { minutes } })
      await onChanged(bodyOf(answer))
      showToast({ kind: 'success', text: t.toldLate({ buyer: buyerName, minutes }) })
    } catch (error) {
      showToast({ kind: 'error', text: (error as Error).message })
      if (error instanceof ApiError && error.status === 409) {
        const now = await api.GET('/api/showingbooker/bookings/{id}', { params: { path: { id } } }).catch(() => null)
        if (now) await onChanged(bodyOf(now))
      }
    }
    setIsBusy(false)
  }
  return (
    <Button variant="secondary" busy={isBusy} onClick={() => notify(next as 10 | 20 | 30)}>
      {t.runLate({ minutes: next })}
      <span className="visually-hidden">: {buyerName}</span>
    </Button>
  )
}
