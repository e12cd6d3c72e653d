import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'
import * as t from '../text/message.ts'

const text = z.string().nullable()
const PostalAddress = z.object({
  name: z.string(),
  address_line1: z.string(),
  address_line2: text,
  address_city: z.string(),
  address_state: z.string(),
  address_zip: z.string(),
})

/** A message of a booking, and its status. */
export const BookingNotification = z
  .object({
    id: z.uuid(),
    event: z.string().openapi({ example: 'booked' }),
    channel: z.enum(['sms', 'email', 'certified_mail']),
    role: z.enum(['listing_agent', 'resident', 'buyer']),
    to: z.union([z.string(), PostalAddress]),
    cc: z.array(z.string()),
    status: z.enum(['queued', 'sending', 'sent', 'not_sent', 'failed']),
    reason: text,
    sentAt: text,
    delivery: text.openapi({ description: "The vendor's latest status: delivered, undelivered, in_transit, …" }),
    deliveredAt: text,
    trackingNumber: text,
    plannedAt: Instant,
    dueAt: Instant.nullable().openapi({
      description: 'When a text that waits for the end of quiet hours goes out. `null` if it does not wait.',
    }),
    isRetrying: z.boolean().openapi({ description: '`true` if an attempt failed and we will try again.' }),
    resends: z.int().openapi({ description: 'Number of times it was resent.' }),
    recall: z.enum(['cancelled', 'too_late']).nullable().openapi({
      description:
        'For a letter whose showing was moved or canceled: whether we recalled it or it was already printed.',
    }),
    canResend: z.boolean(),
    resendRefusal: text.openapi({ description: 'Why it cannot be resent now, in words for a person.' }),
  })
  .openapi('BookingNotification')
export type BookingNotification = z.infer<typeof BookingNotification>

export const NotificationPage = z
  .object({ notifications: z.array(BookingNotification), nextCursor: text })
  .openapi('NotificationPage')

export const Resent = z.object({ notification: BookingNotification }).openapi('Resent')

export const resendChannels = { sms: 'sms', email: 'email', 'certified-mail': 'certified_mail' } as const

/** We ignore texts and subjects in the body, and send the booking's own message again (decisions.md section 11). */
export const ResendRequest = z
  .object({
    bookingId: z.uuid(),
    to: z.unknown().refine(isRecipient, { error: t.enterRecipient }).optional().openapi({
      type: 'string',
      description:
        'One of the people in the booking. Leave it out to reach all of them. If someone was only copied on an email, its other recipients get it again, too. For a letter, it can be the address.',
    }),
  })
  .openapi('ResendRequest')

/** Accepts a string, or an address as in booking.md section 7, which has at least a name. */
function isRecipient(value: unknown): boolean {
  if (typeof value === 'string') return value.length <= 320
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string'
}

export const ResentChannel = z
  .object({ success: z.literal(true), notifications: z.array(BookingNotification), trackingNumber: text.optional() })
  .openapi('ResentChannel')
