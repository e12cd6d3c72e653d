import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'

/** Checks types and sizes only. The messages for people come from domain.ts. */
export const EmailChangeForm = z
  .object({
    newEmail: z.string().max(320).default('').openapi({ example: 'agent@example.org' }),
    password: z.string().max(1000).default(''),
  })
  .openapi('EmailChangeForm')
export type EmailChangeForm = z.infer<typeof EmailChangeForm>

export const EmailChange = z
  .object({
    newEmail: z.string().openapi({ example: 'agent@example.org' }),
    expiresAt: Instant.openapi({ description: 'Until then, the link works, unless the session that asked ends.' }),
  })
  .openapi('EmailChange')
export type EmailChange = z.infer<typeof EmailChange>

export const EmailChangeState = z
  .object({ change: EmailChange.nullable().openapi({ description: 'The change that waits for its link.' }) })
  .openapi('EmailChangeState')

export const EmailChangeToken = z
  .object({ token: z.string().min(1).max(200).openapi({ description: 'From the link in the email. Works once.' }) })
  .openapi('EmailChangeToken')

export const ChangedEmail = z.object({ email: z.string() }).openapi('ChangedEmail')

export const Done = z.object({ success: z.literal(true) }).openapi('EmailChangeDone')
