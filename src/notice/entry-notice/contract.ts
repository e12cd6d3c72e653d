import { z } from '@hono/zod-openapi'

export const BookingStatus = z.enum(['pending', 'confirmed', 'completed', 'no_show', 'cancelled', 'declined'])
export type BookingStatus = z.infer<typeof BookingStatus>
