import assert from 'node:assert/strict'
import { test } from 'node:test'
import { entryDetail, outcomeOf } from './domain.ts'

test('each log entry gets a short description', () => {
  const message = { channel: 'sms', role: 'resident', status: 'Sent' }
  const table: [string, Record<string, unknown>, string][] = [
    ['booked', { buyerName: 'Maria' }, ''],
    ['note', { note: 'Dogs.' }, 'Dogs.'],
    ['served', { method: 'personal', servedBy: 'Lena' }, 'Handed to the resident, by Lena'],
    ['service_withdrawn', { reason: 'The wrong door.' }, 'The wrong door.'],
    [
      'notified',
      { messages: [message, { channel: 'certified_mail', role: 'buyer', status: 'Not sent' }] },
      'Text message to the resident sent; Certified letter to the buyer not sent',
    ],
    ['notified', {}, ''],
    ['delivery', { ...message, state: 'returned_to_sender' }, 'Text message to the resident, returned to sender'],
    ['occupancy_changed', { occupancy: 'vacant', residentInfo: null }, 'No one lives there'],
    [
      'occupancy_changed',
      { occupancy: 'owner', residentInfo: { name: 'Olga Owner' } },
      'The owner lives there: Olga Owner',
    ],
    ['occupancy_changed', { occupancy: 'resident', residentInfo: { name: null } }, 'A resident lives there'],
    ['cancelled', { reason: 'Ill' }, 'Ill'],
    ['cancelled', { reason: null }, ''],
  ]
  for (const [event, payload, said] of table) assert.equal(entryDetail({ event, payload }), said, event)
})

test('the outcome of each message is in plain words, and says its reason once', () => {
  const sent = {
    status: 'sent',
    channel: 'sms',
    reason: null,
    delivery: null,
    isRetrying: false,
    recall: null,
  } as const
  const outcomes = (
    [
      { delivery: 'in_transit' },
      { channel: 'certified_mail', recall: 'cancelled' },
      { channel: 'certified_mail', recall: 'cancelled', delivery: 'deleted' },
      { status: 'not_sent', reason: 'This number has opted out of text messages' },
      { status: 'failed', reason: 'The email could not be delivered' },
      { delivery: 'undelivered', reason: 'This number is not in service' },
    ] as const
  ).map((change) => outcomeOf({ ...sent, ...change }))
  const notPrinted = 'It was not printed because the showing was moved or canceled'
  assert.deepEqual(outcomes, [
    { state: 'In transit', tone: 'good', details: [] },
    { state: 'Recalled', tone: 'plain', details: [notPrinted] },
    { state: 'Recalled', tone: 'plain', details: [notPrinted] },
    { state: 'Not sent', tone: 'plain', details: ['This number has opted out of text messages'] },
    { state: 'Failed', tone: 'bad', details: ["The email could not be delivered. It won't be retried automatically."] },
    {
      state: 'Not delivered',
      tone: 'bad',
      details: ['Sent, but not delivered to the phone', 'This number is not in service'],
    },
  ])
})
