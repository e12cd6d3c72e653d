import { api, bodyOf } from '../../../platform/api-client.ts'
import { Button } from '../../../ui/button.tsx'
import * as t from '../../text/booking.ts'
import type { ShowingRecord } from '../contract.ts'
import { useShowingAct } from './use-showing-act.tsx'

type WithdrawProposalProps = { showing: ShowingRecord; onChanged: (showing: ShowingRecord) => Promise<void> }

/**
 * Lets the agent withdraw a new time before the buyer answers. No
 * dialog asks for confirmation, because the showing does not change.
 */
export function WithdrawProposal({ showing, onChanged }: WithdrawProposalProps) {
  const { id, buyerName, proposal } = showing
  const { isBusy, act } = useShowingAct(id, onChanged)
  if (!proposal) return null
  const withdraw = () =>
    act(
      async () =>
        bodyOf(await api.POST('/api/showingbooker/bookings/{id}/withdraw-move', { params: { path: { id } } })),
      t.proposalWithdrawn({ buyer: buyerName }),
    )
  return (
    <Button variant="quiet" data-rest busy={isBusy} onClick={withdraw}>
      {t.withdrawProposal()}
      <span className="visually-hidden">: {buyerName}</span>
    </Button>
  )
}
