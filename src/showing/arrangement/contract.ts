import { z } from '@hono/zod-openapi'

/** `LATE_MINUTES` in booking/transition-domain.ts */
const Minutes = z.union([z.literal(10), z.literal(20), z.literal(30)])

export const Late = z
  .object({ minutes: Minutes.openapi({ description: 'By how much you are late.' }) })
  .openapi('RunningLate')
