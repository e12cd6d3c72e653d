import assert from 'node:assert/strict'
import { test } from 'node:test'
import { deliveryAbout } from './event-domain.ts'

test('an event has a name, and an unknown one keeps its own', () => {
  assert.equal(deliveryAbout('reminder_hour'), 'Reminder, an hour before')
  assert.equal(deliveryAbout('something_new'), 'Something new')
})
