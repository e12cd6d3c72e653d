import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'
import { Image } from '../image/contract.ts'

export const ReportReason = z.enum(['sexual', 'violent', 'hateful', 'illegal', 'copyright', 'other'])
export type ReportReason = z.infer<typeof ReportReason>

/** Only types and sizes are checked here. The messages for people come from domain.ts. */
export const ReportForm = z
  .object({
    reason: ReportReason,
    details: z.string().max(5000).default('').openapi({ description: 'Up to 1,000 characters.' }),
  })
  .openapi('ReportForm')

export const ReportReceipt = z
  .object({
    received: z.literal(true),
    isNew: z.boolean().openapi({ description: '`false` if the same person had reported it before.' }),
  })
  .openapi('ReportReceipt')

/** An image as an admin sees it. Admins see everyone's images, private ones too. */
export const ModeratedImage = Image.extend({
  account_id: z.uuid(),
  reporters: z.int().openapi({ description: 'Number of people who reported it and have not been answered yet.' }),
}).openapi('ModeratedImage')
export type ModeratedImage = z.infer<typeof ModeratedImage>

export const ModeratedImagePage = z
  .object({ images: z.array(ModeratedImage), nextCursor: z.string().nullable() })
  .openapi('ModeratedImagePage')

export const RemovalQuery = z.object({
  reason: z.string().max(5000).default('').openapi({
    description: 'Up to 500 characters, which the creator reads. Default: the image goes against the terms.',
  }),
})

/** All open reports of one image, which are decided together. */
export const ImageCase = z
  .object({
    id: z.uuid(),
    image: ModeratedImage,
    openedAt: Instant,
    reportedAt: Instant.openapi({ description: 'Time of the latest report.' }),
    reporters: z.int(),
    reasons: z.record(z.string(), z.int()).openapi({ example: { sexual: 2, other: 1 } }),
    details: z
      .array(z.string())
      .openapi({ description: 'The newest 20 descriptions, in the words of the people who reported the image.' }),
    decision: z
      .object({ action: z.enum(['dismiss', 'remove']), reason: z.string().nullable(), at: Instant })
      .nullable(),
    canDecide: z
      .boolean()
      .openapi({ description: "`false` if it is the caller's own image and another admin can decide." }),
  })
  .openapi('ImageCase')
export type ImageCase = z.infer<typeof ImageCase>

export const ImageCasePage = z
  .object({ reports: z.array(ImageCase), nextCursor: z.string().nullable() })
  .openapi('ImageCasePage')

export const ResolveForm = z
  .object({
    action: z.enum(['dismiss', 'remove']),
    reason: z
      .string()
      .max(5000)
      .default('')
      .openapi({ description: 'Required for `remove`: the creator reads it. Up to 500 characters.' }),
  })
  .openapi('ResolveForm')

export const AppealForm = z
  .object({ text: z.string().max(9000).openapi({ description: 'Up to 2,000 characters.' }) })
  .openapi('AppealForm')

/** What the creator of a removed image said, and the decision. */
export const Appeal = z
  .object({
    id: z.uuid(),
    imageId: z.uuid(),
    text: z.string(),
    createdAt: Instant,
    decision: z.object({ action: z.enum(['restore', 'uphold']), answer: z.string(), at: Instant }).nullable(),
  })
  .openapi('Appeal')
export type Appeal = z.infer<typeof Appeal>

export const AppealStanding = z.object({ appeal: Appeal.nullable() }).openapi('AppealStanding')

export const AppealCase = Appeal.extend({ image: ModeratedImage, canDecide: ImageCase.shape.canDecide }).openapi(
  'AppealCase',
)
export type AppealCase = z.infer<typeof AppealCase>

export const AppealCasePage = z
  .object({ appeals: z.array(AppealCase), nextCursor: z.string().nullable() })
  .openapi('AppealCasePage')

export const AppealDecision = z
  .object({
    action: z.enum(['restore', 'uphold']),
    answer: z.string().max(5000).default('').openapi({ description: 'Up to 500 characters, which the creator reads.' }),
  })
  .openapi('AppealDecision')

export const AgeForm = z
  .object({ isAdult: z.boolean().openapi({ description: 'Whether the caller is 18 or older.' }) })
  .openapi('AgeForm')

export const AgeStanding = z
  .object({
    confirmedAt: Instant.nullable().openapi({
      description: '`null` if the caller has not confirmed yet. The studio asks first.',
    }),
  })
  .openapi('AgeStanding')

export const TermRule = z.enum(['block', 'minor', 'sexual', 'person', 'clothing', 'allow'])
export type TermRule = z.infer<typeof TermRule>
export const TermTopic = z.enum(['minors', 'people', 'violence', 'hate', 'abuse', 'other'])
export type TermTopic = z.infer<typeof TermTopic>

export const PromptTerm = z
  .object({
    id: z.uuid(),
    term: z.string(),
    rule: TermRule,
    topic: TermTopic.nullable(),
    addedAt: Instant,
    tries: z.int().openapi({ description: 'Prompts that this term refused in the last 30 days.' }),
  })
  .openapi('PromptTerm')
export type PromptTerm = z.infer<typeof PromptTerm>

export const PromptTerms = z
  .object({
    terms: z.array(PromptTerm),
    refused: z
      .object({ prompts: z.int(), accounts: z.int() })
      .openapi({ description: 'Refused prompts in the last 30 days, and the number of accounts that sent them.' }),
  })
  .openapi('PromptTerms')

export const TermForm = z
  .object({
    term: z.string().max(200).openapi({ description: 'One to six words.' }),
    rule: TermRule.default('block'),
    topic: TermTopic.optional(),
  })
  .openapi('TermForm')
