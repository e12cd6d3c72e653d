import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'

/** An account as admins see it. */
export const User = z
  .object({
    id: z.uuid(),
    email: z.string(),
    name: z.string(),
    username: z.string().nullable().openapi({ description: '`null` if there is no profile yet.' }),
    role: z.enum(['agent', 'admin']),
    emailVerified: z.boolean(),
    hasSecondFactor: z.boolean(),
    suspension: z
      .object({ at: Instant, reason: z.string() })
      .nullable()
      .openapi({ description: '`null` if the account is not suspended.' }),
    createdAt: Instant,
    lastSignedInAt: Instant.nullable().openapi({ description: '`null` if never.' }),
    sessions: z.int().openapi({ description: 'Number of open sessions.' }),
    homes: z.int().openapi({ description: 'Properties that are not deleted, in any status.' }),
  })
  .openapi('User')
export type User = z.infer<typeof User>

export const UserPage = z.object({ users: z.array(User), nextCursor: z.string().nullable() }).openapi('UserPage')
export type UserPage = z.infer<typeof UserPage>

/** Checks types and sizes only. The messages for people come from domain.ts. */
export const ReasonForm = z
  .object({
    reason: z.string().max(5000).default('').openapi({ description: 'Up to 500 characters. Kept forever.' }),
  })
  .openapi('ReasonForm')
