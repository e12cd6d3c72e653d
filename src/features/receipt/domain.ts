/** A movement of a payment's money, as it was written down. Amounts are US cents. */
export type Movement = { kind: MovementKind; amountCents: number; at: Temporal.Instant }
export type MovementKind =
  | 'authorize'
  | 'charge'
  | 'refund'
  | 'release'
  | 'letter_refund'
  | 'outside_refund'
  | 'refund_failed'
  | 'dispute'
  | 'dispute_returned'

/** What a movement changes in what the buyer has paid: 1 adds, -1 takes off, 0 neither. */
const SIGN: Record<MovementKind, 1 | -1 | 0> = {
  authorize: 0,
  release: 0,
  charge: 1,
  refund: -1,
  letter_refund: -1,
  outside_refund: -1,
  refund_failed: 1,
  dispute: -1,
  dispute_returned: 1,
}
export const signOf = (kind: MovementKind) => SIGN[kind]

/** What the buyer has paid by now, in US cents. */
export const paidCents = (movements: Movement[]): number =>
  movements.reduce((sum, { kind, amountCents }) => sum + SIGN[kind] * amountCents, 0)

export type ReceiptStatus = 'authorized' | 'released' | 'paid' | 'returning' | 'partly_refunded' | 'refunded'

/**
 * How a payment stands, by what has moved; null: nothing has yet.
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
