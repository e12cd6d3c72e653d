import { z } from '@hono/zod-openapi'
import { BookingStatus } from '../../notice/notice/contract.ts'
import { LocalDate } from '../../platform/wire-values.ts'
import { ShowingRecord } from '../booking/contract.ts'

const Day = LocalDate.refine((date) => date >= '1900-01-01' && date < '2200-01-01', 'Please give a date of our time')

/** `confirmed,pending` */
const Statuses = z
  .string()
  .max(200)
  .transform((text, context) => {
    const names = text.split(',').filter(Boolean)
    const read = z.array(BookingStatus).safeParse(names)
    if (!read.success) context.addIssue(`Please give one or more of ${BookingStatus.options.join(', ')}`)
    return read.data ?? []
  })
  .openapi({ type: 'string', example: 'confirmed,pending' })

/** Which showings: the same for the list and for what is exported. */
export const ShowingFilter = z.object({
  property_id: z.uuid().optional(),
  status: Statuses.optional().openapi({ description: 'One or more, with commas between.' }),
  from: Day.optional().openapi({ description: "The first date, in the property's own zone." }),
  to: Day.optional().openapi({ description: 'The last date.' }),
  when: z.enum(['upcoming', 'past']).optional().openapi({
    description: 'By the clock: `upcoming` has not ended, `past` has begun.',
  }),
  days: z.coerce.number().int().min(1).max(3660).optional().openapi({
    description: 'With `when`: so many times 24 hours from now on, or back.',
  }),
  q: z.string().max(200).optional().openapi({
    description: "Buyer's name, email or phone, confirmation number, address. Every word must be found.",
  }),
  sort: z.enum(['date', '-date']).default('-date').openapi({ description: '`date`: earliest start first.' }),
})
export type ShowingFilter = z.infer<typeof ShowingFilter>

export const ShowingPage = z
  .object({ bookings: z.array(ShowingRecord), nextCursor: z.string().nullable() })
  .openapi('ShowingPage')

const feedback = z
  .string()
  .max(2000)
  .optional()
  .openapi({ description: 'Kept with the showing; an empty text removes it.' })

export const Completion = z.object({ feedback }).openapi('ShowingCompletion')
export const NoShow = z
  .object({ reason: z.string().max(500).optional().openapi({ description: 'For the compliance log.' }), feedback })
  .openapi('ShowingNoShow')
