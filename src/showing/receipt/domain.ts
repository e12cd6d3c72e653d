import { type Movement, type MovementKind, paidCents } from '../../money/payment/domain.ts'

export type ReceiptStatus = 'authorized' | 'released' | 'paid' | 'returning' | 'partly_refunded' | 'refunded'

/**
 * Returns a payment's status from its movements, or `null` if there are none yet.
 * @param isReturning `true` if we decided on a refund but the provider has not made it yet
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
