import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allChoices, isSwitchedOff, TOPICS, topicOf } from './domain.ts'

test('an event has one topic, and while a showing waits for approval, it is a request', () => {
  const table: [event: string, status: string, topic: string | null][] = [
    ['booked', 'confirmed', 'booking'],
    ['booked', 'pending', 'request'],
    ['moved', 'pending', 'request'],
    ['moved', 'confirmed', 'reschedule'],
    ['cancelled', 'cancelled', 'cancellation'],
    ['declined', 'declined', 'cancellation'],
    ['reminder_hour', 'confirmed', 'reminder'],
    ['message', 'pending', 'message'],
    ['refund_requested', 'confirmed', 'request'],
    ['refund_unanswered', 'completed', 'request'],
    ['refunded', 'completed', 'refund'],
    ['something_new', 'confirmed', null],
  ]
  for (const [event, status, topic] of table) assert.equal(topicOf(event, status), topic, `${event} ${status}`)
})

test('everything is on until the agent turns it off', () => {
  assert.deepEqual(
    allChoices([]),
    TOPICS.map((topic) => ({ topic, sms: true, email: true })),
  )
  for (const way of ['sms', 'email'] as const)
    for (const event of ['booked', 'cancelled', 'moved', 'message', 'something_new'])
      assert.equal(isSwitchedOff([], { event, status: 'confirmed', way }, true), false)
})

test('does not send what is off, except a request whose other way reaches no one', () => {
  const choices = [
    { topic: 'cancellation' as const, sms: false, email: false },
    { topic: 'request' as const, sms: true, email: false },
  ]
  const ask = (event: string, status: string, way: 'sms' | 'email', canOther: boolean) =>
    isSwitchedOff(choices, { event, status, way }, canOther)
  assert.equal(ask('cancelled', 'cancelled', 'sms', false), true)
  assert.equal(ask('cancelled', 'cancelled', 'email', false), true)
  assert.equal(ask('booked', 'pending', 'sms', true), false)
  assert.equal(ask('booked', 'pending', 'email', true), true)
  assert.equal(ask('booked', 'pending', 'email', false), false)
  assert.equal(ask('booked', 'confirmed', 'email', true), false)
  assert.equal(ask('refund_requested', 'completed', 'email', true), true)
  assert.equal(ask('refund_requested', 'completed', 'email', false), false)
})
