import { formatMoney } from '../../platform/money.ts'
import * as t from '../text/booking.ts'
import type { ShowingRecord } from './contract.ts'

/** What an agent can decide about a booking. */
export type Decision = 'approve' | 'decline' | 'cancel' | 'approve_refund' | 'decline_refund'

export type DecisionWords = {
  title: string
  /** The consequences, in one or two sentences each. */
  what: string[]
  act: string
  /** The label of the button that changes nothing. */
  keep: string
  /** The message once the decision is made. */
  done: string
}

type Decided = Pick<ShowingRecord, 'amount' | 'stillPaid' | 'status' | 'paymentStatus' | 'is_demo'>

/** Writes the question that an agent confirms before a decision, with what happens to the money. */
export function decisionWords(showing: Decided, decision: Decision): DecisionWords {
  const { status, paymentStatus, is_demo } = showing
  const sum = formatMoney(showing.stillPaid)
  const part = showing.stillPaid < showing.amount ? 'rest' : 'all'
  const isFree = paymentStatus === 'Not charged' || paymentStatus === 'No fee'
  const hasBankReturned = paymentStatus === 'Returned by the bank'
  const wentBack = hasBankReturned
    ? t.decisionBankReturned()
    : paymentStatus === 'Refunded'
      ? t.decisionWentBack()
      : null
  // We refund a paid demo like any other showing.
  const announcement = is_demo && isFree ? t.decisionDemo() : t.decisionToldBuyer()
  const releases = paymentStatus === 'Authorized' && status === 'pending'
  const back = isFree
    ? []
    : [wentBack ?? (releases ? t.decisionReleases({ sum }) : t.decisionRefundsAll({ part, sum }))]
  switch (decision) {
    case 'approve': {
      const charge = paymentStatus === 'Authorized' ? t.decisionCharges({ sum }) : t.decisionPaid()
      return {
        title: t.decisionApproveTitle(),
        what: [...(isFree ? [] : [wentBack ?? charge]), announcement],
        act: t.decisionApprove(),
        keep: t.decisionNotNow(),
        done: t.decisionApproved(),
      }
    }
    case 'decline':
      return {
        title: t.decisionDeclineTitle(),
        what: [...back, announcement],
        act: t.decisionDecline(),
        keep: t.decisionNotNow(),
        done: t.decisionDeclined(),
      }
    case 'cancel':
      return {
        title: t.decisionCancelTitle(),
        what: [...back, announcement],
        act: t.decisionCancel(),
        keep: t.decisionKeep(),
        done: t.decisionCancelled(),
      }
    case 'approve_refund':
      return {
        title: t.decisionRefundTitle(),
        act: t.decisionRefund(),
        keep: t.decisionNotNow(),
        done: wentBack ? t.decisionRefundApproved() : t.decisionRefunding(),
        // We refund nothing after the bank did, so there is nothing to tell the buyer.
        what: [wentBack ?? t.decisionRefundsBuyer({ part, sum }), ...(hasBankReturned ? [] : [announcement])],
      }
    case 'decline_refund':
      return {
        title: t.decisionDeclineRefundTitle(),
        act: t.decisionDeclineRefund(),
        keep: t.decisionNotNow(),
        done: t.decisionRefundDeclined(),
        what: [wentBack ?? t.decisionKeepsFee({ sum }), announcement],
      }
  }
}
