import { formatMoney } from '../../platform/money.ts'
import type { ShowingRecord } from './contract.ts'

/** What an agent decides on a booking. */
export type Decision = 'approve' | 'decline' | 'cancel' | 'approve_refund' | 'decline_refund'

export type DecisionWords = {
  title: string
  /** What follows from it, a sentence or two each. */
  what: string[]
  act: string
  /** What leaves everything as it is. */
  keep: string
  /** Said once it is done. */
  done: string
}

type Decided = Pick<ShowingRecord, 'amount' | 'status' | 'paymentStatus' | 'is_demo'>

/** What an agent is asked before they decide, with what happens to the money. */
export function decisionWords(showing: Decided, decision: Decision): DecisionWords {
  const { status, paymentStatus, is_demo } = showing
  const sum = formatMoney(showing.amount)
  const isFree = paymentStatus === 'Not charged'
  // A demo that somebody paid for is given back like any other.
  const told =
    is_demo && isFree ? 'This is a demo: no money moves, and no one gets a message.' : 'We text and email the buyer.'
  const back = isFree
    ? []
    : paymentStatus === 'Authorized' && status === 'pending'
      ? [`The authorization of ${sum} is released: the buyer is charged nothing.`]
      : [`The buyer gets a full refund of ${sum}.`]
  switch (decision) {
    case 'approve': {
      const charge =
        paymentStatus === 'Authorized'
          ? `The buyer's card is charged ${sum} now.`
          : 'It is paid already: nothing is charged again.'
      return {
        title: 'Approve this showing',
        what: [...(isFree ? [] : [charge]), told],
        act: 'Approve',
        keep: 'Not now',
        done: 'Approved.',
      }
    }
    case 'decline':
      return {
        title: 'Decline this showing',
        what: [...back, told],
        act: 'Decline',
        keep: 'Not now',
        done: 'Declined.',
      }
    case 'cancel':
      return {
        title: 'Cancel this showing',
        what: [...back, told],
        act: 'Cancel showing',
        keep: 'Keep showing',
        done: 'Cancelled.',
      }
    case 'approve_refund':
      return {
        title: 'Refund this showing',
        act: 'Refund',
        keep: 'Not now',
        done: 'The refund is on its way.',
        what: [`The buyer's ${sum} goes back in full. It takes 5–7 business days to reach the card.`, told],
      }
    case 'decline_refund':
      return {
        title: 'Decline the refund',
        act: 'Decline refund',
        keep: 'Not now',
        done: 'The refund is declined.',
        what: [`The fee of ${sum} stays paid. Only an admin can change this later.`, told],
      }
  }
}
