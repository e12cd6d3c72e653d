import { Button } from '../../../ui/button.tsx'
import * as t from '../../text/booking.ts'
import type { ShowingOutcome, ShowingRecord } from '../contract.ts'
import type { Decision } from '../decision-messages.ts'
import { RunningLate } from './running-late.tsx'
import { WithdrawProposal } from './withdraw-proposal.tsx'

/** What an agent can do with a showing. */
export type Act = ShowingOutcome | Decision | 'propose' | 'assign' | 'correct_email'
type Look = 'primary' | 'secondary' | 'quiet'

type ShowingActionsProps = {
  showing: ShowingRecord
  ask: (showing: ShowingRecord, act: Act) => void
  onChanged: (showing: ShowingRecord) => Promise<void>
}

/** Shows the actions that are possible now. */
export function ShowingActions({ showing, ask, onChanged }: ShowingActionsProps) {
  const acts = actsOf(showing).map(({ act, name, look }) => (
    <Button
      key={act}
      variant={look}
      data-rest={look === 'quiet' || act === 'propose' || undefined}
      onClick={() => ask(showing, act)}
    >
      {name}
      <span className="visually-hidden">: {showing.buyerName}</span>
    </Button>
  ))
  return (
    <>
      <RunningLate showing={showing} onChanged={onChanged} />
      <WithdrawProposal showing={showing} onChanged={onChanged} />
      {acts}
    </>
  )
}

function actsOf({ status, marks, can }: ShowingRecord): { act: Act; name: string; look: Look }[] {
  const mark = status === 'confirmed' ? t.markAct : t.changeMarkAct
  const acts: { act: Act; name: string; look: Look; isOpen: boolean }[] = [
    { act: 'propose', name: t.proposeMove(), look: 'secondary', isOpen: can.proposeMove },
    { act: 'assign', name: t.assign(), look: 'quiet', isOpen: can.reassign },
    { act: 'correct_email', name: t.correctForBuyer(), look: 'quiet', isOpen: can.correctEmail },
    // An agent declines a request. Canceling it would be the same under another name.
    { act: 'cancel', name: t.decisionCancel(), look: 'quiet', isOpen: can.cancel && !can.decline },
    { act: 'decline_refund', name: t.decisionDeclineRefund(), look: 'secondary', isOpen: can.decideRefund },
    { act: 'approve_refund', name: t.decisionRefund(), look: 'primary', isOpen: can.decideRefund },
    { act: 'approve_refund', name: t.refundAfterAll(), look: 'secondary', isOpen: can.overruleRefund },
    { act: 'completed', name: mark({ outcome: 'completed' }), look: 'secondary', isOpen: marks.includes('completed') },
    { act: 'no_show', name: mark({ outcome: 'no_show' }), look: 'secondary', isOpen: marks.includes('no_show') },
    { act: 'decline', name: t.decisionDecline(), look: 'secondary', isOpen: can.decline },
    { act: 'approve', name: t.decisionApprove(), look: 'primary', isOpen: can.approve },
  ]
  return acts.filter(({ isOpen }) => isOpen)
}
