import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'
import { LANGUAGES } from '../../platform/language.ts'

export const ProfileSettings = z
  .object({
    marketing_emails: z
      .boolean()
      .openapi({ description: 'Whether to send news and offers by email. Messages about showings are not affected.' }),
    language: z.enum(LANGUAGES).nullable().openapi({
      description: 'Language of messages to this account. `null` if none was chosen, which means English.',
    }),
    private_profile: z.boolean().openapi({ description: 'If `true`, no one else sees the name, picture, and bio.' }),
  })
  .openapi('ProfileSettings')
export type ProfileSettings = z.infer<typeof ProfileSettings>

export const UserProfile = z
  .object({
    uid: z.uuid(),
    email: z.string(),
    anonymous_username: z.string(),
    bio: z.string(),
    picture: z.string().nullable().openapi({ example: '/files/photos/….webp' }),
    role: z.enum(['agent', 'admin']),
    credits: z.int(),
    plan: z.enum(['free', 'monthly']),
    settings: ProfileSettings,
    created_at: Instant,
  })
  .openapi('UserProfile')
export type UserProfile = z.infer<typeof UserProfile>

/** Checks types only. The messages for people come from domain.ts. */
export const NewUser = z
  .object({
    uid: z.string().max(100).optional().openapi({ description: "The caller's own id. Any other id is refused." }),
    email: z.string().max(320).optional().openapi({ description: "Ignored. The account's own email counts." }),
    username: z
      .string()
      .max(200)
      .optional()
      .openapi({ description: 'Defaults to the part of the email before the @.' }),
  })
  .openapi('NewUser')
export type NewUser = z.infer<typeof NewUser>

export const NewUsername = z.object({ newUsername: z.string().default('') }).openapi('NewUsername')

/** Fields left out stay as they are. */
export const ProfileForm = z
  .object({
    bio: z.string().optional(),
    settings: ProfileSettings.partial().optional(),
  })
  .openapi('ProfileForm')
export type ProfileForm = z.infer<typeof ProfileForm>

export const Unsubscribed = z.object({ success: z.literal(true) }).openapi('Unsubscribed')

export const UploadedPicture = z
  .object({ imageUrl: z.string(), thumbhash: z.string(), width: z.int(), height: z.int() })
  .openapi('UploadedPicture')
