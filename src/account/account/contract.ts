import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'

/** Checks types and sizes only. The messages for people come from `signInIssues` in domain.ts. */
export const SignIn = z
  .object({
    email: z.string().max(320).default('').openapi({ example: 'agent@example.com' }),
    password: z.string().max(1000).default(''),
    rememberMe: z.boolean().default(true).openapi({ description: 'If `false`, the session ends with the browser.' }),
  })
  .openapi('SignIn')
export type SignIn = z.infer<typeof SignIn>

export const SignUp = z
  .object({
    email: z.string().max(320).default('').openapi({ example: 'agent@example.com' }),
    password: z
      .string()
      .max(1000)
      .default('')
      .openapi({ description: 'From 10 to 128 characters and not easy to guess.', example: 'kitchen window mango' }),
    name: z.string().max(200).default('').openapi({ description: 'Defaults to the part of the email before the @.' }),
  })
  .openapi('SignUp')
export type SignUp = z.infer<typeof SignUp>

export const Account = z
  .object({
    id: z.uuid(),
    email: z.string(),
    name: z.string(),
    showingName: z.string().openapi({
      description: "The name used for showings: the showing profile's name, else the account's, else the email.",
    }),
    emailVerified: z.boolean(),
    username: z.string().nullable().openapi({ description: '`null` if there is no profile yet.' }),
    role: z.enum(['agent', 'admin']),
  })
  .openapi('Account')
export type Account = z.infer<typeof Account>

/** The cookie that comes with this answer holds the session itself. */
export const SignedIn = z.object({ user: Account }).openapi('SignedIn')
export type SignedIn = z.infer<typeof SignedIn>

/** The password was right. Finish the sign-in with `/api/auth/two-factor/verify-totp` and this answer's cookie. */
export const CodeAsked = z.object({ twoFactorRedirect: z.literal(true) }).openapi('CodeAsked')
export type CodeAsked = z.infer<typeof CodeAsked>

export const SignedOut = z.object({ success: z.literal(true) }).openapi('SignedOut')

export const Session = z
  .object({
    session: z.object({ expiresAt: Instant }),
    user: Account,
  })
  .openapi('Session')
export type Session = z.infer<typeof Session>

export const Token = z
  .object({ token: z.string().openapi({ description: 'Bearer token (JWT, EdDSA), valid for 15 minutes.' }) })
  .openapi('Token')

/** A key set as in RFC 7517. */
export const KeySet = z
  .object({
    keys: z.array(
      z.object({
        kid: z.string(),
        kty: z.string(),
        alg: z.string(),
        crv: z.string().optional(),
        x: z.string().optional(),
      }),
    ),
  })
  .openapi('KeySet')
export type KeySet = z.infer<typeof KeySet>

export const AdminCheck = z.object({ isAdmin: z.boolean() }).openapi('AdminCheck')

/** The contact that every property with `use_public_profile` shows. */
export type AgentContact = {
  agent_name: string | null
  agent_phone: string | null
  agent_email: string | null
  agent_license: string | null
  agent_brokerage: string | null
}

export const AgentProfile = z
  .object({
    agent_name: z.string().nullable(),
    agent_phone: z.string().nullable(),
    agent_email: z.string().nullable(),
    agent_license: z.string().nullable(),
    agent_brokerage: z.string().nullable(),
    shows_alone: z.boolean().openapi({
      description: 'If `true`, no one can book the agent at two properties at once.',
    }),
    travel_minutes: z.int().openapi({ description: 'Minutes kept free between showings at different properties.' }),
  })
  .openapi('AgentProfile')
export type AgentProfile = z.infer<typeof AgentProfile>

/** Checks types only. The messages for people come from `agentProfileIssues` in domain.ts. */
export const AgentProfileForm = z
  .object({
    agent_name: z.string().nullish(),
    agent_phone: z.string().nullish(),
    agent_email: z.string().nullish(),
    agent_license: z.string().nullish(),
    agent_brokerage: z.string().nullish(),
    shows_alone: z.boolean().optional().openapi({ description: 'Stays as it is if left out.' }),
    travel_minutes: z
      .number()
      .optional()
      .openapi({ description: 'Whole minutes from 0 to 120. Stays as it is if left out.', example: 15 }),
  })
  .openapi('AgentProfileForm')
export type AgentProfileForm = z.infer<typeof AgentProfileForm>
