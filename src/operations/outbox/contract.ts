import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'

const Party = z.union([z.string(), z.record(z.string(), z.string().nullable())])

export const OutboxMessage = z
  .object({
    id: z.uuid(),
    bookingId: z.uuid().nullable().openapi({ description: '`null` if it is about an account.' }),
    channel: z.enum(['sms', 'email', 'certified_mail']),
    role: z.enum(['listing_agent', 'resident', 'buyer', 'account']),
    from: Party.nullable().openapi({ description: "An email's sender or a letter's return address." }),
    to: Party,
    cc: z.array(z.string()),
    replyTo: z.string().nullable().openapi({ description: 'Where replies to an email go. `null` means support.' }),
    subject: z.string().nullable(),
    text: z.string(),
    html: z.string().nullable(),
    copy: z
      .object({
        text: z.string(),
        html: z.string(),
        subject: z.string().optional(),
        own: z.object({ at: z.int(), subject: z.string(), text: z.string(), html: z.string() }).optional(),
      })
      .nullable()
      .openapi({
        description:
          'What the `cc` recipients got. With `subject`, it was a separate email. `own`: what the recipient at the position `at` got instead, in another language.',
      }),
    calendar: z
      .object({
        method: z.enum(['REQUEST', 'CANCEL']),
        content: z.string().nullable(),
        copies: z.array(z.string().nullable()),
      })
      .nullable()
      .openapi({
        description: 'iCalendar objects (RFC 5546): `content` for `to`, and `copies` for `cc`, in its order.',
      }),
    pdfUrl: z.string().nullable(),
    status: z.string(),
    sentAt: Instant,
  })
  .openapi('OutboxMessage')
export type OutboxMessage = z.infer<typeof OutboxMessage>

export const OutboxPage = z
  .object({ messages: z.array(OutboxMessage), nextCursor: z.string().nullable() })
  .openapi('OutboxPage')
