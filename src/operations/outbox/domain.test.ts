import assert from 'node:assert/strict'
import { test } from 'node:test'
import { recipientText } from './domain.ts'

test('writes an address as on an envelope, whatever the order of its parts', () => {
  const address = {
    address_zip: '90012',
    name: 'Rosa Resident',
    address_city: 'Los Angeles',
    address_line2: null,
    address_state: 'CA',
    address_line1: '742 Juniper Street',
  }
  assert.equal(recipientText(address), 'Rosa Resident, 742 Juniper Street, Los Angeles, CA 90012')
  assert.equal(
    recipientText({ ...address, address_line2: 'Unit 3' }),
    'Rosa Resident, 742 Juniper Street, Unit 3, Los Angeles, CA 90012',
  )
  assert.equal(recipientText('rosa@home.example.com'), 'rosa@home.example.com')
})
