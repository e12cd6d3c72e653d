import { z } from '@hono/zod-openapi'

const text = z.string().nullable()
const PostalAddress = z.object({
  ...{ name: z.string(), address_line1: z.string(), address_line2: text, address_city: z.string() },
  ...{ address_state: z.string(), address_zip: z.string() },
})

/** A message of a booking, and what became of it. */
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
    delivery: text.openapi({ description: "The vendor's last word: delivered, undelivered, in_transit, …" }),
    deliveredAt: text,
    trackingNumber: text,
    canResend: z.boolean(),
  })
  .openapi('BookingNotification')
export type BookingNotification = z.infer<typeof BookingNotification>

export const NotificationPage = z
  .object({ notifications: z.array(BookingNotification), nextCursor: text })
  .openapi('NotificationPage')

export const Resent = z.object({ notification: BookingNotification }).openapi('Resent')

export const resendChannels = { sms: 'sms', email: 'email', 'certified-mail': 'certified_mail' } as const

/** Texts and subjects that come along are ignored: the booking's own message goes out again (decisions.md section 11). */
export const ResendRequest = z
  .object({
    bookingId: z.uuid(),
    to: z
      .unknown()
      .optional()
      .openapi({ type: 'string', description: 'One of the people of the booking; without it all of them.' }),
  })
  .openapi('ResendRequest')

export const ResentChannel = z
  .object({ success: z.literal(true), notifications: z.array(BookingNotification), trackingNumber: text.optional() })
  .openapi('ResentChannel')
