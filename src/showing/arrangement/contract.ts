import { z } from '@hono/zod-openapi'
import { LANGUAGES } from '../../platform/language.ts'
import { BookingForm, RescheduleForm, Seen } from '../booking/contract.ts'

/** Same values as `LATE_MINUTES` in booking/transition-domain.ts. */
const Minutes = z.int().min(10).max(30).multipleOf(10)

export const Late = z.object({ minutes: Minutes.openapi({ description: 'How late you are.' }) }).openapi('RunningLate')

export const Assignment = z
  .object({
    name: z.string().nullable().openapi({ description: 'Who shows it, at most 100 characters. `null` if you do.' }),
  })
  .openapi('ShownBy')

export const Proposal = RescheduleForm.extend({
  reason: z.string().max(500).optional().openapi({ description: 'The visitor reads it. The compliance log keeps it.' }),
}).openapi('MoveProposalForm')

export const ProposalAnswer = z
  .object({
    proposalId: z.uuid().openapi({ description: 'The question that the visitor saw.' }),
    answer: z.enum(['agree', 'keep']),
  })
  .openapi('MoveProposalAnswer')

export const Decline = z
  .object({
    reason: z
      .string()
      .max(500)
      .optional()
      .openapi({ description: 'The compliance log keeps it. The buyer reads it if you offer `times`.' }),
    times: z.array(RescheduleForm).max(3).optional().openapi({ description: 'Open times that you offer instead.' }),
    seen: Seen,
  })
  .openapi('DeclineForm')

/** Checks only types. `validateHandBooking` returns the errors of each field. */
export const HandBooking = BookingForm.pick({
  propertyId: true,
  showingDate: true,
  showingTime: true,
  buyerName: true,
  buyerEmail: true,
  buyerPhone: true,
})
  .extend({
    specialRequests: z.string().max(2000).default(''),
    language: z.enum(LANGUAGES).default(LANGUAGES[0]).openapi({ description: 'Language of messages to the visitor.' }),
    mustReach: z.boolean().default(false).openapi({
      description:
        'Book only if a message can reach the visitor; if not, 400 (`no_texts_wanted`). A pay link must reach them anyway.',
    }),
  })
  .openapi('HandBookingForm', { description: 'One of `buyerPhone` and `buyerEmail` is enough.' })

export const EmailCorrection = z
  .object({
    email: z.string().max(254),
    nextToken: z
      .string()
      .regex(/^[\w-]{32}$/)
      .optional()
      .openapi({
        description:
          'Token of the new `manageUrl`: 24 random bytes in base64url. If the answer is lost, send the same again. Without it, we choose one.',
      }),
  })
  .openapi('EmailCorrection')

export const EmailForBuyer = EmailCorrection.pick({ email: true }).openapi('EmailForBuyer')

export const EntryInstructions = z
  .object({ showing_instructions: z.string().nullable() })
  .openapi('EntryInstructions', {
    description: '`null` if the buyer may not read them now or there are none, and for programs.',
  })

export const OfferedHold = z
  .object({
    payUrl: z
      .string()
      .nullable()
      .openapi({ description: 'Page where the buyer pays by card. `null` for a free showing.' }),
    manageUrl: z.string().nullable().openapi({ description: "Buyer's page of a free showing, which is confirmed." }),
  })
  .openapi('OfferedHold')

/** The slot that an agent holds for a visitor who phoned, and the link that pays for it. */
export const PayLink = z
  .object({
    id: z.uuid().openapi({ description: 'ID of the booking that it becomes once paid.' }),
    property_id: z.uuid(),
    full_address: z.string(),
    startsAt: z.iso.datetime(),
    when: z.string().openapi({ description: "The start as readable text, in the property's time zone." }),
    buyerName: z.string(),
    buyerPhone: z.string(),
    buyerEmail: z.string(),
    amount: z.int().openapi({ description: 'What the visitor pays, in US cents.' }),
    heldUntil: z.iso.datetime(),
    heldUntilTime: z.string().openapi({ description: "`2:40 PM PST`, in the property's time zone." }),
    payUrl: z.string().openapi({ description: 'Page where the visitor pays by card. For the visitor only.' }),
    sent: z
      .array(
        z.object({
          channel: z.enum(['sms', 'email']),
          to: z.string(),
          status: z.enum(['queued', 'sending', 'sent', 'not_sent', 'failed']),
          reason: z.string().nullable().openapi({ description: 'Why it was not sent.' }),
        }),
      )
      .openapi({ description: 'Where we last sent the link.' }),
  })
  .openapi('PayLink')

export const PayLinks = z.object({ payLinks: z.array(PayLink) }).openapi('PayLinks')

export const Agreement = z.object({ agreeToTerms: z.literal(true) }).openapi('TermsAgreement')
