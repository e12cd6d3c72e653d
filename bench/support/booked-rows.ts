import { randomUUIDv7 } from 'node:crypto'
import type { Buyer } from './buyer.ts'

/** As long as the product's log entry for a booking. */
export const logged = (row: Record<string, unknown>, now: string) => ({
  timestamp: now,
  bookingId: row.id,
  propertyId: row.property_id,
  propertyOwnerId: row.owner_id,
  property: [row.address_line1, row.unit_number, row.city, row.state, row.zip_code],
  showing: [row.showing_date, row.showing_time, row.time_zone, row.starts_at, row.requester_type, row.occupancy_status],
  buyer: [row.buyer_name, row.buyer_email, row.buyer_phone, row.special_requests],
  agent: [row.buyer_agent_name, row.buyer_agent_email, row.buyer_agent_phone],
  payment: { amount: row.amount_cents, status: 'Paid', paymentIntentId: row.intent_id, processedAt: now },
  padding: 'The product writes its names of fields here, about three hundred bytes of them. '.repeat(4),
})

/** A vacant property: texts and emails to agent and buyer. */
export const messagesTo = (buyer: Pick<Buyer, 'email' | 'phone'>) =>
  [
    ['sms', 'listing_agent', '213-555-0100'],
    ['sms', 'buyer', buyer.phone],
    ['email', 'listing_agent', 'lena@agents.example.com'],
    ['email', 'buyer', buyer.email],
  ].map(([channel, role, recipient]) => ({
    id: randomUUIDv7(),
    event: 'booked',
    channel,
    role,
    recipient,
    cc: [],
    status: 'queued',
    reason: null,
  }))
