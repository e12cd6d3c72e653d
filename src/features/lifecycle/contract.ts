import { z } from '@hono/zod-openapi'

export const Reason = z
  .object({ reason: z.string().max(500).optional().openapi({ description: 'For the compliance log.' }) })
  .openapi('MoveReason')
