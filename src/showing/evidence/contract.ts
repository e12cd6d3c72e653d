import { z } from '@hono/zod-openapi'
import { LogEvent, Verification } from '../../notice/compliance/contract.ts'
import { BookingNotification } from '../../notice/message/contract.ts'
import { ProofOfService } from '../../notice/service-record/contract.ts'
import { Instant } from '../../platform/instant-schema.ts'
import { ShowingRecord } from '../booking/contract.ts'

const text = z.string().nullable()

/** One message to one person, with its delivery status. */
export const SentMessage = BookingNotification.omit({
  plannedAt: true,
  dueAt: true,
  canResend: true,
  resendRefusal: true,
})
  .extend({
    to: z.string().openapi({ description: 'Phone number, email address, or postal address.' }),
    deliveredAt: text.openapi({ description: 'When the vendor reported its latest status.' }),
    reference: text.openapi({ description: "The vendor's ID." }),
  })
  .openapi('SentMessage')
export type SentMessage = z.infer<typeof SentMessage>

/** Everything we keep about a showing's notice, for its agent. */
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
