import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'
import { LocalDate, LocalTime } from '../../platform/wire-values.ts'

/** Closes whole dates or, without `is_all_day`, the time between two clock times. */
export const BlockOutForm = z
  .object({
    from_date: LocalDate,
    to_date: LocalDate.openapi({ description: 'Last date, included if there are no times.' }),
    from_time: LocalTime.nullish(),
    to_time: LocalTime.nullish().openapi({ description: 'Both times, or neither for whole days.', example: '15:00' }),
    time_zone: z.string().nullish().openapi({
      description: 'Zone of these dates. Default: that of most of your properties.',
      example: 'America/Los_Angeles',
    }),
    reason: z.string().nullish().openapi({ description: 'For yourself; at most 200 characters.', example: 'Dentist' }),
    keep: z
      .boolean()
      .default(false)
      .openapi({ description: 'If `true`, showings in this time stay, and only the rest is closed.' }),
  })
  .openapi('BlockOutForm')
export type BlockOutForm = z.infer<typeof BlockOutForm>

export const BlockOut = z
  .object({
    id: z.uuid(),
    starts_at: Instant,
    ends_at: Instant,
    time_zone: z.string(),
    from_date: LocalDate,
    to_date: LocalDate,
    from_time: LocalTime.nullable(),
    to_time: LocalTime.nullable(),
    reason: z.string().nullable(),
  })
  .openapi('BlockOut')
export type BlockOut = z.infer<typeof BlockOut>

export const BlockOutPage = z
  .object({ block_outs: z.array(BlockOut), nextCursor: z.string().nullable() })
  .openapi('BlockOutPage')
