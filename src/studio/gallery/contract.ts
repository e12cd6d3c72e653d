import { z } from '@hono/zod-openapi'
import { Image } from '../image/contract.ts'

export const ImagePage = z.object({ images: z.array(Image), nextCursor: z.string().nullable() }).openapi('ImagePage')
export type ImagePage = z.infer<typeof ImagePage>

export const FoundImages = z
  .object({
    images: z.array(Image),
    nextCursor: z.string().nullable(),
    count: z
      .int()
      .nullable()
      .openapi({ description: 'Number of images found, up to the limit of counting. `null` after the first page.' }),
    isCapped: z.boolean().nullable().openapi({ description: 'Whether there may be more than `count`.' }),
  })
  .openapi('FoundImages')
export type FoundImages = z.infer<typeof FoundImages>
