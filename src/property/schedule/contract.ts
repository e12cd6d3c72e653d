import { z } from '@hono/zod-openapi'

const DayHours = z
  .object({
    enabled: z.boolean(),
    start: z.string().optional().openapi({ description: '`HH:MM`. Default: 09:00.' }),
    end: z.string().optional().openapi({ description: '`HH:MM`, later than the start. Default: 17:00.' }),
  })
  .optional()

/** Local times of the property, on the half hour. A missing day is closed. */
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

/** A date that is closed or has other hours. */
const OverrideForm = z.object({
  date: z.string(),
  closed: z.boolean().optional(),
  start: z.string().nullish(),
  end: z.string().nullish(),
})

/** The fields of a form that decide a property's hours. `hoursIssues` in domain.ts finds the errors. */
export const hoursFields = {
  time_zone: z
    .string()
    .nullish()
    .openapi({ description: "IANA name. Default: the state's main zone.", example: 'America/Los_Angeles' }),
  availability_type: z
    .enum(['standard', 'custom', 'default'])
    .optional()
    .openapi({ description: '`default` means the same as `standard`.' }),
  custom_availability: WeeklyHoursForm,
  availability_overrides: z.array(OverrideForm).optional(),
  occupancy_status: z.enum(['owner', 'resident', 'vacant']).optional(),
  entry_hours_rule: z.enum(['warn', 'enforce']).optional(),
  resident_consent_hours: WeeklyHoursForm,
  buffer_minutes: z.number().optional().openapi({ description: 'Whole minutes after each showing, 0 to 240.' }),
}
