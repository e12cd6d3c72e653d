import assert from 'node:assert/strict'
import { test } from 'node:test'
import { effectOnBooked } from './booked-domain.ts'

const home = {
  address_line1: '724 Juniper Street',
  unit_number: null,
  city: 'Los Angeles',
  state: 'CA',
  zip_code: '90012',
  occupancy_status: 'vacant' as const,
  is_demo: false,
  next_showing: '2026-11-27T21:30:00.000Z',
}

test('an edit of the address matters to buyers who already booked, unless it is undone', () => {
  const right = { ...home, address_line1: '742 Juniper Street' }
  assert.equal(effectOnBooked(['address_line1'], home, right), 'address')
  assert.equal(effectOnBooked(['zip_code'], home, { ...home, zip_code: '90013' }), 'address')
  assert.equal(effectOnBooked(['address_line1'], home, home), null)
  assert.equal(effectOnBooked(['city', 'bedrooms'], right, { ...right, city: 'Pasadena' }), 'address')
  assert.equal(effectOnBooked(['bedrooms'], home, right), null, 'it was said when the address was saved')
})

test('a new resident matters to booked showings', () => {
  const lived = { ...home, occupancy_status: 'resident' as const }
  assert.equal(effectOnBooked(['occupancy_status'], home, lived), 'resident')
  assert.equal(effectOnBooked(['occupancy_status'], { ...home, occupancy_status: 'owner' }, lived), 'resident')
  assert.equal(effectOnBooked(['occupancy_status'], lived, lived), null)
  assert.equal(effectOnBooked(['occupancy_status'], lived, home), null)
  assert.equal(effectOnBooked(['resident_phone'], home, lived), null)
})

test('an edit means nothing if no showing is ahead, or at a demo property', () => {
  const right = { ...home, address_line1: '742 Juniper Street' }
  assert.equal(effectOnBooked(['address_line1'], home, { ...right, next_showing: null }), null)
  assert.equal(effectOnBooked(['address_line1'], home, { ...right, is_demo: true }), null)
})
