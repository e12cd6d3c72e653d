import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Decision, decisionWords } from './decision-messages.ts'

const decided = { amount: 2500, stillPaid: 2500, status: 'confirmed', paymentStatus: 'Paid', is_demo: false } as const

test('the question before a decision tells the agent what happens to the money', () => {
  const pending = { ...decided, status: 'pending', paymentStatus: 'Authorized' } as const
  const moved = { ...decided, status: 'pending' } as const
  const demo = { ...decided, paymentStatus: 'Not charged', is_demo: true } as const
  const part = { ...decided, amount: 3500, paymentStatus: 'Partly refunded' } as const
  const none = { ...decided, stillPaid: 0, paymentStatus: 'Refunded' } as const
  const bank = { ...none, paymentStatus: 'Returned by the bank' } as const
  const rows: [string, Decision, Parameters<typeof decisionWords>[0], RegExp, RegExp | null][] = [
    ['a request', 'approve', pending, /charge \$25\.00 to the buyer's card now/, null],
    ['a request that was paid before it was moved', 'approve', moved, /won't be charged again/, null],
    ['a demo request', 'approve', demo, /no money moves/, /charged/],
    ['a request', 'decline', pending, /release the \$25\.00 authorization/, /refund/],
    ['a request that was paid before it was moved', 'decline', moved, /full refund of \$25\.00/, /released/],
    ['a request', 'cancel', pending, /release the \$25\.00 authorization/, /refund/],
    ['a paid showing', 'cancel', decided, /full refund of \$25\.00/, /released/],
    ['one whose charge is under way', 'cancel', { ...decided, paymentStatus: 'Authorized' }, /full refund/, /released/],
    ['a demo', 'cancel', demo, /no one gets a message/, /refund|\$/],
    ['a showing', 'approve_refund', decided, /full refund of \$25\.00\. It takes 5–7 business days/, null],
    ['a showing', 'decline_refund', decided, /\$25\.00 fee won't be refunded/, /full refund/],
    ['one that was refunded in part', 'cancel', part, /gets the remaining \$25\.00 back/, /\$35|full/],
    ['one that was refunded in part', 'approve_refund', part, /gets the remaining \$25\.00 back\. It/, /\$35|full/],
    ['one that was refunded in part', 'decline_refund', part, /\$25\.00 fee won't be refunded/, /\$35/],
    ['one that others refunded', 'cancel', none, /was already refunded/, /\$|full/],
    ['one that others refunded', 'decline', none, /was already refunded/, /\$|full/],
    ['one that others refunded', 'approve', { ...none, status: 'pending' }, /was already refunded/, /already paid|\$/],
    ['one that others refunded', 'approve_refund', none, /was already refunded/, /\$|full/],
    ['one that others refunded', 'decline_refund', none, /was already refunded/, /\$/],
    ['one that the bank returned', 'cancel', bank, /bank already returned .* We'll tell the buyer/, /\$|refund/],
    ['one that the bank returned', 'approve_refund', bank, /bank already returned/, /\$|refund|tell the buyer/],
    [
      'one that the bank returned',
      'decline_refund',
      bank,
      /bank already returned .* We'll tell the buyer/,
      /\$|refund/,
    ],
  ]
  for (const [what, decision, of, says, never] of rows) {
    const text = decisionWords(of, decision).what.join(' ')
    assert.match(text, says, `${decision} of ${what}`)
    if (never) assert.doesNotMatch(text, never, `${decision} of ${what}`)
  }
  assert.match(decisionWords(decided, 'approve_refund').done, /on its way/)
  for (const back of [none, bank]) assert.doesNotMatch(decisionWords(back, 'approve_refund').done, /on its way/)
})
