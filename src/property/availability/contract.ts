import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'
import { hoursFields } from '../schedule/contract.ts'

/** A start time. `available` is `false` if it is taken or held. */
export const Slot = z.object({
  time: z.string().openapi({ example: '13:30' }),
  startsAt: Instant,
  available: z.boolean(),
})

export const Availability = z
  .object({
    time_zone: z.string(),
    minimumNoticeHours: z.literal(48),
    windowDays: z.literal(15),
    certifiedMailFrom: Instant.nullable().openapi({
      description: 'First start for which certified mail is sold, 7 full days ahead. `null` if it is not offered here.',
    }),
    days: z.array(z.object({ date: z.string().openapi({ example: '2026-11-27' }), slots: z.array(Slot) })),
  })
  .openapi('Availability')
export type Availability = z.infer<typeof Availability>

export const BlockingBookings = z
  .object({
    bookings: z.array(
      z.object({
        showing_date: z.string(),
        showing_time: z.string(),
        status: z.enum(['held', 'pending', 'confirmed', 'completed', 'no_show']),
      }),
    ),
  })
  .openapi('BlockingBookings')

/** The availability helper's answer about a time. It warns but never refuses. */
export const TimeReview = z
  .object({
    warnings: z.array(z.string()),
    conflict: z.string().nullable(),
    alternatives: z.object({ times: z.array(z.string()), dates: z.array(z.string()) }),
  })
  .openapi('TimeReview')

/** Other showings of the property's agent, in the property's local time, so that its pickers can mark them. */
export const ShowingsElsewhere = z
  .object({
    showings: z.array(
      z.object({
        date: z.string().openapi({ example: '2026-11-27' }),
        time: z.string().openapi({ example: '13:30' }),
        address: z.string().openapi({ example: '214 Oak Street, Unit 3' }),
      }),
    ),
  })
  .openapi('ShowingsElsewhere')
export type ShowingsElsewhere = z.infer<typeof ShowingsElsewhere>

/** Settings to try. With `propertyId`, missing settings are that property's own, and its bookings count. */
export const PreviewForm = z
  .object({
    propertyId: z.uuid().optional(),
    state: z.string().nullish().openapi({ example: 'CA' }),
    ...hoursFields,
  })
  .openapi('AvailabilityPreviewForm')
export type PreviewForm = z.infer<typeof PreviewForm>

export const AvailabilityPreview = z
  .object({
    time_zone: z.string(),
    days: z.array(
      z.object({
        date: z.string().openapi({ example: '2026-11-27' }),
        slots: z.array(Slot),
        notes: z.array(z.string()).openapi({ description: 'Warnings, and why a day has no open times.' }),
      }),
    ),
  })
  .openapi('AvailabilityPreview')
export type AvailabilityPreview = z.infer<typeof AvailabilityPreview>
