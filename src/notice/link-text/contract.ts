import { z } from '@hono/zod-openapi'
import { Instant } from '../../platform/instant-schema.ts'

/** A text with a property's booking link, to the agent who asked for it. */
export const LinkText = z
  .object({
    id: z.uuid(),
    status: z.enum(['queued', 'sent', 'not_sent', 'failed']).openapi({
      description: '`not_sent`: the phone replied STOP, or is no longer in the profile. `failed`: it was refused.',
    }),
    createdAt: Instant,
    endedAt: Instant.nullable(),
  })
  .openapi('LinkText')
export type LinkText = z.infer<typeof LinkText>

export const LinkTextState = z
  .object({
    phone: z
      .string()
      .nullable()
      .openapi({ description: "The phone in your profile, which gets the texts. `null` if it can't get any." }),
    text: LinkText.nullable().openapi({ description: 'The latest one that you requested.' }),
  })
  .openapi('LinkTextState')
export type LinkTextState = z.infer<typeof LinkTextState>
