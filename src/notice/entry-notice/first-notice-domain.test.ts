import assert from 'node:assert/strict'
import { test } from 'node:test'
import { firstNotices, type NoticeEvent } from './first-notice-domain.ts'

const event = (
  kind: NoticeEvent['kind'],
  channel: NoticeEvent['channel'],
  state: string,
  day: number,
): NoticeEvent => ({
  kind,
  event: 'booked',
  channel,
  role: 'resident',
  state,
  at: `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`,
})
const sent = (channel: NoticeEvent['channel'], day: number) => event('notified', channel, 'Sent', day)
const heard = (channel: NoticeEvent['channel'], state: string, day: number) => event('delivery', channel, state, day)

test('a resident counts as notified when the first message went out that no report says is lost', () => {
  const table: [name: string, events: NoticeEvent[], told: number | null, mailed: number | null, letter?: number][] = [
    ['nothing', [], null, null],
    ['not sent', [event('notified', 'sms', 'Not sent', 1)], null, null],
    ['the earlier of two ways', [sent('email', 2), sent('sms', 1)], 1, null],
    ['a letter is no text, and mailed when the post says so', [sent('certified_mail', 1)], null, null, 1],
    ['the embedded post has it at once', [{ ...sent('certified_mail', 1), reference: 'TEST-1' }], null, 1],
    ['seen on its way', [sent('certified_mail', 1), heard('certified_mail', 'in_transit', 4)], null, 4, 1],
    [
      'seen on its way before it is said to be mailed',
      [sent('certified_mail', 1), heard('certified_mail', 'in_transit', 4), heard('certified_mail', 'mailed', 5)],
      ...([null, 5, 1] as const),
    ],
    [
      'a letter that was taken back',
      [
        sent('certified_mail', 1),
        heard('certified_mail', 'mailed', 2),
        { ...heard('certified_mail', '', 3), kind: 'letter_cancelled' },
      ],
      null,
      null,
    ],
    ['sent again later', [sent('sms', 1), sent('sms', 9)], 1, null],
    ['lost', [sent('sms', 1), heard('sms', 'undelivered', 2)], null, null],
    ['lost, and sent again', [sent('sms', 1), heard('sms', 'undelivered', 2), sent('sms', 3)], 3, null],
    ['arrived', [sent('sms', 1), heard('sms', 'delivered', 2)], 1, null],
    ['lost one way, not the other', [sent('sms', 1), sent('email', 2), heard('sms', 'undelivered', 3)], 2, null],
    [
      'a letter goes when the post has it',
      [sent('certified_mail', 1), heard('certified_mail', 'mailed', 3)],
      null,
      3,
      1,
    ],
    [
      'a letter that came back',
      [sent('certified_mail', 1), heard('certified_mail', 'returned_to_sender', 8)],
      null,
      null,
    ],
    ['a word of nothing that we sent', [heard('sms', 'delivered', 1)], null, null],
  ]
  const at = (day: number | null) => day && `2026-11-${String(day).padStart(2, '0')}T10:00:00.000Z`
  for (const [name, events, told, mailed, letter] of table)
    assert.deepEqual(
      firstNotices(events),
      { notifiedAt: at(told), mailedAt: at(mailed), letterAt: at(letter ?? mailed) },
      name,
    )
})

test('messages sent before a move are about another time', () => {
  const events = [
    sent('sms', 1),
    { ...sent('certified_mail', 2), reference: 'ltr_1' },
    { ...sent('sms', 5), event: 'moved' },
    // The letter about the old time is mailed after the move.
    heard('certified_mail', 'mailed', 6),
  ]
  assert.deepEqual(firstNotices(events, '2026-11-05T10:00:00.000Z'), {
    notifiedAt: '2026-11-05T10:00:00.000Z',
    mailedAt: null,
    letterAt: null,
  })
})

test('a letter that was too late to recall after a move is about the old time, even if it was logged after the move', () => {
  const events = [
    sent('certified_mail', 5),
    { ...heard('certified_mail', '', 6), kind: 'letter_too_late' as const },
    heard('certified_mail', 'mailed', 7),
  ]
  const none = { notifiedAt: null, mailedAt: null, letterAt: null }
  assert.deepEqual(firstNotices(events, '2026-11-04T10:00:00.000Z'), none)
  // Without a move, the recall was for a cancellation.
  assert.equal(firstNotices(events).mailedAt, '2026-11-07T10:00:00.000Z')
})

const lettersOf = (ids: (string | null)[]) =>
  ids.map((vendorReference, index) => ({
    ...sent('certified_mail', index * 4 + 1),
    event: 'approved',
    vendorReference,
  }))
const heardOf = (vendorReference: string | null, state: string, day: number): NoticeEvent => ({
  ...heard('certified_mail', state, day),
  event: 'approved',
  vendorReference,
})

test('a report counts for the letter that it names, not for a later letter about the same event', () => {
  const first = [...lettersOf(['a', 'b']), heardOf('a', 'mailed', 6)]
  assert.equal(firstNotices(first, '2026-11-05T10:00:00.000Z').mailedAt, null)
  const both = [...first, heardOf('b', 'mailed', 8), heardOf('a', 'returned_to_sender', 9)]
  assert.equal(firstNotices(both, '2026-11-05T10:00:00.000Z').mailedAt, '2026-11-08T10:00:00.000Z')
})

test('a report without an ID, or about a letter without an ID, counts for the latest such letter', () => {
  assert.equal(firstNotices([...lettersOf([null, null]), heardOf(null, 'mailed', 6)]).mailedAt, sent('sms', 6).at)
  const [old, named] = lettersOf([null, 'b'])
  const events = [old, named, heardOf('a', 'returned_to_sender', 6), heardOf('b', 'mailed', 7)] as NoticeEvent[]
  assert.deepEqual(firstNotices(events), { notifiedAt: null, mailedAt: sent('sms', 7).at, letterAt: sent('sms', 5).at })
})

test('a report that came before our log entry counts', () => {
  const events = [
    { ...heard('sms', 'undelivered', 1), vendorReference: 'a' },
    { ...sent('sms', 2), vendorReference: 'a' },
  ]
  assert.equal(firstNotices(events).notifiedAt, null)
})
