import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Entry } from './chain-domain.ts'
import {
  bookingByEvents,
  cleanNote,
  eventName,
  type MessageLine,
  messageLines,
  notesOf,
  notificationDetails,
  servicesOf,
} from './domain.ts'

type MessageLog = Parameters<typeof messageLines>[0]

const message = (channel: string, role: string, more: object = {}) => ({
  event: 'booked',
  channel,
  role,
  status: 'Sent',
  reason: null,
  sentAt: '2026-11-21T09:00:05Z',
  to: `${channel} of ${role}`,
  cc: [],
  reference: null,
  ...more,
})

/** Returns a log with these messages; null: as it was right after the booking. */
function logWith(messages: object[] | null, more: Partial<MessageLog> & { ordered?: boolean } = {}): MessageLog {
  const events = [
    { event: 'booked', payload: '{}' },
    ...(messages ? [{ event: 'notified', payload: JSON.stringify({ messages }) }] : []),
  ] as Entry[]
  const { ordered = false, ...rest } = more
  return {
    status: 'confirmed',
    occupancy: 'resident',
    residentInfo: null,
    notificationDetails: notificationDetails(events),
    payment: { includedMailUpgrade: ordered },
    events,
    ...rest,
  }
}

/** Entries of a log, a day apart. */
const entriesOf = (events: [event: string, payload: object][]) =>
  events.map(([event, payload], day) => ({
    event,
    at: `2026-11-2${day + 1}T10:00:00.000000Z`,
    payload: JSON.stringify(payload),
  })) as Entry[]

const short = ({ who, channel, status, reason, to }: MessageLine) => [who, channel, status, reason, to]
const find = (log: MessageLog, channel: string, who: string) =>
  messageLines(log).find((line) => line.channel === channel && line.who === who)

test('a booking has seven messages: texts, emails, and the letter', () => {
  const all = ['sms', 'email'].flatMap((channel) =>
    ['listing_agent', 'resident', 'buyer'].map((role) => message(channel, role)),
  )
  const lines = messageLines(logWith([...all, message('certified_mail', 'resident', { reference: 'TEST-1' })]))
  assert.deepEqual(lines.map(short), [
    ['Listing agent', 'SMS', 'Sent', null, 'sms of listing_agent'],
    ['Resident', 'SMS', 'Sent', null, 'sms of resident'],
    ['Buyer', 'SMS', 'Sent', null, 'sms of buyer'],
    ['Listing agent', 'Email', 'Sent', null, 'email of listing_agent'],
    ['Resident', 'Email', 'Sent', null, 'email of resident'],
    ['Buyer', 'Email', 'Sent', null, 'email of buyer'],
    ['Resident', 'Certified mail', 'Sent', null, 'TEST-1'],
  ])
  assert.ok(lines.every(({ isSent, sentAt }) => isSent && sentAt === '2026-11-21T09:00:05Z'))
})

const reasons: [what: string, log: MessageLog, channel: string, who: string, reason: string | null][] = [
  ['no message has been sent yet', logWith(null), 'SMS', 'Buyer', 'Not sent yet'],
  ['there is no phone number', logWith([]), 'SMS', 'Listing agent', 'No phone number'],
  ['the resident has no phone', logWith([]), 'SMS', 'Resident', 'No phone number'],
  [
    "the resident's text waits for the morning",
    logWith([], { residentInfo: { name: null, phone: '213-555-0111', email: null } }),
    'SMS',
    'Resident',
    'Not sent yet',
  ],
  ['there is no email address', logWith([]), 'Email', 'Resident', 'No email address'],
  [
    'the showing waits for approval',
    logWith([], { status: 'pending' }),
    'SMS',
    'Resident',
    "We'll send it once the showing is approved",
  ],
  ['the showing was declined', logWith([], { status: 'declined' }), 'SMS', 'Resident', 'The request was declined'],
  ['a letter was ordered', logWith([], { ordered: true }), 'Certified mail', 'Resident', 'Not sent yet'],
  [
    'a letter could not be sent',
    logWith([message('certified_mail', 'resident', { status: 'Not sent', reason: 'No such street', sentAt: null })], {
      ordered: true,
    }),
    'Certified mail',
    'Resident',
    'No such street',
  ],
  [
    'the resident did not agree to texts',
    logWith([message('sms', 'resident', { status: 'Not sent', reason: 'Did not agree', sentAt: null })]),
    'SMS',
    'Resident',
    'Did not agree',
  ],
  ['the owner lives there', logWith([], { occupancy: 'owner' }), 'Email', 'Owner at home', 'No email address'],
  ['it was sent', logWith([message('sms', 'buyer')]), 'SMS', 'Buyer', null],
]
for (const [what, log, channel, who, reason] of reasons)
  test(`if ${what}, the log says about ${channel} to the ${who.toLowerCase()}: ${reason ?? 'nothing more'}`, () => {
    const line = find(log, channel, who)
    assert.deepEqual([line?.reason, line?.isSent], [reason, reason === null])
  })

const notDue: [what: string, log: MessageLog, channel: string, status: string, reason: string | null][] = [
  ['no letter was ordered', logWith([]), 'Certified mail', 'Not ordered', null],
  ['no one lives there', logWith([], { occupancy: 'vacant' }), 'SMS', 'Not needed', 'No one lives there'],
  ['no one lives there', logWith([], { occupancy: 'vacant' }), 'Email', 'Not needed', 'No one lives there'],
  ['no one lives there', logWith([], { occupancy: 'vacant' }), 'Certified mail', 'Not needed', 'No one lives there'],
]
for (const [what, log, channel, status, reason] of notDue)
  test(`if ${what}, ${channel} to the resident is "${status}", and nothing is missing`, () => {
    const line = find(log, channel, 'Resident')
    assert.deepEqual([line?.status, line?.reason, line?.isDue, line?.isSent], [status, reason, false, false])
  })

test('a due message that was not sent is missing; one sent without being due counts as sent', () => {
  assert.equal(find(logWith([], { ordered: true }), 'Certified mail', 'Resident')?.isDue, true)
  assert.equal(find(logWith([]), 'SMS', 'Buyer')?.isDue, true)
  const sent = find(logWith([message('sms', 'resident')], { occupancy: 'vacant' }), 'SMS', 'Resident')
  assert.deepEqual([sent?.status, sent?.isDue, sent?.isSent], ['Sent', true, true])
  const failed = message('sms', 'resident', { status: 'Not sent', reason: 'Opted out', sentAt: null })
  const line = find(logWith([failed], { occupancy: 'vacant' }), 'SMS', 'Resident')
  assert.deepEqual([line?.status, line?.reason, line?.isDue], ['Not sent', 'Opted out', true])
})

test('if an approval replaces a request, its message counts', () => {
  const unsaid = { status: 'Not sent', reason: 'The showing was approved before this was sent', sentAt: null }
  const log = logWith([message('sms', 'buyer', { event: 'approved' }), message('sms', 'buyer', unsaid)])
  assert.equal(find(log, 'SMS', 'Buyer')?.status, 'Sent')
})

test('a coordination email also notifies the resident, and the last report counts', () => {
  const first = message('email', 'listing_agent', {
    status: 'Not sent',
    reason: 'Away',
    sentAt: null,
    cc: ['r@h.example'],
  })
  const log = logWith([first, message('email', 'listing_agent', { cc: ['r@h.example'] })])
  assert.deepEqual(short(find(log, 'Email', 'Resident') as MessageLine), [
    'Resident',
    'Email',
    'Sent',
    null,
    'r@h.example',
  ])
})

const letterSent = message('certified_mail', 'resident', { reference: '9407' })
const ofLetter = { event: 'booked', channel: 'certified_mail', role: 'resident' }
const fates: [what: string, events: [event: string, payload: object][], expected: unknown[]][] = [
  [
    'was recalled',
    [['letter_cancelled', { ...ofLetter, reference: 'ltr_1' }]],
    ['Not sent', null, 'The letter was canceled before it was printed', null],
  ],
  ['could not be recalled', [['letter_too_late', ofLetter]], ['Sent', letterSent.sentAt, null, '9407']],
  [
    'was never printed',
    [['delivery', { ...ofLetter, state: 'rejected', reason: 'The letter could not be printed', trackingNumber: '1' }]],
    ['Not sent', null, 'The letter could not be printed', null],
  ],
  [
    'came back',
    [
      ['delivery', { ...ofLetter, state: 'mailed', trackingNumber: '9408' }],
      ['delivery', { ...ofLetter, state: 'returned_to_sender', reason: 'The letter was returned to its sender' }],
    ],
    ['Returned', letterSent.sentAt, 'The letter was returned to its sender', '9408'],
  ],
  ['went out before a move', [['moved', {}]], ['Sent', letterSent.sentAt, 'The letter was about the old time', '9407']],
]
for (const [what, events, expected] of fates)
  test(`a letter that ${what} is "${expected[0]}" in the log`, () => {
    const log = entriesOf([['notified', { messages: [letterSent] }], ...events])
    const { status, sentAt, reason, trackingNumber } = notificationDetails(log).certifiedMail
    assert.deepEqual([status, sentAt, reason, trackingNumber], expected)
  })

test('a new letter counts, whatever became of the old one', () => {
  const log = entriesOf([
    ['notified', { messages: [letterSent] }],
    ['moved', {}],
    ['notified', { messages: [{ ...letterSent, event: 'moved', sentAt: '2026-11-24T09:00:00Z', reference: '9409' }] }],
    ['delivery', { ...ofLetter, state: 'in_transit', trackingNumber: '9407' }],
    ['letter_cancelled', ofLetter],
  ])
  const { status, reason, trackingNumber } = notificationDetails(log).certifiedMail
  assert.deepEqual([status, reason, trackingNumber], ['Sent', null, '9409'])
})

test('a report counts for the message that it names, even if it came before our entry', () => {
  const named = (vendorReference: string, reference: string) => ({ ...letterSent, vendorReference, reference })
  const lost = { event: 'booked', channel: 'sms', role: 'buyer', state: 'undelivered', reference: 'c' }
  const { sms, certifiedMail } = notificationDetails(
    entriesOf([
      ['delivery', lost],
      ['notified', { messages: [named('a', '9407'), message('sms', 'buyer', { vendorReference: 'c' })] }],
      ['notified', { messages: [named('b', '9409')] }],
      ['delivery', { ...ofLetter, reference: 'a', state: 'in_transit', trackingNumber: '9407' }],
      ['delivery', { ...ofLetter, reference: 'a', state: 'returned_to_sender' }],
    ]),
  )
  assert.deepEqual([certifiedMail.status, certifiedMail.trackingNumber], ['Sent', '9409'])
  assert.equal(sms.buyer.status, 'Not sent')
})

test('a text that was not delivered counts as not sent, and one about the old time too', () => {
  const texts = [message('sms', 'buyer'), message('sms', 'resident')]
  const lost = { event: 'booked', channel: 'sms', role: 'buyer', state: 'undelivered' }
  const { sms } = notificationDetails(
    entriesOf([
      ['notified', { messages: texts }],
      ['delivery', lost],
      ['moved', {}],
      ['approved', {}],
    ]),
  )
  assert.deepEqual([sms.buyer.status, sms.buyer.reason], ['Not sent', 'The text message could not be delivered'])
  assert.deepEqual([sms.resident.status, sms.resident.sentAt], ['Not sent', null])
})

const booked = {
  status: 'pending',
  showingDate: '2026-11-05',
  showingTime: '10:00',
  startsAt: '2026-11-05T18:00:00.000Z',
  timeZone: 'America/Los_Angeles',
  payment: { amount: 2500, status: 'Authorized', processedAt: 'then' },
}
const cases: [what: string, since: [event: string, payload?: object][], status: string, payment: string][] = [
  ['nothing happened', [['notified', { messages: [] }]], 'pending', 'Authorized'],
  ['it was approved', [['approved', { to: 'confirmed' }]], 'confirmed', 'Authorized'],
  ['it was charged', [['approved', { to: 'confirmed' }], ['charged']], 'confirmed', 'Paid'],
  ['it was declined', [['declined', { to: 'declined' }], ['released']], 'declined', 'Released'],
  [
    'the card could not be charged',
    [['approved', { to: 'confirmed' }], ['cancelled', { by: 'system' }], ['released']],
    'cancelled',
    'Released',
  ],
  ['it was canceled', [['charged'], ['cancelled', { to: 'cancelled' }], ['refunded']], 'cancelled', 'Refunded'],
  ['it took place', [['approved', { to: 'confirmed' }], ['charged'], ['completed'], ['no_show']], 'no_show', 'Paid'],
  [
    'someone refunded a part at the provider',
    [['charged'], ['money_moved_outside', { kind: 'outside_refund', amount: 500 }]],
    'pending',
    'Partly refunded',
  ],
  [
    'someone refunded a part at the provider before we logged the charge',
    [['money_moved_outside', { kind: 'outside_refund', amount: 500 }], ['charged']],
    'pending',
    'Partly refunded',
  ],
  [
    'an older version logged the release as a refund',
    [['declined', { to: 'declined' }], ['released'], ['money_moved_outside', { kind: 'outside_refund', amount: 2500 }]],
    'declined',
    'Released',
  ],
  [
    'an older version logged a release in the dashboard as a refund',
    [['money_moved_outside', { kind: 'outside_refund', amount: 2500 }]],
    'pending',
    'Authorized',
  ],
  [
    'the letter and then the rest went back',
    [
      ['charged'],
      ['letter_refunded', { amount: 1000 }],
      ['money_moved_outside', { kind: 'outside_refund', amount: 1500 }],
    ],
    'pending',
    'Refunded',
  ],
  [
    'the letter went back and another refund failed',
    [
      ['charged'],
      ['letter_refunded', { amount: 1000 }],
      ['money_moved_outside', { kind: 'outside_refund', amount: 500 }],
      ['money_moved_outside', { kind: 'refund_failed', amount: 500 }],
    ],
    'pending',
    'Partly refunded',
  ],
  [
    'a refund failed',
    [['charged'], ['refunded'], ['money_moved_outside', { kind: 'refund_failed', amount: 2500 }]],
    'pending',
    'Paid',
  ],
  [
    'the bank took the fee back',
    [['charged'], ['money_moved_outside', { kind: 'dispute', amount: 2500 }]],
    'pending',
    'Refunded',
  ],
  [
    'the bank took the fee back and returned it',
    [
      ['charged'],
      ['money_moved_outside', { kind: 'dispute', amount: 2500 }],
      ['money_moved_outside', { kind: 'dispute_returned', amount: 2500 }],
    ],
    'pending',
    'Paid',
  ],
  ['a word of a delivery names whom it reached', [['delivery', { to: 'a@b.example' }]], 'pending', 'Authorized'],
]
const eventsOf = (since: [event: string, payload?: object][]) =>
  [['booked', booked] as const, ...since].map(([event, payload = {}]) => ({
    event,
    at: 'now',
    payload: JSON.stringify(payload),
  })) as Entry[]
for (const [what, since, status, payment] of cases)
  test(`if ${what}, the log says ${status} and ${payment}`, () => {
    const stands = bookingByEvents(eventsOf(since))
    assert.deepEqual([stands.status, stands.payment.status], [status, payment])
  })

test("the log has the buyer's corrected email", () => {
  const corrected = { email: 'bea@typo.example.com', former: { email: 'bea@tpyo.example.com' } }
  assert.equal(bookingByEvents(eventsOf([['email_changed', corrected]])).buyerEmail, 'bea@typo.example.com')
})

test('the log has who lives there since the last change', () => {
  const left = { occupancy: 'vacant', residentInfo: null }
  assert.partialDeepStrictEqual(bookingByEvents(eventsOf([['occupancy_changed', left]])), left)
})

test("the log has a moved showing at its new time, in the property's time zone", () => {
  const moved = { to: 'confirmed', startedAt: '2026-10-31T19:00:00.000Z', startsAt: '2026-11-02T17:30:00Z' }
  const { showingDate, showingTime, startsAt, payment } = bookingByEvents(eventsOf([['moved', moved], ['charged']]))
  assert.deepEqual([showingDate, showingTime, startsAt], ['2026-11-02', '09:30', '2026-11-02T17:30:00.000Z'])
  assert.equal(payment.processedAt, 'now')
})

test('every event has a name, and an unknown event shows its stored name', () => {
  assert.deepEqual(['booked', 'no_show', 'refund_requested', 'email_changed', 'link_renewed'].map(eventName), [
    'Booked',
    "Buyer didn't show up",
    'Refund requested',
    "Buyer's email corrected",
    "Buyer's link renewed",
  ])
})

test('finds the notes among the events, in order', () => {
  const event = (sequence: number, name: string, payload: Record<string, unknown>) => {
    return { sequence, event: name, at: `2026-11-2${sequence}`, payload, previousHash: '', hash: '' }
  }
  const events = [
    event(1, 'booked', {}),
    event(2, 'note', { note: 'First', by: 'a@b.example' }),
    event(3, 'notified', { note: 'no note' }),
    event(4, 'note', { note: 'Second' }),
  ]
  assert.deepEqual(notesOf(events), [
    { sequence: 2, at: '2026-11-22', note: 'First', by: 'a@b.example' },
    { sequence: 4, at: '2026-11-24', note: 'Second', by: '' },
  ])
})

test('the log says how notice was served and leaves out withdrawn records', () => {
  const event = (sequence: number, name: string, payload: Record<string, unknown>) => ({
    sequence,
    event: name,
    at: '2026-11-22T09:00:00.000000Z',
    payload,
    previousHash: '',
    hash: '',
  })
  const served = { method: 'posted', servedAt: '2026-11-22T08:00:00Z', servedBy: 'Lena' }
  const found = servicesOf([
    event(3, 'served', { serviceId: 'a', ...served }),
    event(4, 'service_withdrawn', { serviceId: 'a', reason: 'The wrong door' }),
    event(5, 'served', { serviceId: 'b', ...served, method: 'personal' }),
  ])
  assert.deepEqual(found, [
    { sequence: 5, servedAt: '2026-11-22T08:00:00Z', how: 'Handed to the resident', by: 'Lena' },
  ])
})

test('refuses a note of only spaces', () => {
  assert.equal(cleanNote('  hello \n'), 'hello')
  assert.throws(() => cleanNote(' \n '), { message: 'Please enter a note' })
})
