import { z } from '@hono/zod-openapi'
import { NoticeStatus } from '../../notice/entry-notice/contract.ts'
import { Instant } from '../../platform/instant-schema.ts'
import { FeedbackAnswers, FeedbackCounts } from '../feedback/contract.ts'
import { REPORT_DAYS } from './limits-domain.ts'

/** The owner's link of a property, as its agent sees it. */
export const OwnerLink = z
  .object({
    property: z.object({ full_address: z.string(), time_zone: z.string() }),
    url: z.string().nullable().openapi({ description: '`null` if there is no link.' }),
    createdAt: Instant.nullable(),
  })
  .openapi('OwnerLink')
export type OwnerLink = z.infer<typeof OwnerLink>

/** What a page sends to revoke a link. */
export const RevokeQuery = z.object({
  seen: Instant.optional().openapi({
    description: '`createdAt` of the link that you saw. If the link has changed: 409.',
  }),
})

export const RenewForm = z
  .object({
    seen: Instant.nullable().openapi({
      description: '`createdAt` of the link that you saw, or `null` for none. If the link has changed: 409.',
    }),
  })
  .openapi('OwnerLinkRenewal')

const { interest, price, condition } = FeedbackAnswers.shape

const OwnerShowing = z.object({
  startsAt: Instant,
  status: z.enum(['pending', 'confirmed', 'completed', 'no_show', 'cancelled', 'declined']),
  visitor: z.string().openapi({ description: 'First name and initial.', example: 'Maria G.' }),
  noticeStatus: NoticeStatus.nullable(),
  feedback: z.object({ interest, price, condition }).nullable(),
})

/** What an owner sees of the last 90 days: no contact, no full name, no comment. */
export const OwnerReport = z
  .object({
    full_address: z.string(),
    time_zone: z.string(),
    days: z.literal(REPORT_DAYS),
    views: z.int(),
    booked: z
      .int()
      .openapi({ description: 'Showings booked for these days or later, except canceled and declined ones.' }),
    shown: z.int(),
    noShows: z.int(),
    feedback: FeedbackCounts,
    showings: z.array(OwnerShowing).openapi({ description: 'Latest first, at most 100.' }),
  })
  .openapi('OwnerReport')
export type OwnerReport = z.infer<typeof OwnerReport>
