import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actName, detailsOf } from './domain.ts'

test('describes actions and their details in words, and shows the names of unknown ones', () => {
  assert.equal(actName('user.suspend'), 'Suspended an account')
  assert.equal(actName('some.thing'), 'some.thing')
  assert.deepEqual(detailsOf({ reason: 'Late.', unlisted: 1, sessions: 2 }), [
    'Reason: Late.',
    '1 property unlisted',
    '2 sessions ended',
  ])
  assert.deepEqual(detailsOf({ role: 'listing_agent', bookingId: null, other: [1] }), [
    'To the listing agent',
    'other: [1]',
  ])
  assert.deepEqual(detailsOf({}), [])
})
