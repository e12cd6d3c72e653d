import { z } from '@hono/zod-openapi'
import { LocalDate } from '../../platform/wire-values.ts'
import { CLOSED_REASONS } from '../../property/availability/domain.ts'
import { BlockOut } from '../../property/block-out/contract.ts'
import { PayLink } from '../arrangement/contract.ts'
import { ShowingRecord } from '../booking/contract.ts'
import * as t from '../text/calendar.ts'

export const WeeksQuery = z.object({
  start: LocalDate.refine((date) => date >= '1970-01-01' && date < '2200-01-01', { error: t.dateOutOfRange })
    .optional()
    .openapi({ description: 'A date in the first week. Default: next Monday.' }),
})

export const WeekQuery = z.object({
  start: WeeksQuery.shape.start.openapi({ description: 'A date in the week. Default: today.' }),
  property: z.uuid().optional().openapi({
    description: 'Makes `closed` say why no one can book this listed property of yours, in its own time zone.',
  }),
})

/** Four weeks of the calendar, each Monday to Sunday. */
export const CalendarWeeks = z
  .object({
    start: LocalDate,
    end: LocalDate,
    previous: LocalDate,
    next: LocalDate,
    today: LocalDate,
    thisWeek: LocalDate.openapi({ description: 'Monday of the current week.' }),
    timeZone: z
      .string()
      .openapi({ description: 'Time zone of most of the properties. It decides which day is today.' }),
    hasShowings: z.boolean().openapi({ description: '`true` if there is anything to export, in any week.' }),
    days: z.array(
      z.object({
        date: LocalDate,
        count: z.int(),
        bookings: z.array(ShowingRecord).openapi({ description: 'First showings of that date, by start time.' }),
      }),
    ),
  })
  .openapi('CalendarWeeks')
export type CalendarWeeks = z.infer<typeof CalendarWeeks>

const Part = {
  date: LocalDate,
  from: z.int().openapi({ description: 'Minutes after midnight.', example: 810 }),
  to: z.int().openapi({ example: 840 }),
}

/** One week with hours, in the zone `timeZone`. */
export const CalendarWeek = z
  .object({
    dates: z.array(LocalDate),
    previous: LocalDate,
    next: LocalDate,
    today: LocalDate,
    timeZone: z.string(),
    showings: z.array(z.object({ ...Part, showing: ShowingRecord })).openapi({
      description: 'The first 48 of each date that were not canceled or declined.',
    }),
    left: z.array(z.object({ date: LocalDate, count: z.int() })).openapi({
      description: "Number of showings that `showings` leaves out, by date in each property's time zone.",
    }),
    held: z
      .array(z.object({ ...Part, payLink: PayLink }))
      .openapi({ description: 'Times that you hold for visitors who pay by a link.' }),
    holidays: z
      .array(z.object({ date: LocalDate, name: z.string().openapi({ example: 'Thanksgiving' }) }))
      .openapi({ description: "Federal holidays and New Year's Eve. They do not close any times." }),
    blockOuts: z.array(z.object({ ...Part, blockOut: BlockOut })),
    hasListed: z.boolean().openapi({ description: '`false` if none of these properties is listed.' }),
    isClosedKnown: z.boolean().openapi({
      description: '`false` if there are more than 2,000 listed properties. Then `closed` is empty.',
    }),
    closed: z
      .array(z.object({ ...Part, reason: z.enum(CLOSED_REASONS) }))
      .openapi({ description: 'Times when no one can book any of your listed properties, and why.' }),
  })
  .openapi('CalendarWeek')
export type CalendarWeek = z.infer<typeof CalendarWeek>

export const CalendarFeed = z
  .object({ url: z.url().openapi({ description: 'Anyone who has it can read the calendar.' }) })
  .openapi('CalendarFeed')
export type CalendarFeed = z.infer<typeof CalendarFeed>
