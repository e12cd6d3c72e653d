import { z } from '@hono/zod-openapi'

export const ProtectedApp = z.enum(['oracle', 'create'])
export type ProtectedApp = z.infer<typeof ProtectedApp>

/** Only types and sizes are checked here; the messages for a person come from domain.ts. */
export const AccessForm = z
  .object({ code: z.string().max(200).default('').openapi({ description: 'Letters count as they are.' }) })
  .openapi('AccessForm')

/** The grant itself is in the cookie that comes with it. */
export const Granted = z.object({ granted: z.literal(true) }).openapi('Granted')

export const GrantState = z.object({ granted: z.boolean() }).openapi('GrantState')
