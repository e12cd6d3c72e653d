import { z } from '@hono/zod-openapi'

/** An instant in an answer, as `writeInstant` writes it. */
export const Instant = z.iso.datetime({ precision: 3 }).openapi({ example: '2026-11-27T21:30:00.000Z' })
