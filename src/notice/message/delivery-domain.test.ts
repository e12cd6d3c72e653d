import assert from 'node:assert/strict'
import { test } from 'node:test'
import { byEvent, deliveryName, deliveryOf, deliveryTo, failedWords } from './delivery-domain.ts'

type Said = Parameters<typeof deliveryOf>[0]
const sent: Said = { status: 'sent', reason: null, delivery: null, isRetrying: false, recall: null, channel: 'sms' }

const table: [change: Partial<Said>, state: string, tone: string, detail: RegExp | null][] = [
  [{ status: 'queued' }, 'Waiting to be sent', 'waiting', null],
  [
    { status: 'queued', isRetrying: true, reason: 'The text message could not be delivered' },
    ...(['Waiting to retry', 'waiting', /could not be delivered/] as const),
  ],
  [{ status: 'sending' }, 'Sending', 'waiting', null],
  [{ status: 'not_sent', reason: 'The showing was moved before this was sent' }, 'Not sent', 'plain', /was moved/],
  [
    { status: 'failed', reason: 'This number is not in service' },
    ...(['Failed', 'bad', /^This number is not in service\. It won't be retried automatically\.$/] as const),
  ],
  [{}, 'Sent', 'good', null],
  [{ reason: 'The mail server refused a copy of this email' }, 'Sent', 'good', /refused a copy/],
  [{ delivery: 'sent' }, 'Sent', 'good', null],
  [{ delivery: 'delivered' }, 'Delivered', 'good', null],
  [{ delivery: 'undelivered' }, 'Not delivered', 'bad', /phone/],
  [{ delivery: 'returned_to_sender' }, 'Not delivered', 'bad', /was returned/],
  [{ delivery: 'in_transit' }, 'In transit', 'good', null],
  [{ delivery: 'issue' }, 'Delivery problem', 'waiting', /post office/],
  [{ delivery: 'deleted' }, 'Recalled', 'plain', /not printed/],
  [{ recall: 'cancelled' }, 'Recalled', 'plain', /not printed/],
  [{ recall: 'cancelled', delivery: 'deleted' }, 'Recalled', 'plain', /not printed/],
  [{ recall: 'too_late' }, 'Sent', 'waiting', /too late to recall/],
  [{ recall: 'too_late', delivery: 'delivered' }, 'Delivered', 'good', /too late to recall/],
]
for (const [change, state, tone, detail] of table)
  test(`${JSON.stringify(change)} shows as ${state}`, () => {
    const said = deliveryOf({ ...sent, ...change })
    assert.deepEqual([said.state, said.tone, said.isFailed], [state, tone, tone === 'bad'])
    if (detail === null) assert.equal(said.detail, null)
    else assert.match(said.detail ?? '', detail)
  })

test("a message's name has its channel and recipient", () => {
  assert.equal(deliveryName({ channel: 'certified_mail', role: 'resident' }), 'Certified letter to the resident')
  assert.equal(deliveryTo('(213) 555-0142'), '(213) 555-0142')
  const home = { name: 'Rosa', address_line1: '1 Oak St', address_line2: 'Unit 3' }
  assert.equal(
    deliveryTo({ ...home, address_city: 'Los Angeles', address_state: 'CA', address_zip: '90012' }),
    'Rosa, 1 Oak St, Unit 3, Los Angeles, CA 90012',
  )
  assert.deepEqual([failedWords(1), failedWords(3)], ['1 message failed', '3 messages failed'])
})

test('groups messages by event, newest first, and by person', () => {
  const messages = (
    [
      ['booked', 'resident', 'sms'],
      ['booked', 'buyer', 'email'],
      ['reminder_day', 'listing_agent', 'sms'],
      ['booked', 'resident', 'certified_mail'],
      ['booked', 'buyer', 'sms'],
    ] as const
  ).map(([event, role, channel]) => ({ event, role, channel }))
  assert.deepEqual(
    byEvent(messages).map(({ about, of }) => [about, of.map(({ role, channel }) => `${role} ${channel}`).join(', ')]),
    [
      ['Reminder, a day before', 'listing_agent sms'],
      ['Booking', 'buyer sms, buyer email, resident sms, resident certified_mail'],
    ],
  )
})
