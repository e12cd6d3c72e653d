import { z } from '@hono/zod-openapi'

/** One bookable start: `available` is false when it is taken or held. */
export const Slot = z.object({
  time: z.string().openapi({ example: '13:30' }),
  startsAt: z.string().openapi({ example: '2026-11-27T21:30:00Z' }),
  available: z.boolean(),
})

export const Availability = z
  .object({
    time_zone: z.string(),
    minimumNoticeHours: z.literal(48),
    windowDays: z.literal(15),
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

/** What the availability helper says of a time; it warns and never refuses. */
export const TimeReview = z
  .object({
    warnings: z.array(z.string()),
    conflict: z.string().nullable(),
    alternatives: z.object({ times: z.array(z.string()), dates: z.array(z.string()) }),
  })
  .openapi('TimeReview')

const DayHours = z
  .object({ enabled: z.boolean(), start: z.string().default('09:00'), end: z.string().default('17:00') })
  .optional()

/** Of the property's own zone, on the half hour; a day that is left out is closed. */
const WeeklyHoursForm = z
  .object({
    monday: DayHours,
    tuesday: DayHours,
    wednesday: DayHours,
    thursday: DayHours,
    friday: DayHours,
    saturday: DayHours,
    sunday: DayHours,
  })
  .nullish()

/** Closed, or with other hours. */
const OverrideForm = z.object({
  date: z.string(),
  closed: z.boolean().default(false),
  start: z.string().nullish(),
  end: z.string().nullish(),
})

/** What decides the hours of a home, as a form sends it; `hoursIssues` in domain.ts says what is wrong with it. */
export const hoursFields = {
  time_zone: z
    .string()
    .nullish()
    .openapi({ description: "IANA name; the state's own where there is none.", example: 'America/Los_Angeles' }),
  availability_type: z
    .enum(['standard', 'custom', 'default'])
    .optional()
    .openapi({ description: '`default` is another word for `standard`.' }),
  custom_availability: WeeklyHoursForm,
  availability_overrides: z.array(OverrideForm).optional(),
  occupancy_status: z.enum(['owner', 'resident', 'vacant']).optional(),
  entry_hours_rule: z.enum(['warn', 'enforce']).optional(),
  resident_consent_hours: WeeklyHoursForm,
  buffer_minutes: z.number().optional().openapi({ description: 'Whole minutes after each showing, 0 to 240.' }),
}

/** Settings to try, kept or not; with `propertyId` what is left out is as it is kept, and what blocks that home is taken. */
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
        notes: z.array(z.string()).openapi({ description: 'Warnings, and why a day has no time to offer.' }),
      }),
    ),
  })
  .openapi('AvailabilityPreview')
export type AvailabilityPreview = z.infer<typeof AvailabilityPreview>
