import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Decision, decisionWords } from './messages.ts'

const showing = { amount: 2500, status: 'confirmed', paymentStatus: 'Paid', is_demo: false } as const

test('an agent reads what becomes of the money before he decides', () => {
  const pending = { ...showing, status: 'pending', paymentStatus: 'Authorized' } as const
  const moved = { ...showing, status: 'pending' } as const
  const demo = { ...showing, paymentStatus: 'Not charged', is_demo: true } as const
  const rows: [string, Decision, Parameters<typeof decisionWords>[0], RegExp, RegExp | null][] = [
    ['a request', 'approve', pending, /card is charged \$25\.00 now/, null],
    ['a request that was paid before it was moved', 'approve', moved, /nothing is charged again/, null],
    ['a demo request', 'approve', demo, /no money moves/, /charged/],
    ['a request', 'decline', pending, /authorization of \$25\.00 is released/, /refund/],
    ['a request that was paid before it was moved', 'decline', moved, /full refund of \$25\.00/, /released/],
    ['a request', 'cancel', pending, /authorization of \$25\.00 is released/, /refund/],
    ['a paid showing', 'cancel', showing, /full refund of \$25\.00/, /released/],
    ['one whose charge is under way', 'cancel', { ...showing, paymentStatus: 'Authorized' }, /full refund/, /released/],
    ['a demo', 'cancel', demo, /nobody is told/, /refund|\$/],
    ['a showing', 'approve_refund', showing, /\$25\.00 goes back in full\. It takes 5–7 business days/, null],
    ['a showing', 'decline_refund', showing, /fee of \$25\.00 stays paid/, /goes back/],
  ]
  for (const [what, decision, of, says, never] of rows) {
    const text = decisionWords(of, decision).what.join(' ')
    assert.match(text, says, `${decision} of ${what}`)
    if (never) assert.doesNotMatch(text, never, `${decision} of ${what}`)
  }
})
