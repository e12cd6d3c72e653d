import { type Movement, type MovementKind, paidCents } from '../../money/payment/domain.ts'

export type ReceiptStatus =
  | 'authorized'
  | 'charging'
  | 'released'
  | 'paid'
  | 'returning'
  | 'partly_refunded'
  | 'refunded'

/** The status of a payment that is only authorized, by what we decided. */
const UNCHARGED = { nothing: 'authorized', charge: 'charging', return: 'released' } as const

/**
 * Returns a payment's status from its movements, or `null` if there are none yet.
 * @param due what we decided but the provider has not done yet
 */
export function receiptStatus(movements: Movement[], due: 'charge' | 'return' | null): ReceiptStatus | null {
  const has = (kind: MovementKind) => movements.some((one) => one.kind === kind)
  if (!has('charge')) return has('release') ? 'released' : has('authorize') ? UNCHARGED[due ?? 'nothing'] : null
  const charged = movements.filter(({ kind }) => kind === 'charge').reduce((sum, one) => sum + one.amountCents, 0)
  const paid = paidCents(movements)
  if (paid <= 0) return 'refunded'
  if (due === 'return') return 'returning'
  return paid < charged ? 'partly_refunded' : 'paid'
}
