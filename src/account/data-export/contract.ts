import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'

export const Archive = z
  .object({
    id: z.uuid(),
    status: z.enum(['being_made', 'ready', 'failed', 'expired']),
    askedAt: Instant,
    progress: z.object({ done: z.int(), of: z.int() }).openapi({ description: 'Parts that are in it, of how many.' }),
    madeAt: Instant.nullable(),
    expiresAt: Instant.nullable().openapi({ description: 'When the file is deleted.' }),
    sizeBytes: z.int().nullable(),
    sha256: z.string().nullable(),
    url: z.string().nullable().openapi({ description: 'Of the file, for its owner alone; null unless it is ready.' }),
  })
  .openapi('Archive')
export type Archive = z.infer<typeof Archive>

export const OwnArchive = z
  .object({ archive: Archive.nullable().openapi({ description: 'The one that was asked for last.' }) })
  .openapi('OwnArchive')
