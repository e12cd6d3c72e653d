import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'

export const Visibility = z.enum(['public', 'private'])
export type Visibility = z.infer<typeof Visibility>

export const UsedParams = z
  .object({
    prompt: z.string(),
    negative_prompt: z.string(),
    style: z.string(),
    filter: z.string(),
    filter_strength: z.int(),
    seed: z.int().nullable().openapi({ description: '`null` if the engine has no seeds.' }),
    image_size: z.string().openapi({ example: '512x512' }),
    restore_faces: z.boolean(),
    ignored: z.array(z.string()).openapi({ description: 'Parameters that the engine ignored.', example: ['seed'] }),
    engine: z.string().openapi({ example: 'local' }),
    model: z.string().nullable().openapi({ example: 'procedural/1' }),
    label: z.string().openapi({ example: 'Procedural artwork - drawn by code, not an AI model' }),
    used_words: z.array(z.string()).nullable(),
    unused_words: z.array(z.string()).nullable(),
  })
  .openapi('UsedParams')
export type UsedParams = z.infer<typeof UsedParams>

/** URLs of the same picture, by type and width in pixels. */
export const Renditions = z
  .object({ avif: z.record(z.string(), z.string()), webp: z.record(z.string(), z.string()) })
  .openapi('Renditions', { example: { avif: { '512': '/files/images/…' }, webp: { '256': '/files/images/…' } } })

/** Size of the drawing as the engine sent it, in pixels. */
export const OriginalSize = z
  .object({ width: z.int(), height: z.int() })
  .openapi({ description: 'Size of the stored drawing as the engine sent it, in pixels.' })

export const Image = z
  .object({
    id: z.uuid(),
    image_url: z.string().openapi({ description: 'Address of the PNG.' }),
    renditions: Renditions,
    thumbhash: z.string().openapi({ description: 'Thumbhash in base64.' }),
    width: z.int(),
    height: z.int(),
    original: OriginalSize,
    prompt: z.string(),
    usedParams: UsedParams,
    visibility: Visibility,
    anonymous_username: z.string(),
    remix_of: z.uuid().nullable(),
    sha256: z.string().openapi({ description: 'SHA-256 of the PNG.' }),
    removed: z
      .object({ at: Instant, reason: z.string() })
      .nullable()
      .openapi({ description: 'Set if an admin removed it. Only its creator and admins still see it.' }),
    created_at: Instant,
  })
  .openapi('Image')
export type Image = z.infer<typeof Image>

export const VisibilityChange = z.object({ visibility: Visibility }).openapi('VisibilityChange')

export const LookChange = z
  .object({
    filter: z.string().max(40).openapi({ example: 'Analog' }),
    strength: z.int().default(100).openapi({ description: 'Strength from 0 (as drawn) to 100.' }),
  })
  .openapi('LookChange')

/** Tells whether we made these bytes. For images that the caller may not see, the answer is no. */
export const ImageReceipt = z
  .object({
    isMadeHere: z.boolean(),
    sha256: z.string().openapi({ description: 'SHA-256 of the bytes that were sent.' }),
    isOriginal: z.boolean().openapi({ description: 'Whether the bytes are the drawing without its filter.' }),
    image: Image.nullable(),
  })
  .openapi('ImageReceipt')
export type ImageReceipt = z.infer<typeof ImageReceipt>
