import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'
import { NoticeStatus } from '../entry-notice/contract.ts'
import { LONGEST_NOTE } from './limits-domain.ts'

const text = z.string().nullable()
const Delivery = z.object({
  status: z.string().openapi({ example: 'Sent' }),
  sentAt: text,
  reason: text.optional(),
  phone: text.optional(),
  email: text.optional(),
})
const People = z.object({ listing_agent: Delivery, resident: Delivery, buyer: Delivery })

/** An entry of a property's chain. */
export const LogEvent = z
  .object({
    sequence: z.int(),
    event: z.string().openapi({ example: 'booked' }),
    at: Instant,
    payload: z.record(z.string(), z.unknown()),
    previousHash: z.string(),
    hash: z.string().openapi({
      description:
        'sha256 of previousHash, propertyId, bookingId, sequence, event, at (six digits of a second) and the stored payload, one per line. ' +
        "Older entries stored the payment provider's id, which the shown payload replaces, so only the server can recompute their hashes (`logs/verify`).",
    }),
  })
  .openapi('ComplianceLogEvent')
export type LogEvent = z.infer<typeof LogEvent>

/** A logged booking in the shape of booking.md section 3, with the events it comes from. */
export const LogEntry = z
  .object({
    timestamp: z.string(),
    bookingId: z.uuid(),
    propertyId: z.uuid(),
    propertyOwnerId: z.uuid(),
    property: z.object({
      address_line1: z.string(),
      unit_number: text,
      city: z.string(),
      state: z.string(),
      zip_code: z.string(),
    }),
    confirmationNumber: text,
    status: z.string(),
    showingDate: z.string(),
    showingTime: z.string(),
    timeZone: z.string(),
    startsAt: Instant,
    bookingCreatedAt: Instant,
    requesterType: z.string(),
    buyerName: z.string(),
    buyerEmail: z.string(),
    buyerPhone: z.string(),
    buyerAgentName: text,
    buyerAgentEmail: text,
    buyerAgentPhone: text,
    occupancy: z.enum(['owner', 'resident', 'vacant']),
    residentInfo: z.object({ name: text, phone: text, email: text }).nullable(),
    specialRequests: text,
    bookedBy: z.uuid().optional().openapi({ description: 'Account that booked it for a visitor who phoned.' }),
    payment: z.object({
      amount: z.int(),
      status: z.string(),
      paymentIntentId: text.openapi({ description: 'Reference of the payment. It gives access to nothing.' }),
      processedAt: Instant,
      includedMailUpgrade: z.boolean(),
    }),
    notificationDetails: z.object({
      sms: People,
      email: People,
      certifiedMail: z.object({ status: z.string(), sentAt: text, reason: text.optional(), trackingNumber: text }),
    }),
    noticeStatus: NoticeStatus.nullable().openapi({
      description: 'The state of its notice in one word. `null` while it is pending or if no one enters.',
    }),
    events: z.array(LogEvent),
  })
  .openapi('ComplianceLogEntry')

export type LogEntry = z.infer<typeof LogEntry>

export const LogPage = z
  .object({
    property: z.object({
      full_address: z.string(),
      time_zone: z.string(),
      is_demo: z.boolean().openapi({ description: '`true` for a demo property: nothing on it is logged.' }),
    }),
    logs: z.array(LogEntry),
    nextCursor: text,
  })
  .openapi('ComplianceLogPage')
export type LogPage = z.infer<typeof LogPage>

/** An agent's note. We ignore other fields of the body, because the log holds what really happened. */
export const NewNote = z
  .object({
    bookingId: z.uuid(),
    note: z.string().max(LONGEST_NOTE).openapi({ example: 'The resident called: come at 2.' }),
  })
  .openapi('NewComplianceNote')
export type NewNote = z.infer<typeof NewNote>

export const Verification = z
  .object({ valid: z.boolean(), entries: z.int(), brokenAt: z.int().optional() })
  .openapi('LogVerification')

/** What anyone may know about an evidence bundle. It names no property, person, or showing time. */
export const PacketCheck = z
  .object({
    code: z.string().openapi({ example: '7K2M-9QXD-41TB-ZR6H' }),
    of: z.enum(['showing', 'home']).openapi({ description: 'What the packet covers.' }),
    madeAt: Instant,
    entries: z.int().openapi({ description: 'Number of log entries in the packet.' }),
    headSequence: z
      .int()
      .openapi({ description: "The newest entry of the property's log at that time. 0 if it was empty." }),
    headHash: z.string(),
    sha256: z.string().openapi({ description: 'SHA-256 of the file as it was made.' }),
    isIntact: z
      .boolean()
      .openapi({ description: '`true` if the log still has everything up to that entry, unchanged.' }),
  })
  .openapi('PacketCheck')
export type PacketCheck = z.infer<typeof PacketCheck>
