import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { ServiceMethod } from '../../notice/entry-notice/domain.ts'
import { writeInstant } from '../../platform/instant.ts'
import { type ComplianceFacts, complianceOf, firstNotices, type NoticeEvent } from './compliance-domain.ts'

const startsAt = Temporal.Instant.from('2026-11-24T21:30:00Z')
const before = (hours: number) => startsAt.subtract({ minutes: Math.round(hours * 60) })
const facts: ComplianceFacts = {
  status: 'completed',
  isDemo: false,
  state: 'CA',
  occupancy: 'resident',
  startsAt,
  endsAt: startsAt.add({ minutes: 30 }),
  timeZone: 'America/Los_Angeles',
  isRental: true,
  consentHours: null,
  bookedAt: before(72),
  toldAt: before(71),
  mailedAt: null,
  isLetterOnItsWay: false,
  services: [],
}

test('what is compliant follows from what was really sent', () => {
  type Row = [
    name: string,
    change: Partial<ComplianceFacts>,
    isCompliant: boolean | null,
    has: boolean,
    hours: number | null,
  ]
  const table: Row[] = [
    ['texts alone are no notice', {}, false, true, 71],
    ['a letter of six days is', { mailedAt: before(150), toldAt: before(150) }, true, true, 150],
    ['left at the door a day ahead', { services: [{ method: 'posted', servedAt: before(25) }] }, true, true, 71],
    ['left at the door too late', { services: [{ method: 'posted', servedAt: before(23) }] }, false, true, 71],
    ['told in person, of a rental', { services: [{ method: 'oral', servedAt: before(48) }] }, false, true, 71],
    [
      'sent electronically with written consent',
      { services: [{ method: 'electronic_with_consent', servedAt: before(24) }] },
      ...([true, true, 71] as const),
    ],
    [
      'a service is notice by itself',
      { toldAt: null, services: [{ method: 'personal', servedAt: before(30) }] },
      true,
      true,
      30,
    ],
    ['a letter that was ordered, no more', { isLetterOnItsWay: true }, false, true, 71],
    ['a letter of five days is not', { mailedAt: before(120), toldAt: before(120) }, false, true, 120],
    ['told too late', { toldAt: before(23) }, false, false, 23],
    ['told after the start', { toldAt: before(-2) }, false, false, 0],
    ['not told', { toldAt: null }, false, false, null],
    ['vacant: by the booking', { occupancy: 'vacant', toldAt: null }, true, true, 72],
    ['the owner lives there', { occupancy: 'owner', toldAt: null }, true, true, 72],
    ['the owner lives there and was told', { occupancy: 'owner' }, true, true, 71],
    ["another state's law", { state: 'NV' }, null, true, 71],
    ['nobody entered', { status: 'cancelled' }, null, true, 71],
    ['declined', { status: 'declined', occupancy: 'vacant' }, null, true, 71],
    ['a no-show is judged', { status: 'no_show', occupancy: 'vacant', toldAt: null }, true, true, 72],
    ['a demo', { isDemo: true, occupancy: 'vacant', toldAt: null }, null, true, 72],
  ]
  for (const [name, change, ...expected] of table) {
    const { isCompliant, hasAdvanceNotice, advanceNoticeHours, complianceReasons } = complianceOf({
      ...facts,
      ...change,
    })
    assert.deepEqual([isCompliant, hasAdvanceNotice, advanceNoticeHours], expected, name)
    if (isCompliant !== null) assert.ok(complianceReasons.length > 0, name)
  }
})

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

test('the notice to a tenant is served, not enough or not served yet', () => {
  const served = (method: ServiceMethod, hours: number) => ({ services: [{ method, servedAt: before(hours) }] })
  const table: [name: string, change: Partial<ComplianceFacts>, state: string | undefined][] = [
    ['texts alone', {}, 'not_served'],
    ['at the door in time', served('posted', 24), 'served'],
    ['at the door a minute late', served('posted', 23.98), 'not_enough'],
    ['told', served('oral', 48), 'not_enough'],
    ['a letter of six days', { mailedAt: before(150) }, 'served'],
    ['a letter of five days', { mailedAt: before(120) }, 'not_enough'],
    ['a letter that was ordered', { isLetterOnItsWay: true }, 'not_served'],
    ['on a Sunday all the same', { ...served('personal', 96), startsAt: before(48), endsAt: before(47.5) }, 'served'],
    ['another state', { state: 'NV', ...served('oral', 1) }, 'served'],
    ['vacant', { occupancy: 'vacant' }, undefined],
    ['the owner lives there', { occupancy: 'owner' }, undefined],
    ['pending', { status: 'pending' }, undefined],
    ['cancelled', { status: 'cancelled' }, undefined],
    ['a demo', { isDemo: true }, undefined],
  ]
  for (const [name, change, state] of table)
    assert.equal(complianceOf({ ...facts, ...change }).notice?.state, state, name)
  const { deliverBy, mailBy } = complianceOf(facts).notice ?? {}
  assert.deepEqual([deliverBy, mailBy], [writeInstant(before(24)), writeInstant(before(144))])
  assert.equal(complianceOf({ ...facts, state: 'NV' }).notice?.deliverBy, null)
})

test('a letter in the mail is named until other notice exists', () => {
  const reasons = (change: Partial<ComplianceFacts>) =>
    complianceOf({ ...facts, isLetterOnItsWay: true, ...change }).complianceReasons.join(' ')
  assert.match(reasons({}), /counts from the day it is mailed/)
  assert.doesNotMatch(reasons({ services: [{ method: 'personal', servedAt: before(48) }] }), /the post/)
})

test('a resident was told when the first message went that nobody reported as lost', () => {
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
      { toldAt: at(told), mailedAt: at(mailed), letterAt: at(letter ?? mailed) },
      name,
    )
})

test('what was sent before a move tells another time', () => {
  const events = [
    sent('sms', 1),
    { ...sent('certified_mail', 2), reference: 'ltr_1' },
    { ...sent('sms', 5), event: 'moved' },
    // The letter for the former time is mailed after the move.
    heard('certified_mail', 'mailed', 6),
  ]
  assert.deepEqual(firstNotices(events, '2026-11-05T10:00:00.000Z'), {
    toldAt: '2026-11-05T10:00:00.000Z',
    mailedAt: null,
    letterAt: null,
  })
})
