import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'

export const Archive = z
  .object({
    id: z.uuid(),
    status: z.enum(['being_made', 'ready', 'failed', 'expired']),
    askedAt: Instant,
    progress: z
      .object({ done: z.int(), of: z.int() })
      .openapi({ description: 'Number of finished parts and of all parts.' }),
    madeAt: Instant.nullable(),
    expiresAt: Instant.nullable().openapi({ description: 'When we delete the file. `null` until it is ready.' }),
    sizeBytes: z.int().nullable(),
    sha256: z.string().nullable(),
    url: z
      .string()
      .nullable()
      .openapi({ description: 'Address of the file, for its owner only. `null` unless it is ready.' }),
  })
  .openapi('Archive')
export type Archive = z.infer<typeof Archive>

export const OwnArchive = z
  .object({ archive: Archive.nullable().openapi({ description: 'The latest request. `null` if there was none.' }) })
  .openapi('OwnArchive')
