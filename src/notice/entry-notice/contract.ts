import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'

export const BookingStatus = z.enum(['pending', 'confirmed', 'completed', 'no_show', 'cancelled', 'declined'])
export type BookingStatus = z.infer<typeof BookingStatus>

/**
 * `late`: the statute's deadline has passed. `not_recorded`: we do not know the state's law, and no record exists at
 * the start.
 */
export const NoticeStatus = z.enum(['due', 'late', 'served', 'not_recorded', 'not_needed']).openapi({
  description:
    '`late`: the legal deadline passed. `not_recorded`: nothing on record at the start (outside California).',
})
export type NoticeStatus = z.infer<typeof NoticeStatus>

/** The state of a showing's notice, and its deadlines. */
export const NoticeState = z.object({
  state: z.enum(['not_served', 'not_enough', 'served']).openapi({
    description:
      '`not_enough`: the recorded services give less than the statute presumes reasonable. `served` in another ' +
      'state: a service is on record but was not judged.',
  }),
  deliverBy: Instant.nullable().openapi({
    description: 'Deadline to deliver the notice at the home. `null` outside California.',
  }),
  mailBy: Instant.nullable().openapi({ description: 'Deadline to mail the notice. `null` outside California.' }),
  services: z.int().openapi({ description: 'Records that count for its current time.' }),
})

export const NoticeOnApproval = z
  .object({
    deliverBy: Instant.openapi({ description: 'Deadline to deliver the notice at the home.' }),
    isTooLate: z.boolean().openapi({ description: '`true` if it is too late to post a notice.' }),
  })
  .openapi({ description: 'What an approval would mean for the notice. `null` if none would be due.' })
