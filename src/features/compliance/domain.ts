/** What the compliance log keeps of a booking, and how its chain is checked (booking.md section 3, decisions.md sections 6 and 11). */

import { occupantOf } from '../notification/domain.ts'

type BookedFacts = {
  id: string
  property_id: string
  owner_id: string
  address_line1: string
  unit_number: string | null
  city: string
  state: string
  zip_code: string
  confirmation_number: string | null
  status: string
  showing_date: string
  showing_time: string
  time_zone: string
  starts_at: Date
  requester_type: string
  buyer_name: string
  buyer_email: string
  buyer_phone: string
  buyer_agent_name: string | null
  buyer_agent_email: string | null
  buyer_agent_phone: string | null
  occupancy_status: 'owner' | 'resident' | 'vacant'
  resident_name: string | null
  resident_phone: string | null
  resident_email: string | null
  owner_name: string | null
  owner_phone: string | null
  owner_email: string | null
  special_requests: string | null
  amount_cents: number
  intent_id: string | null
  mail_upgrade: boolean
}

/** The payload of a `booked` event: everything of the specification's entry but the notices, which come as events. */
export const bookedPayload = (b: BookedFacts, processedAt: string) => ({
  timestamp: processedAt,
  bookingId: b.id,
  propertyId: b.property_id,
  propertyOwnerId: b.owner_id,
  property: {
    address_line1: b.address_line1,
    unit_number: b.unit_number,
    city: b.city,
    state: b.state,
    zip_code: b.zip_code,
  },
  confirmationNumber: b.confirmation_number,
  status: b.status,
  showingDate: b.showing_date,
  showingTime: b.showing_time,
  timeZone: b.time_zone,
  startsAt: b.starts_at.toISOString(),
  bookingCreatedAt: processedAt,
  requesterType: b.requester_type,
  buyerName: b.buyer_name,
  buyerEmail: b.buyer_email,
  buyerPhone: b.buyer_phone,
  buyerAgentName: b.buyer_agent_name,
  buyerAgentEmail: b.buyer_agent_email,
  buyerAgentPhone: b.buyer_agent_phone,
  occupancy: b.occupancy_status,
  residentInfo:
    b.occupancy_status === 'vacant'
      ? null
      : occupantOf({
          occupancy: b.occupancy_status,
          resident: { name: b.resident_name, phone: b.resident_phone, email: b.resident_email },
          owner: { name: b.owner_name, phone: b.owner_phone, email: b.owner_email },
        }),
  specialRequests: b.special_requests,
  payment: {
    amount: b.amount_cents,
    status: b.status === 'pending' ? 'Authorized' : 'Paid',
    paymentIntentId: b.intent_id,
    processedAt,
    includedMailUpgrade: b.mail_upgrade,
  },
})

export type BookedPayload = ReturnType<typeof bookedPayload>

/** One message in a `notified` event. */
export type NotifiedMessage = {
  event: string
  channel: 'sms' | 'email' | 'certified_mail'
  role: 'listing_agent' | 'resident' | 'buyer'
  status: 'Sent' | 'Not sent'
  reason: string | null
  sentAt: string | null
  to: string | null
  cc: string[]
  reference: string | null
}

/** An event of the chain as it is stored. */
export type Entry = {
  property_id: string
  sequence: number
  booking_id: string | null
  event: string
  at: string
  payload: string
  previous_hash: string
  hash: string
}

type Delivery = {
  status: string
  sentAt: string | null
  reason?: string | null
  phone?: string | null
  email?: string | null
}

/** The specification's `notificationDetails`, derived from a booking's events; a later event of a kind wins. */
export function notificationDetails(events: Entry[]) {
  const people = (contact: 'phone' | 'email') => {
    const none = (): Delivery => ({ status: 'Not sent', sentAt: null, [contact]: null })
    return { listing_agent: none(), resident: none(), buyer: none() }
  }
  const details = {
    sms: people('phone'),
    email: people('email'),
    certifiedMail: { status: 'Not sent', sentAt: null as string | null, trackingNumber: null as string | null },
  }
  for (const message of notifiedMessages(events)) {
    const { status, sentAt, reason } = message
    if (message.channel === 'sms') details.sms[message.role] = { status, sentAt, reason, phone: message.to }
    else if (message.channel === 'certified_mail') {
      details.certifiedMail = { status, sentAt, trackingNumber: message.reference }
    } else {
      details.email[message.role] = { status, sentAt, reason, email: message.to }
      // The coordination e-mail tells the resident as well (booking.md section 7).
      const resident = message.role === 'listing_agent' ? message.cc[0] : undefined
      if (resident) details.email.resident = { status, sentAt, reason, email: resident }
    }
  }
  return details
}

function notifiedMessages(events: Entry[]): NotifiedMessage[] {
  return events
    .filter((entry) => entry.event === 'notified')
    .flatMap((entry) => (JSON.parse(entry.payload) as { messages: NotifiedMessage[] }).messages)
}

/** The bytes that an entry's hash is over; the SQL function append_compliance writes the same. */
export const hashedText = (entry: Entry): string =>
  [
    ...[entry.previous_hash, entry.property_id, entry.booking_id ?? ''],
    ...[entry.sequence, entry.event, entry.at, entry.payload],
  ].join('\n')
