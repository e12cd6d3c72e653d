import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '../../../test/dice.ts'
import { type Movement, type MovementKind, paidCents } from '../../money/payment/domain.ts'
import { type ReceiptStatus, receiptStatus } from './domain.ts'

const at = Temporal.Instant.from('2026-11-20T18:00:00Z')
const moved = (...kinds: [MovementKind, number][]): Movement[] =>
  kinds.map(([kind, amountCents]) => ({ kind, amountCents, at }))

test('the status of a payment follows from its movements', () => {
  const table: [movements: Movement[], due: 'charge' | 'return' | null, status: ReceiptStatus | null, paid: number][] =
    [
      [moved(), null, null, 0],
      [moved(['authorize', 2500]), null, 'authorized', 0],
      [moved(['authorize', 2500]), 'charge', 'charging', 0],
      [moved(['authorize', 2500]), 'return', 'released', 0],
      [moved(['authorize', 2500], ['release', 2500]), null, 'released', 0],
      [moved(['charge', 2500]), null, 'paid', 2500],
      [moved(['authorize', 2500], ['charge', 2500]), null, 'paid', 2500],
      [moved(['charge', 2500]), 'return', 'returning', 2500],
      [moved(['charge', 2500], ['refund', 2500]), null, 'refunded', 0],
      [moved(['charge', 2500], ['outside_refund', 1000]), null, 'partly_refunded', 1500],
      [moved(['charge', 2500], ['outside_refund', 1000], ['refund', 1500]), null, 'refunded', 0],
      [moved(['charge', 3500], ['letter_refund', 1000]), null, 'partly_refunded', 2500],
      [moved(['charge', 3500], ['letter_refund', 1000], ['refund', 2500]), null, 'refunded', 0],
      [moved(['charge', 2500], ['outside_refund', 2500], ['refund_failed', 2500]), null, 'paid', 2500],
      [moved(['charge', 2500], ['dispute', 2500]), null, 'refunded', 0],
      [moved(['charge', 2500], ['dispute', 2500], ['dispute_returned', 2500]), null, 'paid', 2500],
    ]
  for (const [movements, due, status, paid] of table) {
    const kinds = movements.map(({ kind }) => kind).join(' ')
    assert.equal(receiptStatus(movements, due), status, kinds)
    assert.equal(paidCents(movements), paid, kinds)
  }
})

test('a fee is called refunded exactly when no part of it is still paid', () => {
  const kind = fc.constantFrom<MovementKind>('charge', 'refund', 'outside_refund', 'refund_failed', 'dispute')
  const movement = fc.tuple(kind, fc.integer({ min: 1, max: 5000 }))
  fc.assert(
    fc.property(fc.array(movement, { maxLength: 6 }), fc.constantFrom('charge', 'return', null), (kinds, due) => {
      const movements = moved(['charge', 2500], ...kinds)
      assert.equal(receiptStatus(movements, due) === 'refunded', paidCents(movements) <= 0)
    }),
  )
})
