import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FlyerProperty, flyerOf, previewOf } from './messages.ts'

const home: FlyerProperty = {
  address_line1: '742 Juniper Street',
  unit_number: '3',
  city: 'Los Angeles',
  state: 'CA',
  zip_code: '90012',
  bedrooms: 2,
  bathrooms: 1,
  square_feet: 950,
  rent_amount: 3200,
  is_demo: false,
  booking_approval: 'automatic',
  agent_name: 'Lena Listing',
  agent_brokerage: null,
  agent_license: 'DRE 1',
  agent_phone: '213-555-0100',
  agent_email: null,
  updated_at: new Date('2026-11-20T18:00:00Z'),
}
const code = { url: 'https://showings.example.com/showingbooker/book/abc', svg: '<svg/>' }

test('the picture has street with unit, place, price, and facts', () => {
  assert.deepEqual(previewOf(home), {
    street: '742 Juniper Street, Unit 3',
    place: 'Los Angeles, CA 90012',
    price: '$3,200 a month',
    facts: ['2 beds', '1 bath', '950 sq ft'],
    invitation: 'Book a private showing',
  })
})

test('the flyer states the fee, the 48 hours, the 30 minutes, and the refund', () => {
  const flyer = flyerOf(home, code)
  const said = flyer.terms.map(({ heading, text }) => `${heading}. ${text}`).join(' ')
  for (const words of [
    '$25.00 per showing',
    '30-minute',
    '48 hours',
    'You get a refund if access is denied or impossible at the scheduled time. Ask within 24 hours after the showing. Refunds take 5–7 business days. Otherwise, the fee is final.',
  ])
    assert.ok(said.includes(words), words)
  assert.doesNotMatch(said, /approval/)
  assert.equal(flyer.scan.address, 'showings.example.com/showingbooker/book/abc')
  assert.deepEqual(flyer.contact, ['Lena Listing, License DRE 1', '213-555-0100'])
})

test('a demo flyer has its own fee, and a flyer with approval says when the card is charged', () => {
  const said = (change: Partial<FlyerProperty>) => JSON.stringify(flyerOf({ ...home, ...change }, code).terms)
  assert.match(said({ is_demo: true }), /\$1\.00 per showing/)
  assert.match(said({ booking_approval: 'manual' }), /charge your card only after approval/)
  assert.deepEqual(flyerOf({ ...home, agent_name: null, agent_license: null, agent_phone: null }, code).contact, [])
})
