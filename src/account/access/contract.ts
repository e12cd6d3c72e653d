import { z } from '@hono/zod-openapi'

export const ProtectedApp = z.enum(['oracle', 'create'])
export type ProtectedApp = z.infer<typeof ProtectedApp>

/** Checks types and sizes only. The messages for people come from domain.ts. */
export const AccessForm = z
  .object({ code: z.string().max(200).default('').openapi({ description: 'The access code. It is case-sensitive.' }) })
  .openapi('AccessForm')

/** The cookie that comes with this answer holds the grant itself. */
export const Granted = z.object({ granted: z.literal(true) }).openapi('Granted')

export const GrantState = z.object({ granted: z.boolean() }).openapi('GrantState')
