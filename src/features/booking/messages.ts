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

/** What an agent is asked before he decides, with what becomes of the money. */
export function decisionWords(showing: Decided, decision: Decision): DecisionWords {
  const { status, paymentStatus, is_demo } = showing
  const sum = formatMoney(showing.amount)
  const told = is_demo ? 'It is a demo: no money moves and nobody is told.' : 'The buyer is told by text and e-mail.'
  const isFree = is_demo || paymentStatus === 'Not charged'
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
        ...{ title: 'Approve this showing', what: [...(isFree ? [] : [charge]), told] },
        ...{ act: 'Approve', keep: 'Not now', done: 'Approved.' },
      }
    }
    case 'decline':
      return {
        ...{ title: 'Decline this showing', what: ['The showing does not take place.', ...back, told] },
        ...{ act: 'Decline', keep: 'Not now', done: 'Declined.' },
      }
    case 'cancel':
      return {
        ...{ title: 'Cancel this showing', what: ['The showing does not take place.', ...back, told] },
        ...{ act: 'Cancel showing', keep: 'Keep it', done: 'Cancelled.' },
      }
    case 'approve_refund':
      return {
        ...{ title: 'Refund this showing', act: 'Refund', keep: 'Not now', done: 'The refund is on its way.' },
        what: [`The buyer's ${sum} goes back in full. It takes 5–7 business days to reach the card.`, told],
      }
    case 'decline_refund':
      return {
        ...{ title: 'Decline the refund', act: 'Decline refund', keep: 'Not now', done: 'The refund is declined.' },
        what: [`The fee of ${sum} stays paid. This cannot be changed later.`, told],
      }
  }
}
