import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'
import { ShowingRecord } from '../booking/contract.ts'
import * as t from '../text/dashboard.ts'
import { ACTIVITIES } from './domain.ts'

const text = z.string().nullable()
const Cents = z.int().openapi({ description: 'US cents.' })
const Month = z
  .string()
  .regex(/^(19|20)\d\d-(0[1-9]|1[0-2])$/, { error: t.enterMonth })
  .openapi({ example: '2026-11' })

/** The overview's four cards (booking.md section 3). They count no demos. */
export const DashboardStats = z
  .object({
    properties: z.int(),
    totalBookings: z.int().openapi({ description: 'Showings booked, except canceled and declined ones.' }),
    hoursSaved: z
      .number()
      .openapi({ description: '30 minutes for each confirmed or completed showing.', example: 12.5 }),
    monthlyBookings: z.int().openapi({ description: "Showings this month, in each property's time zone." }),
    totalViews: z.int(),
  })
  .openapi('DashboardStats')
export type DashboardStats = z.infer<typeof DashboardStats>

/** Something that happened to a property or a showing. */
export const Activity = z
  .object({
    id: z.string(),
    kind: z.enum(ACTIVITIES),
    at: Instant,
    property_id: z.uuid(),
    propertyAddress: z.string(),
    time_zone: z.string(),
    isPropertyDeleted: z.boolean(),
    booking_id: z.uuid().nullable(),
    buyerName: text,
    confirmation_number: text,
    datetime: Instant.nullable().openapi({ description: 'When the showing starts.' }),
  })
  .openapi('Activity')
export type Activity = z.infer<typeof Activity>

export const ActivityPage = z.object({ activities: z.array(Activity), nextCursor: text }).openapi('ActivityPage')
export type ActivityPage = z.infer<typeof ActivityPage>

const PropertyState = z.enum(['listed', 'unlisted', 'sold', 'rented', 'deleted'])

export const Stats = z
  .object({
    properties: z.int(),
    bookings: z.int(),
    views: z.int(),
    conversionRate: z
      .number()
      .nullable()
      .openapi({ description: 'Bookings / views × 100, one decimal. `null` if there are no views.' }),
    averageBookings: z
      .number()
      .nullable()
      .openapi({ description: 'Per property, one decimal. `null` if there is no property.' }),
    estimatedRevenue: Cents,
    estimatedRevenueFormula: z.string().openapi({ example: '$75 × total bookings' }),
    topProperties: z.array(
      z.object({
        rank: z.int(),
        property_id: z.uuid(),
        address: z.string(),
        bookings: z.int(),
        status: PropertyState,
        city: z.string(),
      }),
    ),
    months: z.array(z.object({ month: Month, bookings: z.int(), views: z.int() })).openapi({
      description: 'The last twelve months, by date of booking and view; the current month is last.',
    }),
  })
  .openapi('Stats')
export type Stats = z.infer<typeof Stats>

const figures = {
  bookings: z.int().openapi({ description: 'Booked in that month, even if canceled later.' }),
  cancelled: z.int().openapi({ description: 'Number of these that have since been canceled or declined.' }),
  revenue: z
    .int()
    .openapi({ description: 'Fees collected: US cents that buyers paid in that month, minus refunds made in it.' }),
  noticesSent: z
    .int()
    .openapi({ description: 'Texts, emails, and letters about showings that were sent in that month.' }),
  noticesNotSent: z.int().openapi({ description: 'Those that could not or should not be sent.' }),
  responseMinutes: z.number().nullable().openapi({
    description: 'Median time from a request to your decision in that month. `null` if there was none.',
  }),
}
export const Figures = z.object(figures).openapi('ReportFigures')
export type Figures = z.infer<typeof Figures>

export const ReportQuery = z.object({ from: Month.optional(), to: Month.optional() })

/** Money collected, notices, and response times, by month and by property. */
export const Report = z
  .object({
    from: Month,
    to: Month,
    firstMonth: Month.openapi({ description: 'First month with anything in it.' }),
    lastMonth: Month.openapi({ description: 'Current month.' }),
    totals: Figures,
    months: z.array(z.object({ month: Month, ...figures })),
    properties: z
      .array(
        z.object({
          property_id: z.uuid(),
          address: z.string(),
          status: PropertyState,
          ...figures,
          months: z
            .array(z.object({ month: Month, ...figures }))
            .openapi({ description: 'Months with anything in them.' }),
        }),
      )
      .openapi({ description: 'Properties with anything in these months, most bookings first.' }),
    nextCursor: text,
  })
  .openapi('Report')
export type Report = z.infer<typeof Report>

/** Something that an agent has to do. */
export const Task = z
  .object({
    kind: z.enum(['decide', 'refund', 'reply', 'notice', 'message']).openapi({
      description:
        '`decide`: approve or decline a request. `refund`: answer a refund request; overdue after 6 days. `notice`: ' +
        'serve the notice to enter. `reply`: the buyer wrote. `message`: a message failed for good.',
    }),
    dueAt: Instant.nullable().openapi({
      description: 'Deadline. `null` if there is none, and for a refund request until it is overdue.',
    }),
    showing: ShowingRecord,
    noticeUrl: text.openapi({ description: 'The notice to print (PDF), for `notice`.' }),
  })
  .openapi('Task')
export type Task = z.infer<typeof Task>

const Stop = z.object({
  showing: ShowingRecord,
  isForYou: z.boolean().openapi({
    description:
      'Whether the agent has to be there. `false` for a request, and if someone else shows it or is the contact.',
  }),
  entry: text.openapi({ description: "The property's entry instructions." }),
})

/** What an agent needs now: tasks and today's showings. */
export const Agenda = z
  .object({
    tasks: z.array(Task).openapi({
      description:
        'The first 50, earliest deadline first. `due` says how we count a task without one. The most urgent task of each kind is among them.',
    }),
    taskCount: z.int(),
    checkedFirst: z
      .int()
      .nullable()
      .openapi({
        description:
          'Number of upcoming showings that we checked, earliest first, if there may be more. We also checked the first ' +
          'requests, by deadline, and failed messages. `null` if we checked everything.',
      }),
    due: z.object({ overdue: z.int(), today: z.int(), tomorrow: z.int(), later: z.int() }).openapi({
      description:
        "Number of tasks by deadline: past, today, tomorrow, and after. Each property's time zone decides. Without a " +
        "deadline, a notice is due at the showing's start, and any other task today.",
    }),
    kinds: z
      .object({ decide: z.int(), refund: z.int(), reply: z.int(), notice: z.int(), message: z.int() })
      .openapi({ description: 'Number of tasks of each kind.' }),
    withoutPhone: z
      .array(z.object({ id: z.uuid(), address: z.string() }))
      .openapi({ description: 'The first 20 listed properties that show buyers no phone number.' }),
    withoutPhoneCount: z.int().openapi({ description: 'Number of all of them.' }),
    refusedMailboxes: z.array(z.object({ mailbox: z.string(), propertyId: z.uuid().nullable() })).openapi({
      description:
        "The agent's mailboxes that refused our latest email about an upcoming showing, each with the property that names it, or `null` if the profile or account does.",
    }),
    today: z.array(Stop).openapi({
      description: "Today's showings that have not ended, in order, in each property's time zone.",
    }),
    next: ShowingRecord.nullable().openapi({
      description: 'The first showing after today at which the agent has to be.',
    }),
    routeUrl: text.openapi({
      description: 'Map of the stops today with `isForYou`, in order. `null` if there are fewer than two.',
    }),
    steps: z
      .object({ contact: z.boolean(), property: z.boolean(), shared: z.boolean() })
      .openapi({ description: 'First steps that are done: a contact, a property, and a visit to its public link.' }),
  })
  .openapi('Agenda')
export type Agenda = z.infer<typeof Agenda>

/** Counts that the tabs show. */
export const TabCounts = z
  .object({
    overview: z.int().openapi({
      description:
        'Unread messages of showings that have not ended and that no other tab lists: canceled or declined ones, and ' +
        'confirmed ones more than 14 days ahead.',
    }),
    upcoming: z.int().openapi({
      description:
        'Requests, refund requests, and unread messages of showings that have not ended, except those in `overview`.',
    }),
    completed: z.int().openapi({ description: 'Refund requests and unread messages of showings that have ended.' }),
    properties: z.int().openapi({ description: 'Listed properties that show buyers no phone number.' }),
  })
  .openapi('TabCounts')
export type TabCounts = z.infer<typeof TabCounts>
