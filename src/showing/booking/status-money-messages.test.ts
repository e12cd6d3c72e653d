import assert from 'node:assert/strict'
import { test } from 'node:test'
import { viewWith } from '../../../test/views.ts'
import type { Movement } from '../../money/payment/domain.ts'
import type { MessageTarget } from '../../notice/message/mail-messages.ts'
import { inLanguage } from '../../platform/reader-language.ts'
import { type StatusEvent, TRANSITION_EVENTS } from './status-domain.ts'
import { composeStatusMessage } from './status-messages.ts'
import { type StatusView, saysWhoDidIt } from './status-money-messages.ts'

const at = (day: number) => Temporal.Instant.from(`2026-11-${day}T20:00:00Z`)
const letterBack: Movement = { kind: 'letter_refund', amountCents: 1000, at: at(21) }
const outside = (amountCents: number): Movement => ({ kind: 'outside_refund', amountCents, at: at(22) })
const disputed = (amountCents: number): Movement => ({ kind: 'dispute', amountCents, at: at(22) })
const refund = (amountCents: number): Movement => ({ kind: 'refund', amountCents, at: at(28) })

/** Makes a view with a fee of $25 and $10 for a letter. */
const life = (stillPaidCents: number, returns: Movement[], change: Partial<StatusView> = {}): StatusView => ({
  ...viewWith({ specialRequests: null }),
  cancelledBy: null,
  isByAdmin: false,
  isOff: false,
  isOverdue: false,
  money: 'kept',
  letter: 'none',
  stillPaidCents,
  returns,
  reasonForBuyer: null,
  lateMinutes: null,
  proposal: null,
  isUnasked: false,
  offeredTimes: [],
  refundReason: null,
  refundAnswer: null,
  ...change,
})
const say = (event: StatusEvent, role: MessageTarget['role'], channel: MessageTarget['channel'], view: StatusView) =>
  composeStatusMessage({ event, role, channel, cc: [] }, view)?.text.replace(/\s+/g, ' ') ?? ''

const off = { isOff: true, cancelledBy: 'agent', money: 'returned', letter: 'returned' } as const
const cancelledByBuyer = { isOff: true, cancelledBy: 'buyer' } as const
const rest = life(2500, [letterBack], { letter: 'returned' })
const none = life(0, [outside(3500)])

test('after a partial refund, texts and emails give only the rest', () => {
  const rows: [StatusEvent, MessageTarget['role'], MessageTarget['channel'], StatusView, RegExp][] = [
    ['refund_requested', 'listing_agent', 'sms', rest, /wants \$25\.00 back/],
    ['refund_requested', 'listing_agent', 'email', rest, /refund of \$25\.00/],
    ['refund_unanswered', 'listing_agent', 'sms', rest, /^ShowingBooker: Refund not decided yet.* wants \$25\.00/],
    ['refund_unanswered', 'listing_agent', 'email', rest, /refund of \$25\.00, and no one has decided/],
    ['refund_requested', 'buyer', 'email', rest, /-\$10\.00 Net paid: \$25\.00 .*we'll refund \$25\.00/],
    ['refund_declined', 'buyer', 'sms', rest, /Your \$25\.00 won't be refunded/],
    ['refund_declined', 'buyer', 'email', rest, /The \$25\.00 fee won't be refunded/],
    ['refund_declined', 'listing_agent', 'sms', rest, /Maria Gonzalez, \$25\.00\./],
    ['refund_declined', 'listing_agent', 'email', rest, /declined the refund of \$25\.00/],
    ['cancelled', 'buyer', 'sms', life(2500, [letterBack], off), /We're refunding the remaining \$25\.00\./],
    [
      'cancelled',
      'buyer',
      'email',
      life(2500, [letterBack], off),
      /\$35\.00 Refunded on .*: -\$10\.00 Refund to your card: -\$25\.00 Net paid: \$0\.00 We're refunding the remaining \$25\.00/,
    ],
    // We refunded it before we wrote the message.
    ['cancelled', 'buyer', 'sms', life(0, [letterBack, refund(2500)], off), /refunding the remaining \$25\.00/],
    [
      'cancelled',
      'buyer',
      'sms',
      life(0, [refund(3500)], { ...off, letter: 'none' }),
      /refunding your \$35\.00 in full/,
    ],
    ['refunded', 'buyer', 'sms', life(0, [letterBack, refund(2500)], { money: 'returned' }), /Refunded \$25\.00\./],
    ['refunded', 'buyer', 'sms', life(0, [disputed(1000), refund(2500)], { money: 'returned' }), /Refunded \$25\.00\./],
    // Someone else refunded what the bank had left before we did.
    [
      'refunded',
      'buyer',
      'sms',
      life(0, [disputed(1000), outside(2500)], { money: 'returned' }),
      /Refunded \$25\.00\./,
    ],
    [
      'refunded',
      'buyer',
      'email',
      life(0, [letterBack, refund(2500)], { money: 'returned' }),
      /Refunded on Saturday, November 21, .*: -\$10\.00 Refunded on Saturday, November 28, .*: -\$25\.00 Net paid: \$0/,
    ],
    ['moved', 'buyer', 'sms', { ...rest, status: 'pending' }, /we refund your \$25\.00/],
    [
      'cancelled',
      'buyer',
      'sms',
      life(2500, [letterBack], { ...cancelledByBuyer, letter: 'returned' }),
      /Your \$25\.00 fee is non-refundable\. We refunded \$10\.00 for certified mail/,
    ],
    ['cancelled', 'buyer', 'sms', life(2500, [outside(1000)], cancelledByBuyer), /Your \$15\.00 fee is non-refundable/],
  ]
  for (const [event, role, channel, view, says] of rows) assert.match(say(event, role, channel, view), says)
})

test('once others have refunded everything, no message says that it is paid, kept, or being refunded', () => {
  const off = (cancelledBy: 'agent' | 'buyer', money: StatusView['money']) => ({
    ...none,
    isOff: true,
    cancelledBy,
    money,
  })
  const rows: [StatusEvent, StatusView][] = [
    ['approved', { ...none, movedFrom: at(20) }],
    ['moved', { ...none, movedFrom: at(20), status: 'pending' }],
    ['moved', { ...none, movedFrom: at(20) }],
    ['cancelled', off('buyer', 'kept')],
    ['cancelled', off('agent', 'returned')],
    ['declined', off('agent', 'returned')],
    ['refund_declined', none],
  ]
  const wrong = {
    en: /non-refundable|already paid|and paid|in full|refunding|won't be refunded|\$0\.00 back|refund of \$0|, \$0\.00|carries over/i,
    es: /no es reembolsable|ya pagó|pagada|completo|le reembolsamos|no se reembolsan?\b/i,
  }
  for (const language of ['en', 'es'] as const)
    for (const [event, view] of rows)
      for (const role of ['buyer', 'listing_agent'] as const)
        for (const channel of ['sms', 'email'] as const) {
          const text = inLanguage(language, () => say(event, role, channel, view))
          assert.doesNotMatch(text, wrong[language], `${event} ${role} ${channel}`)
        }
  assert.match(say('cancelled', 'buyer', 'sms', off('buyer', 'kept')), /You already got your \$35\.00 back\./)
})

test('a receipt says how money was refunded, and what was charged again', () => {
  const returns: Movement[] = [
    { kind: 'dispute', amountCents: 3500, at: at(21) },
    { kind: 'dispute_returned', amountCents: 3500, at: at(22) },
    { kind: 'refund_failed', amountCents: 1000, at: at(24) },
  ]
  const text = say('cancelled', 'buyer', 'email', life(3500, returns, cancelledByBuyer))
  assert.match(text, /Reversed by the card's bank on .*November 21.*: -\$35\.00 Charge restored on .*: \$35\.00/)
  assert.match(text, /Refund failed at the bank on .*: \$10\.00/)
})

test('a proposal calls the change free only if it cannot cost the buyer their letter', () => {
  const proposal = { startsAt: at(26), dueAt: at(25), reason: null }
  const asked = (change: Partial<StatusView>) =>
    say('move_proposed', 'buyer', 'email', life(3500, [], { proposal, ...change }))
  assert.match(asked({ mailUpgradeCents: 0 }), /your showing stays as it is\. The change is free\./)
  assert.match(asked({ letter: 'returned' }), /The change is free/)
  assert.doesNotMatch(asked({}), /free/)
})

/** Events about which a reader gets no message. */
const UNHEARD: Record<'listing_agent' | 'buyer' | 'resident', StatusEvent[]> = {
  listing_agent: ['move_proposed', 'move_withdrawn', 'running_late', 'letter_refunded'],
  buyer: ['move_kept', 'refund_unanswered'],
  resident: [
    'move_proposed',
    'move_kept',
    'running_late',
    'refund_requested',
    'refund_unanswered',
    'refunded',
    'letter_refunded',
  ],
}

test('an event without words for a reader is an error, and never reads like a refund or a cancellation', () => {
  for (const role of ['listing_agent', 'buyer', 'resident'] as const)
    for (const event of [...UNHEARD[role], 'feedback_asked'] as const)
      for (const channel of ['sms', 'email'] as const)
        assert.throws(() => say(event, role, channel, life(2500, [])), /no words for/, `${event} ${role} ${channel}`)
})

test('only messages about certain events say who acted', () => {
  const events = new Set<StatusEvent>([
    ...Object.values(TRANSITION_EVENTS),
    'move_proposed',
    'move_kept',
    'move_withdrawn',
    'move_unanswered',
    'refund_unanswered',
    'letter_refunded',
  ])
  for (const event of events)
    for (const cancelledBy of [null, 'agent', 'buyer', 'system'] as const) {
      const readers = (['listing_agent', 'buyer'] as const).filter((role) => !UNHEARD[role].includes(event))
      const [own, admins] = [false, true].map((isByAdmin) =>
        readers.flatMap((role) =>
          (['sms', 'email'] as const).map((channel) =>
            say(event, role, channel, life(2500, [], { cancelledBy, isByAdmin })),
          ),
        ),
      )
      assert.equal(String(own) !== String(admins), saysWhoDidIt(event, { cancelledBy }), `${event} ${cancelledBy}`)
    }
})
