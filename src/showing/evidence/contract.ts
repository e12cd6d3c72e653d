import { z } from '@hono/zod-openapi'
import { LogEvent, Verification } from '../../notice/compliance/contract.ts'
import { ProofOfService } from '../../notice/service-record/contract.ts'
import { Instant } from '../../platform/instant-schema.ts'
import { ShowingRecord } from '../booking/contract.ts'

const text = z.string().nullable()

/** One message to one person, with its delivery status. */
export const SentMessage = z
  .object({
    id: z.uuid(),
    event: z.string().openapi({ example: 'booked' }),
    channel: z.enum(['sms', 'email', 'certified_mail']),
    role: z.enum(['listing_agent', 'resident', 'buyer']),
    to: z.string().openapi({ description: 'Phone number, email address, or postal address.' }),
    cc: z.array(z.string()),
    status: z.string().openapi({ description: '`queued`, `sending`, `sent`, `not_sent`, `failed`.' }),
    reason: text,
    sentAt: text,
    delivery: text.openapi({ description: "The vendor's latest status: `delivered`, `undelivered`, `in_transit`, …" }),
    deliveredAt: text.openapi({ description: 'When the vendor reported that status.' }),
    reference: text.openapi({ description: "The vendor's ID." }),
    trackingNumber: text,
    resends: z.int(),
  })
  .openapi('SentMessage')
export type SentMessage = z.infer<typeof SentMessage>

/** Everything we keep about one showing's notice, for its agent. */
export const Evidence = z
  .object({
    showing: ShowingRecord,
    notice: z
      .object({ url: z.string(), sha256: z.string(), preparedAt: Instant })
      .nullable()
      .openapi({ description: 'The notice to enter (PDF). `null` if no one gets one.' }),
    messages: z.array(SentMessage),
    services: z.array(ProofOfService),
    entries: z.array(LogEvent).openapi({ description: 'Entries of this showing, in order.' }),
    chain: Verification.openapi({ description: "State of the property's whole log." }),
  })
  .openapi('Evidence')
export type Evidence = z.infer<typeof Evidence>
