import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BookingStatus } from './contract.ts'
import { cancelWords, type Decision, decisionWords, ownWords } from './messages.ts'

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

type Page = Parameters<typeof ownWords>[0]
const page = (status: BookingStatus, change: Partial<Page> = {}): Page => ({
  booking: { status, amount: 2500, time_zone: 'America/Los_Angeles' },
  ...{ cancelledBy: null, decisionDueAt: null, movedFrom: null, money: 'paid', refund: null },
  ...change,
})
const movedFrom = '2026-11-27T21:30:00Z'
const decisionDueAt = '2026-11-23T09:00:00Z'
const asked = { status: 'asked', reason: 'Locked out', requestedAt: '2026-11-27T22:10:00Z', answer: null } as const

test('a buyer reads how his booking stands and where his money is', () => {
  const rows: [Page, RegExp, RegExp | null][] = [
    [
      page('pending', { money: 'authorized', decisionDueAt }),
      /requested.*by Nov 23, 2026, 1:00 AM PST.*charged \$25\.00 only if/,
      null,
    ],
    [
      page('pending', { decisionDueAt, movedFrom }),
      /new time.*from Nov 27, 2026, 1:30 PM PST.*\$25\.00 is paid\. Without/,
      null,
    ],
    [page('confirmed'), /is confirmed.*See you there/, /moved|\$/],
    [page('confirmed', { movedFrom }), /is confirmed.*moved here from Nov 27/, /\$/],
    [
      page('cancelled', { cancelledBy: 'agent', money: 'returning' }),
      /agent called it off.*on its way back.*5–7/,
      null,
    ],
    [page('cancelled', { cancelledBy: 'agent', money: 'returned' }), /agent called it off.*was refunded in full/, null],
    [page('cancelled', { cancelledBy: 'buyer', money: 'released' }), /You cancelled.*not charged/, /refund/],
    [page('cancelled', { cancelledBy: 'buyer' }), /You cancelled.*\$25\.00 is not refunded/, /back/],
    [page('cancelled', { cancelledBy: 'system', money: 'released' }), /card could not be charged/, /agent/],
    [page('declined', { money: 'released' }), /declined.*not charged/, /refund/],
    [page('declined', { money: 'returned' }), /declined.*refunded in full/, /not charged/],
    [page('completed'), /has taken place/, /refund|\$/],
    [page('no_show'), /nobody came/, /refund|\$/],
    [page('completed', { refund: asked }), /asked for a refund\. The agent decides/, /declined/],
    [
      page('completed', { refund: { ...asked, status: 'declined', answer: 'It was open' } }),
      /declined\. Reason: It was open/,
      null,
    ],
    [
      page('no_show', { refund: { ...asked, status: 'approved' }, money: 'returned' }),
      /was refunded in full/,
      /declined/,
    ],
    [page('cancelled', { cancelledBy: 'agent', money: 'none' }), /called it off/, /\$|charged/],
  ]
  for (const [of, says, never] of rows) {
    const { heading, about } = ownWords(of)
    const text = [heading, ...about].join(' ')
    assert.match(text, says)
    if (never) assert.doesNotMatch(text, never, text)
  }
})

test('before he cancels a buyer reads whether the fee is gone', () => {
  assert.match(cancelWords(page('pending', { money: 'authorized' })), /^Nothing is charged/)
  assert.match(cancelWords(page('pending')), /not given back/)
  assert.match(cancelWords(page('confirmed')), /not given back/)
  assert.doesNotMatch(cancelWords(page('confirmed', { money: 'none' })), /fee/)
})
