import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { BookingStatus } from '../../notice/entry-notice/contract.ts'
import { cancelWords, canLoseLetter, feeWords, lostLetterWords, newsWords, ownWords } from './buyer-page-messages.ts'

type Page = Parameters<typeof ownWords>[0]
const page = (status: BookingStatus, change: Partial<Page> = {}): Page => ({
  booking: { status, amount: 2500, mailUpgrade: false, time_zone: 'America/Los_Angeles' },
  cancelledBy: null,
  endedByAdmin: false,
  reason: null,
  lateMinutes: null,
  decisionDueAt: null,
  movedFrom: null,
  money: 'paid',
  stillPaid: change.booking?.amount ?? 2500,
  mailRefund: 'none',
  refund: null,
  phase: 'ahead',
  ...change,
})
const mailed = (status: BookingStatus) => ({ ...page(status).booking, amount: 3500, mailUpgrade: true })
const movedFrom = '2026-11-27T21:30:00Z'
const decisionDueAt = '2026-11-23T09:00:00Z'
const asked = {
  status: 'asked',
  reason: 'Locked out',
  requestedAt: '2026-11-27T22:10:00Z',
  dueAt: '2026-12-03T22:10:00Z',
  answer: null,
} as const

test("the buyer's page describes the state of the booking and of the payment", () => {
  const rows: [Page, RegExp, RegExp | null][] = [
    [
      page('pending', { money: 'authorized', decisionDueAt }),
      /requested.*has until Nov 23, 2026, 1:00 AM PST.*charge \$25\.00 to your card only if/,
      null,
    ],
    [
      page('pending', { decisionDueAt, movedFrom }),
      /new time.*from Nov 27, 2026, 1:30 PM PST.*You paid \$25\.00\. If the agent doesn't approve, we'll refund/,
      null,
    ],
    [page('confirmed'), /is confirmed.*You're all set/, /moved|\$/],
    [page('confirmed', { property: { agent_email: null, agent_phone: '(213) 555-0100' } }), /You're all set/, null],
    [page('confirmed', { property: { agent_email: null, agent_phone: null } }), /is confirmed/, /all set/],
    [page('confirmed', { lateMinutes: 10 }), /is confirmed.*running about 10 minutes late/, null],
    [
      page('cancelled', { cancelledBy: 'agent', money: 'returning', reason: 'The home is sold' }),
      /^The agent canceled your showing Reason from the agent: The home is sold.*refund of \$25\.00 is on its way/,
      null,
    ],
    [
      page('cancelled', { cancelledBy: 'agent', endedByAdmin: true, money: 'returning', reason: 'The home is sold' }),
      /^ShowingBooker canceled your showing Reason from ShowingBooker: The home is sold.*refund of \$25\.00/,
      /agent/,
    ],
    [page('confirmed', { phase: 'under_way' }), /has started/, /all set|is confirmed/],
    [page('confirmed', { phase: 'over' }), /is over/, /all set|is confirmed/],
    [page('confirmed', { phase: 'over', refund: asked }), /is over.*asked for a refund/, /all set/],
    [page('confirmed', { movedFrom }), /is confirmed.*Moved from Nov 27/, /\$/],
    [
      page('cancelled', { cancelledBy: 'agent', money: 'returning' }),
      /^The agent canceled your showing Your full refund of \$25\.00 is on its way.*5–7/,
      null,
    ],
    [
      page('cancelled', { cancelledBy: 'agent', money: 'returned' }),
      /^The agent canceled your showing .*was refunded in full/,
      null,
    ],
    [
      page('cancelled', { cancelledBy: 'buyer', money: 'released' }),
      /^You canceled your showing Your card won't be charged/,
      /refund|this/,
    ],
    [
      page('cancelled', { cancelledBy: 'buyer' }),
      /^You canceled your showing Your \$25\.00 fee is non-refundable/,
      /we refund|on its way|back/i,
    ],
    [
      page('cancelled', { cancelledBy: 'buyer', mailRefund: 'recalling', booking: mailed('cancelled') }),
      /Your \$25\.00 fee is non-refundable.*We'll refund your \$10\.00 for certified mail if/,
      /\$35/,
    ],
    [
      page('cancelled', { cancelledBy: 'buyer', mailRefund: 'mailed', booking: mailed('cancelled') }),
      /already printed, so its \$10\.00 fee can't be refunded/,
      null,
    ],
    [
      page('confirmed', { movedFrom, mailRefund: 'returned', booking: mailed('confirmed') }),
      /too soon for certified mail\. Your \$10\.00 for certified mail was refunded/,
      null,
    ],
    [
      page('confirmed', { mailRefund: 'returned', hasTimeForMail: true, booking: mailed('confirmed') }),
      /Your \$10\.00 for certified mail was refunded/,
      /too soon/,
    ],
    [
      page('cancelled', { cancelledBy: 'agent', money: 'returning', stillPaid: 2500, booking: mailed('cancelled') }),
      /refund of the remaining \$25\.00 is on its way/,
      /\$35/,
    ],
    [page('cancelled', { cancelledBy: 'buyer', stillPaid: 1500 }), /Your \$15\.00 fee is non-refundable/, /\$25/],
    [page('pending', { movedFrom, stillPaid: 1500 }), /You paid \$15\.00\. If the agent/, /\$25/],
    [
      page('cancelled', { cancelledBy: 'system', money: 'released' }),
      /^Your showing was canceled We couldn't charge your card\./,
      /agent/,
    ],
    [page('declined', { money: 'released' }), /declined.*won't be charged/, /refund/],
    [page('declined', { money: 'returned' }), /declined.*refunded in full/, /n[o']t charged/],
    [page('completed'), /is complete/, /refund|\$/],
    [page('no_show'), /no-show/, /refund|\$/],
    [
      page('completed', { refund: { ...asked, dueAt: null } }),
      /didn't decide in time, so ShowingBooker will decide/,
      /step in/,
    ],
    [
      page('completed', { refund: asked }),
      /asked for a refund\. The agent will review your request and decide\. If the agent hasn't decided by Dec 3, 2026, 2:10 PM PST, we'll step in/,
      /declined/,
    ],
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
    [page('cancelled', { cancelledBy: 'agent', money: 'none' }), /agent canceled/, /\$|charged/],
  ]
  for (const [of, says, never] of rows) {
    const { heading, about } = ownWords(of)
    const text = [heading, ...about].join(' ')
    assert.match(text, says)
    if (never) assert.doesNotMatch(text, never, text)
  }
})

test('a visitor who asked for a refund is not thanked for coming', () => {
  const declined = { ...asked, status: 'declined', answer: 'It was open' } as const
  for (const refund of [asked, { ...asked, status: 'approved' } as const, declined]) {
    const { label, heading, about } = ownWords(page('completed', { refund }))
    assert.deepEqual([label, heading], ['Ended', 'Your showing is over'])
    assert.doesNotMatch(about.join(' '), /Thank you/)
  }
  const { label, heading, about } = ownWords(page('completed'))
  assert.deepEqual([label, heading, about], ['Completed', 'Your showing is complete', ['Thank you for coming.']])
})

test('the announcement on an open page says what changed', () => {
  const startsAt = '2026-11-27T21:30:00Z'
  const starting = (of: Page, at = startsAt) => ({ ...of, booking: { ...of.booking, startsAt: at }, proposal: null })
  const before = starting(page('confirmed'))
  const rows: [Parameters<typeof newsWords>[1], RegExp][] = [
    [{ ...before, proposal: { id: 'a' } }, /^This page has changed\. Can you come at another time\?$/],
    [
      starting(page('confirmed', { movedFrom: startsAt }), '2026-11-29T18:00:00Z'),
      /^This page has changed\. Your showing is now on Nov 29, 2026, 10:00 AM PST\.$/,
    ],
    [starting(page('pending', { movedFrom: startsAt }), '2026-11-29T18:00:00Z'), /^This page has changed: .*new time/],
    [
      starting(page('declined', { movedFrom: startsAt }), '2026-11-29T18:00:00Z'),
      /^This page has changed: .*declined[^.]*\.$/,
    ],
    [
      starting(page('cancelled', { movedFrom: startsAt, cancelledBy: 'agent' }), '2026-11-29T18:00:00Z'),
      /^This page has changed: .*canceled[^.]*\.$/,
    ],
    [{ ...before, lateMinutes: 10 }, /^This page has changed\. The agent is running about 10 minutes late\.$/],
    [{ ...before, refund: { ...asked, status: 'declined', answer: 'It was open' } }, /Reason: It was open/],
    [{ ...before, refund: { ...asked, status: 'approved' }, money: 'returning' }, /refund of \$25\.00 is on its way/],
    [starting(page('completed')), /^This page has changed: .+\.$/],
  ]
  for (const [now, says] of rows) assert.match(newsWords(before, now), says)
  const kept = { ...before, proposal: { id: 'a' }, lateMinutes: 10, refund: asked }
  assert.match(newsWords(kept, kept), /^This page has changed: Your showing is confirmed\.$/)
})

test('before a buyer cancels, the page says whether they lose the fee', () => {
  assert.match(cancelWords(page('pending', { money: 'authorized' })), /^You won't be charged/)
  assert.equal(cancelWords(page('pending')), 'Your $25.00 fee is non-refundable.')
  assert.equal(
    cancelWords(page('confirmed', { booking: mailed('confirmed') })),
    "Your $25.00 fee is non-refundable. We'll refund the $10.00 for certified mail if the letter hasn't been printed yet.",
  )
  const mails = { booking: mailed('confirmed'), stillPaid: 3500 }
  const rows: [Page['mailRefund'], number, string][] = [
    ['returned', 2500, 'Your $10.00 for certified mail was refunded. It takes 5–7 business days to reach your card.'],
    [
      'returning',
      3500,
      'Your $10.00 refund for certified mail is on its way. It takes 5–7 business days to reach your card.',
    ],
    ['recalling', 3500, "We'll refund your $10.00 for certified mail if the letter hasn't been printed yet."],
    ['mailed', 3500, "The certified letter was already printed, so its $10.00 fee can't be refunded."],
  ]
  for (const [mailRefund, stillPaid, words] of rows)
    assert.equal(
      cancelWords(page('confirmed', { ...mails, mailRefund, stillPaid })),
      `Your $25.00 fee is non-refundable. ${words}`,
    )
  assert.equal(cancelWords(page('confirmed', { stillPaid: 1500 })), 'Your $15.00 fee is non-refundable.')
  assert.match(
    cancelWords(page('confirmed', { money: 'returned', stillPaid: 0 })),
    /^Your \$25\.00 was refunded in full/,
  )
  assert.doesNotMatch(cancelWords(page('confirmed', { money: 'none' })), /fee/)
})

test('before a buyer moves to a time that is too soon for their letter, the page says what becomes of its price', () => {
  const withLetter = page('confirmed', { booking: mailed('confirmed') })
  assert.equal(canLoseLetter(withLetter), true)
  assert.equal(canLoseLetter(page('confirmed')), false)
  for (const mailRefund of ['recalling', 'returning', 'returned', 'mailed'] as const)
    assert.equal(canLoseLetter({ ...withLetter, mailRefund }), false, mailRefund)
  assert.equal(
    lostLetterWords(),
    "The new time is too soon for certified mail. We'll refund your $10.00 for certified mail if the letter hasn't been printed yet.",
  )
})

test('the fee says whether we kept, released, or refunded it', () => {
  const of = (money: Page['money']) => Object.values(feeWords(page('confirmed', { money }))).join(' ')
  assert.deepEqual(
    [of('authorized'), of('paid'), of('released'), of('returning'), of('returned'), of('none')],
    [
      'Authorized $25.00',
      'Fee $25.00',
      'Fee $25.00, not charged',
      'Fee $25.00, refund on its way',
      'Fee $25.00, refunded',
      'Fee $25.00',
    ],
  )
  assert.equal(feeWords(page('confirmed', { stillPaid: 1500 })).value, '$25.00 ($10.00 refunded)')
})
