import { type Movement, type MovementKind, paidCents } from '../../money/payment/domain.ts'

export type ReceiptStatus = 'authorized' | 'released' | 'paid' | 'returning' | 'partly_refunded' | 'refunded'

/**
 * The state of a payment, by what has moved; null: nothing has yet.
 * @param isReturning decided that it goes back, and the provider has not done it yet
 */
export function receiptStatus(movements: Movement[], isReturning: boolean): ReceiptStatus | null {
  const has = (kind: MovementKind) => movements.some((one) => one.kind === kind)
  if (!has('charge')) return has('release') ? 'released' : has('authorize') ? 'authorized' : null
  const charged = movements.filter(({ kind }) => kind === 'charge').reduce((sum, one) => sum + one.amountCents, 0)
  const paid = paidCents(movements)
  if (paid <= 0) return 'refunded'
  if (isReturning) return 'returning'
  return paid < charged ? 'partly_refunded' : 'paid'
}
