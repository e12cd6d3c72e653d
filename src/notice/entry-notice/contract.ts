import { z } from '@hono/zod-openapi'

export const BookingStatus = z.enum(['pending', 'confirmed', 'completed', 'no_show', 'cancelled', 'declined'])
export type BookingStatus = z.infer<typeof BookingStatus>

/** `late`: the deadline of the statute is past. `not_recorded`: another state's law, and no record before the start. */
export const NoticeStatus = z.enum(['due', 'late', 'served', 'not_recorded', 'not_needed']).openapi({
  description:
    '`late`: the legal deadline passed. `not_recorded`: nothing on record at the start (outside California).',
})
export type NoticeStatus = z.infer<typeof NoticeStatus>
