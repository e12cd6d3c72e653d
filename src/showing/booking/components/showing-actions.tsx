import { Button } from '../../../ui/button.tsx'
import type { ShowingOutcome, ShowingRecord } from '../contract.ts'
import type { Decision } from '../decision-messages.ts'

/** What an agent does with a showing. */
export type Act = ShowingOutcome | Decision
type Look = 'primary' | 'secondary' | 'quiet'

type ShowingActionsProps = { showing: ShowingRecord; ask: (showing: ShowingRecord, act: Act) => void }

/** What may be done with a showing now, and nothing else. */
export function ShowingActions({ showing, ask }: ShowingActionsProps) {
  return actsOf(showing).map(({ act, name, look }) => (
    <Button key={act} variant={look} onClick={() => ask(showing, act)}>
      {name}
      <span className="visually-hidden">: {showing.buyerName}</span>
    </Button>
  ))
}

function actsOf({ status, marks, can }: ShowingRecord): { act: Act; name: string; look: Look }[] {
  const verb = status === 'confirmed' ? 'Mark' : 'Change to'
  const acts: { act: Act; name: string; look: Look; isOpen: boolean }[] = [
    // A request is declined: to cancel it would be the same under another name.
    { act: 'cancel', name: 'Cancel showing', look: 'quiet', isOpen: can.cancel && !can.decline },
    { act: 'decline_refund', name: 'Decline refund', look: 'secondary', isOpen: can.decideRefund },
    { act: 'approve_refund', name: 'Refund', look: 'primary', isOpen: can.decideRefund },
    { act: 'approve_refund', name: 'Refund after all', look: 'secondary', isOpen: can.overruleRefund },
    { act: 'completed', name: `${verb} completed`, look: 'secondary', isOpen: marks.includes('completed') },
    { act: 'no_show', name: `${verb} no-show`, look: 'secondary', isOpen: marks.includes('no_show') },
    { act: 'decline', name: 'Decline', look: 'secondary', isOpen: can.decline },
    { act: 'approve', name: 'Approve', look: 'primary', isOpen: can.approve },
  ]
  return acts.filter(({ isOpen }) => isOpen)
}
