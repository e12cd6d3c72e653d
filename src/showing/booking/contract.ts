import { z } from '@hono/zod-openapi'
import { HeldIntent, StillPaid } from '../../money/payment/contract.ts'
import { BookingStatus, NoticeOnApproval, NoticeState, NoticeStatus } from '../../notice/entry-notice/contract.ts'
import { Instant } from '../../platform/instant-schema.ts'
import { Cents, LocalDate, LocalTime } from '../../platform/wire-values.ts'
import { VisitorFeedback } from '../feedback/contract.ts'
import * as t from '../text/booking.ts'

export const RequesterType = z.enum(['buyer', 'buyers_agent', 'other'])
export type RequesterType = z.infer<typeof RequesterType>

/**
 * The booking form (booking.md section 3). This checks only types. The catalogue's messages (booking.md section 5) come
 * in order from `validateForm` in domain.ts.
 */
export const BookingForm = z
  .object({
    propertyId: z.string().max(200).openapi({ description: 'Slug or ID of the property.' }),
    showingDate: z.string().max(40).default(''),
    showingTime: z.string().max(40).default(''),
    requesterType: RequesterType.default('buyer'),
    buyerName: z.string().max(200).default(''),
    buyerEmail: z.string().max(320).default(''),
    buyerPhone: z.string().max(60).default(''),
    buyerAgentName: z.string().max(200).nullish(),
    buyerAgentEmail: z.string().max(320).nullish(),
    buyerAgentPhone: z.string().max(60).nullish(),
    mailUpgrade: z.boolean().default(false),
    specialRequests: z.string().max(2000).nullish(),
    agreeToTerms: z.boolean().default(false),
  })
  .openapi('BookingForm')
export type BookingForm = z.infer<typeof BookingForm>

/** A booking as the buyer may see it (booking.md section 3, decisions.md section 11). */
export const Booking = z
  .object({
    id: z.uuid(),
    property_id: z.uuid(),
    confirmation_number: z.string().openapi({ example: 'SB-7K2M9QXD' }),
    status: BookingStatus,
    showingDate: LocalDate,
    showingTime: LocalTime,
    time_zone: z.string(),
    startsAt: Instant,
    endsAt: Instant,
    requesterType: RequesterType,
    buyerName: z.string(),
    buyerEmail: z.string(),
    buyerPhone: z.string(),
    buyerAgentName: z.string().nullable(),
    buyerAgentPhone: z.string().nullable(),
    buyerAgentEmail: z.string().nullable(),
    mailUpgrade: z.boolean(),
    specialRequests: z.string().nullable(),
    amount: Cents,
    payment_intent_id: z.string(),
    manageUrl: z.string().openapi({ description: "The buyer's page. Anyone with this link can act for the buyer." }),
  })
  .openapi('Booking')
export type Booking = z.infer<typeof Booking>

const forBuyer = z.string().nullable()
const Minutes = z.int().nullable()

/** A booking for a caller who knows its payment. Only the buyer, with proof, gets the person and the link. */
export const SettledBooking = z
  .object({
    ...Booking.shape,
    requesterType: RequesterType.nullable(),
    buyerName: forBuyer,
    buyerEmail: forBuyer,
    buyerPhone: forBuyer,
    manageUrl: forBuyer,
  })
  .openapi('SettledBooking', {
    description: "The person and `manageUrl` are `null` without the hold's `clientSecret` or the buyer's `manageUrl`.",
  })
export type SettledBooking = z.infer<typeof SettledBooking>

/** The refund that the buyer requested. */
export const Refund = z
  .object({
    status: z.enum(['asked', 'approved', 'declined']),
    reason: z.string(),
    requestedAt: Instant,
    dueAt: Instant.nullable().openapi({ description: 'Until when the agent decides; for buyers, `null` after that.' }),
    answer: z.string().nullable().openapi({ description: 'Reason given with the decision.' }),
  })
  .openapi('Refund')

export const Alternative = z.object({ date: LocalDate, time: LocalTime, startsAt: Instant }).openapi('Alternative')
export type Alternative = z.infer<typeof Alternative>

/** An open proposal of a new time. If the buyer does not answer by `dueAt`, the showing keeps its time. */
const Proposed = z
  .object({ id: z.uuid(), startsAt: Instant, dueAt: Instant, reason: z.string().nullable() })
  .openapi('MoveProposal')

export const BuyerMoney = z.enum(['none', 'authorized', 'paid', 'returning', 'returned', 'reversed', 'released'])
export type BuyerMoney = z.infer<typeof BuyerMoney>

/** The messages of a demo. We mask the recipients, because other people can have this page, too. */
export const DemoSent = z
  .object({
    messages: z.array(
      z.object({
        channel: z.enum(['sms', 'email', 'certified_mail']),
        role: z.enum(['listing_agent', 'resident', 'buyer']),
        to: z.string().openapi({ example: 'jo…@example.com' }),
        status: z.enum(['queued', 'sending', 'sent', 'not_sent', 'failed']),
        reason: z.string().nullable(),
      }),
    ),
  })
  .openapi('DemoSent')
export type DemoSent = z.infer<typeof DemoSent>

/** The content of the buyer's page (GET public/booking/{token}). */
export const BuyerPage = z
  .object({
    booking: Booking,
    property: z.object({
      slug: z.string(),
      full_address: z.string(),
      property_photo: z.string().nullable(),
      agent_name: z.string().nullable(),
      agent_email: z.string().nullable(),
      agent_phone: z.string().nullable(),
    }),
    when: z.string().openapi({ example: 'Friday, November 27, 2026 at 1:30 PM PST' }),
    calendar: z.object({ google: z.string(), outlook: z.string(), ics: z.string() }),
    receiptUrl: z.string().nullable().openapi({ description: 'Receipt (PDF). `null` if there is no payment.' }),
    directionsUrl: z.string(),
    instructionsVersion: z.string().nullable().openapi({ description: 'Set while they are open. Changes with them.' }),
    has_instructions: z.boolean().openapi({ description: 'The agent left entry instructions. If not, ask the agent.' }),
    instructionsFrom: Instant,
    can: z
      .object({ cancel: z.boolean(), move: z.boolean(), requestRefund: z.boolean(), bookAgain: z.boolean() })
      .openapi({ description: 'What can be done now. `bookAgain`: it has ended, and its property is listed.' }),
    decisionDueAt: Instant.nullable().openapi({ description: 'When a pending booking is declined automatically.' }),
    movedFrom: Instant.nullable().openapi({ description: 'Start before the showing was moved.' }),
    cancelledBy: z.enum(['agent', 'buyer', 'system']).nullable(),
    endedByAdmin: z.boolean().openapi({ description: 'An admin canceled or declined it for the agent.' }),
    reason: z.string().nullable().openapi({ description: 'Why the agent or an admin ended the showing.' }),
    lateMinutes: Minutes.openapi({ description: 'By how many minutes the agent is late.' }),
    proposal: Proposed.nullable(),
    proposedByAdmin: z.boolean().openapi({ description: 'An admin proposed it for the agent.' }),
    proposalLosesLetter: z.boolean().openapi({ description: 'It is too soon for the letter the buyer paid for.' }),
    otherTimes: z.array(Alternative).openapi({ description: 'Times that the agent or an admin offers instead.' }),
    money: BuyerMoney.openapi({ description: '`released`: never charged. `reversed`: the bank returned some or all.' }),
    stillPaid: StillPaid,
    mailRefund: z.enum(['none', 'recalling', 'returning', 'returned', 'mailed']).openapi({
      description: 'For certified mail. `recalling`: refunded if not printed yet. `mailed`: printed.',
    }),
    hasTimeForMail: z.boolean().openapi({ description: 'Its time is far enough ahead for a certified letter.' }),
    refund: Refund.nullable(),
    phase: z.enum(['ahead', 'under_way', 'over']).openapi({ description: 'Whether it is ahead, under way, or over.' }),
    version: z.string().openapi({ description: 'Changes whenever anything on the page changes.' }),
    is_demo: z.boolean().openapi({ description: '`true` if there is no real home. Its messages say DEMO.' }),
    demo: DemoSent.nullable().openapi({ description: "For the product's own demo: what it sends and where." }),
  })
  .openapi('BuyerPage')
export type BuyerPage = z.infer<typeof BuyerPage>

/** The outcome that an agent gives a showing once it has started. */
export const ShowingOutcome = z.enum(['completed', 'no_show'])
export type ShowingOutcome = z.infer<typeof ShowingOutcome>

export const PaymentState = z.enum([
  'Paid',
  'Authorized',
  'Refund due',
  'Partly refunded',
  'Refunded',
  'Returned by the bank',
  'Releasing',
  'Released',
  'Not charged',
  'No fee',
])
export type PaymentState = z.infer<typeof PaymentState>

/**
 * A showing as its agent sees it: the showing record of booking.md section 3 with the stored form, and what the list of
 * completed showings adds.
 */
export const ShowingRecord = z
  .object({
    id: z.uuid(),
    property_id: z.uuid(),
    date: LocalDate,
    time: LocalTime,
    datetime: Instant,
    endsAt: Instant,
    time_zone: z.string(),
    propertyAddress: z.string(),
    propertyState: z.string().openapi({ description: 'Its law governs the notice to enter.', example: 'CA' }),
    agentName: z.string().nullable(),
    agentEmail: z.string().nullable(),
    agentPhone: z.string().nullable(),
    ownerName: z.string().nullable(),
    residentName: z.string().nullable(),
    showing_date: LocalDate,
    showing_time: LocalTime,
    requester_type: RequesterType,
    buyerName: z.string(),
    buyerEmail: z.string(),
    buyerPhone: z.string(),
    buyer_agent_name: z.string().nullable(),
    buyer_agent_email: z.string().nullable(),
    buyer_agent_phone: z.string().nullable(),
    mail_upgrade: z.boolean(),
    specialRequests: z.string().nullable(),
    status: BookingStatus,
    confirmation_number: z.string(),
    amount: Cents,
    is_demo: z.boolean(),
    duration: z.int().openapi({ description: 'Minutes.', example: 30 }),
    feedback: z.string().nullable(),
    buyer_name: z.string().openapi({ description: 'As stored, like the three fields below.' }),
    buyer_email: z.string(),
    buyer_phone: z.string(),
    showing_feedback: z.string().nullable(),
    overlaps: z
      .array(
        z.object({
          id: z.uuid(),
          confirmation_number: z.string(),
          propertyAddress: z.string(),
          status: BookingStatus,
          datetime: Instant,
          endsAt: Instant,
          time_zone: z.string(),
        }),
      )
      .openapi({
        description: "The agent's showings at other properties at the same time. Someone else has to do one of them.",
      }),
    isCompliant: z
      .boolean()
      .nullable()
      .openapi({
        description:
          "Whether the record shows that the resident's notice was lawful (California Civil Code section 1954). " +
          "`null` if another state's law governs, if no one entered, or for a demo.",
      }),
    complianceReasons: z.array(z.string()).openapi({ description: 'Readable text, most important first.' }),
    hasAdvanceNotice: z.boolean().openapi({ description: 'The resident knew 24 hours ahead, or needs no notice.' }),
    advanceNoticeHours: z
      .int()
      .nullable()
      .openapi({
        description:
          'How many whole hours before the start the resident was first told, or it was booked if no notice is ' +
          'needed. `null` if the resident was not told.',
      }),
    notice: NoticeState.nullable().openapi({ description: 'The notice to enter. `null` if none is needed.' }),
    noticeStatus: NoticeStatus.nullable(),
    noticeOnApproval: NoticeOnApproval.nullable(),
    hasCertifiedMail: z.boolean().openapi({ description: 'The mail service accepted a letter and has not lost it.' }),
    certifiedMailDate: Instant.nullable().openapi({ description: 'When it was mailed or, before that, handed over.' }),
    bookedBy: z.enum(['visitor', 'you', 'another']).openapi({ description: '`visitor`, or who booked it by hand.' }),
    bookingFee: Cents,
    stillPaid: StillPaid,
    paymentStatus: PaymentState,
    isOccupied: z.boolean().openapi({ description: 'Whether someone lives there, or lived there when it started.' }),
    unreadMessages: z.int().openapi({ description: 'Messages from the buyer that the agent has not read.' }),
    failedMessages: z.int().openapi({ description: 'Messages about it that failed for good.' }),
    marks: z.array(ShowingOutcome).openapi({ description: 'Outcomes that the agent can give it now.' }),
    decisionDueAt: Instant.nullable().openapi({ description: 'When a pending booking is declined automatically.' }),
    visitorFeedback: VisitorFeedback.nullable(),
    refund: Refund.nullable(),
    proposal: Proposed.nullable(),
    shownBy: z.string().nullable().openapi({ description: 'Who shows it. `null` if the agent does.' }),
    late: z.object({ told: Minutes, next: Minutes }).openapi({ description: 'Last delay told, and the next one.' }),
    can: z
      .object({
        approve: z.boolean(),
        decline: z.boolean(),
        cancel: z.boolean(),
        proposeMove: z.boolean(),
        reassign: z.boolean().openapi({ description: 'Set who shows it.' }),
        decideRefund: z.boolean(),
        overruleRefund: z.boolean().openapi({ description: 'For admins: grant the refund that the agent declined.' }),
        correctEmail: z.boolean().openapi({ description: "For admins: correct the buyer's email." }),
      })
      .openapi({ description: 'What can be done with it now.' }),
  })
  .openapi('ShowingRecord')
export type ShowingRecord = z.infer<typeof ShowingRecord>

/** What a buyer who already has a hold sends with the form. */
export const ownHold = {
  clientSecret: z.string().max(255).optional().openapi({ description: 'Secret of the hold that this one replaces.' }),
}

export const PaymentIntentRequest = z
  .object({
    bookingData: BookingForm,
    ...ownHold,
    amount: z.number().optional().openapi({ description: "If given, it must equal the server's price." }),
  })
  .openapi('PaymentIntentRequest')

export const ProcessBookingRequest = z
  .object({
    paymentIntentId: z.string().min(1).max(255),
    clientSecret: z.string().max(255).optional().openapi({
      description: 'Secret of the hold. With it, the answer has names, contacts, and the link.',
    }),
    manageUrl: z.string().max(2000).optional().openapi({ description: "The buyer's link, which also proves it." }),
  })
  .openapi('ProcessBookingRequest')

export const ProcessedBooking = z
  .object({ success: z.literal(true), booking: SettledBooking })
  .openapi('ProcessedBooking')

/** The body of POST public/book: the form itself, or the form under `bookingData`. */
export const BookingRequest = z
  .union([z.object({ bookingData: BookingForm, ...ownHold }), z.object({ ...BookingForm.shape, ...ownHold })])
  .openapi('BookingRequest')

export const AwaitingPayment = z
  .object({
    bookingId: z.uuid(),
    status: z.literal('awaiting_payment'),
    payment: HeldIntent,
    payUrl: z.string().openapi({ description: 'Page where the buyer pays by card.' }),
  })
  .openapi('AwaitingPayment')

/** A hold as the payment page shows it. */
export const Hold = HeldIntent.extend({
  status: z.enum(['held', 'ended', 'booked']),
  slug: z.string(),
  full_address: z.string(),
  property_photo: z.string().nullable(),
  when: z.string(),
  buyerName: z.string(),
  buyerEmail: z.string(),
  buyerPhone: z.string(),
  is_demo: z.boolean().openapi({ description: '`true` if there is no real home.' }),
  asksTerms: z.boolean().openapi({ description: 'The agent booked for the buyer, who has agreed to no terms yet.' }),
}).openapi('Hold')
export type Hold = z.infer<typeof Hold>

const Day = LocalDate.refine((date) => date >= '1900-01-01' && date < '2200-01-01', { error: t.dateOutOfRange })

const Statuses = z
  .string()
  .max(200)
  .transform((text, context) => {
    const names = text.split(',').filter(Boolean)
    const read = z.array(BookingStatus).safeParse(names)
    if (!read.success) context.addIssue(t.statusesExpected({ statuses: BookingStatus.options.join(', ') }))
    return read.data ?? []
  })
  .openapi({ type: 'string', example: 'confirmed,pending' })

/** The filter of showings, which lists and exports share. */
export const ShowingFilter = z.object({
  property_id: z.uuid().optional(),
  status: Statuses.optional().openapi({ description: 'One or more, separated by commas.' }),
  from: Day.optional().openapi({ description: "First date, in the property's time zone." }),
  to: Day.optional().openapi({ description: 'Last date.' }),
  when: z.enum(['upcoming', 'past']).optional().openapi({ description: '`upcoming`: not ended. `past`: has started.' }),
  days: z.coerce.number().int().min(1).max(3660).optional().openapi({
    description: 'With `when`: number of 24-hour periods from now, forward (later requests count, too) or back.',
  }),
  q: z.string().max(200).optional().openapi({
    description: "Buyer's name, email, or phone, confirmation number, or address. All words must match.",
  }),
  sort: z.enum(['date', '-date']).default('-date').openapi({ description: '`date`: earliest start first.' }),
})
export type ShowingFilter = z.infer<typeof ShowingFilter>

export const ShowingPage = z
  .object({ bookings: z.array(ShowingRecord), nextCursor: z.string().nullable() })
  .openapi('ShowingPage')

const text = (most: number, description: string) => z.string().max(most).optional().openapi({ description })
const feedback = text(2000, 'Stored with the showing. An empty text removes it.')
const reason = text(500, 'The compliance log keeps it. The buyer reads the reason for a cancellation.')

export const Completion = z.object({ feedback }).openapi('ShowingCompletion')
export const NoShow = z.object({ reason, feedback }).openapi('ShowingNoShow')
export const Seen = z
  .object({ status: BookingStatus, startsAt: Instant })
  .openapi('SeenShowing', {
    description: 'The showing as the person saw it. If it has changed: 409 `changed_meanwhile`.',
  })
  .optional()
export const Reason = z.object({ reason, seen: Seen }).openapi('MoveReason')

export const RescheduleForm = z
  .object({
    showingDate: z.string().max(20).openapi({ example: '2026-11-28' }),
    showingTime: z.string().max(20).openapi({ example: '14:00' }),
  })
  .openapi('MoveForm')

export const RefundRequest = z.object({ reason: z.string().nullish() }).openapi('RefundRequest')
export const RefundDecision = z
  .object({ decision: z.enum(['approve', 'decline']), reason: z.string().max(500).optional() })
  .openapi('RefundDecision')
