import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'
import { ShowableText } from '../../platform/wire-values.ts'
import * as t from '../text/feedback.ts'
import { LONGEST_COMMENT } from './limits-domain.ts'

const Interest = z.enum(['yes', 'maybe', 'no'])
const Price = z.enum(['right', 'high', 'low'])
const Condition = z.enum(['better', 'as_expected', 'worse'])

/** A visitor's answers. */
export const FeedbackAnswers = z
  .object({
    interest: Interest,
    price: Price,
    condition: Condition.openapi({ description: 'Compared with the listing.' }),
    comment: z.string(),
  })
  .openapi('FeedbackAnswers')
export type FeedbackAnswers = z.infer<typeof FeedbackAnswers>

export const FeedbackForm = z
  .object({
    interest: z.enum(Interest.options, { error: t.chooseInterest }),
    price: z.enum(Price.options, { error: t.choosePrice }),
    condition: z.enum(Condition.options, { error: t.chooseCondition }),
    comment: ShowableText.max(LONGEST_COMMENT).default(''),
  })
  .openapi('FeedbackForm')
export type FeedbackForm = z.infer<typeof FeedbackForm>

/** What the visitor's link shows. It names no one. */
export const FeedbackPage = z
  .object({
    full_address: z.string(),
    startsAt: Instant,
    time_zone: z.string(),
    changeableUntil: Instant.openapi({ description: 'From then on, the link shows nothing.' }),
    answers: FeedbackAnswers.nullable(),
  })
  .openapi('FeedbackPage')
export type FeedbackPage = z.infer<typeof FeedbackPage>

/** Feedback as the agent sees it in the showing. */
export const VisitorFeedback = z.object({ ...FeedbackAnswers.shape, answeredAt: Instant }).openapi('VisitorFeedback')
export type VisitorFeedback = z.infer<typeof VisitorFeedback>

export const FeedbackCounts = z
  .object({
    asked: z.int(),
    answered: z.int(),
    interest: z.object({ yes: z.int(), maybe: z.int(), no: z.int() }),
    price: z.object({ right: z.int(), high: z.int(), low: z.int() }),
    condition: z.object({ better: z.int(), as_expected: z.int(), worse: z.int() }),
  })
  .openapi('FeedbackCounts')
export type FeedbackCounts = z.infer<typeof FeedbackCounts>

export const PropertyFeedback = z
  .object({
    property: z.object({ full_address: z.string(), time_zone: z.string() }),
    counts: FeedbackCounts,
    feedback: z.array(
      z.object({
        ...VisitorFeedback.shape,
        id: z.uuid().openapi({ description: 'ID of the showing.' }),
        buyerName: z.string(),
        startsAt: Instant,
      }),
    ),
    nextCursor: z.string().nullable(),
  })
  .openapi('PropertyFeedback')
export type PropertyFeedback = z.infer<typeof PropertyFeedback>
