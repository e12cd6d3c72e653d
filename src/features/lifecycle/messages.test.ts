import assert from 'node:assert/strict'
import { test } from 'node:test'
import { countSegments } from '../../platform/sms-text.ts'
import type { MessageTarget } from '../notification/messages.ts'
import { composeLife, type LifeView } from './messages.ts'

const MANAGE = 'https://showingbooker.example/showingbooker/booking/of-the-buyer'
const view: LifeView = {
  confirmationNumber: 'SB-7K2M9QXD',
  status: 'confirmed',
  startsAt: Temporal.Instant.from('2026-11-27T21:30:00Z'),
  endsAt: Temporal.Instant.from('2026-11-27T22:00:00Z'),
  timeZone: 'America/Los_Angeles',
  property: {
    addressLine1: '2817 Alder Street',
    unitNumber: '3',
    city: 'Los Angeles',
    state: 'CA',
    fullAddress: '2817 Alder Street, Unit 3, Los Angeles, CA 90026',
  },
  occupancy: 'resident',
  buyer: { name: 'Maria Gonzalez', email: 'maria@buyer.example', phone: '2135550177' },
  buyersAgent: { name: null, phone: null, email: null },
  requesterType: 'buyer',
  specialRequests: null,
  agent: { name: 'Dana Whitfield', phone: '2135550142', email: 'dana@agent.example' },
  resident: { name: 'Rosa Alvarez' },
  amountCents: 2500,
  mailUpgradeCents: 0,
  decisionDueAt: Temporal.Instant.from('2026-11-24T18:00:00Z'),
  manageUrl: MANAGE,
  bookingPageUrl: 'https://showingbooker.example/showingbooker/book/alder',
  dashboardUrl: 'https://showingbooker.example/overview',
  noticeUrl: null,
  notice: null,
  calendar: { google: 'g', outlook: 'o', ics: 'i' },
  cancelledBy: null,
  movedFrom: null,
  money: 'kept',
  refundReason: null,
  refundAnswer: null,
}

const moved = { movedFrom: Temporal.Instant.from('2026-11-26T18:00:00Z') }
type Row = [MessageTarget['event'], MessageTarget['role'], Partial<LifeView>, RegExp]
const table: Row[] = [
  ['declined', 'buyer', { money: 'released' }, /not approved.*not charged: the authorization is released/s],
  [
    'declined',
    'buyer',
    { money: 'returned' },
    /not approved.*\$25\.00 goes back to your card in full.*5.7 business days/s,
  ],
  ['declined', 'listing_agent', { money: 'released' }, /was not approved\.(?!.*authorization)/s],
  ['cancelled', 'buyer', { cancelledBy: 'agent', money: 'returned' }, /by the listing agent.*goes back to your card/s],
  ['cancelled', 'buyer', { cancelledBy: 'buyer' }, /You cancelled.*\$25\.00 is not refunded/s],
  ['cancelled', 'buyer', { cancelledBy: 'buyer', money: 'released' }, /You cancelled.*not charged/s],
  ['cancelled', 'buyer', { cancelledBy: 'system', money: 'released' }, /card could not be charged/],
  ['cancelled', 'listing_agent', { cancelledBy: 'buyer' }, /cancelled by the buyer\.(?!.*\$)/s],
  ['cancelled', 'resident', { cancelledBy: 'agent' }, /does not take place/],
  ['moved', 'buyer', moved, /November 26, 2026 at 10:00 AM PST was moved to .*November 27, 2026 at 1:30 PM PST/],
  [
    'moved',
    'buyer',
    { ...moved, status: 'pending' },
    /decides by .*November 24, 2026.*payment is kept; without approval/s,
  ],
  ['cancelled', 'resident', { ...moved, status: 'pending' }, /November 26, 2026 at 10:00 AM PST does not take place/],
  [
    'refund_requested',
    'listing_agent',
    { refundReason: 'Locked out' },
    /Maria Gonzalez asks for a refund.*Locked out/s,
  ],
  ['refund_declined', 'buyer', { refundAnswer: 'You were let in' }, /was declined.*You were let in/s],
  ['refunded', 'buyer', { money: 'returned' }, /approved\. It takes 5.7 business days/],
]

test('each message says what happened and what becomes of the money, to whom it concerns', () => {
  for (const [event, role, change, words] of table) {
    const email = composeLife({ event, role, channel: 'email', cc: [] }, { ...view, ...change })
    assert.match(email?.text.replace(/\n/g, ' ') ?? '', words, `${event} ${role}`)
    const sms = composeLife({ event, role, channel: 'sms', cc: [] }, { ...view, ...change })
    assert.ok(countSegments(sms?.text ?? '').segments <= 2, sms?.text ?? '')
    assert.match(sms?.text ?? '', /^ShowingBooker: .*Reply STOP to opt out$/)
    if (role !== 'buyer') for (const one of [email, sms]) assert.ok(!`${one?.text}${one?.html}`.includes(MANAGE))
    if (role === 'resident') assert.doesNotMatch(`${email?.text}${sms?.text}`, /Maria|\$|refund/)
  }
})

test("a copy leaves the buyer's link out", () => {
  const mail = composeLife({ event: 'refunded', role: 'buyer', channel: 'email', cc: ['bo@agents.example'] }, view)
  assert.ok(mail?.text.includes(MANAGE))
  assert.ok(!`${mail?.copy?.text}${mail?.copy?.html}`.includes(MANAGE))
})

test('what is approved or moved reads, where it is a notice, as a booking does', () => {
  const target = { channel: 'email' as const, cc: [] as string[] }
  assert.equal(composeLife({ ...target, event: 'approved', role: 'buyer' }, view), null)
  assert.equal(composeLife({ ...target, event: 'moved', role: 'resident' }, { ...view, ...moved }), null)
  assert.equal(composeLife({ ...target, event: 'moved', role: 'listing_agent', cc: ['r@h.example'] }, view), null)
  assert.notEqual(composeLife({ ...target, event: 'moved', role: 'listing_agent' }, { ...view, ...moved }), null)
})
