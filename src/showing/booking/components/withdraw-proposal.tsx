import { useState } from 'react'
import { ApiError, api, bodyOf } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import { showToast } from '../../../ui/toast.tsx'
import * as t from '../../text/booking.ts'
import type { ShowingRecord } from '../contract.ts'

type WithdrawProposalProps = { showing: ShowingRecord; onChanged: (showing: ShowingRecord) => Promise<void> }

/**
 * Lets the agent withdraw a new time before the buyer answers. No
 * dialog asks for confirmation, because the showing does not change.
 */
export function WithdrawProposal({ showing, onChanged }: WithdrawProposalProps) {
  const [isBusy, setIsBusy] = useState(false)
  const { id, buyerName, proposal } = showing
  if (!proposal) return null
  const params = { path: { id } }
  async function withdraw() {
    setIsBusy(true)
    try {
      const answer = await api.POST('/api/showingbooker/bookings/{id}/withdraw-move', { params })
      await onChanged(bodyOf(answer))
      showToast({ kind: 'success', text: t.proposalWithdrawn({ buyer: buyerName }) })
    } catch (error) {
      showToast({ kind: 'error', text: (error as Error).message })
      if (error instanceof ApiError && error.status === 409) {
        const now = await api.GET('/api/showingbooker/bookings/{id}', { params }).catch(() => null)
        if (now) await onChanged(bodyOf(now))
      }
    }
    setIsBusy(false)
  }
  return (
    <Button variant="quiet" data-rest busy={isBusy} onClick={withdraw}>
      {t.withdrawProposal()}
      <span className="visually-hidden">: {buyerName}</span>
    </Button>
  )
}
