import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'
import { OriginalSize, Renditions, UsedParams } from '../image/contract.ts'
import { FILTERS } from '../image/domain.ts'
import { IMAGE_SIZE_NAME, MAX_COUNT, MAX_NEGATIVE_PROMPT, MAX_PROMPT, MAX_SEED, STYLES } from './limits-domain.ts'

const optional = <T extends z.ZodType>(schema: T) => schema.nullable().optional()

/** What to draw. The rules for the fields are in domain.ts, so that every error is in plain words. */
export const GenerateForm = z
  .object({
    prompt: z.string().openapi({ description: `1 to ${MAX_PROMPT} characters, not counting spaces at either end.` }),
    style: optional(z.string()).openapi({ example: STYLES[0] }),
    filter: optional(z.string()).openapi({ example: FILTERS[0] }),
    image_size: optional(z.string()).openapi({ example: IMAGE_SIZE_NAME }),
    restore_faces: optional(z.boolean()).openapi({ description: 'The default is `true`.' }),
    negative_prompt: optional(z.string()).openapi({
      description: `What the image must not show, at most ${MAX_NEGATIVE_PROMPT} characters. Requires the grant of the app "create".`,
    }),
    seed: optional(z.number()).openapi({
      description: `0 to ${MAX_SEED}; random by default. Requires the grant of the app "create".`,
    }),
    count: optional(z.number()).openapi({
      description: `1 to ${MAX_COUNT} images, one credit each. Requires the grant of the app "create".`,
    }),
    remix_of: optional(z.string()).openapi({ description: "A public image or one of the caller's." }),
    drawAnyway: optional(z.boolean()).openapi({
      description:
        '`true` draws even if the engine understands nothing of the prompt. Otherwise such a prompt gets 422 `nothing_to_draw`.',
    }),
  })
  .openapi('GenerateForm')
export type GenerateForm = z.infer<typeof GenerateForm>

export const ReadingForm = z
  .object({
    prompt: z.string().openapi({ description: `At most ${MAX_PROMPT} characters. It may be empty.` }),
    negative_prompt: optional(z.string()).openapi({ description: `At most ${MAX_NEGATIVE_PROMPT} characters.` }),
  })
  .openapi('ReadingForm')
export type ReadingForm = z.infer<typeof ReadingForm>

/** Which words of a prompt the engine in use would draw, for a form while people type. */
export const PromptReading = z
  .object({
    can_tell: z.boolean().openapi({
      description:
        '`false` if the engine takes all words as they are. Then `words` is empty, and `nothing_to_draw` is `false`.',
    }),
    words: z
      .array(
        z.object({
          word: z.string().openapi({ description: 'The word as written in the prompt.' }),
          is_drawn: z.boolean().openapi({
            description:
              '`true` if the word is in the picture, changes it, or says what to leave out. The same words are in `used_words` later.',
          }),
          nearest: z.string().nullable().openapi({
            description: 'For a word that is not drawn: a similar English word that is. `null` if there is none.',
            example: 'dog',
          }),
        }),
      )
      .openapi({ description: 'Each word once, in the order of the prompt, without words such as `the`.' }),
    nothing_to_draw: z.boolean().openapi({
      description: '`true` if `POST /generate-image` answers 422 `nothing_to_draw` unless `drawAnyway` is `true`.',
    }),
  })
  .openapi('PromptReading')
export type PromptReading = z.infer<typeof PromptReading>

/** With `async=1` the answer does not wait for the image. */
export const GenerateQuery = z.object({ async: z.enum(['0', '1']).optional() })

export const DrawnImage = z
  .object({
    id: z.uuid(),
    imageUrl: z.string().openapi({ description: 'Address of the PNG.' }),
    renditions: Renditions,
    width: z.int(),
    height: z.int(),
    original: OriginalSize,
    usedParams: UsedParams,
  })
  .openapi('DrawnImage')
export type DrawnImage = z.infer<typeof DrawnImage>

/** The first image at the top level, and all images if there are several. */
export const Generated = DrawnImage.extend({ images: z.array(DrawnImage).optional() }).openapi('Generated')
export type Generated = z.infer<typeof Generated>

export const JobAccepted = z.object({ jobId: z.uuid() }).openapi('JobAccepted')

export const JobStatus = z.enum(['queued', 'running', 'succeeded', 'failed', 'cancelled'])
export type JobStatus = z.infer<typeof JobStatus>

/** The full request, so that a form can be filled with it again. */
export const GenerateRequest = z
  .object({
    prompt: z.string(),
    negative_prompt: z.string(),
    style: z.enum(STYLES),
    filter: z.enum(FILTERS),
    image_size: z.literal(IMAGE_SIZE_NAME),
    restore_faces: z.boolean(),
    seed: z.int().openapi({ description: 'Seed of the first image. Each further image adds 1.' }),
    count: z.int(),
    remix_of: z.uuid().nullable(),
  })
  .openapi('GenerateRequest')

export const Job = z
  .object({
    jobId: z.uuid(),
    status: JobStatus,
    position: z
      .int()
      .nullable()
      .openapi({ description: 'Place in the queue from 1. `null` unless the job is waiting.' }),
    progress: z.int().openapi({ description: 'Progress in percent.' }),
    revision: z.int().openapi({ description: 'Rises with every change, and is the id of the events.' }),
    image: DrawnImage.optional(),
    images: z.array(DrawnImage).optional().openapi({ description: 'All images, if there are several.' }),
    error: z
      .string()
      .optional()
      .openapi({ description: 'Text for people: why it failed, or why some images were not drawn.' }),
    creditsReturned: z.int().optional().openapi({ description: 'Present once the job is over.' }),
    request: GenerateRequest,
    retry_of: z.uuid().nullable(),
    created_at: Instant,
    started_at: Instant.nullable(),
    finished_at: Instant.nullable(),
  })
  .openapi('GenerateJob')
export type Job = z.infer<typeof Job>

export const Jobs = z.object({ jobs: z.array(Job) }).openapi('GenerateJobs')
export type Jobs = z.infer<typeof Jobs>

/** The abilities of the engine in use, and what a form must say before drawing. */
export const StudioEngine = z
  .object({
    name: z.enum(['local', 'a1111', 'openai']),
    label: z.string().openapi({ example: 'Procedural artwork - drawn by code, not an AI model' }),
    ignores: z
      .array(z.enum(['negative_prompt', 'seed', 'restore_faces']))
      .openapi({ description: 'Parameters that the engine ignores.' }),
    styles: z.array(z.enum(STYLES)),
    filters: z.array(z.enum(FILTERS)),
    default_style: z.enum(STYLES),
    default_filter: z.enum(FILTERS),
    image_size: z.literal(IMAGE_SIZE_NAME),
    max_count: z.int(),
    max_prompt: z.int().openapi({ description: 'Number of characters.' }),
    max_negative_prompt: z.int().openapi({ description: 'Number of characters.' }),
    max_seed: z.int(),
    max_in_progress: z.int(),
    credits_per_image: z.int(),
    credits: z.int().openapi({ description: "The caller's credit balance." }),
  })
  .openapi('StudioEngine')
export type StudioEngine = z.infer<typeof StudioEngine>
